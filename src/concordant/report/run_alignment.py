"""How well the sites fit together, as pictures with the sentences that explain them.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.chart import Chart, Dot, DotChart, Line, LineChart
from concordant.report.page import Chapter, Part
from concordant.report.spelling import say_plain
from concordant.terms.floors import SPANS_DIFFER

Record = Mapping[str, Any]

EXPLANATION = (
    "Before anything leaves, every site squeezes its columns into a few mixed numbers, in a secret "
    "direction of its own. Alignment turns all of them into one common position without knowing "
    "those secrets. It brings together what the sites have in common; what only one site kept is "
    "lost for the others."
)
GRAVEST = ("unusable", "doubtful", "spans differ", "good")
MOST_SHOWN = 20
SITES_TABLE = "All sites"
_NOTHING = 0.0005
_LIMIT = f"{100 * SPANS_DIFFER:.0f} %"


def alignment_parts(record: Record, *, table: str = SITES_TABLE) -> tuple[Part, ...]:
    """Return the chapter of the alignment; ``table`` of the page has each site's numbers."""
    said = Chapter("How well the sites fit together", (EXPLANATION, say_fit(record)))
    if all(each < _NOTHING for each in _measured(record)):
        return (said,)
    return (said, *_differences(record, table), *_shares(record))


def say_fit(record: Record) -> str:
    """Return in one sentence how far the sites have the same directions."""
    measured = _measured(record)
    method = f"Aligned by the method {record['alignment']['method']!r}."
    if not measured:
        return f"{method} How far the sites differ could not be measured."
    if max(measured) < _NOTHING:
        return (
            f"{method} All sites used the same directions, so nothing of what a site's numbers "
            "hold lies outside what all share: they fit exactly."
        )
    mean = record["alignment"].get("mean_span_difference")
    mean = sum(measured) / len(measured) if mean is None else mean
    n_far = sum(each > SPANS_DIFFER for each in measured)
    said = (
        f"On average {say_plain(mean, percent=True)} of what a site's numbers hold lies outside "
        "what all sites share best"
    )
    if not n_far:
        return f"{method} {said}; no site lies above {_LIMIT}: they fit well."
    verb = "lies" if n_far == 1 else "lie"
    return f"{method} {said}; {n_far} of {len(measured)} sites {verb} above {_LIMIT}."


def _measured(record: Record) -> list[float]:
    return [
        difference
        for site in record["sites"]
        if (difference := site["numbers"].get("span_difference")) is not None
    ]


def gravest_first(record: Record) -> list[Record]:
    """Return the sites, those with a problem first where there are many."""
    sites = list(record["sites"])
    if len(sites) <= MOST_SHOWN:
        return sites
    return sorted(sites, key=lambda each: (not each["excluded"], GRAVEST.index(each["verdict"])))


def _differences(record: Record, table: str) -> tuple[Chart, ...]:
    dots = [
        Dot(site["site"], difference, kind=site["verdict"])
        for site in record["sites"]
        if (difference := site["numbers"].get("span_difference")) is not None
    ]
    if not dots:
        return ()
    if len(dots) > MOST_SHOWN:
        dots.sort(key=lambda dot: -dot.value)
    order = ", the farthest first" if len(dots) > MOST_SHOWN else ""
    return (
        DotChart(
            title="How far each site is from what all share",
            caption=(
                f"One mark a site{order}. 0 % means that a site's numbers lie wholly in the "
                f"directions that all sites share best; beyond the line at {_LIMIT} "
                "the report says that spans differ."
            ),
            axis="outside what all sites share",
            dots=tuple(dots),
            reference=SPANS_DIFFER,
            percent=True,
            kinds=("good", "doubtful", "", "unusable", "spans differ"),
            table=table,
        ),
    )


def _shares(record: Record) -> tuple[Chart, ...]:
    shares = record["alignment"].get("shares")
    if not shares:
        return ()
    return (
        LineChart(
            title="How common each aligned direction is",
            caption=(
                "The model sees each row as a few numbers, one for each common direction, the most "
                "common first. 100 % means that every site has the direction; the lower a mark, "
                "the fewer sites contribute to it, and the less weight it gets."
            ),
            x_axis="aligned direction",
            y_axis="how far all sites have it",
            lines=(Line("share", tuple(float(n + 1) for n in range(len(shares))), tuple(shares)),),
            markers=len(shares) <= 40,
            percent_y=True,
            from_zero=True,
        ),
    )
