"""Suspect a number such as -1 or 999 of being a sign for missing.

In:  an agreed numeric column and the table's numbers in it.
Out: at most one number that stands apart from all others, with how many rows hold it; never a
     value that few rows hold. Whoever may read the table may run this.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.profile_numbers import MISSING_CODES, missing_code
from concordant.terms.schema import NumericColumn
from concordant.terms.table_findings import TableFinding

FEWEST_ROWS = 10


class SuspectedCode(NamedTuple):
    """A number that may mean "missing", and how many rows hold it."""

    code: float
    n_rows: int


def suspected_code(values: Float[Array, " rows"]) -> SuspectedCode | None:
    """Return the number that stands apart, if many rows hold it."""
    if not np.isin(values, MISSING_CODES).any():  # most columns, and much faster
        return None
    code = missing_code(values[np.isfinite(values)], min_count=FEWEST_ROWS)
    return None if code is None else SuspectedCode(code, int(np.count_nonzero(values == code)))


def code_findings(column: NumericColumn, values: Float[Array, " rows"]) -> Iterable[TableFinding]:
    """Return the suspicion, if there is one."""
    suspected = suspected_code(values)
    if suspected is not None:
        yield TableFinding(
            column.name,
            f"the value {suspected.code:g} stands apart from all others",
            "warned",
            count=suspected.n_rows,
            advice="If it is a sign for missing, leave these cells empty.",
        )
