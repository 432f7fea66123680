"""Take what scikit-learn calls X apart into named columns.

In:  a NumPy matrix that was checked, or a pandas or polars frame.
Out: columns by name, in order, fit for a Table. Anybody may run this; neither library is imported.

A matrix has no names: its columns are called x0, x1, … and each of them is meant as a feature. A
frame whose columns are numbered is a matrix in this respect, as it is for scikit-learn.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Float

from concordant.errors.estimator import InfiniteCells, NotAMatrix
from concordant.errors.terms import DuplicateColumns
from concordant.linalg.arrays import Array
from concordant.terms.listing import list_some

Columns = Mapping[str, Any]
"""A column is an array, or a series of the caller's library."""

FRAMES = ("pandas", "polars")


def is_frame(rows: object) -> bool:
    """Answer whether ``rows`` is a frame of pandas or polars.

    >>> import numpy as np
    >>> is_frame(np.eye(2))
    False
    """
    library = type(rows).__module__.split(".")[0]
    return library in FRAMES and hasattr(rows, "columns") and hasattr(rows, "shape")


def has_names(rows: Any) -> bool:
    """Answer whether ``rows`` is a frame whose columns have names that are texts."""
    return is_frame(rows) and any(isinstance(name, str) for name in rows.columns)


def columns_of_frame(frame: Any) -> Columns:
    """Return the columns of a frame; two of one name, and infinite numbers, are refused."""
    n_rows, n_columns = frame.shape
    if not (n_rows and n_columns):
        raise NotAMatrix(n_columns=n_columns, n_rows=n_rows)
    names = [str(name) for name in frame.columns]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise DuplicateColumns(file="The data frame", names=list_some(twice, most=12))
    if not has_names(frame):
        names = _numbered(n_columns)
    by_place = frame.iloc if hasattr(frame, "iloc") else frame
    columns = {name: by_place[:, place] for place, name in enumerate(names)}
    for name, column in columns.items():
        _require_no_infinity(name, column)
    return columns


def columns_of_matrix(matrix: Float[Array, "rows columns"]) -> Columns:
    """Return the columns of a matrix under the names that it lacks."""
    names = _numbered(matrix.shape[1])
    return {name: matrix[:, place] for place, name in enumerate(names)}


def _numbered(n_columns: int) -> list[str]:
    return [f"x{place}" for place in range(n_columns)]


def _require_no_infinity(name: str, column: Any) -> None:
    # The terms count what is no finite number as missing; scikit-learn promises to refuse it.
    stored = str(column.dtype).lower()
    if "float" not in stored and "double" not in stored:
        return
    values = np.asarray(column, dtype=np.float64)
    count = int(np.count_nonzero(np.isinf(values)))
    if count:
        raise InfiniteCells(column=name, count=count, n_rows=len(values))
