"""What each site gains by working together, for the page of a training.

In:  the plain record of a training.
Out: parts of a page; none where gains were not measured. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.chart import Dot, DotChart
from concordant.report.measure_words import (
    is_share,
    say_count,
    say_difference,
    say_measure,
    say_span,
)
from concordant.report.page import Chapter, KeyFact, PageTable, Part

Record = Mapping[str, Any]

MOST_SHOWN = 20
GAINS, LOSES, UNCLEAR = "gains", "loses", "cannot be told"
TABLE = "Together and alone"


def gain_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of the gains."""
    gains = record.get("gains")
    if not gains or not gains["sites"]:
        return ()
    chart = _gain_chart(gains)
    return (
        Chapter("What each site gains", (say_gains(record), gains["how"])),
        *([chart] if chart.dots else []),
        _gain_table(gains),
    )


def gain_fact(record: Record) -> KeyFact | None:
    """Return the mean gain of a site."""
    gains = record.get("gains")
    if not gains or gains["mean"]["gain"] is None:
        return None
    name, mean = gains["measure"], gains["mean"]
    words = f"mean gain of a site in {name} over a model that it trains alone"
    return KeyFact(say_difference(name, mean["gain"]), f"{words}{_interval_words(name, mean)}")


def say_gains(record: Record) -> str:
    """Return whether working together helped, and how many sites."""
    counts = dict.fromkeys((GAINS, LOSES, UNCLEAR), 0)
    for site in record["gains"]["sites"]:
        if site["gain"] is not None:
            counts[_kind(site)] += 1
    measured = say_count(sum(counts.values()), "site")
    told = (
        f"{say_mean_gain(record)} Of {measured} measured, {counts[GAINS] or 'none'} gained and "
        f"{counts[LOSES] or 'none'} lost beyond chance"
    )
    return f"{told}; {counts[UNCLEAR]} could not be told." if counts[UNCLEAR] else f"{told}."


def say_mean_gain(record: Record) -> str:
    """Return in one sentence whether the average site is better off together."""
    mean, name = record["gains"]["mean"], record["gains"]["measure"]
    if mean["gain"] is None:
        return "What a site gains by working together could not be measured."
    size = f"{say_difference(name, mean['gain'])}{_interval_words(name, mean)}"
    kind = _kind(mean)
    if kind == UNCLEAR:
        return (
            f"Together or alone: no difference in {name} that these rows could tell; the mean "
            f"gain is {size}."
        )
    verb = "better" if kind == GAINS else "worse"
    return (
        f"Working together, the average site does {verb} than alone: its gain in {name} is {size}."
    )


def _interval_words(name: str, estimate: Record) -> str:
    if estimate["low"] is None or estimate["high"] is None:
        return ""
    low, high = say_difference(name, estimate["low"]), say_difference(name, estimate["high"])
    return f" (95 % interval {say_span(low, high)})"


def _kind(estimate: Record) -> str:
    """Return whether a gain, positive where together is better, is beyond chance."""
    low, high = estimate["low"], estimate["high"]
    if low is not None and low > 0:
        return GAINS
    if high is not None and high < 0:
        return LOSES
    return UNCLEAR


def _gain_chart(gains: Record) -> DotChart:
    measured = [each for each in gains["sites"] if each["gain"] is not None]
    sites = sorted(measured, key=lambda each: -each["gain"])
    # A share's gain is shown in points, as the table says it.
    factor, unit = (100.0, ", points") if is_share(gains["measure"]) else (1.0, "")
    order = ", from the largest gain to the smallest" if len(sites) > 1 else ""
    return DotChart(
        title="Gain of each site",
        caption=(
            f"One mark a site{order}; a line is its 95 % interval. Right of 0, the model of all "
            "sites does better at the site than one trained on its own rows alone."
        ),
        axis=f"gain in {gains['measure']}{unit}",
        dots=tuple(
            Dot(
                each["site"],
                factor * each["gain"],
                _scaled(each["low"], factor),
                _scaled(each["high"], factor),
                _kind(each),
            )
            for each in sites
        ),
        reference=0.0,
        kinds=(GAINS, LOSES, "", "", "", UNCLEAR),
        table=TABLE,
    )


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else factor * value


def _gain_table(gains: Record) -> PageTable:
    name, sites = gains["measure"], gains["sites"]
    unit = ", points" if is_share(name) else ""
    return PageTable(
        title=TABLE,
        header=("site", "rows", "together", "alone", f"gain{unit}", f"95 % interval{unit}"),
        rows=tuple(
            (
                each["site"],
                f"{each['n_rows']:,}",
                say_measure(name, each["together"]),
                say_measure(name, each["alone"]),
                _bare(name, each["gain"]),
                _bare_interval(name, each),
            )
            for each in sites
        ),
        note=(
            f"{name[0].upper()}{name[1:]} at each site. A dash: too few rows, or one class only, "
            "for a model of the site's own."
        ),
        numeric=(1, 2, 3, 4),
        unbroken=(5,),
        folded=f"All {len(sites)} sites" if len(sites) > MOST_SHOWN else "",
    )


def _bare(name: str, value: float | None) -> str:
    """Return a difference without its unit, which stands at the head of the column."""
    return say_difference(name, value).removesuffix(" points")


def _bare_interval(name: str, estimate: Record) -> str:
    if estimate["low"] is None or estimate["high"] is None:
        return "-"
    return f"{_bare(name, estimate['low'])} to {_bare(name, estimate['high'])}"
