"""Take a delimited text apart: CSV and its relatives.

In:  the text of a file, and the delimiter that a person named, if any.
Out: names and columns of texts, and the delimiter that was used; every row has all its cells.
     Anybody may run this.
"""

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice

import polars as pl

from concordant.errors.terms import (
    DelimiterUnclear,
    OptionUnknown,
    QuoteNotClosed,
    RowBroken,
    TableEmpty,
    TableTooLarge,
    TableUnreadable,
)

DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a bar"}
MOST_COLUMNS = 100_000
SAMPLE_ROWS = 200
CHUNK_ROWS = 20_000

_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "bar": "|", "pipe": "|"}
# Excel says so in a first line of its own when the delimiter is not the country's.
_HINT = re.compile(r'"?sep=([,;\t|])"?[ \t]*(?:\r\n|\n|\r)')
_NUMBER = re.compile(r"[+-]?[\d.,' ]*\d(?:[eE][+-]?\d+)?%?")

Columns = tuple[list[str], list[pl.Series], str]


def require_delimiter(name: str | None) -> str | None:
    """Return the delimiter that a person named, if any."""
    if name is None:
        return None
    delimiter = _NAMES.get(name.strip().lower(), name)
    if delimiter not in DELIMITERS:
        allowed = "',', ';', 'tab' or '|'"
        raise OptionUnknown(option="delimiter", given=name[:20], allowed=allowed)
    return delimiter


def read_delimited(text: str, file: str, delimiter: str | None) -> Columns:
    """Return names, columns and delimiter of a text with a header line."""
    hint = _HINT.match(text)
    if hint:
        text = text[hint.end() :]
        delimiter = delimiter or hint[1]
    text = _without_blank_ends(text)
    if not text.strip():
        raise TableEmpty(file=file)
    delimiter, is_alone = (delimiter, False) if delimiter else _find_delimiter(text, file)
    read = _read_quoted if '"' in text else _read_plain
    names, columns = read(text, file, delimiter)
    # With one column no delimiter was seen, so nothing follows from the one that was tried.
    return names, columns, "" if is_alone else delimiter


def _without_blank_ends(text: str) -> str:
    """Return the text without blank lines before the header and after the last row."""
    start = re.match(r"(?:[ \t]*(?:\r\n|\n|\r))*", text)
    text = text[start.end() :] if start else text
    end = len(text.rstrip())
    # Delimiters that are blanks themselves (tabs) belong to the last row.
    line_end = re.search(r"[\r\n]", text[end:])
    return text[: end + line_end.start()] if line_end else text


# ---------------------------------------------------------------- which delimiter


def _find_delimiter(text: str, file: str) -> tuple[str, bool]:
    """Return the delimiter that explains the first rows, and whether there is one column only."""
    samples: dict[str, list[list[str]]] = {}
    is_whole = {sign: _fill_sample(text, sign, samples) for sign in DELIMITERS}
    widths = {sign: len(rows[0]) for sign, rows in samples.items() if rows}
    wide = [sign for sign, width in widths.items() if width > 1]
    even = [
        sign
        for sign in wide
        if is_whole[sign] and all(len(row) == widths[sign] for row in samples[sign])
    ]
    if len(even) == 1:
        return even[0], False
    if even:
        return _cleanest(even, samples, file), False
    if wide:  # no row is explained: the full reading says which one is not
        return max(wide, key=lambda sign: (widths[sign], sign == ",")), False
    absent = [sign for sign in DELIMITERS if sign not in text]
    return (absent or [","])[0], True


def _fill_sample(text: str, delimiter: str, samples: dict[str, list[list[str]]]) -> bool:
    """Take the first rows apart; answer whether that ends well, or at a quote out of place."""
    rows = samples.setdefault(delimiter, [])
    try:
        rows.extend(islice(_records(text, delimiter), SAMPLE_ROWS + 1))
    except csv.Error:
        return False
    return True


