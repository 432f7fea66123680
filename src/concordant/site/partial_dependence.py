"""Show what the model answers on average when one column is set to a value in every row.

In:  a model to ask, rows, one column.
Out: averages over rows at each point of the agreed range, with a band where there are rows
     enough for it; never the answer for one row. Only a site runs this.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int64

from concordant.linalg.arrays import Array
from concordant.site.explained_rows import ColumnBlock, ExplainedRows
from concordant.site.original_units import GridPoint, axis_words, column_grid
from concordant.site.returned_model import AskModel, answer_table
from concordant.terms.floors import FEWEST_TOGETHER

MOST_ROWS = 500
MOST_LEVELS = 30
_QUARTER = 4
# Half a level: what was encoded as none of them is near none of them.
_NEAR_LEVEL = 0.2


@dataclass(frozen=True, slots=True)
class DependencePoint:
    """What the model answers on average with this value in every row, one number per output.

    ``low`` and ``high`` are the averages over the quarter of the rows that are answered lowest,
    and highest; empty where a quarter has too few rows. ``has_rows``: enough rows of the site
    have this level, or lie on either side of this point. Elsewhere the model is asked for what
    this site has hardly seen.
    """

    name: str
    at: float | None
    average: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    has_rows: bool


@dataclass(frozen=True, slots=True)
class Dependence:
    """The answers along one column; ``n_levels_left_out`` are rarer than those shown."""

    axis: str
    points: tuple[DependencePoint, ...]
    n_levels_left_out: int = 0


def partial_dependence(
    ask_model: AskModel, rows: ExplainedRows, block: ColumnBlock, *, n_classes: int
) -> Dependence:
    """Return the answers along one column; of two classes, those for the second."""
    grid = column_grid(block.column)
    counts = _count_near(rows.cells(block), grid)
    shown = _most_common(grid, counts)
    rows = rows.take(_spread(rows.n_rows))
    points = tuple(
        _point(ask_model, rows, block, grid[place], n_classes, has_rows=bool(has_rows))
        for place, has_rows in zip(shown, _covered(grid, counts)[shown], strict=True)
    )
    return Dependence(axis_words(block.column), points, len(grid) - len(points))


def _point(
    ask_model: AskModel,
    rows: ExplainedRows,
    block: ColumnBlock,
    point: GridPoint,
    n_classes: int,
    *,
    has_rows: bool,
) -> DependencePoint:
    features = rows.with_cells(block, np.array([point.cells]))
    answers = answer_table(ask_model(features), n_classes)
    if n_classes == 2:
        answers = answers[:, 1:]
    low, high = _outer_quarters(answers)
    average = tuple(answers.mean(axis=0, dtype=np.float64).tolist())
    return DependencePoint(point.name, point.at, average, low, high, has_rows)


def _outer_quarters(
    answers: Float[Array, "rows outputs"],
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return averages of the outer quarters: a quantile would be one row's own answer."""
    n_quarter = len(answers) // _QUARTER
    if n_quarter < FEWEST_TOGETHER:
        return (), ()
    ordered = np.sort(answers, axis=0)
    low = ordered[:n_quarter].mean(axis=0, dtype=np.float64)
    high = ordered[-n_quarter:].mean(axis=0, dtype=np.float64)
    return tuple(low.tolist()), tuple(high.tolist())


def _spread(n_rows: int) -> Int64[Array, " kept"]:
    """Return places of at most ``MOST_ROWS`` rows, evenly spread."""
    if n_rows <= MOST_ROWS:
        return np.arange(n_rows, dtype=np.int64)
    return np.linspace(0, n_rows - 1, MOST_ROWS).astype(np.int64)


def _most_common(
    grid: tuple[GridPoint, ...], counts: Int64[Array, " points"]
) -> Int64[Array, " shown"]:
    """Return the points to show, in their order: all of a range, the common ones of many levels."""
    is_rare = np.zeros(len(grid), dtype=np.bool_)
    if grid[0].at is None:
        is_rare[np.argsort(-counts, kind="stable")[MOST_LEVELS:]] = True
    return np.flatnonzero(~is_rare)


def _count_near(
    cells: Float[Array, "rows block"], grid: tuple[GridPoint, ...]
) -> Int64[Array, " points"]:
    """Return how many rows lie nearer to each point than to the others, or have this level."""
    points = np.array([point.cells for point in grid])
    squares = np.square(cells).sum(axis=1)[:, None] - 2 * cells @ points.T
    distances = squares + np.square(points).sum(axis=1)
    nearest = distances.argmin(axis=1)
    belongs = _has_place(grid)[nearest] | (distances.min(axis=1) < _NEAR_LEVEL)
    return np.bincount(nearest[belongs], minlength=len(grid)).astype(np.int64)


def _covered(
    grid: tuple[GridPoint, ...], counts: Int64[Array, " points"]
) -> Bool[Array, " points"]:
    """Tell which levels have rows enough, and which points of a range rows enough on each side."""
    on_axis = np.where(_has_place(grid), counts, 0)
    below, above = np.cumsum(on_axis), np.cumsum(on_axis[::-1])[::-1]
    enough = np.where(_has_place(grid), np.minimum(below, above), counts)
    return np.asarray(enough >= FEWEST_TOGETHER)


def _has_place(grid: tuple[GridPoint, ...]) -> Bool[Array, " points"]:
    return np.array([point.at is not None for point in grid])
