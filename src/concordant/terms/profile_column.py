"""Guess the kind of one column and say what many of its rows have in common.

In:  one column of a site's own table.
Out: a ColumnProfile in which at least ``min_count`` rows stand behind every statement.
     Whoever may read the table may run this.
"""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
from jaxtyping import Float

from concordant.errors.terms import DecimalUnclear
from concordant.linalg.arrays import Array
from concordant.terms.identifiers import ColumnFacts, identifier_reason, is_sequential
from concordant.terms.profile_facts import ColumnProfile, LevelCount, is_sayable
from concordant.terms.profile_months import bounding_months
from concordant.terms.profile_numbers import number_facts
from concordant.terms.rounding import round_count
from concordant.terms.table import Table

MOST_LEVELS = 50
MOST_LEVELS_OF_NUMBERS = 20
# A stray word among numbers ("> 89" among ages) does not make a column a text.
MOSTLY = 0.95
COMMON_SHARE = 0.8


def profile_column(
    table: Table, name: str, *, min_count: int, is_key_possible: bool = True
) -> ColumnProfile:
    """Return what may be said about the column ``name`` of ``table``.

    Where no key is possible, not even numbers that count the rows are taken for one.
    """
    counts = Counter(text for text in table.texts(name) if text is not None)
    n_values = counts.total()
    if n_values < min_count:
        return ColumnProfile(name, "few", reason=f"fewer than {min_count} values")
    finite = _finite_numbers(table, name, n_values)
    is_number = finite.size >= MOSTLY * n_values
    known_days = np.empty(0) if is_number else _known_days(table, name)
    is_date = known_days.size >= MOSTLY * n_values
    reason = identifier_reason(name, column_facts(counts, finite)) if is_key_possible else ""
    # Days may differ from row to row, as measurements do.
    if reason and len(counts) > 2 and not is_date:
        return ColumnProfile(name, "identifier", reason=reason)
    n_missing = table.n_rows - n_values
    common = ColumnProfile(
        name,
        "categorical",
        share_missing=round(n_missing / table.n_rows, 2) if n_missing >= min_count else 0.0,
        n_values=_about(n_values, min_count),
        levels=_common_levels(counts, min_count),
        n_rare=_rare_rows(counts, min_count),
    )
    # A third level that a single row holds must not show, not even in the kind.
    if len(common.levels) <= 2 and (len(counts) <= 2 or not common.n_rare):
        return replace(common, kind="binary")
    if is_number:
        return _numeric(common, counts, finite, min_count)
    if is_date:
        months = bounding_months(known_days, min_count=min_count)
        return replace(common, kind="date", levels=(), n_rare=0, months=months)
    return _category(common, counts, min_count)


def _finite_numbers(table: Table, name: str, n_values: int) -> Float[Array, " numbers"]:
    """Return the numbers of a column; a text that holds a few odd ones has none."""
    try:
        numbers, _ = table.numbers(name)
    except DecimalUnclear as unclear:
        n_signed = unclear.facts["count"]
        is_mostly_signed = isinstance(n_signed, int) and 2 * n_signed > n_values
        if is_mostly_signed or table.kind_hint(name) == "number":
            raise
        return np.empty(0)
    return np.asarray(numbers[np.isfinite(numbers)])


def _known_days(table: Table, name: str) -> Float[Array, " days"]:
    days, _ = table.days(name)
    return np.asarray(days[np.isfinite(days)])


def column_facts(counts: Counter[str], finite: Float[Array, " numbers"]) -> ColumnFacts:
    """Return the counts that tell an identifier from a measurement."""
    n_values = counts.total()
    is_number = finite.size >= MOSTLY * n_values
    is_whole = bool(is_number and (finite == np.round(finite)).all())
    return ColumnFacts(
        n_values=n_values,
        n_distinct=len(counts),
        is_number=is_number,
        is_whole=is_whole,
        is_sequential=is_whole and is_sequential(finite),
    )


def _numeric(
    common: ColumnProfile, counts: Counter[str], finite: Float[Array, " numbers"], min_count: int
) -> ColumnProfile:
    facts = number_facts(finite, min_count=min_count)
    n_words = counts.total() - finite.size
    if facts is not None and n_words >= min_count:
        facts = replace(facts, share_words=math.ceil(100 * n_words / counts.total()) / 100)
    if len(counts) > MOST_LEVELS_OF_NUMBERS:
        common = replace(common, levels=(), n_rare=0)
    return replace(common, kind="numeric", numbers=facts)


def _category(common: ColumnProfile, counts: Counter[str], min_count: int) -> ColumnProfile:
    """Tell a category from free text: few levels, or few that cover nearly all rows."""
    named = [count for count in counts.values() if count >= min_count]
    covers = sum(named) >= COMMON_SHARE * counts.total()
    if len(counts) <= MOST_LEVELS or (len(named) <= MOST_LEVELS and covers):
        return common
    n_levels = round_count(len(counts))
    reason = f"free text or too many levels (about {n_levels})"
    return replace(common, kind="text", levels=(), n_rare=0, reason=reason)


def _common_levels(counts: Counter[str], min_count: int) -> tuple[LevelCount, ...]:
    return tuple(
        LevelCount(level, _about(count, min_count))
        for level, count in sorted(counts.items())
        if count >= min_count and is_sayable(level)
    )


def _rare_rows(counts: Counter[str], min_count: int) -> int:
    """Return about how many rows hold a rare level; 0 also where too few rows do."""
    n_rare = sum(count for count in counts.values() if count < min_count)
    return _about(n_rare, min_count) if n_rare >= min_count else 0


def _about(count: int, min_count: int) -> int:
    return max(min_count, round_count(count))
