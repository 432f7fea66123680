"""Say scores and sizes as people read them on a page.

In:  the name of a measure, numbers; counts of bytes.
Out: short texts. Anybody may run this.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from concordant.report.spelling import say_plain

Record = Mapping[str, Any]

SHARES = frozenset({"accuracy", "balanced accuracy"})
"""Measures that are shares of rows, said in percent; their differences are points."""

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "accuracy": "the share of rows that are predicted rightly",
        "balanced accuracy": "the same, with every class counting alike",
        "ROC-AUC": (
            "how often, of one row of a class and one of another, the right one is ranked higher: "
            "0.5 is chance, 1 is always"
        ),
        "log loss": "how far the stated probabilities are from the truth; lower is better",
        "RMSE": "the usual size of an error, in the units of the label, large errors weighing more",
        "MAE": "the mean size of an error, in the units of the label",
        "R²": "the part of the spread that is explained: 0 is none of it, 1 all",
    }
)

_NEAR_ONE = frozenset({"ROC-AUC", "R²", "log loss"})
"""Measures with three decimals; others have three digits, for their unit is the label's."""


def is_share(measure: str) -> bool:
    """Tell whether a measure is said in percent."""
    return measure in SHARES


def has_three_decimals(measure: str) -> bool:
    """Tell whether a measure is about 1 in size whatever the labels are."""
    return measure in _NEAR_ONE


def say_measure(measure: str, value: float | None) -> str:
    """Return a score.

    >>> say_measure("accuracy", 0.9312), say_measure("ROC-AUC", 0.95), say_measure("RMSE", 57.21)
    ('93.1 %', '0.950', '57.2')
    """
    if value is None or is_share(measure):
        return say_plain(value, percent=True)
    return _digits(measure, value)


def say_difference(measure: str, value: float | None) -> str:
    """Return a difference of two scores with its sign; of shares in points.

    >>> say_difference("accuracy", 0.021), say_difference("RMSE", -4.25)
    ('+2.1 points', '−4.25')
    """
    if value is None:
        return "-"
    points = is_share(measure)
    text = f"{100 * abs(value):.1f}" if points else _digits(measure, abs(value))
    sign = "" if float(text.replace(",", "")) == 0 else "+" if value > 0 else "−"
    return f"{sign}{text}{' points' if points else ''}"


def say_span(low: str, high: str) -> str:
    """Return an interval, its unit said once.

    >>> say_span("89.2 %", "92.4 %"), say_span("+1.0 points", "+2.0 points")
    ('89.2 to 92.4 %', '+1.0 to +2.0 points')
    """
    for unit in (" %", " points"):
        if low.endswith(unit) and high.endswith(unit):
            return f"{low.removesuffix(unit)} to {high}"
    return f"{low} to {high}"


def say_count(count: int, thing: str) -> str:
    """Return a count with its noun.

    >>> say_count(1, "site"), say_count(1200, "row")
    ('1 site', '1,200 rows')
    """
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def _digits(measure: str, value: float) -> str:
    if has_three_decimals(measure):
        return f"{value:.3f}"
    if not 0.01 <= abs(value) < 1000:
        return say_plain(value)
    # Trailing zeros stay: 43.0 beside 41.6 is as exact.
    return f"{value:#.3g}".rstrip(".")
