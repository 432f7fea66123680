"""Set numbers and foreign names as text that a page, a picture and a terminal can show.

In:  numbers; names of columns, classes and sites, which come from other people's tables.
Out: short text. Anybody may run this.
"""

import math
import re

MINUS, NOTHING = "\N{MINUS SIGN}", "\N{EN DASH}"
_MINUS = re.compile(r"(?<![^\s(\[])-(?=\.?\d)")


def spelled(text: str) -> str:
    r"""Return text with everything unprintable spelled out: it may reorder or hide what follows.

    >>> spelled("a\x1b\u202eb")
    'a\\x1b\\u202eb'
    """
    # A zero-width joiner binds the parts of one emoji and the letters of some scripts.
    return "".join(
        c if c.isprintable() or c in "\n\u200c\u200d" else c.encode("unicode_escape").decode()
        for c in text
    )


def shortened(name: str, n_letters: int) -> str:
    """Return a name that fits a picture; the table of its numbers has the whole name.

    >>> shortened("a very long name of a hospital", 12)
    'a very long…'
    """
    name = " ".join(spelled(name).split())
    return name if len(name) <= n_letters else f"{name[: n_letters - 1].rstrip()}…"


def with_minus(text: str) -> str:
    """Return text of a page in which a number below 0 has a minus sign, not a hyphen.

    Terminals, CSV and LaTeX get the hyphen, with which numbers can be pasted and computed.

    >>> with_minus("-1.1 to -0.2 (-3 of 2020-01-01, 1e-07, x-1)")
    '−1.1 to −0.2 (−3 of 2020-01-01, 1e-07, x-1)'
    """
    return _MINUS.sub(MINUS, text)


def number_cell(text: str) -> str:
    """Return a cell of numbers as a page shows it; an en dash where there is none.

    >>> number_cell("-1.1"), number_cell("-") == NOTHING
    ('−1.1', True)
    """
    return NOTHING if text == "-" else with_minus(text)


def is_known(*values: float | None) -> bool:
    """Tell whether all of these could be measured."""
    return all(value is not None and math.isfinite(value) for value in values)


def say_plain(value: float | None, *, percent: bool = False) -> str:
    """Return a number with the digits that a reader can use.

    >>> [say_plain(each) for each in (0.91234, 57.213, 1234.5, 1e-7, 12.0, 0.0, None)]
    ['0.912', '57.2', '1,234', '1e-07', '12', '0', '-']
    >>> say_plain(0.0312, percent=True)
    '3.1 %'
    """
    if value is None or not math.isfinite(value):
        return "-"
    if percent:
        return f"{100 * value:.1f} %"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    if abs(value) < 0.001:
        return f"{value:.2g}"
    return f"{value:.3g}"
