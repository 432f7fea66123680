"""Make a bundle of one site's encoded rows: choose the span, draw the basis, project, shuffle.

In:  charter, pact and anchor, the site's rows as numbers; by the plan the agreed span or public
     rows. What may be released at all was decided before (``contribute``).
Out: the bundle, the secret basis and how its span came about. Only a site runs this.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Float

from concordant.errors.site_release import BasisNotOfThisCharter, BasisOffSpan
from concordant.linalg.arrays import Array
from concordant.linalg.subspaces import SAME_SPAN_LIMIT, distance_from_span
from concordant.site.anchor import Anchor
from concordant.site.basis import SecretBasis
from concordant.site.choose_span import choose_span
from concordant.site.own_rows import OwnRows
from concordant.site.pact import Pact
from concordant.site.randomness import site_randomness
from concordant.site.row_order import draw_group_numbers, draw_row_order
from concordant.site.spans import SpanResult, draw_basis
from concordant.terms.charter import Charter
from concordant.wire.blocks import to_precision
from concordant.wire.messages import AgreedSpan, Envelope, RepresentationBundle


@dataclass(frozen=True, slots=True)
class Release:
    """What leaves (``bundle``), what stays (``basis``), and the span it was drawn in."""

    bundle: RepresentationBundle = field(repr=False)
    basis: SecretBasis
    chosen: SpanResult


def release_rows(
    charter: Charter,
    pact: Pact,
    anchor: Anchor,
    own: OwnRows | None,
    envelope: Envelope,
    *,
    span: AgreedSpan | None = None,
    public_rows: Float[Array, "public_rows features"] | None = None,
    with_rows: bool = True,
    basis: SecretBasis | None = None,
    rng: np.random.Generator | None = None,
) -> Release:
    """Return the release of these rows; ``with_rows`` False lets them shape the span only.

    ``basis`` finishes an interrupted release with the same one. ``rng`` is for rehearsals.
    """
    draws = site_randomness() if rng is None else rng
    chosen = choose_span(
        charter,
        pact,
        anchor,
        draws,
        rows=None if own is None else own.matrix,
        agreed=span,
        public=public_rows,
    )
    if basis is None:
        basis = draw_basis(chosen.span, draws)
    else:
        _require_basis_of_release(charter, basis, chosen, envelope.release)
    # The analyst sees the row order at work, so it comes from another generator than the basis.
    order_draws = site_randomness() if rng is None else rng
    sent = own if with_rows else None
    bundle = _bundle(charter, envelope, basis, anchor.view(basis.reveal()), sent, order_draws)
    return Release(bundle, basis, chosen)


def _require_basis_of_release(
    charter: Charter, basis: SecretBasis, chosen: SpanResult, release: int
) -> None:
    agreed = (charter.n_features, charter.n_dims)
    if (basis.n_features, basis.n_dims) != agreed:
        raise BasisNotOfThisCharter(basis=(basis.n_features, basis.n_dims), agreed=agreed)
    # An own span may differ in its random or nearly equal directions; the others are one span.
    common = charter.span != "own"
    if common and distance_from_span(basis.reveal(), chosen.span) > SAME_SPAN_LIMIT:
        raise BasisOffSpan(release=release, plan=charter.span)


def _bundle(
    charter: Charter,
    envelope: Envelope,
    basis: SecretBasis,
    anchor_view: Float[Array, "anchor_rows dims"],
    own: OwnRows | None,
    rng: np.random.Generator,
) -> RepresentationBundle:
    """Return the bundle with its rows in a fresh secret order."""
    matrix = np.empty((0, charter.n_features)) if own is None else own.matrix
    order = draw_row_order(len(matrix), rng)
    rows, row_scale = to_precision(basis.project(matrix)[order], charter.precision)
    persons = None if own is None else own.persons
    return RepresentationBundle(
        envelope=envelope,
        anchor_view=anchor_view,
        rows=rows,
        precision=charter.precision,
        row_scale=row_scale,
        labels=None if own is None or own.labels is None else own.labels[order],
        groups=None if persons is None else draw_group_numbers(persons, rng)[order],
    )
