"""Walk through an agreed column in the units that people know: numbers, days, levels.

In:  one agreed column.
Out: points of its agreed range with their encoded cells, and what one unit of it is worth among
     the encoded numbers. Only agreed constants are used, never a cell. Only a site runs this.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from concordant.terms.features import column_features
from concordant.terms.preprocess import day_number, encoded_range
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    Column,
    DateColumn,
    NumericColumn,
)

N_POINTS = 21
DAYS_IN_YEAR = 365.25
_PLURALS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds")
_FIRST_DAY = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class GridPoint:
    """One value of a column: its name, its place on an axis (None: a level), its encoded cells.

    A day's place is its year with a fraction.
    """

    name: str
    at: float | None
    cells: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class UnitStep:
    """One thing that a column can do: grow by one unit, or be a certain level.

    ``term`` says it in words; ``feature`` is its place in the column's block, None where the
    block stays empty. A number is encoded as ``(value - zero) * size``. ``against`` are the
    places of the levels whose average this one is held against.
    """

    term: str
    feature: int | None
    size: float = 1.0
    zero: float = 0.0
    against: tuple[int, ...] = ()


def column_grid(column: Column) -> tuple[GridPoint, ...]:
    """Return the points to look at: the agreed range in even steps, or every level.

    >>> [point.name for point in column_grid(BinaryColumn("smoker", ("no", "yes")))]
    ['no', 'yes']
    """
    width = len(column_features(column))
    if isinstance(column, NumericColumn | DateColumn):
        flags = (0.0,) * (width - 1)
        points = [_measure_point(column, step / (N_POINTS - 1), flags) for step in range(N_POINTS)]
        # A range of few days has fewer days than steps.
        by_name = {point.name: point for point in points}
        return (*by_name.values(), *_flagged(encoded_range(column)[1], width))
    if isinstance(column, BinaryColumn):
        flags = (0.0,) * (width - 1)
        levels = [
            GridPoint(name, None, (float(code), *flags)) for code, name in enumerate(column.levels)
        ]
        return (*levels, *_flagged(0.5, width))
    return tuple(
        GridPoint(name, None, tuple(float(place == other) for other in range(width)))
        for place, name in enumerate(_level_names(column))
    )


def axis_words(column: Column) -> str:
    """Return what stands under the axis of a column: its name and unit.

    >>> axis_words(NumericColumn("age", low=0.0, high=100.0, unit="years"))
    'age (years)'
    """
    unit = column.unit if isinstance(column, NumericColumn) else ""
    if isinstance(column, DateColumn):
        unit = "year"
    return f"{column.name} ({unit})" if unit else column.name


def unit_steps(column: Column) -> tuple[UnitStep, ...]:
    """Return what a column can do, so that every row is a sum of these steps.

    >>> [step.term for step in unit_steps(CategoricalColumn("job", ("clerk", "smith")))]
    ['clerk', 'smith', 'none of these']
    """
    if isinstance(column, NumericColumn | DateColumn):
        return (_measure_step(column), *_missing_step(column))
    if isinstance(column, BinaryColumn):
        first, second = column.levels
        return (UnitStep(f"{second} against {first}", 0), *_missing_step(column))
    names = _level_names(column)
    agreed = tuple(range(len(column.levels))) if isinstance(column, CategoricalColumn) else ()
    levels = [UnitStep(name, place, against=agreed) for place, name in enumerate(names)]
    may_be_none = isinstance(column, CategoricalColumn) and "zero" in (
        column.missing,
        column.unseen,
    )
    return (*levels, *([UnitStep("none of these", None, against=agreed)] if may_be_none else []))


def _measure_point(
    column: NumericColumn | DateColumn, share: float, flags: tuple[float, ...]
) -> GridPoint:
    lowest, _, highest = encoded_range(column)
    if isinstance(column, DateColumn):
        low, high = day_number(column.low), day_number(column.high)
        days = round(low + share * (high - low))
        return GridPoint(
            (_FIRST_DAY + timedelta(days=days)).isoformat(),
            1970 + days / DAYS_IN_YEAR,
            ((days - low) / (high - low), *flags),
        )
    step = _measure_step(column)
    encoded = lowest + share * (highest - lowest)
    value = encoded / step.size + step.zero
    return GridPoint(f"{value:.6g}", value, (encoded, *flags))


def _measure_step(column: NumericColumn | DateColumn) -> UnitStep:
    """Return how the number itself is encoded: ``(value - zero) * size``."""
    if isinstance(column, DateColumn):
        low, high = day_number(column.low), day_number(column.high)
        # A day counts as years since 1970, as its place on an axis does but for the 1970.
        return UnitStep("per year", 0, DAYS_IN_YEAR / (high - low), low / DAYS_IN_YEAR)
    term = f"per {_one(column.unit)}" if column.unit else "per 1"
    if column.centre is not None and column.scale is not None:
        return UnitStep(term, 0, 1 / column.scale, column.centre)
    low, high = column.low or 0.0, 1.0 if column.high is None else column.high
    return UnitStep(term, 0, 1 / (high - low), low)


def _one(unit: str) -> str:
    return unit[:-1] if unit in _PLURALS else unit


def _flagged(middle: float, width: int) -> tuple[GridPoint, ...]:
    return (GridPoint("missing", None, (middle, 1.0)),) if width > 1 else ()


def _missing_step(column: NumericColumn | DateColumn | BinaryColumn) -> tuple[UnitStep, ...]:
    has_flag = column.missing == "indicator"
    return (UnitStep("missing, besides the middle value", 1),) if has_flag else ()


def _level_names(column: Column) -> tuple[str, ...]:
    """Return the levels of a category with those that stand for other and for missing cells."""
    prefix = len(column.name) + 1
    return tuple(name[prefix:] for name in column_features(column))
