"""Give one cell one text, however its file spelled it.

In:  the text of a cell, or of an agreed level.
Out: its canonical text, or the answer that it is one of the signs for "missing".
Anybody may run this.

The rule for missing: a cell is missing when it is empty or, in any mix of capitals, one of
``MISSING_TOKENS``. One exception: where the charter agrees on a level that is spelled exactly
like such a sign (``none``, ``-``), a cell spelled exactly like that level *is* that level.
A number or a day is never spelled like a sign, so there the exception does not exist.
"""

import re
import unicodedata
from collections.abc import Collection

MISSING_TOKENS = frozenset(
    {"", "?", "na", "n/a", "#n/a", "nan", "null", "none", ".", "-", "<na>", "nat"}
)
BLANKS = " \t\r\n\v\f\u00a0\u2007\u202f\ufeff"

_WHOLE = {
    ".": re.compile(r"(-?\d+)\.0+"),
    ",": re.compile(r"(-?\d+),0+"),
    # Exactly three zeros could be thousands: left alone until the decimal sign is known.
    None: re.compile(r"(-?\d+)(?:\.(?:0{1,2}|0{4,})|,0{1,2})"),
}
_MOMENT = re.compile(
    r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d*?)0*)?(Z|[+-]\d{2}:?\d{2})?"
)


def canonical_text(text: str, *, decimal: str | None = None) -> str:
    """Return the text by which a cell is compared with agreed levels.

    Blanks around it go, Unicode is composed (NFC), true and false are small letters, a whole
    number has no decimals, a moment at midnight is its day. Nothing else is touched: ``007``
    and ``250.10`` stay what they are, because such codes differ from 7 and 250.1.

    >>> [canonical_text(text) for text in (" TRUE ", "1.0", "-0.0", "2024-01-31 00:00:00", "007")]
    ['true', '1', '0', '2024-01-31', '007']
    """
    text = unicodedata.normalize("NFC", text.strip(BLANKS))
    if text.lower() in {"true", "false"}:
        return text.lower()
    if whole := _WHOLE[decimal].fullmatch(text):
        return "0" if whole[1] == "-0" else whole[1]
    if moment := _MOMENT.fullmatch(text):
        return _moment_text(*moment.groups(default=""))
    return "0" if text == "-0" else text


def _moment_text(day: str, clock: str, fraction: str, zone: str) -> str:
    clock = clock if len(clock) == len("00:00:00") else f"{clock}:00"
    if clock == "00:00:00" and not fraction:
        return day
    zone = "+00:00" if zone == "Z" else zone
    return f"{day}T{clock}{'.' + fraction if fraction else ''}{zone}"


def is_missing(text: str, *, levels: Collection[str] = ()) -> bool:
    """Answer whether a canonical text stands for "missing" (the rule above).

    >>> is_missing("?"), is_missing("None"), is_missing("none", levels=("none", "mild"))
    (True, True, False)
    """
    return text.lower() in MISSING_TOKENS and (text == "" or text not in levels)
