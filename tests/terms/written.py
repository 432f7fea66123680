"""One table, written as every kind of file that a steward may have."""

import csv
import gzip
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from concordant.terms.charter import Charter
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    DateColumn,
    IgnoredColumn,
    NumericColumn,
)
from tests.studies import make_charter

WARDS = ("Chirurgie; Süd", "Innere, Nord", "café")

CHARTER: Charter = make_charter(
    columns=(
        NumericColumn("Größe, cm", centre=170.0, scale=9.7, missing="indicator"),
        NumericColumn("weight", low=30.0, high=180.0, out_of_range="keep"),
        NumericColumn("visits", centre=3.0, scale=1.1),
        CategoricalColumn("ward", WARDS, missing="level", unseen="other"),
        BinaryColumn("smoker", ("0", "1"), missing="indicator"),
        DateColumn("seen", low="2019-05-01", high="2024-12-31", missing="indicator"),
        IgnoredColumn("note", reason="free text"),
    )
)

ROWS: Mapping[str, list[Any]] = {
    "Größe, cm": [170.25, None, 181.5, 159.375, 12345.678, 0.1, 168.0, 199.99],
    "weight": [70.0, 81.25, None, 1e-3, 64.123, 181.5, 30.0, 99.9],
    "visits": [1, 2, None, 4, 1_000_000, 0, -3, 2],
    "ward": [*WARDS, None, "attic", "Innere, Nord", "café", "Chirurgie; Süd"],
    "smoker": [True, False, None, True, False, False, True, True],
    "seen": ["2020-01-31", None, "2019-05-01", "2024-12-31", "2024-02-29", *["2021-06-15"] * 3],
    "note": ['she said "no"', "two\nlines", None, "x", "y;z", "a,b", "tab\there", "bar|bar"],
}


def as_frame(columns: Mapping[str, list[Any]]) -> pl.DataFrame:
    """Return the columns as polars would store them."""
    frame = pl.DataFrame(dict(columns))
    return frame.with_columns(pl.col("seen").str.to_date()) if "seen" in columns else frame


def as_csv(
    columns: Mapping[str, list[Any]],
    *,
    delimiter: str = ",",
    decimal: str = ".",
    missing: str = "",
    quoting: int = csv.QUOTE_MINIMAL,
    line_end: str = "\n",
) -> str:
    """Return the columns as delimited text."""

    def spell(cell: object) -> str:
        text = missing if cell is None else str(cell)
        return text.replace(".", decimal) if isinstance(cell, float) else text

    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=line_end)
    writer.writerow(columns)
    writer.writerows([spell(cell) for cell in row] for row in zip(*columns.values(), strict=True))
    return out.getvalue()


def _text(encoding: str = "utf-8", **choices: Any) -> Callable[[Mapping[str, list[Any]]], bytes]:
    return lambda columns: as_csv(columns, **choices).encode(encoding)


def _binary(method: str) -> Callable[[Mapping[str, list[Any]]], bytes]:
    def write(columns: Mapping[str, list[Any]]) -> bytes:
        out = io.BytesIO()
        getattr(as_frame(columns), method)(out)
        return out.getvalue()

    return write


def _pandas(method: str) -> Callable[[Mapping[str, list[Any]]], bytes]:
    def write(columns: Mapping[str, list[Any]]) -> bytes:
        import pandas as pd

        frame = pd.DataFrame(dict(columns))
        frame["visits"] = frame["visits"].astype("Int64")
        # An index that is no plain count is stored as a column of its own.
        frame.index = pd.Index([f"row{place}" for place in range(len(frame))])
        out = io.BytesIO()
        getattr(frame if method == "to_parquet" else frame.reset_index(drop=True), method)(out)
        return out.getvalue()

    return write


def _packed(write: Callable[[Mapping[str, list[Any]]], bytes]) -> Callable[..., bytes]:
    return lambda columns: gzip.compress(write(columns))


KINDS: Mapping[str, Callable[[Mapping[str, list[Any]]], bytes]] = {
    "comma": _text(),
    "comma, dos": _text(line_end="\r\n"),
    "comma, old mac": _text(line_end="\r", quoting=csv.QUOTE_ALL),
    "comma, all quoted": _text(quoting=csv.QUOTE_ALL),
    "comma, NA": _text(missing="NA"),
    "comma, question mark": _text(missing=" ? "),
    "tab": _text(delimiter="\t"),
    "bar": _text(delimiter="|"),
    "semicolon": _text(delimiter=";"),
    "semicolon, decimal comma": _text(delimiter=";", decimal=","),
    "comma, decimal comma": _text(decimal=","),
    "tab, decimal comma": _text(delimiter="\t", decimal=","),
    "byte-order mark": _text("utf-8-sig"),
    "utf-16": _text("utf-16"),
    "utf-16, semicolon": _text("utf-16", delimiter=";", decimal=",", line_end="\r\n"),
    "windows-1252": _text("cp1252"),
    "windows-1252, semicolon": _text("cp1252", delimiter=";", decimal=","),
    "gzip": _packed(_text()),
    "parquet": _binary("write_parquet"),
    "parquet, gzip": _packed(_binary("write_parquet")),
    "arrow": _binary("write_ipc"),
    "arrow stream": _binary("write_ipc_stream"),
    "pandas parquet": _pandas("to_parquet"),
    "pandas feather": _pandas("to_feather"),
}


def write(kind: str, columns: Mapping[str, list[Any]], folder: Path) -> Path:
    """Write the columns as a file of that kind, under a name that tells nothing."""
    path = folder / "table.dat"
    path.write_bytes(KINDS[kind](columns))
    return path
