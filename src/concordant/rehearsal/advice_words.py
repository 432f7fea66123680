"""What every sentence of advice is made with: names, numbers and what their intervals carry.

In:  a summary and its plan.
Out: a Case, and the words for one difference. Anybody may run this.
"""

from dataclasses import dataclass
from math import isnan

from concordant.rehearsal.compare import Estimate
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.summary import Summary, WayResult
from concordant.rehearsal.way_words import WayWords, way_words
from concordant.report.score_text import ScoreText, score_text


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a real study would look at besides scores.

    ``fewest_rows`` are those that the smallest site learns from, and ``n_one_class`` sites learn
    from rows of one class. ``share_unique`` is the largest share of rows at a site whose numeric
    label no other row there has; None for classes.
    """

    n_features: int
    n_sites: int
    fewest_rows: int
    n_one_class: int = 0
    share_unique: float | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One rehearsal to give advice on."""

    summary: Summary
    plan: Plan
    circumstances: Circumstances
    words: WayWords
    text: ScoreText

    @property
    def seeds(self) -> str:
        """These seeds, as the subject of a sentence."""
        return f"these {self.plan.n_seeds} seeds"

    def gap(self, one: WayResult, other: WayResult) -> Estimate:
        """Return how much better one way is than the other."""
        return self.summary.difference(one, other)

    def measured(self, gap: Estimate) -> str:
        """Return a difference with its sign and interval."""
        if isnan(gap.low):
            return f"{self.text.gain(gap.mean)} with every seed, too few to be sure"
        return f"{self.text.gain(gap.mean)}, 95 % interval {self.text.interval(gap.low, gap.high)}"

    def spread(self, gap: Estimate) -> str:
        """Return the interval of a difference, or the difference where equal seeds give none."""
        if isnan(gap.low):
            return f"{self.text.gain(gap.mean)} with every seed"
        return self.text.interval(gap.low, gap.high)

    def sized(self, gap: Estimate) -> str:
        """Return the size of a difference whose direction the sentence says, with its interval."""
        return f"{self.text.size(gap.mean)} ({self._sizes(gap)})"

    def sized_fully(self, gap: Estimate) -> str:
        """Return the same for the first difference of a text, which says what its interval is."""
        return f"{self.text.size(gap.mean)} (95 % interval {self._sizes(gap)})"

    def _sizes(self, gap: Estimate) -> str:
        return self.text.sizes(*sorted((abs(gap.low), abs(gap.high))))


def open_case(summary: Summary, plan: Plan, circumstances: Circumstances) -> Case:
    """Return the case with names and numbers spelled for all its ways."""
    return Case(
        summary=summary,
        plan=plan,
        circumstances=circumstances,
        words=way_words([each.way for each in summary.results]),
        text=text_of(summary),
    )


def text_of(summary: Summary) -> ScoreText:
    """Return how the scores of a summary are spelled."""
    return score_text(summary.measure.name, [each.score.mean for each in summary.results])


def is_nothing(gap: Estimate) -> bool:
    """Tell whether two ways scored the same with every seed."""
    return gap.mean == gap.low == gap.high == 0.0


def is_behind(gap: Estimate) -> bool:
    """Tell whether the interval lies below 0."""
    return not isnan(gap.high) and gap.high < 0


def is_ahead(gap: Estimate) -> bool:
    """Tell whether the interval lies above 0."""
    return not isnan(gap.low) and gap.low > 0
