"""Turn a stored column of any type into trimmed, canonical texts.

In:  one polars column as a file or a frame stored it.
Out: texts (null where missing), the same whatever the storage was. Anybody may run this.
"""

from collections.abc import Collection, Sequence
from typing import Any

import polars as pl

from concordant.terms.cell_text import BLANKS, MISSING_TOKENS, canonical_text

# Cells that ``canonical_text`` may change; all others are canonical once trimmed.
_CANDIDATE = r"^(?i:true|false)$|^-?\d+[.,]0+$|^-0$|^\d{4}-\d{2}-\d{2}[T ]|[^\x00-\x7f]"
_LONGEST_INTEGER = 2.0**63


def is_single_valued(dtype: Any) -> bool:
    """Answer whether each cell of such a column holds one value (no list, structure, bytes)."""
    # A polars DataType; naming the class here is more than beartype can read.
    # The types with parameters are no members of a set: their instances hash differently.
    return dtype in {pl.String, pl.Boolean, pl.Null, pl.Date, pl.Time} or (
        dtype.is_numeric() or isinstance(dtype, pl.Datetime | pl.Categorical | pl.Enum)
    )


def trimmed_cells(column: pl.Series) -> pl.Series:
    """Return the cells as texts without blanks around them; null where nothing is stored."""
    dtype = column.dtype
    if dtype == pl.String:
        return column.str.strip_chars(BLANKS)
    if dtype.is_float():
        return _float_texts(column)
    if isinstance(dtype, pl.Datetime):
        return column.dt.to_string("iso:strict" if dtype.time_zone else "iso")
    return column.cast(pl.String)


def canonical_cells(cells: pl.Series, decimal: str | None) -> pl.Series:
    """Return trimmed cells in the spelling that is compared with agreed levels."""
    odd = cells.filter(cells.str.contains(_CANDIDATE).fill_null(False)).unique()
    return map_cells(cells, odd, [canonical_text(cell, decimal=decimal) for cell in odd])


def without_missing(cells: pl.Series, keep: Collection[str] = ()) -> pl.Series:
    """Return the cells with null for each sign for "missing" that is not in ``keep``."""
    is_sign = cells.str.to_lowercase().is_in(sorted(MISSING_TOKENS)).fill_null(True)
    kept = cells.is_in(sorted(text for text in keep if text)).fill_null(False)
    return pl.select(pl.when(~is_sign | kept).then(cells)).to_series()


def map_cells(cells: pl.Series, old: pl.Series, new: Sequence[str]) -> pl.Series:
    """Return the cells with each of the distinct texts ``old`` replaced by its new one."""
    if old.len() == 0:
        return cells
    return cells.replace(old, pl.Series(new, dtype=pl.String))


def _float_texts(column: pl.Series) -> pl.Series:
    """Return whole numbers without decimals and the others in their shortest spelling."""
    if column.dtype == pl.Float64:
        values = column.fill_nan(None)
    else:
        # A float32 means the shortest number that names it: 0.1, not 0.10000000149.
        values = column.cast(pl.String).cast(pl.Float64).fill_nan(None)
    distinct = values.drop_nulls().unique()
    return values.replace_strict(
        distinct,
        pl.Series([_float_text(value) for value in distinct], dtype=pl.String),
        default=None,
        return_dtype=pl.String,
    )


def _float_text(value: float) -> str:
    whole = value.is_integer() and abs(value) < _LONGEST_INTEGER
    return str(int(value)) if whole else repr(value)
