"""Hold one table whose cells read the same whatever file they came from.

In:  a file (CSV and its relatives, Parquet, Arrow) or a data frame.
Out: a Table: canonical texts, numbers and days by column; nothing here prints a cell.
Anybody may run this.
"""

import difflib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import polars as pl
from jaxtyping import Bool, Float, Int64, Integer

from concordant.errors.terms import ColumnNotThere
from concordant.linalg.arrays import Array
from concordant.terms.cell_text import canonical_text
from concordant.terms.table_cells import canonical_cells, trimmed_cells, without_missing
from concordant.terms.table_decimal import (
    Decimal,
    Verdict,
    decimal_verdict,
    parse_numbers,
    unclear_decimals,
)

KindHint = Literal["number", "text", "bool", "date"]

MISSING, UNSEEN = -1, -2
"""The two codes of ``Table.codes`` that are no index of a level."""

_DAY = (
    r"^\d{4}-\d{2}-\d{2}(?:[T ][0-2]\d:[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?"
    r" ?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$"
)
_DAY_OF_EIGHT_DIGITS = r"^[12]\d{7}$"


class Table:
    """A table of a site, or one that everybody may see.

    Columns are asked for by name. ``decimal`` is the decimal sign that a person named, if any;
    ``lone_dot`` says whether a dot with three digits after it is taken for a decimal point
    when nothing in the file tells.
    """

    def __init__(
        self, frame: pl.DataFrame, *, decimal: Decimal | None = None, lone_dot: bool = True
    ) -> None:
        self._frame = frame
        # Asked for once a column: to make them anew would take minutes for thousands of columns.
        self._columns = tuple(frame.columns)
        self._names = frozenset(frame.columns)
        self._decimal = decimal
        self._lone_dot = lone_dot
        self._verdicts: dict[str, Verdict] = {}

    def __repr__(self) -> str:
        return f"Table({self.n_rows} rows, {len(self.columns)} columns)"

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names, trimmed, in the order of the file."""
        return self._columns

    @property
    def n_rows(self) -> int:
        """How many rows of data there are."""
        return self._frame.height

    def texts(self, name: str, *, keep: Collection[str] = ()) -> list[str | None]:
        """Return the canonical text of each cell, None where it is missing.

        ``keep`` lists agreed levels that are spelled like a sign for "missing" and still count.
        """
        kept = [canonical_text(text, decimal=".") for text in keep]
        return without_missing(self._canonical(name), kept).to_list()

    def spellings(self, name: str) -> list[str | None]:
        """Return each cell as it is stored, trimmed, to copy beside a result; None where empty."""
        return trimmed_cells(self._column(name)).to_list()

    def codes(self, name: str, levels: Sequence[str]) -> Int64[Array, " rows"]:
        """Return the index of each cell among ``levels``, else ``MISSING`` or ``UNSEEN``.

        A column of true and false meets the levels ``0`` and ``1``, and the other way round.
        """
        agreed = [canonical_text(level, decimal=".") for level in levels]
        cells = without_missing(self._canonical(name), agreed)
        known = {level: index for index, level in enumerate(agreed)}
        for spelling, level in _other_spellings(known).items():
            known[spelling] = known[level]
        codes = cells.replace_strict(
            pl.Series(list(known), dtype=pl.String),
            pl.Series(list(known.values()), dtype=pl.Int64),
            default=UNSEEN,
            return_dtype=pl.Int64,
        )
        coded = pl.select(pl.when(cells.is_null()).then(MISSING).otherwise(codes)).to_series()
        return coded.cast(pl.Int64).to_numpy().copy()

    def numbers(self, name: str) -> tuple[Float[Array, " rows"], Bool[Array, " rows"]]:
        """Return the column as numbers, and where a cell is present but no finite number.

        NaN stands where a cell is missing or no number. True and false are 1 and 0.
        """
        column = self._column(name)
        dtype = column.dtype
        if dtype.is_integer() or dtype in {pl.Float64, pl.Boolean}:
            present = column.is_not_null()
            values = column.cast(pl.Float64)
            present &= ~values.is_nan().fill_null(False)
            values = pl.select(pl.when(values.is_finite()).then(values)).to_series()
        else:
            cells = without_missing(self._canonical(name))
            present = cells.is_not_null()
            plain = cells.replace(["true", "false"], ["1", "0"])
            values = parse_numbers(plain, self._decimal_of(name))
        return _with_nan(values), (present & values.is_null()).to_numpy().copy()

    def days(self, name: str) -> tuple[Float[Array, " rows"], Bool[Array, " rows"]]:
        """Return the column as days since 1970-01-01, and where a cell is present but no day.

        A moment counts as the day that is written, whatever its clock and its zone.
        """
        column = self._column(name)
        if column.dtype == pl.Date or isinstance(column.dtype, pl.Datetime):
            days = column.cast(pl.Date) if column.dtype == pl.Date else column.dt.date()
            present = column.is_not_null()
        else:
            cells = without_missing(self._canonical(name))
            present = cells.is_not_null()
            days = _parse_days(cells)
        counted = days.cast(pl.Int32).cast(pl.Float64)
        return _with_nan(counted), (present & days.is_null()).to_numpy().copy()

    def kind_hint(self, name: str) -> KindHint:
        """Return what the column is as stored; a text column by what all its cells look like."""
        dtype = self._column(name).dtype
        if dtype == pl.Boolean:
            return "bool"
        if dtype == pl.Date or isinstance(dtype, pl.Datetime):
            return "date"
        if dtype.is_numeric():
            return "number"
        cells = without_missing(self._canonical(name)).drop_nulls()
        if cells.len() == 0:
            return "text"
        if bool(cells.is_in(["true", "false"]).all()):
            return "bool"
        if _all_days(cells):
            return "date"
        return "number" if _is_numeric(cells) else "text"

    def take(self, rows: Bool[Array, " rows"] | Integer[Array, " chosen"]) -> "Table":
        """Return the table of some rows, by a mask or by indices; it reads its cells as before."""
        chosen = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
        taken = Table(self._frame[chosen.tolist()], decimal=self._decimal, lone_dot=self._lone_dot)
        # The whole table decided what a dot means; a part of it must not decide otherwise.
        taken._verdicts = {name: self._verdict(name) for name in self._text_columns()}
        return taken

    # ------------------------------------------------------------ inside

    def _column(self, name: str) -> pl.Series:
        if name not in self._names:
            near = difflib.get_close_matches(name, self.columns, n=1)
            raise ColumnNotThere(column=name, nearest=near[0] if near else "none")
        return self._frame.get_column(name)

    def _text_columns(self) -> list[str]:
        schema = self._frame.schema
        return [name for name, dtype in schema.items() if dtype == pl.String]

    def _canonical(self, name: str) -> pl.Series:
        column = self._column(name)
        cells = trimmed_cells(column)
        decimal = None
        if column.dtype == pl.String and bool(cells.str.contains(r"^-?\d+[.,]000$").any()):
            verdict = self._verdict(name)
            decimal = self._decimal or (verdict if verdict in {".", ","} else None)
        return canonical_cells(cells, decimal)

    def _verdict(self, name: str) -> Verdict:
        if name not in self._verdicts:
            self._verdicts[name] = decimal_verdict(trimmed_cells(self._column(name)))
        return self._verdicts[name]

    def _decimal_of(self, name: str) -> Decimal:
        """Return the decimal sign of a column, or refuse it where that is not certain."""
        if self._decimal is not None:
            return self._decimal
        if self._column(name).dtype != pl.String:
            return "."
        verdict = self._verdict(name)
        if verdict == "." or verdict == ",":  # noqa: PLR1714  (a set would not narrow the type)
            return verdict
        if verdict == "whole" or (verdict == "lone dot" and self._dot_is_usual()):
            return "."
        raise unclear_decimals(name, verdict, trimmed_cells(self._column(name)))

    def _dot_is_usual(self) -> bool:
        """Answer whether the file's other columns let a lone dot be a decimal point."""
        shown = {
            verdict
            for name in self._text_columns()
            if (verdict := self._verdict(name)) in {".", ","}
            and _is_numeric(without_missing(trimmed_cells(self._column(name))).drop_nulls())
        }
        return "," not in shown and (self._lone_dot or "." in shown)


