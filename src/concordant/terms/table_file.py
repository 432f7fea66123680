"""Read a table file by what is in it, not by its name.

In:  a path: delimited text, Parquet or Arrow (Feather), each perhaps in gzip; from anybody.
Out: a Table, or a refusal that names places and counts, never a cell. Anybody may run this.
"""

import gzip
import io
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast, get_args

import polars as pl

from concordant.errors.files import FileTooLarge
from concordant.errors.terms import (
    ColumnTypeRefused,
    DuplicateColumns,
    OptionUnknown,
    TableEmpty,
    TableTooLarge,
    TableUnreadable,
)
from concordant.files.reading import read_bounded
from concordant.terms.cell_text import BLANKS
from concordant.terms.listing import list_some
from concordant.terms.table import Table
from concordant.terms.table_cells import is_single_valued
from concordant.terms.table_decimal import Decimal
from concordant.terms.table_delimited import read_delimited, require_delimiter
from concordant.terms.table_encoding import decode_text, require_encoding

MAX_BYTES = 2 * 1024**3
MAX_CELLS = 10**9

_GZIP = b"\x1f\x8b"
_STREAM = b"\xff\xff\xff\xff"
# A stream cut between two batches reads as a shorter table: its end must be there to be believed.
_STREAM_END = b"\xff\xff\xff\xff\x00\x00\x00\x00"
_OTHERS = (
    (b"PK\x03\x04", "it is a spreadsheet (xlsx) or a zip archive"),
    (b"\xd0\xcf\x11\xe0", "it is a spreadsheet (xls)"),
    (b"PARE", "it is an encrypted Parquet file"),
    (b"FEA1", "it is Feather version 1, of which only version 2 is read"),
    (b"SQLite format 3", "it is a database"),
    (b"\x89HDF", "it is an HDF5 file"),
    (b"%PDF", "it is a PDF"),
    (b"BZh", "it is compressed with bzip2, of which only gzip is read"),
    (b"\xfd7zXZ", "it is compressed with xz, of which only gzip is read"),
    (b"\x28\xb5\x2f\xfd", "it is compressed with zstd, of which only gzip is read"),
    (_GZIP, "it is compressed twice"),
)
_ROW_INDEX = re.compile(r"__index_level_\d+__")
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")


def read_frame(
    path: Path, *, delimiter: str | None, encoding: str | None, decimal: str | None
) -> Table:
    """Return the Table in a file; the three options overrule what is recognised."""
    return decode_frame(
        _bytes_of(path), path.name, delimiter=delimiter, encoding=encoding, decimal=decimal
    )


def decode_frame(
    content: bytes,
    file: str,
    *,
    delimiter: str | None = None,
    encoding: str | None = None,
    decimal: str | None = None,
) -> Table:
    """Return the Table in the bytes of a file, which errors call ``file``."""
    separator = require_delimiter(delimiter)
    codec = require_encoding(encoding)
    sign = require_decimal(decimal)
    raw = _unpacked(content, file)
    if binary := _reader_of(raw):
        return Table(_read_binary(raw, file, binary), decimal=sign)
    text = decode_text(raw, file, codec)
    names, columns, used = read_delimited(text, file, separator)
    # Only a comma between the cells shows that a comma does not start the decimals.
    return Table(require_columns(columns, names, file), decimal=sign, lone_dot=used == ",")


def require_columns(
    columns: Sequence[pl.Series], names: Sequence[str], source: str
) -> pl.DataFrame:
    """Return the columns as a frame with trimmed names, one value a cell and a row at least."""
    if not columns or columns[0].len() == 0:
        raise TableEmpty(file=source)
    tidy = [_tidy_name(name, place) for place, name in enumerate(names, start=1)]
    twice = [name for name, count in Counter(tidy).items() if count > 1]
    if twice:
        raise DuplicateColumns(file=source, names=_listed(twice, tidy))
    frame = {}
    for name, column in zip(tidy, columns, strict=True):
        if not is_single_valued(column.dtype):
            stored = column.dtype.base_type().__name__.lower()
            raise ColumnTypeRefused(file=source, column=name, stored=f"values of type {stored}")
        is_text = isinstance(column.dtype, pl.Categorical | pl.Enum | pl.Null)
        frame[name] = column.cast(pl.String) if is_text else column
    return pl.DataFrame(frame)


