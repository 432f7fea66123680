"""The sentences and spellings that every table and picture of a rehearsal shares.

In:  the plain record of a rehearsal (``rehearsal.json``).
Out: short texts; the placement of the test rows is in all of them. Anybody may run this.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from concordant.report.measure_words import range_of
from concordant.report.score_text import ScoreText, score_text

Record = Mapping[str, Any]

STANDING = {"best": "best", "close": "not told apart", "behind": "behind", "": ""}
PLACEMENT = {
    "own-site": "Test rows: each was predicted by the site that had kept it back (own-site).",
    "spread": "Test rows: each was predicted by a site drawn at random (spread).",
}
POOLED = (
    "`central` is one model of everybody's raw rows, and `pooled-pca` the same on their principal "
    "components: what no study may do, to compare with."
)
EQUAL = "A number without ± was the same with every seed, too few of them for an interval."
_ESTIMATES = ("score", "all_rows", "gain", "from_best")

DIMS = " dims"
"""What a number of dimensions is called in the name of a way."""

FIELD_HEADS = {"n_dims": "dims"}

_CUTS = {
    "iid": "dealt out evenly",
    "by-label": "dealt out by their label",
}


def text_of(record: Record) -> ScoreText:
    """Return how the scores of a rehearsal are spelled."""
    scores = [way["score"]["mean"] for way in record["ways"] if way["score"]]
    return score_text(record["measure"]["name"], scores)


def placement_note(record: Record) -> str:
    """Return who predicted the test rows."""
    return PLACEMENT[record["plan"]["test"]]


def score_note(record: Record) -> str:
    """Return what a score and its interval are."""
    measure = record["measure"]
    better = "higher" if measure["higher_is_better"] else "lower"
    what = (
        "Means over sites"
        if record["over"] == "sites"
        else f"All test rows together, because {measure['name']} means nothing at some site"
    )
    return f"{what}; {better} is better. {interval_note(record, record['ways'])}"


def interval_note(record: Record, rows: Sequence[Record]) -> str:
    """Return what the intervals of these rows of a table, ways or sites, are over."""
    n_seeds = len(record["seeds"])
    if n_seeds == 1:
        return "One seed: there are no intervals."
    said = f"± is half a 95 % t interval over {n_seeds} seeds; differences are paired by seed."
    estimates = [row.get(name) for row in rows for name in _ESTIMATES]
    return f"{said} {EQUAL}" if any(each and each["low"] is None for each in estimates) else said


def split_words(record: Record) -> str:
    """Return how the table became sites."""
    plan = record["plan"]
    if plan["site_column"] is not None:
        return f"by its column {plan['site_column']!r}"
    kind, _, rest = plan["split"].partition(":")
    if kind == "by-column":
        return f"dealt out by the column {rest!r}"
    if kind == "dirichlet":
        return f"dealt out unevenly (Dirichlet, {rest})"
    return _CUTS[kind]


def comparison_title(record: Record) -> str:
    """Return the title of the table that has every way."""
    return f"All ways to train on {record['title']}"


def sites_title(chosen: Record) -> str:
    """Return the title of the table that has every site."""
    return f"Each site with {chosen['name']}"


def standing_words(record: Record, way: Record) -> str:
    """Return how a way stands to the best, and whether it is the one that is advised."""
    said = STANDING[way["standing"]]
    if not (way["chosen"] and record["advised"]):
        return said
    return "best, advised" if way["standing"] == "best" else "advised"


def way_head(record: Record) -> str:
    """Return the head of the names of ways: what stands in them, in order."""
    return ", ".join(["method", *(FIELD_HEADS.get(each, each) for each in record["told"])])


def half_width(estimate: Record | None) -> float | None:
    """Return half the width of an interval, or None where there is none."""
    if estimate is None or estimate["low"] is None:
        return None
    return float(estimate["high"] - estimate["low"]) / 2


def score_cell(text: ScoreText, estimate: Record | None) -> str:
    """Return a score for a table."""
    return "-" if estimate is None else text.cell(estimate["mean"], half_width(estimate))


def gain_cell(text: ScoreText, estimate: Record | None) -> str:
    """Return a difference for a table; an empty cell where there is nothing to compare with."""
    return "" if estimate is None else text.gain_cell(estimate["mean"], half_width(estimate))


def within_range(record: Record, estimate: Record) -> tuple[float | None, float | None]:
    """Return the interval of a score for a picture, cut where no score can lie."""
    low, high = estimate["low"], estimate["high"]
    if low is None:
        return None, None
    least, most = range_of(record["measure"]["name"])
    return max(low, least), min(high, most)


def chosen_way(record: Record) -> Record | None:
    """Return the way of working together that the advice speaks of."""
    return next((way for way in record["ways"] if way["chosen"]), None)
