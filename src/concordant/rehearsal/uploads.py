"""Play the sites of a study in memory: everybody's uploads, by the functions of the commands.

In:  confirmed terms of a rehearsal, the pact, every site's encoded rows, a generator.
Out: Uploads: the agreed span where the terms plan one, a bundle of each site, and its basis.
     Never part of a real study: here the secrets come from a generator.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.analyst.span_message import make_span
from concordant.linalg.arrays import Array
from concordant.site.anchor import Anchor, draw_anchor
from concordant.site.join_span import require_trustworthy_span
from concordant.site.own_rows import OwnRows
from concordant.site.pact import Pact, pact_tag
from concordant.site.release_checks import (
    require_rows_floor,
    require_secret_randomness,
    require_sound_plan,
)
from concordant.site.release_rows import Release, release_rows
from concordant.site.send_view import view_envelope, view_of_rows
from concordant.terms.charter import Charter
from concordant.terms.confirm import require_confirmed
from concordant.wire.messages import AgreedSpan, AnchorView, Envelope, RepresentationBundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Uploads:
    """What the sites of one played study sent, and the releases that they keep at home."""

    charter: Charter
    views: tuple[AnchorView, ...]
    span: AgreedSpan | None
    releases: Mapping[str, Release]

    def __repr__(self) -> str:
        return f"Uploads(<{len(self.releases)} sites>)"

    @property
    def bundles(self) -> tuple[RepresentationBundle, ...]:
        """What came to the analyst."""
        return tuple(each.bundle for each in self.releases.values())


def upload_rows(
    charter: Charter,
    pact: Pact,
    own: Mapping[str, OwnRows],
    *,
    rng: np.random.Generator,
    public_rows: Float[Array, "public_rows features"] | None = None,
) -> Uploads:
    """Return the uploads of all sites, drawn in the order of ``own``.

    First all views and the agreed span, where the terms plan one; then all bundles. The draws
    are those of ``view``, ``make_span`` and ``contribute`` with the same generator.
    """
    require_confirmed(charter)
    require_sound_plan(charter)
    require_secret_randomness(charter, rng)
    anchor = draw_anchor(pact, charter, public_rows)
    views, span = _agree(charter, pact, anchor, own, rng)
    tag = pact_tag(pact, charter)
    fingerprint = None if span is None else require_trustworthy_span(charter, tag, span)
    releases = {}
    for site, rows in own.items():
        if span is not None:
            require_rows_floor(charter, len(rows.matrix))
        envelope = Envelope(
            study_id=charter.study_id,
            terms_digest=charter.terms_digest,
            site=site,
            release=1,
            tag=tag,
            span=fingerprint,
            rehearsal=charter.rehearsal,
        )
        releases[site] = release_rows(
            charter, pact, anchor, rows, envelope, span=span, public_rows=public_rows, rng=rng
        )
    return Uploads(charter, views, span, releases)


def _agree(
    charter: Charter,
    pact: Pact,
    anchor: Anchor,
    own: Mapping[str, OwnRows],
    rng: np.random.Generator,
) -> tuple[tuple[AnchorView, ...], AgreedSpan | None]:
    if charter.span != "agreed":
        return (), None
    views = []
    for site, rows in own.items():
        require_rows_floor(charter, len(rows.matrix))
        envelope = view_envelope(charter, pact, site)
        views.append(view_of_rows(charter, anchor, rows.matrix, envelope, rng=rng))
    return tuple(views), make_span(charter, views, rng=rng)
