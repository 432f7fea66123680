"""What each site gains by working together, for the page of a training.

In:  the plain record of a training.
Out: parts of a page; none where gains were not measured. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.chart import Dot, DotChart
from concordant.report.measure_words import is_share
from concordant.report.page import Chapter, KeyFact, PageTable, Part
from concordant.report.score_text import ScoreText, gain_text, score_text
from concordant.report.spelling import is_known
from concordant.terms.listing import say_count

Record = Mapping[str, Any]

MOST_SHOWN = 20
GAINS, LOSES, UNCLEAR = "gains", "loses", "cannot be told"
TABLE = "Together and alone"
ANOTHER_SEED = (
    "Another seed cuts other folds: a gain whose interval ends close to 0 may then fall on the "
    "other side of it."
)
NO_INTERVAL = (
    "A gain without an interval did not vary when the rows of its site were drawn again, which "
    "says nothing of how it varies on others."
)


def gain_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of the gains."""
    gains = record.get("gains")
    if not gains or not gains["sites"]:
        return ()
    chart = _gain_chart(gains)
    return (
        Chapter("What each site gains", (say_gains(record), gains["how"], ANOTHER_SEED)),
        *([chart] if chart.dots else []),
        _gain_table(gains),
    )


def gain_fact(record: Record) -> KeyFact | None:
    """Return the mean gain of a site."""
    gains = record.get("gains")
    if not gains or gains["mean"]["gain"] is None:
        return None
    words = f"mean gain of a site in {gains['measure']} over a model that it trains alone"
    text, mean = _mean_text(gains), gains["mean"]
    return KeyFact(text.gain(mean["gain"]), f"{words}{_interval_words(text, mean)}")


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
    text = _mean_text(record["gains"])
    size = f"{text.gain(mean['gain'])}{_interval_words(text, mean)}"
    kind = _kind(mean)
    if kind == UNCLEAR:
        return (
            f"Together or alone: no difference in {name} that these sites could tell; the mean "
            f"gain is {size}."
        )
    verb = "better" if kind == GAINS else "worse"
    return (
        f"Working together, the average site does {verb} than alone: its gain in {name} is {size}."
    )


def _mean_text(gains: Record) -> ScoreText:
    return gain_text(gains["measure"], [_estimate(gains["mean"])])


def _estimate(of: Record) -> tuple[float | None, float | None, float | None]:
    return of["gain"], of["low"], of["high"]


def _interval_words(text: ScoreText, estimate: Record) -> str:
    if not is_known(estimate["low"], estimate["high"]):
        return ""
    said = f"{text.interval(estimate['low'], estimate['high'])} {text.unit}".rstrip()
    return f" (95 % interval {said})"


def _kind(estimate: Record) -> str:
    """Return whether a gain, positive where together is better, is beyond chance."""
    low, high = estimate["low"], estimate["high"]
    # An interval of no width, of two sites that gain alike, tells nothing of other sites.
    if not is_known(low, high) or low == high:
        return UNCLEAR
    return GAINS if low > 0 else LOSES if high < 0 else UNCLEAR


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
                *_bounds(each, factor),
                _kind(each),
            )
            for each in sites
        ),
        reference=0.0,
        kinds=(GAINS, LOSES, "", "", "", UNCLEAR),
        table=TABLE,
    )


def _bounds(estimate: Record, factor: float) -> tuple[float | None, float | None]:
    """Return the ends of the line through a dot; none where there is no interval."""
    low, high = estimate["low"], estimate["high"]
    return (factor * low, factor * high) if is_known(low, high) else (None, None)


def _gain_table(gains: Record) -> PageTable:
    name, sites = gains["measure"], gains["sites"]
    scores = score_text(name, [each[way] for each in sites for way in ("together", "alone")])
    text = gain_text(name, [_estimate(each) for each in sites])
    unit = f", {text.unit}" if text.unit else ""
    unsure = [each for each in sites if each["gain"] is not None and _bounds(each, 1.0)[0] is None]
    return PageTable(
        title=TABLE,
        header=("site", "rows", "together", "alone", f"gain{unit}", f"95 % interval{unit}"),
        rows=tuple(
            (
                each["site"],
                f"{each['n_rows']:,}",
                scores.score(each["together"]),
                scores.score(each["alone"]),
                text.bare(each["gain"]),
                text.interval(each["low"], each["high"]),
            )
            for each in sites
        ),
        note=(
            f"{name[0].upper()}{name[1:]} at each site. A row of dashes: too few rows, or one "
            "class only, for a model of the site's own."
        ),
        numeric=(1, 2, 3, 4, 5),
        below=(NO_INTERVAL,) if unsure else (),
        folded=f"All {len(sites)} sites" if len(sites) > MOST_SHOWN else "",
    )
