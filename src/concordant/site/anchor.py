"""The shared anchor: the same secret matrix at every site, known to no analyst.

In:  pact and charter; for a public anchor the public rows.
Out: an Anchor that shows a basis to the analyst (``view``) and turns an agreed span back.
     Only sites run this.
"""

import numpy as np
from jaxtyping import Float

from concordant.errors.site import (
    AnchorCannotTurnBack,
    AnchorTooSmall,
    FeaturesDiffer,
    PublicRowsMissing,
    RowsNotFinite,
    WeakAnchorNotAccepted,
)
from concordant.linalg.arrays import Array
from concordant.linalg.householder import householder_product
from concordant.site.kept_secret import KeptSecret
from concordant.site.normals import normal_matrix, reflector_normals, uniform_matrix
from concordant.site.pact import Pact, derive
from concordant.site.stream import Stream
from concordant.terms.charter import AnchorKind, Charter
from concordant.terms.charter_check import WEAK_ANCHORS


class Anchor(KeptSecret):
    """A rotation of the feature space, behind an optional square root of the anchor's Gram.

    Orthonormal: the view of F is O F. Otherwise A is centred column by column and compressed
    to as many rows as there are features: the view is H R F with RᵀR = AᵀA and H Haar.
    R alone would be close to a known matrix and give F away.
    """

    __slots__ = ("_compressed", "_stream", "kind", "n_features")
    kind: AnchorKind
    n_features: int
    _stream: Stream
    _compressed: Float[Array, "features features"] | None

    def __init__(
        self,
        kind: AnchorKind,
        n_features: int,
        stream: Stream,
        rows: Float[Array, "rows features"] | None = None,
    ) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "n_features", n_features)
        object.__setattr__(self, "_stream", stream)
        compressed = None if rows is None else gram_root(rows - rows.mean(axis=0))
        object.__setattr__(self, "_compressed", compressed)

    def view(self, basis: Float[Array, "features dims"]) -> Float[Array, "features dims"]:
        """Return what the analyst may see of ``basis``."""
        self._require_features("The basis", basis)
        block = basis if self._compressed is None else self._compressed @ basis
        return householder_product(self.n_features, reflector_normals(self._stream), block)

    def back(self, span: Float[Array, "features dims"]) -> Float[Array, "features dims"]:
        """Return a span given in the anchor's coordinates in those of the features."""
        if self._compressed is not None:
            raise AnchorCannotTurnBack(kind=self.kind)
        self._require_features("The agreed span", span)
        return householder_product(
            self.n_features, reflector_normals(self._stream), span, transpose=True
        )

    def raw(self) -> Float[Array, "features features"]:
        """Return the matrix O, or H R: for small sizes, tests and the paper's tables."""
        return self.view(np.eye(self.n_features))

    def _require_features(self, what: str, matrix: Float[Array, "features dims"]) -> None:
        if matrix.shape[0] != self.n_features:
            raise FeaturesDiffer(what=what, sent=int(matrix.shape[0]), agreed=self.n_features)


def draw_anchor(
    pact: Pact, charter: Charter, public: Float[Array, "rows features"] | None = None
) -> Anchor:
    """Make the anchor that the charter plans; the same at every site that holds the pact."""
    keys = derive(pact, charter)
    kind = charter.anchor.kind
    if kind == "orthonormal":
        return Anchor(kind, charter.n_features, keys.stream("anchor-stream"))
    if kind in WEAK_ANCHORS and not (charter.consents.accept_weak_anchor or charter.rehearsal):
        raise WeakAnchorNotAccepted(kind=kind)
    rows = anchor_rows(keys.stream("anchor-stream"), charter, public)
    return Anchor(kind, charter.n_features, keys.stream("compression-stream"), rows)


def anchor_rows(
    stream: Stream, charter: Charter, public: Float[Array, "public_rows features"] | None
) -> Float[Array, "rows features"]:
    """Return the rows of a uniform, gaussian or public anchor, before centring."""
    n_features = charter.n_features
    if charter.anchor.kind == "public":
        return _require_public(public, n_features)
    n_rows = charter.anchor.n_rows or 0
    if n_rows < n_features:
        raise AnchorTooSmall(rows=n_rows, features=n_features)
    fill = uniform_matrix if charter.anchor.kind == "uniform" else normal_matrix
    return fill(stream, n_rows, n_features)


def gram_root(matrix: Float[Array, "rows features"]) -> Float[Array, "features features"]:
    """Return the symmetric R with RᵀR equal to the Gram matrix of ``matrix``.

    Unlike the triangular factor of a QR it is unique and continuous at every rank, so that
    two sites with different linear algebra libraries get the same one.
    """
    triangle = np.linalg.qr(matrix, mode="r")
    _, lengths, directions = np.linalg.svd(triangle, full_matrices=False)
    return np.asarray((directions.T * lengths) @ directions)


def _require_public(
    public: Float[Array, "rows features"] | None, n_features: int
) -> Float[Array, "rows features"]:
    if public is None:
        raise PublicRowsMissing(plan="public")
    if public.shape[1] != n_features:
        raise FeaturesDiffer(what="The public table", sent=int(public.shape[1]), agreed=n_features)
    n_bad = int(public.size - np.count_nonzero(np.isfinite(public)))
    if n_bad:
        raise RowsNotFinite(count=n_bad)
    return public
