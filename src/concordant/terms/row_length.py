"""Say how long an encoded row can be under the terms.

In:  a Charter.
Out: the largest norm of a row; infinite where a column keeps what is out of its range. Anybody
     may run this: projection by an orthonormal basis makes no row longer, so the analyst can hold
     uploads against it.
"""

import math

from concordant.terms.charter import Charter
from concordant.terms.preprocess import encoded_range
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    Column,
    DateColumn,
    NumericColumn,
)


def longest_row(charter: Charter) -> float:
    """Return the norm that no encoded row exceeds.

    >>> from concordant.terms.schema import ClassLabel
    >>> columns = (BinaryColumn("ill", ("no", "yes")), NumericColumn("age", centre=50.0, scale=9.0))
    >>> charter = Charter("", "", "classification", ClassLabel("died", ("no",)), columns, n_dims=1)
    >>> f"{longest_row(charter) ** 2:.6f}"
    '10.000000'
    """
    return math.sqrt(sum(_largest_square(column) for column in charter.columns))


def _largest_square(column: Column) -> float:
    """Return the largest sum of squares of a column's features, a flag for missing included."""
    if isinstance(column, NumericColumn | DateColumn):
        if column.out_of_range == "keep":
            return math.inf
        lowest, _, highest = encoded_range(column)
        return max(lowest**2, highest**2) + (column.missing == "indicator")
    if isinstance(column, BinaryColumn):
        return 1.0 + (column.missing == "indicator")
    return 1.0 if isinstance(column, CategoricalColumn) else 0.0
