"""Know the measures: what they say, whether they are shares, where their values can lie.

In:  the name of a measure.
Out: words and bounds. Anybody may run this.
"""

from collections.abc import Mapping
from math import inf
from types import MappingProxyType

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

_RANGES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "accuracy": (0.0, 1.0),
        "balanced accuracy": (0.0, 1.0),
        "ROC-AUC": (0.0, 1.0),
        "R²": (-inf, 1.0),
    }
)


def is_share(measure: str) -> bool:
    """Tell whether a measure is said in percent."""
    return measure in SHARES


def has_three_decimals(measure: str) -> bool:
    """Tell whether a measure is about 1 in size whatever the labels are."""
    return measure in _NEAR_ONE


def range_of(measure: str) -> tuple[float, float]:
    """Return where scores can lie; those without a bound of their own are sizes, above 0."""
    return _RANGES.get(measure, (0.0, inf))
