"""Spell scores, gains and their intervals: shares in percent, errors with digits that fit them.

In:  the name of a measure, and numbers of the size that will be shown.
Out: short text, with a hyphen for minus; a page sets it as a minus sign. Anybody may run this.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, isfinite, log10

from concordant.report.measure_words import has_three_decimals, is_share, range_of
from concordant.report.spelling import is_known

_DIGITS, _MOST_DECIMALS = 3, 8

Gain = tuple[float | None, float | None, float | None]
"""A difference and the bounds of its interval."""


@dataclass(frozen=True, slots=True)
class ScoreText:
    """How the scores of one measure are spelled, all with the same number of decimals.

    Differences get more where they would read as nothing, unless ``is_fixed``: in a column, what
    lies below the decimals of its intervals is nothing.
    """

    measure: str
    percent: bool
    n_decimals: int
    is_fixed: bool = False

    @property
    def axis(self) -> str:
        """The measure with its unit, for a head of a column or an axis."""
        return f"{self.measure}, %" if self.percent else self.measure

    @property
    def unit(self) -> str:
        """What a difference is counted in: points, or the unit of the label."""
        return "points" if self.percent else ""

    def score(self, value: float | None) -> str:
        """Return a score for a sentence.

        >>> score_text("accuracy", [0.9]).score(0.9312), score_text("RMSE", [57.2]).score(57.213)
        ('93.1 %', '57.2')
        """
        if value is None or not isfinite(value):
            return "-"
        return f"{self._plain(value)} %" if self.percent else self._plain(value)

    def within(self, low: float | None, high: float | None) -> str:
        """Return the interval of a score, cut where no score can lie; a dash where there is none.

        >>> score_text("accuracy", [0.9]).within(0.9, 1.02)
        '90.0 to 100.0'
        """
        if low is None or high is None or not is_known(low, high):
            return "-"
        least, most = range_of(self.measure)
        return f"{self._plain(max(low, least))} to {self._plain(min(high, most))}"

    def gain(self, value: float) -> str:
        """Return a difference with its sign, for a sentence."""
        return f"{self._signed(value)} {self.unit}".rstrip()

    def bare(self, value: float | None) -> str:
        """Return a difference without its unit, which stands at the head of its column."""
        return "-" if value is None else self._signed(value)

    def size(self, value: float) -> str:
        """Return how large a difference is, for a sentence that says which way it goes."""
        return f"{self._fine(abs(value))} {self.unit}".rstrip()

    def interval(self, low: float | None, high: float | None) -> str:
        """Return the interval of a difference; a dash where there is none.

        >>> score_text("accuracy", [0.9]).interval(-0.0102, 0.02)
        '-1.0 to +2.0'
        """
        if low is None or high is None or not is_known(low, high):
            return "-"
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
        """Return a difference for a table, with no more decimals than its interval bears.

        >>> text = score_text("accuracy", [0.9])
        >>> text.gain_cell(-0.00002, 0.006), text.gain_cell(0.0002, 0.0001)
        ('0.0 ± 0.6', '+0.02 ± 0.01')
        """
        if half is None or not half or not isfinite(mean):
            return self._with_half(self._signed(mean), half)
        sure = self._fine(half)
        rounded = f"{abs(self._scaled(mean)):,.{len(sure.partition('.')[2])}f}"
        return f"{_sign(mean) if rounded.strip('0.') else ''}{rounded} ± {sure}"

    def _with_half(self, text: str, half: float | None) -> str:
        return text if half is None or text == "-" else f"{text} ± {self._plain(half)}"

    def _plain(self, value: float) -> str:
        if not isfinite(value):
            return "-"
        text = f"{self._scaled(value):,.{self.n_decimals}f}"
        return text if text.strip("-0.") else text.removeprefix("-")

    def _signed(self, value: float) -> str:
        if not isfinite(value):
            return "-"
        text = self._fine(abs(value))
        if not text.strip("0."):
            return text
        return f"{_sign(value)}{text}"

    def _fine(self, value: float) -> str:
        """Return a size with more decimals where it would read as nothing and is not nothing."""
        scaled = self._scaled(value)
        for more in range(1 if self.is_fixed else 3):
            text = f"{scaled:,.{self.n_decimals + more}f}"
            if text.strip("0."):
                return text
        return f"{0:.{self.n_decimals}f}"

    def _scaled(self, value: float) -> float:
        return 100 * value if self.percent else value


def _sign(value: float) -> str:
    return "-" if value < 0 else "+"


def score_text(measure: str, scores: Iterable[float | None]) -> ScoreText:
    """Return the spelling that suits these scores.

    >>> [score_text("RMSE", [largest]).n_decimals for largest in (0.0123, 57.2, 31234.5)]
    [4, 1, 0]
    """
    if is_share(measure):
        return ScoreText(measure, percent=True, n_decimals=1)
    if has_three_decimals(measure):
        return ScoreText(measure, percent=False, n_decimals=3)
    largest = max(
        (abs(score) for score in scores if score is not None and is_known(score)), default=1.0
    )
    return ScoreText(measure, percent=False, n_decimals=_decimals(largest))


def gain_text(measure: str, gains: Iterable[Gain]) -> ScoreText:
    """Return the spelling of a column of differences: all have the decimals of the widest interval.

    >>> text = gain_text("RMSE", [(3.9, 0.827, 6.98)])
    >>> text.bare(3.9), text.interval(0.827, 6.98)
    ('+3.90', '+0.83 to +6.98')
    >>> gain_text("accuracy", [(0.021, -0.01, 0.05)]).bare(0.021)
    '+2.1'
    """
    sizes = [_half_or_size(*each) for each in gains]
    widest = max(sizes, default=0.0) or 1.0
    if is_share(measure):
        # As scores have it, but where the intervals would read as nothing.
        n_decimals = min(max(1, -floor(log10(100 * widest))), _MOST_DECIMALS)
        return ScoreText(measure, percent=True, n_decimals=n_decimals, is_fixed=True)
    return ScoreText(measure, percent=False, n_decimals=_decimals(widest), is_fixed=True)


def _half_or_size(gain: float | None, low: float | None, high: float | None) -> float:
    """Return half the width of an interval, or where there is none, the size of the gain."""
    if low is not None and high is not None and is_known(low, high):
        return (high - low) / 2
    return abs(gain) if gain is not None and is_known(gain) else 0.0


def _decimals(size: float) -> int:
    """Return how many decimals give a number of this size three digits."""
    leading = floor(log10(size)) if size > 0 else 0
    return min(max(_DIGITS - 1 - leading, 0), _MOST_DECIMALS)
