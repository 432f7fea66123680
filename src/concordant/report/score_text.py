"""Spell scores, gains and their intervals: shares in percent, errors with digits that fit them.

In:  the name of a measure, and numbers of the size that will be shown.
Out: short text. Anybody may run this.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, isfinite, log10

from concordant.report.measure_words import has_three_decimals, is_share

_DIGITS = 3


@dataclass(frozen=True, slots=True)
class ScoreText:
    """How the scores of one measure are spelled, all with the same number of decimals."""

    measure: str
    percent: bool
    n_decimals: int

    @property
    def axis(self) -> str:
        """The measure with its unit, for a head of a column or an axis."""
        return f"{self.measure}, %" if self.percent else self.measure

    @property
    def unit(self) -> str:
        """What a difference is counted in: points, or the unit of the label."""
        return "points" if self.percent else ""

    def score(self, value: float) -> str:
        """Return a score for a sentence."""
        return f"{self._plain(value)} %" if self.percent else self._plain(value)

    def gain(self, value: float) -> str:
        """Return a difference with its sign, for a sentence."""
        return f"{self._signed(value)} {self.unit}".rstrip()

    def size(self, value: float) -> str:
        """Return how large a difference is, for a sentence that says which way it goes."""
        return f"{self._fine(abs(value))} {self.unit}".rstrip()

    def interval(self, low: float, high: float) -> str:
        """Return the interval of a difference.

        >>> score_text("accuracy", [0.9]).interval(-0.0102, 0.02)
        '-1.0 to +2.0'
        """
        return f"{self._signed(low)} to {self._signed(high)}"

    def sizes(self, low: float, high: float) -> str:
        """Return the interval of a size, which has no sign."""
        return f"{self._fine(low)} to {self._fine(high)}"

    def cell(self, mean: float, half: float | None) -> str:
        """Return a score for a table, with half the width of its interval where there is one.

        >>> score_text("accuracy", [0.9]).cell(0.8623, 0.005)
        '86.2 ± 0.5'
        """
        return self._with_half(self._plain(mean), half)

    def gain_cell(self, mean: float, half: float | None) -> str:
        """Return a difference for a table."""
        return self._with_half(self._signed(mean), half)

    def _with_half(self, text: str, half: float | None) -> str:
        return text if half is None or text == "-" else f"{text} ± {self._plain(half)}"

    def _plain(self, value: float) -> str:
        if not isfinite(value):
            return "-"
        return f"{self._scaled(value):.{self.n_decimals}f}"

    def _signed(self, value: float) -> str:
        if not isfinite(value):
            return "-"
        text = self._fine(abs(value))
        if not text.strip("0."):
            return text
        return f"-{text}" if value < 0 else f"+{text}"

    def _fine(self, value: float) -> str:
        """Return a size with more decimals where it would read as nothing and is not nothing."""
        scaled = self._scaled(value)
        for n_decimals in (self.n_decimals, self.n_decimals + 1, self.n_decimals + 2):
            text = f"{scaled:.{n_decimals}f}"
            if text.strip("0."):
                return text
        return f"{0:.{self.n_decimals}f}"

    def _scaled(self, value: float) -> float:
        return 100 * value if self.percent else value


def score_text(measure: str, scores: Iterable[float]) -> ScoreText:
    """Return the spelling that suits these scores.

    >>> [score_text("RMSE", [largest]).n_decimals for largest in (0.0123, 57.2, 31234.5)]
    [4, 1, 0]
    """
    if is_share(measure):
        return ScoreText(measure, percent=True, n_decimals=1)
    if has_three_decimals(measure):
        return ScoreText(measure, percent=False, n_decimals=3)
    largest = max((abs(score) for score in scores if isfinite(score)), default=1.0)
    leading = floor(log10(largest)) if largest > 0 else 0
    return ScoreText(measure, percent=False, n_decimals=min(max(_DIGITS - 1 - leading, 0), 8))
