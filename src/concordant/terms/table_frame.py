"""Take a data frame of the caller's own as a Table.

In:  a pandas or polars data frame, or a dict of equally long columns. pandas is never imported.
Out: a Table. Anybody may run this.
"""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, cast

import numpy as np
import polars as pl

from concordant.errors.terms import ColumnsUneven, NotATable
from concordant.terms.table import Table
from concordant.terms.table_file import require_columns, require_decimal


def from_frame(frame: object, *, decimal: str | None = None) -> Table:
    """Return the Table of a data frame; its row index, if it has one, is not a column."""
    sign = require_decimal(decimal)
    source = "The data frame"
    if isinstance(frame, pl.LazyFrame):
        frame = frame.collect()
    if isinstance(frame, pl.DataFrame):
        return Table(require_columns(frame.get_columns(), frame.columns, source), decimal=sign)
    if isinstance(frame, Mapping):
        names = [str(name) for name in frame]
        columns = [_series(values) for values in frame.values()]
    elif type(frame).__module__.split(".")[0] == "pandas" and hasattr(frame, "iloc"):
        table = cast("Any", frame)
        if getattr(table, "ndim", 1) != 2:
            raise NotATable(given=type(frame).__name__)
        names = [str(name) for name in table.columns]
        columns = [_pandas_series(table.iloc[:, index]) for index in range(len(names))]
    else:
        raise NotATable(given=type(frame).__name__)
    for name, column in zip(names, columns, strict=True):
        if column.len() != columns[0].len():
            raise ColumnsUneven(column=name, n_cells=column.len(), n_rows=columns[0].len())
    return Table(require_columns(columns, names, source), decimal=sign)


def _pandas_series(column: Any) -> pl.Series:
    """Return a pandas column; only plain NumPy storage is taken over without looking at cells."""
    kind = getattr(column.dtype, "kind", "O")
    if isinstance(column.dtype, np.dtype) and kind in "biuf":
        return pl.Series(column.to_numpy())
    if isinstance(column.dtype, np.dtype) and kind == "M":
        return pl.Series(column.to_numpy().astype("datetime64[us]"))
    return _series(column.astype(object).to_numpy())


def _series(values: object) -> pl.Series:
    """Return any column of cells; cells of several types become their texts."""
    if isinstance(values, pl.Series):
        return values
    if type(values).__module__.split(".")[0] == "pandas":
        return _pandas_series(values)
    if isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind in "biuf":
        return pl.Series(values)
    if isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind == "M":
        return pl.Series(values.astype("datetime64[us]"))
    if not isinstance(values, Iterable) or isinstance(values, str | bytes):
        raise NotATable(given=f"dict with a value of type {type(values).__name__}")
    cells = [_plain(cell) for cell in values]
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {str, bool, int, float, date} and len(kinds) == 1 and kinds != {int}:
        return pl.Series(cells, dtype=_STORED[next(iter(kinds))])
    if kinds <= {str, bool, int, float, date, datetime}:
        return pl.Series([_text(cell) for cell in cells], dtype=pl.String)
    return pl.Series([[0]] * len(cells))  # refused by its type, with the column's name


_STORED: dict[type, Any] = {
    str: pl.String,
    bool: pl.Boolean,
    float: pl.Float64,
    date: pl.Date,
}


def _plain(cell: Any) -> Any:
    if isinstance(cell, np.generic):
        cell = cell.item()
    if cell is None or type(cell).__name__ in {"NAType", "NaTType"}:
        return None
    if isinstance(cell, datetime):
        return cell.isoformat(sep="T")
    if isinstance(cell, float) and np.isnan(cell):
        return None
    if type(cell).__name__ == "Decimal":
        return str(cell)
    return cell


def _text(cell: object) -> str | None:
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2.0**63:
        return str(int(cell))
    return str(cell)
