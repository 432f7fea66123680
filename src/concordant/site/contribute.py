"""Make what one site sends: its projected rows, their labels and its anchor view.

In:  charter, pact, the site's table; by the plan also the agreed span or public rows.
Out: a Contribution: the bundle to send, the secret basis to keep, and facts to read first.
     Only a site runs this; it reads and writes no file.
"""

from dataclasses import dataclass, field

import numpy as np

from concordant.errors.site_release import (
    SpanFileNeeded,
    SpanFileNotPlanned,
)
from concordant.site.anchor import draw_anchor
from concordant.site.basis import SecretBasis
from concordant.site.contribution_facts import ContributionFacts, gather_facts
from concordant.site.join_span import require_trustworthy_span
from concordant.site.own_rows import OwnRows, as_table, encode_labelled_rows, encode_own_rows
from concordant.site.pact import Pact, pact_tag
from concordant.site.release_checks import (
    require_public_rows,
    require_rows_floor,
    require_secret_randomness,
    require_sound_plan,
)
from concordant.site.release_rows import release_rows
from concordant.terms.arguments import require_argument, require_charter
from concordant.terms.charter import Charter
from concordant.terms.confirm import require_confirmed
from concordant.terms.preprocess import encode_rows
from concordant.terms.roster import Roster, require_site
from concordant.terms.table import Table
from concordant.terms.table_warnings import table_warnings
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

    public_rows = None if public is None else encode_rows(charter, as_table(public)).matrix
    envelope = Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site=site,
        release=release,
        tag=tag,
        span=fingerprint,
        rehearsal=charter.rehearsal,
    )
    made = release_rows(
        charter,
        pact,
        draw_anchor(pact, charter, public_rows),
        own,
        envelope,
        span=span,
        public_rows=public_rows,
        with_rows=with_rows,
        basis=basis,
        rng=rng,
    )
    noticed = () if own is None or given is None else table_warnings(charter, given)
    facts = gather_facts(
        charter, envelope, own, made.chosen, span=span, with_rows=with_rows, noticed=noticed
    )
    return Contribution(made.bundle, made.basis, facts)


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
