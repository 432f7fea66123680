"""Make the view that a site sends before the agreed span exists.

In:  charter, pact, the site's table.
Out: an AnchorView: guarded directions in the anchor's coordinates. No row and no label is in
     it; the label column is not even read. Only a site runs this; it writes no file.
"""

import numpy as np
from jaxtyping import Float

from concordant.errors.site_release import ViewNotPlanned
from concordant.linalg.arrays import Array
from concordant.site.anchor import Anchor, draw_anchor
from concordant.site.own_rows import as_table, encode_own_rows
from concordant.site.pact import Pact, pact_tag
from concordant.site.randomness import site_randomness
from concordant.site.release_checks import (
    require_rows_floor,
    require_secret_randomness,
    require_sound_plan,
)
from concordant.site.view_guards import guarded_span
from concordant.terms.charter import Charter
from concordant.terms.confirm import require_confirmed
from concordant.terms.roster import Roster, require_site
from concordant.wire.messages import AnchorView, Envelope


def view(
    charter: Charter,
    pact: Pact,
    table: object,
    *,
    site: str,
    roster: Roster | None = None,
    rng: np.random.Generator | None = None,
) -> AnchorView:
    """Return the guarded view of one site.

    Rare columns are zeroed, long rows clipped and the directions blurred by fresh noise that is
    forgotten; so two views of one table differ. ``rng`` is for rehearsals only.
    """
    if charter.span != "agreed":
        raise ViewNotPlanned(plan=charter.span)
    require_confirmed(charter)
    require_site(roster, site)
    require_sound_plan(charter)
    require_secret_randomness(charter, rng)
    rows = encode_own_rows(charter, as_table(table)).matrix
    require_rows_floor(charter, len(rows))
    envelope = view_envelope(charter, pact, site)
    return view_of_rows(charter, draw_anchor(pact, charter), rows, envelope, rng=rng)


def view_envelope(charter: Charter, pact: Pact, site: str) -> Envelope:
    """Return the envelope of a site's view."""
    return Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site=site,
        release=0,
        tag=pact_tag(pact, charter),
        rehearsal=charter.rehearsal,
    )


def view_of_rows(
    charter: Charter,
    anchor: Anchor,
    rows: Float[Array, "rows features"],
    envelope: Envelope,
    *,
    rng: np.random.Generator | None = None,
) -> AnchorView:
    """Return the guarded view of encoded rows; whether it may be sent was decided before."""
    guarded = guarded_span(rows, charter.n_dims, site_randomness() if rng is None else rng)
    return AnchorView(envelope=envelope, view=anchor.view(guarded.span))
