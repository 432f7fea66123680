"""Describe the columns of a table without showing a cell, so that sites can agree on constants.

In:  a site's own table.
Out: a frozen Profile: shares, rounded percentiles, common levels. It is meant to be shown to the
     site and then shared; whoever may read the table may run this.

The promise, held by tests: at least ``min_count`` rows stand behind everything that is said.
A level is named when so many rows hold it; a percentile is given when so many rows lie at or
beyond it on either side, and then it is rounded; the least and the greatest value never are.
"""

from collections.abc import Iterable

from concordant.errors.drafting import ColumnNotInTable, MinCountTooSmall
from concordant.terms.nearest_name import nearest_name
from concordant.terms.profile_column import profile_column
from concordant.terms.profile_facts import Profile
from concordant.terms.rounding import round_count
from concordant.terms.table import Table

DEFAULT_MIN_COUNT = 10
LEAST_MIN_COUNT = 2


def profile_table(
    table: Table,
    *,
    min_count: int = DEFAULT_MIN_COUNT,
    ignore: Iterable[str] = (),
    keep: Iterable[str] = (),
) -> Profile:
    """Return the profile of ``table`` without the columns named in ``ignore``.

    ``min_count`` is the smallest number of rows that anything is said about. Those in ``keep``
    are no identifiers, whatever they look like.
    """
    if min_count < LEAST_MIN_COUNT:
        raise MinCountTooSmall(given=min_count, least=LEAST_MIN_COUNT)
    left_out, no_keys = frozenset(ignore), frozenset(keep)
    require_columns(table.columns, left_out)
    return Profile(
        n_rows=round_count(table.n_rows),
        min_count=min_count,
        columns=tuple(
            profile_column(table, name, min_count=min_count, is_key_possible=name not in no_keys)
            for name in table.columns
            if name not in left_out
        ),
    )


def require_columns(columns: Iterable[str], wanted: Iterable[str]) -> None:
    """Refuse a wanted column that is not there, with the nearest name that is."""
    there = tuple(columns)
    for name in sorted(set(wanted) - set(there)):
        near = nearest_name(name, there)
        raise ColumnNotInTable(column=name, nearest=f", only {near!r}" if near else "")
