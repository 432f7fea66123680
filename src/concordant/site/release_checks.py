"""Refuse, before anything is drawn, a release that the terms or the rows do not allow.

In:  the charter, counts of rows and sites, labels.
Out: nothing, or an error with counts and agreed names. Only a site runs this.
"""

from math import ceil

import numpy as np
from jaxtyping import Num

from concordant.errors.site import WeakAnchorNotAccepted
from concordant.errors.site_release import (
    AnchorNotForAgreedSpan,
    BelowFloor,
    KnownRandomness,
    LabelsSingleOut,
    PublicRowsNeeded,
    PublicRowsNotPlanned,
    TooFewRowsForDims,
    TooFewSitesForSpan,
)
from concordant.linalg.arrays import Array
from concordant.terms.charter import Charter
from concordant.terms.charter_check import WEAK_ANCHORS
from concordant.terms.floors import (
    RARE_CLASS,
    SITES_FLOOR,
    UNIQUE_LABELS_LIMIT,
    rows_floor,
)
from concordant.terms.labels import count_classes, share_unique
from concordant.terms.schema import NumericLabel


def require_sound_plan(charter: Charter) -> None:
    """Refuse an anchor that the plan cannot use or whose weakness nobody accepted."""
    anchor = charter.anchor.kind
    accepted = charter.consents.accept_weak_anchor or charter.rehearsal
    if anchor in WEAK_ANCHORS and not accepted:
        raise WeakAnchorNotAccepted(kind=anchor)
    if charter.span == "agreed" and anchor != "orthonormal":
        raise AnchorNotForAgreedSpan(anchor=anchor)


def require_public_rows(charter: Charter, *, given: bool) -> None:
    """Refuse a call that lacks the public rows of the terms, or brings some without a use."""
    purposes = [
        name
        for name, plan in (("span", charter.span), ("anchor", charter.anchor.kind))
        if plan == "public"
    ]
    if purposes and not given:
        raise PublicRowsNeeded(purpose=" and the ".join(purposes))
    if given and not purposes:
        raise PublicRowsNotPlanned(plan=charter.span, anchor=charter.anchor.kind)


def require_secret_randomness(charter: Charter, rng: np.random.Generator | None) -> None:
    """Refuse a generator from outside unless the whole study is marked as a rehearsal."""
    if rng is not None and not charter.rehearsal:
        raise KnownRandomness


def require_rows_floor(charter: Charter, n_rows: int) -> None:
    """Refuse to take part in an agreed span with too few rows [A7]."""
    if n_rows <= charter.n_dims:
        raise TooFewRowsForDims(n_rows=n_rows, n_dims=charter.n_dims)
    least = rows_floor(charter.n_dims)
    if n_rows < least and not charter.consents.agreed_below_floor:
        raise BelowFloor(n_rows=n_rows, n_dims=charter.n_dims, floor=least)


def require_sites_floor(charter: Charter, n_sites: int) -> None:
    """Refuse an agreed span of so few sites that one site's own span can be worked out [A8]."""
    if n_sites < SITES_FLOOR and not charter.consents.agreed_below_floor:
        raise TooFewSitesForSpan(n_sites=n_sites, floor=SITES_FLOOR)


def require_common_labels(charter: Charter, labels: Num[Array, " rows"]) -> float:
    """Return the share of labels that occur once; refuse numeric ones above the limit [A12].

    A class is a coarse word that many share, so classes are warned of one by one instead
    (`rare_classes`).
    """
    unique = share_unique(labels)
    label = charter.label
    accepted = charter.consents.accept_unique_labels
    if isinstance(label, NumericLabel) and unique > UNIQUE_LABELS_LIMIT and not accepted:
        raise LabelsSingleOut(
            percent=ceil(100 * unique),
            limit=round(100 * UNIQUE_LABELS_LIMIT),
            n_rows=len(labels),
            step=label.step,
        )
    return unique


def rare_classes(charter: Charter, labels: Num[Array, " rows"]) -> tuple[str, ...]:
    """Return the classes that some, but fewer than ten, rows of the site have."""
    if not charter.classes:
        return ()
    counts = count_classes(labels, charter.classes)
    return tuple(name for name, count in counts.items() if 0 < count < RARE_CLASS)