def read_table(
    path: Path | str,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
) -> Table:
    """Read a CSV, TSV, Parquet, Arrow or Feather file, by its content, not by its name.

    Delimiter (``,``, ``;``, tab, ``|``), encoding (UTF-8, UTF-16, Windows-1252) and decimal sign
    are recognised; the three options overrule that. Each may be compressed with gzip.
    """
    from concordant.terms.table_file import read_frame

    return read_frame(Path(path), delimiter=delimiter, encoding=encoding, decimal=decimal)


def table_from_frame(frame: object, *, decimal: str | None = None) -> Table:
    """Return the Table of a pandas or polars data frame, or of a dict of equally long columns."""
    from concordant.terms.table_frame import from_frame

    return from_frame(frame, decimal=decimal)


def _other_spellings(known: Collection[str]) -> dict[str, str]:
    """Return spellings of truth values that are not agreed, with the agreed level of each."""
    pairs = {"true": "1", "false": "0"}
    if {"0", "1"} <= set(known) and not {"true", "false"} & set(known):
        return pairs
    if {"true", "false"} <= set(known) and not {"0", "1"} & set(known):
        return {digit: word for word, digit in pairs.items()}
    return {}


def _parse_days(cells: pl.Series) -> pl.Series:
    dashed = cells.str.slice(0, 10).str.to_date("%Y-%m-%d", strict=False)
    solid = cells.str.to_date("%Y%m%d", strict=False)
    is_dashed, is_solid = (cells.str.contains(rule) for rule in (_DAY, _DAY_OF_EIGHT_DIGITS))
    chosen = pl.when(is_dashed).then(dashed).when(is_solid).then(solid)
    return pl.select(chosen).to_series()


def _all_days(cells: pl.Series) -> bool:
    return bool(cells.str.contains(_DAY).all()) and _parse_days(cells).null_count() == 0


def _is_numeric(cells: pl.Series) -> bool:
    """Answer whether every cell is a number in one of the two notations."""
    plain = cells.replace(["true", "false"], ["1", "0"])
    return cells.len() > 0 and any(
        parse_numbers(plain, decimal).null_count() == 0 for decimal in (".", ",")
    )


def _with_nan(values: pl.Series) -> Float[Array, " rows"]:
    return values.fill_null(np.nan).to_numpy().astype(np.float64)
