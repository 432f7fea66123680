"""Hold X and y against what scikit-learn promises, and take them over.

In:  an estimator of ours, X and y as the caller has them.
Out: columns by name, class codes or numbers. Anybody may run this.

scikit-learn's own checks come first, so that what they refuse reads as it does everywhere.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from jaxtyping import Float, Int64

from concordant.errors.estimator import CellsNotNumbers, NothingToLearn
from concordant.linalg.arrays import Array
from concordant.rehearsal.estimator_sites import require_rows
from concordant.rehearsal.frame_columns import (
    Columns,
    columns_of_frame,
    columns_of_matrix,
    has_names,
    is_frame,
)


def read_columns(estimator: Any, rows: Any, *, reset: bool) -> Columns:
    """Return the columns of X; ``reset`` notes their names and number on ``estimator``.

    Frames keep columns of any kind; anything else is a matrix of numbers. NaN is missing. There
    must be rows for a study where ``reset`` begins one.
    """
    from sklearn.utils.validation import validate_data

    if is_frame(rows):
        # First ours: what scikit-learn says of two columns of one name depends on its version.
        columns = columns_of_frame(rows)
        validate_data(estimator, rows, reset=reset, skip_check_array=True)
    else:
        with _cells_unquoted("X"):
            matrix = validate_data(
                estimator, rows, reset=reset, dtype=np.float64, ensure_all_finite="allow-nan"
            )
        columns = columns_of_matrix(matrix)
    if reset:
        require_rows(n_rows_of(columns))
    return columns


def own_features(rows: Any, columns: Columns) -> tuple[str, ...]:
    """Return the columns that are features whatever they look like: all of a matrix.

    Who hands over a matrix has chosen its columns, and one that counts (hours, positions) is
    meant. Where columns have names, as in a table, such a one is taken for an identifier.
    """
    return () if has_names(rows) else tuple(columns)


def read_classes(estimator: Any, target: Any, n_rows: int) -> tuple[Array, Int64[Array, " rows"]]:
    """Return the classes in order and each row's place among them."""
    from sklearn.utils.multiclass import check_classification_targets

    given = _one_column(estimator, target, n_rows)
    check_classification_targets(given)
    classes, codes = np.unique(given, return_inverse=True)
    if len(classes) < 2:
        raise NothingToLearn(n_rows=n_rows, what="class")
    return classes, codes.reshape(-1).astype(np.int64)


def read_numbers(estimator: Any, target: Any, n_rows: int) -> Float[Array, " rows"]:
    """Return the targets of a regression."""
    with _cells_unquoted("y"):
        numbers = _one_column(estimator, target, n_rows).astype(np.float64)
    if np.ptp(numbers) <= 0:
        raise NothingToLearn(n_rows=n_rows, what="target")
    return numbers


def n_rows_of(columns: Columns) -> int:
    """Return how many rows the columns have."""
    return len(next(iter(columns.values())))


@contextmanager
def _cells_unquoted(given: str) -> Iterator[None]:
    """Say that cells are no numbers without quoting one, as NumPy does."""
    try:
        yield
    except ValueError as error:
        if not str(error).startswith("could not convert string"):
            raise
        raise CellsNotNumbers(given=given) from None


def _one_column(estimator: Any, target: Any, n_rows: int) -> Array:
    from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
    from sklearn.utils.validation import validate_data

    if target is None:
        # The sentence is scikit-learn's, for all estimators that want a y.
        validate_data(estimator, np.zeros((n_rows, 1)), None, reset=False, skip_check_array=True)
    check_consistent_length(np.empty(n_rows), target)
    given = column_or_1d(target, warn=True)
    assert_all_finite(given, input_name="y", estimator_name=type(estimator).__name__)
    return np.asarray(given)
