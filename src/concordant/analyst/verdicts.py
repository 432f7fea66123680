"""Judge from its numbers whether a site's anchor view can be trusted, in a sentence for people.

In:  the numbers of one site, the alignment method.
Out: a verdict with its reason; nothing is refused here. Run by the analyst.
"""

import math
from dataclasses import dataclass
from typing import Literal

from concordant.terms.floors import SPANS_DIFFER

Method = Literal["auto", "odc", "imakura", "kawakami"]
Level = Literal["good", "spans differ", "doubtful", "unusable"]

# Measured on MNIST and molecules with three kinds of anchor: no error in 144 alignments.
DEVIATION_LIMIT = 0.3
# Beyond it a site's rows would drown everybody's, or vanish, whatever the method does.
STRETCH_LIMIT = math.log(1e6)


@dataclass(frozen=True, slots=True)
class SiteNumbers:
    """What the anchor view of one site says about it.

    ``deviation`` is the largest ``|log s_k - median|`` over its singular values, each against
    the same one of all sites: 0 for orthonormal bases of one span. ``condition`` is the largest
    singular value over the smallest. ``span_difference`` is the mean ``1 - cos**2`` of its
    directions against the span that the sites share best. ``residual`` is the distance of the
    aligned view from the mean of all, relative to that mean. The four are None where they were
    not measured: on a view that is not finite or loses rank, and ``residual`` before maps exist.
    """

    site: str
    n_dims: int
    n_not_finite: int
    rank: int
    condition: float | None = None
    deviation: float | None = None
    span_difference: float | None = None
    residual: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a site can be trusted, and why.

    "unusable" never enters training; "doubtful" does, and it is said; "spans differ" is a
    recommendation and no fault.
    """

    level: Level
    reason: str


def judge_site(numbers: SiteNumbers, method: Method) -> Verdict:
    """Return the gravest verdict that the numbers of a site allow for ``method``."""
    if numbers.n_not_finite:
        return Verdict("unusable", f"{numbers.n_not_finite} entries of its view are not finite.")
    if numbers.rank < numbers.n_dims:
        return Verdict(
            "unusable",
            f"Its view has rank {numbers.rank}; {numbers.n_dims} dimensions need {numbers.n_dims}.",
        )
    if numbers.deviation is not None and numbers.deviation > DEVIATION_LIMIT:
        return _judge_deviation(numbers.deviation, method)
    if numbers.span_difference is not None and numbers.span_difference > SPANS_DIFFER:
        return Verdict(
            "spans differ",
            f"{numbers.span_difference:.0%} of what its dimensions hold lies outside the span "
            f"that the sites share best (above {SPANS_DIFFER:.0%}).",
        )
    return Verdict("good", "Its view agrees with those of the other sites.")


def _judge_deviation(deviation: float, method: Method) -> Verdict:
    measured = (
        f"Its view is stretched by a factor of up to {math.exp(min(deviation, 700)):.3g} against "
        f"the other sites' (log {deviation:.2f}, limit {DEVIATION_LIMIT}): another "
        "anchor, or a basis that is not orthonormal."
    )
    if deviation > STRETCH_LIMIT:
        return Verdict("unusable", measured + " No method takes that out of the rows.")
    if method == "odc":
        return Verdict("unusable", measured + " ODC rotates only and cannot mend that.")
    return Verdict("doubtful", measured + f" The method {method!r} takes the stretch out.")


def recommend_span(mean_difference: float) -> str | None:
    """Return a recommendation for the study when the sites' own spans differ much; else None."""
    if not mean_difference > SPANS_DIFFER:
        return None
    return (
        f"On average {mean_difference:.0%} of what a site's dimensions hold lies outside the span "
        'that the sites share best. No alignment brings that back. Consider span = "agreed" '
        '(a first exchange without rows) or span = "shared" with about twice the dimensions.'
    )
