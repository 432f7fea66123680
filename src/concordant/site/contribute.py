"""Make what one site sends: its projected rows, their labels and its anchor view.

In:  charter, pact, the site's table; by the plan also the agreed span or public rows.
Out: a Contribution: the bundle to send, the secret basis to keep, and facts to read first.
     Only a site runs this; it reads and writes no file.
"""

from dataclasses import dataclass, field

import numpy as np

from concordant.errors.site_release import (
    BasisNotOfThisCharter,
    BasisOffSpan,
    SpanFileNeeded,
    SpanFileNotPlanned,
)
from concordant.linalg.subspaces import SAME_SPAN_LIMIT, distance_from_span
from concordant.site.anchor import draw_anchor
from concordant.site.basis import SecretBasis
from concordant.site.choose_span import choose_span
from concordant.site.contribution_facts import ContributionFacts, gather_facts
from concordant.site.join_span import require_trustworthy_span
from concordant.site.own_rows import OwnRows, as_table, encode_labelled_rows, encode_own_rows
from concordant.site.pact import Pact, pact_tag
from concordant.site.randomness import site_randomness
from concordant.site.release_checks import (
    require_public_rows,
    require_rows_floor,
    require_secret_randomness,
    require_sound_plan,
)
from concordant.site.row_order import draw_group_numbers, draw_row_order
from concordant.site.spans import SpanResult, draw_basis
from concordant.terms.arguments import require_argument, require_charter
from concordant.terms.charter import Charter
from concordant.terms.confirm import require_confirmed
from concordant.terms.preprocess import encode_rows
from concordant.terms.roster import Roster, require_site
from concordant.terms.table import Table
from concordant.terms.table_warnings import table_warnings
from concordant.wire.blocks import to_precision
from concordant.wire.messages import AgreedSpan, Envelope, RepresentationBundle


@dataclass(frozen=True, slots=True)
class Contribution:
    """What leaves (``bundle``), what stays (``basis``), and what to read before the yes."""

    bundle: RepresentationBundle = field(repr=False)
    basis: SecretBasis
    facts: ContributionFacts


def contribute(
    charter: Charter,
    pact: Pact,
    table: object,
    *,
    site: str,
    span: AgreedSpan | None = None,
    public: object = None,
    with_rows: bool = True,
    release: int = 1,
    roster: Roster | None = None,
    withhold_rare_classes: bool = False,
    basis: SecretBasis | None = None,
    rng: np.random.Generator | None = None,
) -> Contribution:
    """Return the contribution of one site; nothing is sent and nothing is written.

    Parameters
    ----------
    charter, pact
        The confirmed terms, and the secret that only sites share.
    table
        The site's rows: a Table, a pandas or polars frame, or a dict of columns.
    site
        The site's name in the roster.
    span
        The analyst's agreed span, where the terms say ``span = "agreed"``.
    public
        The public rows, where the span or the anchor is made from them.
    with_rows
        False joins only to predict: neither rows nor labels are in the bundle.
    release
        Counts this site's releases under these terms from 1.
    withhold_rare_classes
        Keep rows of a class at home that fewer than ten rows have.
    basis
        The basis of a release that was interrupted: finish it with the same one.
    rng
        Rehearsals only; otherwise secrets come from the operating system's entropy.
    """
    require_charter(charter)
    require_argument(
        pact, Pact, argument="pact", advice="Make one with `Pact.new()`; all sites hold the same."
    )
    _require_fit_call(charter, site, roster, span=span, public=public, rng=rng)
    tag = pact_tag(pact, charter)
    fingerprint = None if span is None else require_trustworthy_span(charter, tag, span)
    given = None if table is None else as_table(table)
    own = _own_rows(charter, given, with_rows=with_rows, withhold=withhold_rare_classes)
    if charter.span == "agreed" and with_rows and own is not None:
        require_rows_floor(charter, len(own.matrix))

    draws = site_randomness() if rng is None else rng
    public_rows = None if public is None else encode_rows(charter, as_table(public)).matrix
    anchor = draw_anchor(pact, charter, public_rows)
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
        _require_basis_of_release(charter, basis, chosen, release)

    envelope = Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site=site,
        release=release,
        tag=tag,
        span=fingerprint,
        rehearsal=charter.rehearsal,
    )
    # The analyst sees the row order at work, so it comes from another generator than the basis.
    order_draws = site_randomness() if rng is None else rng
    sent = own if with_rows else None
    bundle = _bundle(charter, envelope, basis, anchor.view(basis.reveal()), sent, order_draws)
    noticed = () if own is None or given is None else table_warnings(charter, given)
    facts = gather_facts(
        charter, envelope, own, chosen, span=span, with_rows=with_rows, noticed=noticed
    )
    return Contribution(bundle, basis, facts)


def _require_fit_call(
    charter: Charter,
    site: str,
    roster: Roster | None,
    *,
    span: AgreedSpan | None,
    public: object,
    rng: np.random.Generator | None,
) -> None:
    require_confirmed(charter)
    require_site(roster, site)
    require_sound_plan(charter)
    require_secret_randomness(charter, rng)
    require_public_rows(charter, given=public is not None)
    if charter.span == "agreed" and span is None:
        raise SpanFileNeeded
    if charter.span != "agreed" and span is not None:
        raise SpanFileNotPlanned(plan=charter.span)


def _own_rows(
    charter: Charter, table: Table | None, *, with_rows: bool, withhold: bool
) -> OwnRows | None:
    """Return the rows that the release needs: labelled, bare, or none at all."""
    if with_rows:
        labelled = as_table(table)
        return encode_labelled_rows(charter, labelled, withhold_rare_classes=withhold)
    if charter.span == "own" and table is not None:
        return encode_own_rows(charter, table)
    return None


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
    anchor_view: np.ndarray,
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
