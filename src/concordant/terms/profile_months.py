"""Bound a date column by months that many rows lie beyond.

In:  the days of one column, counted from 1970-01-01.
Out: the months of the 1st and the 99th percentile, or None when there are too few rows.
     Whoever may read the table may run this.
"""

import calendar
import datetime as dt

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.profile_numbers import RANGE_TAIL, WIDEST_TAIL, percentile

_FIRST_DAY = dt.date(1970, 1, 1)


def bounding_months(days: Float[Array, " rows"], *, min_count: int) -> tuple[str, str] | None:
    """Return the months (``2014-03``) between which nearly all days lie."""
    tail = max(RANGE_TAIL, min_count / days.size)
    if tail > WIDEST_TAIL:
        return None
    ordered = np.sort(days)
    return _month(percentile(ordered, tail)), _month(percentile(ordered, 1 - tail))


def first_day(month: str) -> str:
    """Return the first day of a month.

    >>> first_day("2014-03")
    '2014-03-01'
    """
    return f"{month}-01"


def last_day(month: str) -> str:
    """Return the last day of a month.

    >>> last_day("2016-02")
    '2016-02-29'
    """
    year, number = (int(part) for part in month.split("-"))
    return f"{month}-{calendar.monthrange(year, number)[1]:02d}"


def _month(day: float) -> str:
    return (_FIRST_DAY + dt.timedelta(days=int(day))).isoformat()[:7]