def _cleanest(even: list[str], samples: dict[str, list[list[str]]], file: str) -> str:
    """Return the delimiter whose cells look whole: a cell with a rival inside looks cut wrongly.

    A number may hold a comma. Where no delimiter is much better, nobody but a person can tell.
    """
    shares = {}
    for sign in even:
        rivals = [other for other in even if other != sign]
        cells = [cell for row in samples[sign][1:] or samples[sign] for cell in row]
        odd = sum(1 for cell in cells if _holds(cell, rivals))
        shares[sign] = odd / len(cells)
    first, second = sorted(even, key=lambda sign: shares[sign])[:2]
    if shares[first] * 2 >= shares[second]:
        raise DelimiterUnclear(file=file, first=DELIMITERS[first], second=DELIMITERS[second])
    return first


def _holds(cell: str, rivals: list[str]) -> bool:
    return any(sign in cell for sign in rivals) and not _NUMBER.fullmatch(cell.strip())


# ---------------------------------------------------------------- rows


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )


def _read_plain(text: str, file: str, delimiter: str) -> tuple[list[str], list[pl.Series]]:
    """Read a text without quotes: every line end ends a row, every delimiter a cell."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    names = lines[0].split(delimiter)
    _require_width(names, file)
    rows = pl.Series(lines[1:], dtype=pl.String)
    n_cells = rows.str.count_matches(delimiter, literal=True) + 1
    broken = (n_cells != len(names)).arg_max() if rows.len() else None
    if broken is not None and n_cells[broken] != len(names):
        found = 0 if len(names) > 1 and not lines[broken + 1].strip() else n_cells[broken]
        raise _broken(file, broken + 1, found, len(names), delimiter)
    if len(names) == 1:
        return names, [rows]
    cells = rows.str.split_exact(delimiter, len(names) - 1).struct.unnest()
    return names, cells.get_columns()


def _read_quoted(text: str, file: str, delimiter: str) -> tuple[list[str], list[pl.Series]]:
    """Read a text with quoted cells, which may hold delimiters and line ends."""
    records = _records(text, delimiter)
    names: list[str] = []
    chunks: list[pl.DataFrame] = []
    rows: list[list[str]] = []
    n_rows = 0
    try:
        names = next(records)
        _require_width(names, file)
        for row in records:
            n_rows += 1
            if len(row) != len(names):
                if row or len(names) > 1:
                    raise _broken(file, n_rows, len(row), len(names), delimiter)
                row = [""]  # noqa: PLW2901 - a blank line of a single column is a missing cell
            rows.append(row)
            if len(rows) == CHUNK_ROWS:
                chunks.append(_frame(rows, len(names)))
                rows = []
    except csv.Error as error:
        if "field limit" in str(error):
            reason = (
                f"a cell near data row {n_rows + 1} is far too long, as if a quote were left open"
            )
            raise TableUnreadable(file=file, reason=reason) from None
        raise QuoteNotClosed(file=file, row=n_rows + 1) from None
    chunks.append(_frame(rows, len(names)))
    return names, pl.concat(chunks).get_columns()


def _frame(rows: list[list[str]], n_columns: int) -> pl.DataFrame:
    cells = zip(*rows, strict=True) if rows else [()] * n_columns
    return pl.DataFrame(
        [pl.Series(str(place), cell, dtype=pl.String) for place, cell in enumerate(cells)]
    )


def _require_width(names: list[str], file: str) -> None:
    if len(names) > MOST_COLUMNS:
        size = f"{len(names)} columns"
        raise TableTooLarge(file=file, found_size=size, allowed=f"{MOST_COLUMNS} columns")


def _broken(file: str, row: int, n_cells: int, n_columns: int, delimiter: str) -> RowBroken:
    return RowBroken(
        file=file,
        row=row,
        n_cells=n_cells,
        n_columns=n_columns,
        delimiter=DELIMITERS[delimiter],
    )
