"""Check one column of a site's table against what was agreed about it.

In:  an agreed column, its encoded form and the table.
Out: findings by count: cells that do not fit, units that look wrong, identifiers. Whoever may
     read the table may run this.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from jaxtyping import Bool, Float

from concordant.linalg.arrays import Array
from concordant.terms.identifiers import identifier_reason
from concordant.terms.listing import list_some
from concordant.terms.nearest_name import is_other_spelling, is_slip
from concordant.terms.preprocess import (
    NO_CELL,
    NO_DAY,
    NO_NUMBER,
    NOT_AGREED,
    TOO_FAR,
    TOO_LARGE,
    EncodedColumn,
)
from concordant.terms.profile_column import column_facts
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    Column,
    DateColumn,
    NumericColumn,
)
from concordant.terms.table import Table
from concordant.terms.table_check_codes import code_findings
from concordant.terms.table_check_units import unit_findings
from concordant.terms.table_findings import Effect, TableFinding, row_numbers

MOST_TEXTS_COMPARED = 1000


def column_findings(
    column: Column, encoded: EncodedColumn, table: Table, *, with_rows: bool
) -> list[TableFinding]:
    """Return what is to be said about a used column that the table has."""
    refused = {counted.what for counted in encoded.refusals}
    findings: list[TableFinding] = []
    for counted, rows in zip(encoded.findings, encoded.marks, strict=True):
        effect: Effect = "refused" if counted.what in refused else _effect(column, counted.what)
        findings.append(
            TableFinding(
                column.name,
                _words(column, counted.what),
                effect,
                count=counted.count,
                advice=_advice(column, counted.what, rows, table),
                rows=row_numbers(rows, with_rows=with_rows),
            )
        )
    numbers = np.empty(0)
    if isinstance(column, NumericColumn):
        numbers, _ = table.numbers(column.name)
        findings += [*unit_findings(column, numbers), *code_findings(column, numbers)]
    return [*findings, *_identifiers(column, table, numbers)]


def _effect(column: Column, what: str) -> Effect:
    if what in (NO_CELL, NO_NUMBER, NO_DAY):
        return "counted as missing"
    if what == TOO_FAR and isinstance(column, NumericColumn | DateColumn):
        return "clipped" if column.out_of_range == "clip" else "kept"
    if isinstance(column, CategoricalColumn) and column.unseen == "other":
        return "counted as other"
    return "ignored"


def _words(column: Column, what: str) -> str:
    match column:
        case NumericColumn() if what == TOO_FAR and column.centre is not None:
            reach = column.clip * (column.scale or 0.0)
            low, high = column.centre - reach, column.centre + reach
            return f"outside {_plain(low, reach)} to {_plain(high, reach)}"
        case NumericColumn() | DateColumn() if what == TOO_FAR:
            return f"outside {column.low} to {column.high}"
    return what


def _plain(bound: float, reach: float) -> str:
    """Return a bound without what the rounding of sums leaves: 0, not 8.9e-16."""
    return f"{0.0 if abs(bound) < 1e-9 * reach else bound:g}"


def _advice(column: Column, what: str, rows: Bool[Array, " rows"], table: Table) -> str:
    if what == TOO_LARGE:
        return "Correct these cells: no policy can compute with them."
    if what == NO_DAY:
        return "Write days as 2024-01-31."
    if what == NOT_AGREED and isinstance(column, BinaryColumn | CategoricalColumn):
        meant = meant_levels(unfit_texts(table, column.name, column.levels, rows), column.levels)
        if meant:
            listed = list_some([repr(level) for level in meant], most=5)
            return f"Some look like {listed} in another spelling."
    return ""


def unfit_texts(
    table: Table, name: str, levels: Sequence[str], rows: Bool[Array, " rows"]
) -> tuple[str, ...]:
    """Return different texts of the marked rows. They are cells: compare them, never show them."""
    texts = table.texts(name, keep=levels)
    found = dict.fromkeys(texts[row] for row in np.flatnonzero(rows))
    return tuple(text for text in found if text is not None)[:MOST_TEXTS_COMPARED]


def meant_levels(texts: Iterable[str], levels: Sequence[str]) -> tuple[str, ...]:
    """Return the agreed levels that some text spells in another way."""
    unfit = tuple(texts)
    return tuple(
        level
        for level in levels
        if any(is_other_spelling(text, level) or is_slip(text, level) for text in unfit)
    )


def _identifiers(
    column: Column, table: Table, numbers: Float[Array, " numbers"]
) -> Iterable[TableFinding]:
    counts = Counter(text for text in table.texts(column.name) if text is not None)
    facts = column_facts(counts, numbers[np.isfinite(numbers)])
    reason = identifier_reason(column.name, facts)
    if reason and len(counts) > 2 and not isinstance(column, DateColumn):
        yield TableFinding(
            column.name,
            f"looks like an identifier: {reason}",
            "warned",
            advice='If it is one, agree to ignore it (kind = "ignored" in the charter).',
        )
