"""The span of a secret basis, by the charter's plan, and its secret rotation.

In:  a site's rows, the pact, the agreed span or public rows; a generator for secret draws.
Out: a span (features × dims, orthonormal) and the SecretBasis drawn in it. Only sites run this.
"""

import numpy as np
from jaxtyping import Float

from concordant.errors.site import DimsTooMany, RowsNotFinite
from concordant.linalg.arrays import Array
from concordant.linalg.householder import householder_product
from concordant.linalg.orthonormal import draw_haar, orthonormal_factor
from concordant.linalg.spectral import numerical_rank
from concordant.site.anchor import Anchor
from concordant.site.basis import SecretBasis
from concordant.site.kept_secret import KeptSecret
from concordant.site.normals import reflector_normals
from concordant.site.pact import Pact, derive
from concordant.terms.charter import Charter
from concordant.wire.messages import AgreedSpan


class SpanResult(KeptSecret):
    """A span and how many of its directions are random because the rows had too few."""

    __slots__ = ("n_completed", "span")
    span: Float[Array, "features dims"]
    n_completed: int

    def __init__(self, span: Float[Array, "features dims"], n_completed: int) -> None:
        object.__setattr__(self, "span", span)
        object.__setattr__(self, "n_completed", n_completed)


def own_span(
    rows: Float[Array, "rows features"], n_dims: int, rng: np.random.Generator
) -> SpanResult:
    """Return the top right singular vectors of ``rows``, not centred (the paper's eq. 4).

    Where the rows have a lower rank, secret Haar directions orthogonal to them complete it.
    """
    found = principal_directions(rows, n_dims)
    return SpanResult(complete_span(found, n_dims, rng), n_dims - int(found.shape[1]))


def shared_span(pact: Pact, charter: Charter) -> Float[Array, "features dims"]:
    """Return the Haar span that all sites draw from the pact; no data is in it."""
    _require_dims(charter.n_dims, charter.n_features)
    stream = derive(pact, charter).stream("shared-span-stream")
    first_columns = np.eye(charter.n_features, charter.n_dims)
    return householder_product(charter.n_features, reflector_normals(stream), first_columns)


def agreed_span_at_site(anchor: Anchor, message: AgreedSpan) -> Float[Array, "features dims"]:
    """Return the agreed span in the coordinates of the features.

    The message must have passed the site's checks (one span per terms, orthonormal) before.
    """
    return anchor.back(message.span)


def public_span(
    public_rows: Float[Array, "rows features"], n_dims: int, rng: np.random.Generator
) -> SpanResult:
    """Return the span that public rows share best, not centred; completed like an own one."""
    return own_span(public_rows, n_dims, rng)


def draw_basis(span: Float[Array, "features dims"], rng: np.random.Generator) -> SecretBasis:
    """Draw the secret basis: the span times a fresh Haar rotation."""
    return SecretBasis(span @ draw_haar(rng, int(span.shape[1])))


def principal_directions(
    rows: Float[Array, "rows features"], n_dims: int
) -> Float[Array, "features found"]:
    """Return the top right singular vectors, at most ``n_dims`` and never past the rank."""
    n_rows, n_features = rows.shape
    _require_dims(n_dims, n_features)
    n_bad = int(rows.size - np.count_nonzero(np.isfinite(rows)))
    if n_bad:
        raise RowsNotFinite(count=n_bad)
    # Rows beyond the number of features only rotate R; an SVD of the Gram would lose half
    # of the digits of the smaller directions.
    compact = np.linalg.qr(rows, mode="r") if n_rows > n_features else rows
    _, lengths, directions = np.linalg.svd(compact, full_matrices=False)
    rank = numerical_rank(lengths, rows.shape)
    return np.asarray(directions[: min(n_dims, rank)].T)


def complete_span(
    found: Float[Array, "features found"], n_dims: int, rng: np.random.Generator
) -> Float[Array, "features dims"]:
    """Return ``found`` with random orthonormal directions beside it, up to ``n_dims``."""
    n_features, n_found = found.shape
    fresh = rng.standard_normal((n_features, n_dims - n_found))
    for _ in range(2):  # twice is enough (Giraud, Langou and Rozložník 2005)
        fresh = orthonormal_factor(fresh - found @ (found.T @ fresh)).columns
    return np.hstack([found, fresh])


def _require_dims(n_dims: int, n_features: int) -> None:
    if n_dims > n_features:
        raise DimsTooMany(dims=n_dims, features=n_features)
