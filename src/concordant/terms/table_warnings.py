"""Say which agreed columns a table lacks, and which look as if they were in another unit.

In:  a charter and a site's table.
Out: plain sentences with agreed names and the table's own column names; never a cell. Whoever
     may read the table may run this.

The terms let such a table pass (a column that is not there counts as missing), and the numbers
that come of it are wrong without any error: so it is said wherever rows are used.
"""

from collections.abc import Sequence

from concordant.errors.terms import NoAgreedColumn
from concordant.terms.charter import Charter
from concordant.terms.listing import list_some
from concordant.terms.nearest_name import nearest_name
from concordant.terms.schema import Column, IgnoredColumn, NumericColumn
from concordant.terms.table import Table
from concordant.terms.table_check_codes import suspected_code
from concordant.terms.table_check_units import unit_findings

_MOST_NAMED = 8


def table_warnings(charter: Charter, table: Table) -> tuple[str, ...]:
    """Return what somebody should look at before the rows of ``table`` are used."""
    used = used_columns(charter)
    absent = [column.name for column in used if column.name not in table.columns]
    sentences = [_say_absent(absent, len(used), strangers(charter, table))] if absent else []
    by_code: dict[float, list[str]] = {}
    for column in used:
        if not isinstance(column, NumericColumn) or column.name not in table.columns:
            continue
        values, _ = table.numbers(column.name)
        found = unit_findings(column, values)
        sentences += [f"{column.name!r}: {each.what}. {each.advice}" for each in found]
        suspected = suspected_code(values)
        if suspected is not None:
            told = f"{column.name!r} ({suspected.n_rows:,} rows)"
            by_code.setdefault(suspected.code, []).append(told)
    return (*sentences, *(_say_code(code, told) for code, told in by_code.items()))


def require_agreed_column(charter: Charter, table: Table) -> None:
    """Refuse a table without a single agreed column: every row would get the same answer."""
    used = used_columns(charter)
    if used and not any(column.name in table.columns for column in used):
        names = list_some([repr(column.name) for column in used], most=_MOST_NAMED)
        raise NoAgreedColumn(n_columns=len(used), names=names)


def used_columns(charter: Charter) -> tuple[Column, ...]:
    """Return the agreed columns that become numbers."""
    return tuple(each for each in charter.columns if not isinstance(each, IgnoredColumn))


def strangers(charter: Charter, table: Table) -> tuple[str, ...]:
    """Return the table's columns that the terms do not name, in the order of the table."""
    agreed = {column.name for column in charter.columns}
    agreed |= {charter.label.column, *([charter.group] if charter.group else [])}
    return tuple(name for name in table.columns if name not in agreed)


def _say_code(code: float, told: Sequence[str]) -> str:
    """Name a sign for missing once: a table has it in many columns, or in none."""
    return (
        f"The value {code:g} stands apart from all others in {list_some(told, most=_MOST_NAMED)}. "
        "If it is a sign for missing, leave these cells empty."
    )


def _say_absent(absent: Sequence[str], n_used: int, others: Sequence[str]) -> str:
    named = list_some([repr(name) for name in absent], most=_MOST_NAMED)
    meant = {name: nearest_name(name, others) for name in absent[:_MOST_NAMED]}
    hints = [
        f" Is {near!r} the agreed {name!r}? Rename it." for name, near in meant.items() if near
    ]
    verb, whose = ("is", "its") if len(absent) == 1 else ("are", "their")
    return (
        f"{len(absent)} of the {n_used} agreed columns {verb} not in the table: {named}. "
        f"All {whose} cells count as missing.{''.join(hints)}"
    )
