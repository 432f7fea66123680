"""Make the file that tells all sites the agreed span.

In:  the charter and views that the door let in.
Out: an AgreedSpan for everybody; nothing is written. The analyst runs this.
"""

from collections.abc import Sequence

import numpy as np

from concordant.analyst.agree import agree_span
from concordant.analyst.intake import require_anchor_views
from concordant.errors.analyst import SpanBelowFloor, TooFewSites
from concordant.errors.site_release import KnownRandomness
from concordant.terms.charter import Charter
from concordant.terms.floors import SITES_FLOOR
from concordant.wire.messages import AgreedSpan, AnchorView, Envelope


def make_span(
    charter: Charter, views: Sequence[AnchorView], *, rng: np.random.Generator | None = None
) -> AgreedSpan:
    """Return the span that the sites share best, in the anchor's coordinates.

    Each call draws another rotation: hand out one span for one set of terms, and no second.

    Parameters
    ----------
    charter
        The confirmed terms; below ``SITES_FLOOR`` sites they must carry ``agreed_below_floor``.
    views
        The accepted views; they are held against the terms and each other once more.
    rng
        Rehearsals only: whoever knows it can undo the rotation.
    """
    if rng is not None and not charter.rehearsal:
        raise KnownRandomness
    accepted = require_anchor_views(charter, views)
    if len(accepted) < 2:
        raise TooFewSites(n_sites=len(accepted))
    if len(accepted) < SITES_FLOOR and not charter.consents.agreed_below_floor:
        raise SpanBelowFloor(n_sites=len(accepted), floor=SITES_FLOOR)
    names = tuple(view.envelope.site for view in accepted)
    span = agree_span([view.view for view in accepted], charter.n_dims, rng, names=names)
    envelope = Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site="",
        release=0,
        tag=accepted[0].envelope.tag,
        rehearsal=charter.rehearsal,
    )
    return AgreedSpan(envelope, span, names)
