"""What left each site, in words and in bytes, and what federated averaging would move.

In:  the plain record of a training.
Out: parts of a page; none where sizes are not known. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.chart import Line, LineChart
from concordant.report.page import Chapter, KeyFact, PageTable, Part
from concordant.terms.communication_units import say_bytes, unit_of_bytes

Record = Mapping[str, Any]

MOST_SHOWN = 20
COLUMNS = (
    ("view_bytes", "view, sent"),
    ("span_bytes", "span, fetched"),
    ("bundle_bytes", "bundle, sent"),
    ("return_bytes", "return, fetched"),
)
BUNDLE_WORDS = (
    "A bundle holds a projected copy of every row, and its labels; the raw rows never left. A "
    "return comes back from the analyst: the site's map, and the model."
)
VIEW_WORDS = "A view holds no row and no label; the span is what the analyst made of all views."


def traffic_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of what left the sites."""
    traffic = record.get("traffic")
    if not traffic:
        return ()
    chapter = Chapter("What left the sites", traffic_words(record))
    return (chapter, *federated_chart(record), _site_table(traffic))


def traffic_words(record: Record) -> tuple[str, ...]:
    """Return what left the sites, and how it compares, in sentences."""
    traffic = record.get("traffic") or {}
    federated = traffic.get("federated") or {}
    return (*traffic.get("words", ()), *federated.get("sentences", ()))


def federated_chart(record: Record) -> tuple[LineChart, ...]:
    """Return the picture of both ways to train, if it is known what they move."""
    traffic = record.get("traffic") or {}
    federated = traffic.get("federated")
    return (_draw_both(traffic, federated),) if federated else ()


def traffic_fact(record: Record) -> KeyFact | None:
    """Return all bytes of the study, held against federated averaging."""
    traffic = record.get("traffic")
    if not traffic or traffic.get("total_bytes") is None:
        return None
    words = "moved in the whole study, once"
    federated = traffic.get("federated")
    if federated:
        words += (
            f"; {federated['rounds']:,.0f} rounds of federated averaging would move "
            f"{say_bytes(federated['total_bytes'])}"
        )
    return KeyFact(say_bytes(traffic["total_bytes"]), words)


def _draw_both(traffic: Record, federated: Record) -> LineChart:
    rounds, total = float(federated["rounds"]), float(traffic["total_bytes"])
    last = max(rounds, 1.0)
    factor, unit = unit_of_bytes(max(total, float(federated["total_bytes"])))
    breaks_even = federated.get("break_even_rounds")
    even = ""
    if breaks_even is not None and breaks_even < 1:
        even = " One round alone moves more than this whole study."
    elif breaks_even is not None:
        even = f" Both have moved the same after {breaks_even:,.1f} rounds."
    return LineChart(
        title="Bytes moved, here and by federated averaging",
        caption=(
            "Here files go once. Federated averaging sends the model to every site and back in "
            f"each round ({federated['model']}).{even}"
        ),
        x_axis="rounds of federated averaging",
        y_axis=f"moved in all, {unit}",
        lines=(
            Line("this study", (0.0, last), (total / factor, total / factor)),
            Line(
                "federated averaging",
                (0.0, last),
                (0.0, last * float(federated["bytes_per_round"]) / factor),
            ),
        ),
    )


def _site_table(traffic: Record) -> PageTable:
    sites = traffic["sites"]
    # A study without an agreed span has no views: a column of zeros would only puzzle.
    shown = [(key, name) for key, name in COLUMNS if any(each.get(key) for each in sites)]
    has_views = any(key == "view_bytes" for key, _ in shown)
    return PageTable(
        title="Files of each site",
        header=("site", *(name for _, name in shown), "in all"),
        rows=tuple(
            (
                each["site"],
                *(f"{each.get(key) or 0:,}" for key, _ in shown),
                f"{sum(each.get(key) or 0 for key, _ in COLUMNS):,}",
            )
            for each in sites
        ),
        note=f"In bytes. {f'{VIEW_WORDS} ' if has_views else ''}{BUNDLE_WORDS}",
        numeric=tuple(range(1, len(shown) + 2)),
        folded=f"All {len(sites)} sites" if len(sites) > MOST_SHOWN else "",
    )
