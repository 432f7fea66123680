"""Say what a reader may conclude from a demo's table, and what not.

In:  the scores of all ways.
Out: sentences. Where an interval holds 0 they say that this cut cannot tell.
"""

from typing import Any

from concordant.cli.demo.scoreboard import difference
from concordant.rehearsal.compare import Estimate, Measure
from concordant.report.score_text import ScoreText, gain_text

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
    text = _text_of(comparison, measure)
    over_alone = difference(comparison, "agreed", "alone", measure)
    over_own = difference(comparison, "agreed", "own", measure)
    over_pooled = difference(comparison, "agreed", "pooled", measure)
    return (
        _about_gain(over_alone, text),
        _about_pair("The agreed span", "own spans", over_own, text),
        _about_pair("The agreed span", "pooling everybody's raw rows", over_pooled, text),
        SAME_DIMS,
        ONE_CUT,
    )


def _text_of(comparison: Comparison, measure: Measure) -> ScoreText:
    """Return the spelling of the table's gains, so that sentences say the same numbers."""
    others = [way["kind"] for way in comparison if way["kind"] != "alone"]
    gaps = [difference(comparison, way, "alone", measure) for way in others]
    return gain_text(measure.name, [(gap.mean, gap.low, gap.high) for gap in gaps])


def _about_gain(gain: Estimate, text: ScoreText) -> str:
    size = _say(gain, text)
    if not gain.excludes_zero:
        return (
            f"Together or alone? The sites' mean gain with the agreed span is {size}. The interval "
            "holds 0: this cut cannot tell whether working together helped."
        )
    if gain.mean < 0:
        return f"Together or alone? The sites lost by working together here ({size})."
    return f"Together or alone? The average site gained with the agreed span ({size})."


def _about_pair(one: str, other: str, gap: Estimate, text: ScoreText) -> str:
    size = _say(gap, text)
    if gap.low == gap.high == 0:
        return f"{one} and {other}: the same {text.measure} at every site."
    if not gap.excludes_zero:
        return f"{one} and {other}: no difference that this cut could tell ({size})."
    verdict = "better" if gap.mean > 0 else "worse"
    return f"{one} did {verdict} than {other} ({size})."


def _say(gap: Estimate, text: ScoreText) -> str:
    return f"{text.gain(gap.mean)}, interval {text.interval(gap.low, gap.high)}"