def require_decimal(sign: str | None) -> Decimal | None:
    """Return the decimal sign that a person named, if any."""
    if sign is None:
        return None
    if sign in get_args(Decimal):
        return cast("Decimal", sign)
    raise OptionUnknown(option="decimal", given=sign[:20], allowed="'.' or ','")


def _tidy_name(name: str, place: int) -> str:
    """Return a name as charters spell it; a column without one is named by its place."""
    return unicodedata.normalize("NFC", name.strip(BLANKS)) or f"column {place}"


def _listed(twice: Sequence[str], names: Sequence[str]) -> str:
    """Return the names, or only their places where they could be cells of a lost header."""
    if any(_NUMBER.fullmatch(name) for name in names):
        places = [str(place) for place, name in enumerate(names, start=1) if name in twice]
        return f"those of columns {list_some(places, most=20)} (is the first line a header?)"
    return list_some([repr(name[:80]) for name in twice], most=20)


# ---------------------------------------------------------------- bytes


def _bytes_of(path: Path) -> bytes:
    try:
        return read_bounded(path, MAX_BYTES, "table")
    except FileTooLarge:
        raise _too_large(path.name, f"more than {MAX_BYTES} bytes") from None


def _too_large(file: str, size: str) -> TableTooLarge:
    allowed = f"{MAX_BYTES} bytes and {MAX_CELLS} cells"
    return TableTooLarge(file=file, found_size=size, allowed=allowed)


def _unpacked(raw: bytes, file: str) -> bytes:
    """Return what is inside gzip; a small file that swells without end is stopped in time."""
    if raw.startswith(_GZIP):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(raw)) as packed:
                raw = packed.read(MAX_BYTES + 1)
        except (OSError, EOFError, zlib.error):
            raise TableUnreadable(file=file, reason="its gzip compression is damaged") from None
        if len(raw) > MAX_BYTES:
            raise _too_large(file, f"more than {MAX_BYTES} bytes once unpacked")
    for mark, reason in _OTHERS:
        if raw.startswith(mark):
            raise TableUnreadable(file=file, reason=reason)
    if raw.startswith(_STREAM) and not raw.endswith(_STREAM_END):
        raise TableUnreadable(file=file, reason="it is cut short: the mark of its end is missing")
    return raw


# ---------------------------------------------------------------- Parquet and Arrow

_Opener = Callable[[bytes], pl.LazyFrame]


def _reader_of(raw: bytes) -> _Opener | None:
    if raw.startswith(b"PAR1"):
        return lambda data: pl.scan_parquet(io.BytesIO(data))
    if raw.startswith(b"ARROW1"):
        return lambda data: pl.scan_ipc(io.BytesIO(data))
    if raw.startswith(_STREAM):
        return lambda data: pl.read_ipc_stream(io.BytesIO(data)).lazy()
    return None


def _read_binary(raw: bytes, file: str, opener: _Opener) -> pl.DataFrame:
    try:
        lazy = opener(raw)
        schema = lazy.collect_schema()
        n_rows = int(lazy.select(pl.len()).collect().item())
        if n_rows * len(schema) > MAX_CELLS:
            raise _too_large(file, f"{n_rows} rows of {len(schema)} columns")
        frame = lazy.collect()
    except TableTooLarge:
        raise
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError):
        # What polars says may quote a cell.
        raise TableUnreadable(
            file=file, reason="it is damaged, or holds what is no table"
        ) from None
    # pandas stores its row index as a column; it belongs to the frame, not to the table.
    kept = [column for column in frame.get_columns() if not _ROW_INDEX.fullmatch(column.name)]
    return require_columns(kept, [column.name for column in kept], file)
