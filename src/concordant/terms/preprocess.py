"""Turn rows into numbers with agreed constants and nothing else.

In:  a Charter and a Table.
Out: one float64 row per table row and findings by column and count; never a cell.
     A row becomes the same bits at every site, whatever stands in the other rows.
Anybody may run this; the matrix it returns is as secret as the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
from jaxtyping import Bool, Float

from concordant.errors.terms import CellsRefused
from concordant.linalg.arrays import Array
from concordant.terms.charter import Charter
from concordant.terms.features import column_features
from concordant.terms.listing import list_some
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    Column,
    DateColumn,
    NumericColumn,
)
from concordant.terms.table import MISSING, UNSEEN, Table

ABSENT = "column not in the table"
NO_CELL = "missing"
NO_NUMBER = "not a number"
NO_DAY = "not a day (ISO 8601)"
TOO_FAR = "out of range"
TOO_LARGE = "too large to compute with"
NOT_AGREED = "not an agreed level"


@dataclass(frozen=True, slots=True)
class ColumnCount:
    """In ``column``, ``count`` rows are ``what``."""

    column: str
    what: str
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class EncodedRows:
    """The encoded rows, and what was noticed on the way."""

    matrix: Float[Array, "rows features"]
    findings: tuple[ColumnCount, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EncodedColumn:
    """One column's features, its findings, and the rows that its policies refuse (and why).

    ``marks`` says of each finding which rows it counts.
    """

    values: Float[Array, "rows features"]
    findings: tuple[ColumnCount, ...]
    refusals: tuple[ColumnCount, ...]
    refused: Bool[Array, " rows"]
    marks: tuple[Bool[Array, " rows"], ...] = ()


@dataclass(slots=True)
class _Notes:
    column: str
    refused: Bool[Array, " rows"]
    findings: list[ColumnCount] = field(default_factory=list)
    refusals: list[ColumnCount] = field(default_factory=list)
    marks: list[Bool[Array, " rows"]] = field(default_factory=list)

    def note(self, rows: Bool[Array, " rows"], what: str, *, refuse: bool) -> None:
        count = int(np.count_nonzero(rows))
        if count:
            counted = ColumnCount(self.column, what, count)
            self.findings.append(counted)
            self.marks.append(rows)
            if refuse:
                self.refusals.append(counted)
                self.refused |= rows


@dataclass(frozen=True, slots=True, eq=False)
class TriedRows:
    """All rows as numbers, and which of them (``refused``) no policy lets through, and why."""

    matrix: Float[Array, "rows features"]
    findings: tuple[ColumnCount, ...]
    refusals: tuple[ColumnCount, ...]
    refused: Bool[Array, " rows"]


def encode_rows(charter: Charter, table: Table) -> EncodedRows:
    """Return all rows as numbers, or refuse the table where a policy says so.

    Columns that the charter does not name are ignored. A column that the table lacks counts
    as missing in every row; its missing policy decides.
    """
    tried = try_rows(charter, table)
    if tried.refusals:
        raise CellsRefused(
            n_columns=len({counted.column for counted in tried.refusals}),
            listing=_listing(tried.refusals),
        )
    return EncodedRows(matrix=tried.matrix, findings=tried.findings)


def try_rows(charter: Charter, table: Table) -> TriedRows:
    """Encode every row and say which ``encode_rows`` would refuse; those are not to be used."""
    matrix = np.empty((table.n_rows, charter.n_features))
    findings: list[ColumnCount] = []
    refusals: list[ColumnCount] = []
    refused = np.zeros(table.n_rows, dtype=np.bool_)
    start = 0
    names = frozenset(table.columns)
    for column in charter.columns:
        encoded = encode_column(column, table, is_there=column.name in names)
        end = start + encoded.values.shape[1]
        matrix[:, start:end] = encoded.values
        start = end
        findings += encoded.findings
        refusals += encoded.refusals
        refused |= encoded.refused
    return TriedRows(matrix, tuple(findings), tuple(refusals), refused)


def encode_column(column: Column, table: Table, *, is_there: bool | None = None) -> EncodedColumn:
    """Return one column as its features, with what was noticed; nothing is raised."""
    n_rows = table.n_rows
    is_there = column.name in table.columns if is_there is None else is_there
    notes = _Notes(column.name, np.zeros(n_rows, dtype=np.bool_))
    values = np.zeros((n_rows, len(column_features(column))))
    if isinstance(column, NumericColumn | DateColumn):
        _encode_measure(column, table if is_there else None, values, notes)
    elif isinstance(column, BinaryColumn):
        _encode_binary(column, table if is_there else None, values, notes)
    elif isinstance(column, CategoricalColumn):
        _encode_levels(column, table if is_there else None, values, notes)
    return EncodedColumn(
        values=values,
        findings=tuple(notes.findings),
        refusals=tuple(notes.refusals),
        refused=notes.refused,
        marks=tuple(notes.marks),
    )


def _encode_measure(
    column: NumericColumn | DateColumn,
    table: Table | None,
    values: Float[Array, "rows features"],
    notes: _Notes,
) -> None:
    """Write a number or a day: shift and scale, middle of the range where there is none."""
    n_rows = values.shape[0]
    refuse_missing = column.missing == "refuse"
    if table is None:
        raw, no_value = np.full(n_rows, np.nan), np.zeros(n_rows, dtype=np.bool_)
        notes.note(~no_value, ABSENT, refuse=refuse_missing)
    else:
        is_day = isinstance(column, DateColumn)
        raw, no_value = table.days(column.name) if is_day else table.numbers(column.name)
        notes.note(np.isnan(raw) & ~no_value, NO_CELL, refuse=refuse_missing)
        notes.note(no_value, NO_DAY if is_day else NO_NUMBER, refuse=refuse_missing)
    lowest, middle, highest = encoded_range(column)
    with np.errstate(over="ignore"):
        scaled = _scaled(column, raw)
    too_far = (scaled < lowest) | (scaled > highest)
    notes.note(too_far, TOO_FAR, refuse=column.out_of_range == "refuse")
    if column.out_of_range == "clip":
        scaled = np.clip(scaled, lowest, highest)
    notes.note(np.isinf(scaled), TOO_LARGE, refuse=True)
    is_missing = np.isnan(raw)
    # Adding 0.0 takes the sign off a zero, so that equal numbers have equal bits.
    values[:, 0] = np.where(is_missing, middle, scaled) + 0.0
    if column.missing == "indicator":
        values[:, 1] = is_missing


def encoded_range(column: NumericColumn | DateColumn) -> tuple[float, float, float]:
    """Return lowest, middle and highest encoded value of the agreed range."""
    if isinstance(column, NumericColumn) and column.centre is not None:
        return (-column.clip, 0.0, column.clip)
    return (0.0, 0.5, 1.0)


def _scaled(
    column: NumericColumn | DateColumn, raw: Float[Array, " rows"]
) -> Float[Array, " rows"]:
    if isinstance(column, DateColumn):
        low, high = day_number(column.low), day_number(column.high)
    elif column.centre is not None and column.scale is not None:
        return (raw - column.centre) / column.scale
    else:
        low, high = column.low or 0.0, 1.0 if column.high is None else column.high
    return (raw - low) / (high - low)


def day_number(text: str) -> float:
    """Return an ISO 8601 day as days since 1970-01-01.

    >>> day_number("1970-01-31")
    30.0
    """
    return float(date.fromisoformat(text).toordinal() - date(1970, 1, 1).toordinal())


def _codes(
    column: BinaryColumn | CategoricalColumn, table: Table | None, notes: _Notes
) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    refuse_missing = column.missing == "refuse"
    if table is None:
        codes = np.full(notes.refused.shape[0], MISSING, dtype=np.int64)
        notes.note(codes == MISSING, ABSENT, refuse=refuse_missing)
        return codes
    codes = table.codes(column.name, column.levels)
    notes.note(codes == MISSING, NO_CELL, refuse=refuse_missing)
    notes.note(codes == UNSEEN, NOT_AGREED, refuse=column.unseen == "refuse")
    return codes


def _encode_binary(
    column: BinaryColumn,
    table: Table | None,
    values: Float[Array, "rows features"],
    notes: _Notes,
) -> None:
    codes = _codes(column, table, notes)
    values[:, 0] = np.where(codes < 0, 0.5, codes)
    if column.missing == "indicator":
        values[:, 1] = codes == MISSING


def _encode_levels(
    column: CategoricalColumn,
    table: Table | None,
    values: Float[Array, "rows features"],
    notes: _Notes,
) -> None:
    codes = _codes(column, table, notes)
    agreed = np.flatnonzero(codes >= 0)
    values[agreed, codes[agreed]] = 1.0
    n_levels = len(column.levels)
    if column.unseen == "other":
        values[:, n_levels] = codes == UNSEEN
    if column.missing == "level":
        values[:, -1] = codes == MISSING


def _listing(refusals: Sequence[ColumnCount]) -> str:
    return list_some([f"{each.column!r} ({each.count} {each.what})" for each in refusals], most=20)
