"""Show scores of several ways to train beside each other, on a screen or on a page.

In:  the plain record of a comparison: for each way its mean, its gain and their intervals.
Out: the cells of a table, as text. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.score_text import ScoreText, gain_text, score_text

Record = Mapping[str, Any]


def scores_of(record: Record) -> ScoreText:
    """Return how the scores of a comparison are spelled.

    >>> record = {"measure": {"name": "RMSE"}, "comparison": [{"mean": 0.0213}]}
    >>> scores_of(record).score(0.0213)
    '0.0213'
    """
    return score_text(record["measure"]["name"], [way["mean"] for way in record["comparison"]])


def gains_of(record: Record) -> ScoreText:
    """Return how the gains of a comparison, and differences like them, are spelled."""
    gains = [way["gain"] for way in record["comparison"] if way["gain"] is not None]
    bounds = [(gain["mean"], gain["low"], gain["high"]) for gain in gains]
    return gain_text(record["measure"]["name"], bounds)


def comparison_header(measure: Record) -> tuple[str, ...]:
    """Return the heads of the table."""
    gain = "gain, points" if measure["name"] == "accuracy" else "gain"
    return ("who trains", measure["name"], "95 % interval", gain, "95 % interval")


def comparison_rows(record: Record) -> tuple[tuple[str, ...], ...]:
    """Return one row for each way to train."""
    scores, gains = scores_of(record), gains_of(record)
    return tuple(
        (
            way["name"],
            scores.score(way["mean"]),
            scores.within(way["low"], way["high"]),
            *_gain_cells(way["gain"], gains),
        )
        for way in record["comparison"]
    )


def best_collaboration(record: Record) -> int | None:
    """Return the row of the study whose files lie on top: the one that stands out."""
    names = [way["kind"] for way in record["comparison"]]
    return names.index("agreed") if "agreed" in names else None


def _gain_cells(gain: Record | None, text: ScoreText) -> tuple[str, str]:
    if gain is None:
        return ("", "")
    return (text.bare(gain["mean"]), text.interval(gain["low"], gain["high"]))
