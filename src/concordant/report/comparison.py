"""Show scores of several ways to train beside each other, on a screen or on a page.

In:  the plain record of a comparison: for each way its mean, its gain and their intervals.
Out: the cells of a table, as text. Anybody may run this.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]


def comparison_header(measure: Record) -> tuple[str, ...]:
    """Return the heads of the table."""
    gain = "gain, points" if measure["name"] == "accuracy" else "gain"
    return ("who trains", measure["name"], "95 % interval", gain, "95 % interval")


def comparison_rows(record: Record) -> tuple[tuple[str, ...], ...]:
    """Return one row for each way to train."""
    measure = record["measure"]
    return tuple(
        (
            way["name"],
            say_score(way["mean"], measure),
            say_interval(way, measure),
            *_gain_cells(way["gain"], measure),
        )
        for way in record["comparison"]
    )


def best_collaboration(record: Record) -> int | None:
    """Return the row of the study whose files lie on top: the one that stands out."""
    names = [way["kind"] for way in record["comparison"]]
    return names.index("agreed") if "agreed" in names else None


def say_score(value: float, measure: Record) -> str:
    """Return a score: accuracy in percent, an error as a number.

    >>> say_score(0.9312, {"name": "accuracy"}), say_score(57.213, {"name": "RMSE"})
    ('93.1 %', '57.2')
    """
    return f"{100 * value:.1f} %" if measure["name"] == "accuracy" else f"{value:.1f}"


def say_gain(value: float, measure: Record) -> str:
    """Return a difference with its sign: accuracy in points.

    >>> say_gain(0.021, {"name": "accuracy"}), say_gain(-4.0, {"name": "RMSE"})
    ('+2.1 points', '-4.0')
    """
    if measure["name"] == "accuracy":
        return f"{_signed(100 * value)} points"
    return _signed(value)


def say_interval(estimate: Record, measure: Record) -> str:
    """Return the interval of a score; a share is cut at 0 and 100 %, where no score can lie.

    >>> say_interval({"low": 0.9, "high": 1.02}, {"name": "accuracy"})
    '90.0 to 100.0'
    """
    low, high = estimate["low"], estimate["high"]
    if measure["name"] == "accuracy":
        return f"{100 * max(0.0, low):.1f} to {100 * min(1.0, high):.1f}"
    return f"{max(0.0, low):.1f} to {high:.1f}"


def say_gain_interval(estimate: Record, measure: Record) -> str:
    """Return the interval of a difference.

    >>> say_gain_interval({"low": -0.01, "high": 0.02}, {"name": "accuracy"})
    '-1.0 to +2.0'
    """
    factor = 100 if measure["name"] == "accuracy" else 1
    return f"{_signed(factor * estimate['low'])} to {_signed(factor * estimate['high'])}"


def _signed(value: float) -> str:
    """Return a number with its sign, and nothing as plain 0.0."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def _gain_cells(gain: Record | None, measure: Record) -> Sequence[str]:
    if gain is None:
        return ("", "")
    return (say_gain(gain["mean"], measure).split()[0], say_gain_interval(gain, measure))
