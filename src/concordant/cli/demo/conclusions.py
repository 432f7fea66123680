"""Say what a reader may conclude from a demo's table, and what not.

In:  the scores of all ways.
Out: sentences. Where an interval holds 0 they say that this cut cannot tell.
"""

from dataclasses import asdict
from typing import Any

from concordant.cli.demo.scoreboard import as_record, difference
from concordant.rehearsal.compare import Estimate, Measure
from concordant.report.comparison import say_gain, say_gain_interval

Comparison = tuple[dict[str, Any], ...]

SAME_DIMS = (
    "The shared span had as many dimensions as the others here. Drawn without looking at any row, "
    "it usually wants about twice as many."
)
ONE_CUT = (
    "This is one cut of one small set. Another --seed cuts and draws anew, and moves every "
    "number here."
)


def how_scored(measure: Measure) -> str:
    """Return where the test rows went and what the intervals mean."""
    better = "higher" if measure.higher_is_better else "lower"
    return (
        "Every row was predicted by the site that had kept it back. Numbers are means over sites "
        f"({better} {measure.name} is better); intervals are 95 % t intervals over sites; a gain "
        "is taken at each site before it is averaged."
    )


def conclude(comparison: Comparison, measure: Measure) -> tuple[str, ...]:
    """Return the conclusions about the agreed span, held against the other ways."""
    over_alone = difference(comparison, "agreed", "alone", measure)
    over_own = difference(comparison, "agreed", "own", measure)
    over_pooled = difference(comparison, "agreed", "pooled", measure)
    return (
        _about_gain(over_alone, measure),
        _about_pair("The agreed span", "own spans", over_own, measure),
        _about_pair("The agreed span", "pooling everybody's raw rows", over_pooled, measure),
        SAME_DIMS,
        ONE_CUT,
    )


def _about_gain(gain: Estimate, measure: Measure) -> str:
    size = f"{_size(gain, measure)}, interval {_interval(gain, measure)}"
    if not gain.excludes_zero:
        return (
            f"Together or alone? The sites' mean gain with the agreed span is {size}. The interval "
            "holds 0: this cut cannot tell whether working together helped."
        )
    if gain.mean < 0:
        return f"Together or alone? The sites lost by working together here ({size})."
    return f"Together or alone? The average site gained with the agreed span ({size})."


def _about_pair(one: str, other: str, gap: Estimate, measure: Measure) -> str:
    size = f"{_size(gap, measure)}, interval {_interval(gap, measure)}"
    if gap.low == gap.high == 0:
        return f"{one} and {other}: the same {measure.name} at every site."
    if not gap.excludes_zero:
        return f"{one} and {other}: no difference that this cut could tell ({size})."
    verdict = "better" if gap.mean > 0 else "worse"
    return f"{one} did {verdict} than {other} ({size})."


def _size(gap: Estimate, measure: Measure) -> str:
    return say_gain(gap.mean, asdict(measure))


def _interval(gap: Estimate, measure: Measure) -> str:
    return say_gain_interval(as_record(gap), asdict(measure))
