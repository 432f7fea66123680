"""Name the numbers that a column becomes.

In:  one agreed column.
Out: the names of its numeric features, in the order in which ``preprocess`` writes them.
Anybody may run this.
"""

from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    Column,
    DateColumn,
    NumericColumn,
)


def column_features(column: Column) -> tuple[str, ...]:
    """Return the names of the features that ``column`` becomes; an ignored one becomes none.

    >>> column_features(NumericColumn("age", low=0.0, high=100.0, missing="indicator"))
    ('age', 'age is missing')
    >>> column_features(CategoricalColumn("job", ("clerk",), missing="level", unseen="other"))
    ('job=clerk', 'job=(other)', 'job=(missing)')
    """
    name = column.name
    if isinstance(column, NumericColumn | DateColumn):
        return (name, *_missing_flag(column))
    if isinstance(column, BinaryColumn):
        return (f"{name}={column.levels[1]}", *_missing_flag(column))
    if isinstance(column, CategoricalColumn):
        agreed = tuple(f"{name}={level}" for level in column.levels)
        other = (f"{name}=(other)",) if column.unseen == "other" else ()
        missing = (f"{name}=(missing)",) if column.missing == "level" else ()
        return agreed + other + missing
    return ()


def _missing_flag(column: NumericColumn | DateColumn | BinaryColumn) -> tuple[str, ...]:
    return (f"{column.name} is missing",) if column.missing == "indicator" else ()
