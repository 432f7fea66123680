"""Decide which sign starts the decimals of a text column, and read its numbers.

In:  the trimmed cells of one column; nothing is guessed from a single cell.
Out: numbers, or a refusal that names the column when the cells could mean two things.
Anybody may run this.
"""

from typing import Literal

import polars as pl

from concordant.errors.terms import DecimalUnclear

Decimal = Literal[".", ","]
Verdict = Literal[".", ",", "whole", "lone dot", "lone comma", "both"]

_GROUP = r"[ \x{a0}\x{2009}\x{202f}'’]"
_SIGN = r"^[+-−]?".replace("+-−", "+−-")
_POWER = r"(?:[eE][+-]?\d+)?$"


def _shows_decimal(sign: str, other: str) -> str:
    """Return the pattern of cells in which ``sign`` can only start the decimals."""
    return _SIGN + (
        rf"(?:\d+{sign}(?:\d{{0,2}}|\d{{4,}}){_POWER}"
        rf"|{sign}\d+{_POWER}"
        rf"|(?:0\d*|\d{{4,}}){sign}\d{{3}}{_POWER}"
        rf"|\d+{sign}\d{{3}}[eE][+-]?\d+$"
        rf"|\d{{1,3}}(?:{_GROUP}\d{{3}})+{sign}\d*$"
        rf"|\d{{1,3}}(?:{other}\d{{3}})+{sign}\d*$"
        rf"|\d{{1,3}}(?:{other}\d{{3}}){{2,}}$)"
    )


_SHOWS: dict[Decimal, str] = {".": _shows_decimal(r"\.", ","), ",": _shows_decimal(",", r"\.")}
_LONE = {"lone dot": _SIGN + r"[1-9]\d{0,2}\.\d{3}$", "lone comma": _SIGN + r"[1-9]\d{0,2},\d{3}$"}


def decimal_verdict(cells: pl.Series) -> Verdict:
    """Return what all cells of a text column together say about the decimal sign."""
    signed = cells.filter(cells.str.contains(r"\d[.,]|[.,]\d").fill_null(False))
    if signed.len() == 0:
        return "whole"
    dot, comma = (bool(signed.str.contains(_SHOWS[sign]).any()) for sign in (".", ","))
    if dot or comma:
        return "both" if dot and comma else "." if dot else ","
    lone_dot, lone_comma = (
        bool(signed.str.contains(_LONE[kind]).any()) for kind in ("lone dot", "lone comma")
    )
    if lone_dot and lone_comma:
        return "both"
    return "lone comma" if lone_comma else "lone dot" if lone_dot else "whole"


def unclear_decimals(column: str, verdict: Verdict, cells: pl.Series) -> DecimalUnclear:
    """Return the refusal for a column whose decimals are unclear."""
    reason = {
        "lone comma": "each has one comma with three digits after it",
        "lone dot": "each has one dot with three digits after it, and the file does not show "
        "that a dot starts the decimals",
    }.get(verdict, "some cells use a comma for decimals and some a dot")
    count = int(cells.str.contains(r"\d[.,]|[.,]\d").sum())
    return DecimalUnclear(column=column, reason=reason, count=count)


def parse_numbers(cells: pl.Series, decimal: Decimal) -> pl.Series:
    """Return the cells as float64, null where a cell is no finite number in this notation.

    Groups of three digits may be set apart (``1,234,567.5``, ``1 234``, ``1'234``). The
    nearest float64 is taken, so a number has the same bits whatever file it came from.
    """
    thousands = "," if decimal == "." else r"\."
    mark = r"\." if decimal == "." else ","
    grouped = _SIGN + rf"\d{{1,3}}(?:(?:{thousands}|{_GROUP})\d{{3}})+(?:{mark}\d*)?{_POWER}"
    plain = _SIGN + rf"(?:\d+(?:{mark}\d*)?|{mark}\d+){_POWER}"
    if decimal == ".":
        values = cells.cast(pl.Float64, strict=False)
        if values.null_count() == cells.null_count():
            return _finite(values)
    is_number = cells.str.contains(f"(?:{plain})|(?:{grouped})")
    tidy = cells.str.replace_all(rf"{thousands}|{_GROUP}", "").str.replace(",", ".", literal=True)
    tidy = tidy.str.replace("−", "-", literal=True)
    numbers = pl.select(pl.when(is_number).then(tidy.cast(pl.Float64, strict=False))).to_series()
    return _finite(numbers)


def _finite(values: pl.Series) -> pl.Series:
    return pl.select(pl.when(values.is_finite()).then(values)).to_series()
