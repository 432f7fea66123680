r"""Write a table for LaTeX, in the rules of booktabs, numbers aligned at their decimals.

In:  the head and rows of a table as text, and which cells stand out.
Out: a ``table`` environment that needs the package booktabs. Anybody may run this; foreign names
     cannot become commands.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from concordant.report.spelling import spelled

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    # After the end of a row, LaTeX would take these for its arguments.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "`": r"\textasciigrave{}",
    "±": r"$\pm$",
    "²": r"$^2$",
    "−": r"$-$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
}
MARK = r"$^{\ast}$"
_NUMBER = re.compile(r"([+-]?)([\d,]*\.?\d+)(?: ± ([\d,]*\.?\d+))?")
At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LatexTable:
    """A table of text; columns in ``numeric`` hold numbers, also with ``± half``.

    ``bold`` and ``marked`` are cells by row and column, counted from 0: bold ones are set so,
    marked ones get a raised star, which ``notes`` should explain.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str
    label: str
    numeric: tuple[int, ...] = ()
    bold: frozenset[At] = frozenset()
    marked: frozenset[At] = frozenset()
    notes: tuple[str, ...] = ()


def render_latex(table: LatexTable) -> str:
    """Return the table; the document needs the package booktabs and nothing else."""
    lines = [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_sentence(table.caption)}}}",
        rf"\label{{{_reference(table.label)}}}",
        rf"\begin{{tabular}}{{{_columns(table)}}}",
        r"\toprule",
        _line([_head(table, place) for place in range(len(table.header))]),
        r"\midrule",
        *(_line(_row(table, place)) for place in range(len(table.rows))),
        r"\bottomrule",
        r"\end{tabular}",
        *(rf"\par\smallskip\footnotesize {_sentence(note)}" for note in table.notes),
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def escape_latex(text: str) -> str:
    r"""Return text in which nothing is a command.

    >>> escape_latex("50 % of a_b & {c}")
    '50 \\% of a\\_b \\& \\{c\\}'
    """
    return "".join(_SPECIAL.get(letter, letter) for letter in _one_line(text))


def _one_line(text: str) -> str:
    return " ".join(spelled(text).split())


def _sentence(text: str) -> str:
    """Return a sentence in which what stands between backticks is set as code."""
    parts = text.split("`")
    return "".join(
        rf"\texttt{{{_code(part)}}}" if place % 2 and place < len(parts) - 1 else _keep_ends(part)
        for place, part in enumerate(parts)
    )


def _code(text: str) -> str:
    # Two hyphens of an option would be joined to a dash.
    return escape_latex(text).replace("--", "-{}-")


def _keep_ends(text: str) -> str:
    inside = escape_latex(text)
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() and inside else ""
    return f"{before}{inside}{after}"


def _reference(label: str) -> str:
    return re.sub(r"[^A-Za-z0-9:.-]", "-", label)


def _columns(table: LatexTable) -> str:
    # A number takes two columns: what stands before ±, set to the right, and what stands after.
    return "".join(
        r"r@{}l" if place in table.numeric else "l" for place in range(len(table.header))
    )


def _head(table: LatexTable, place: int) -> str:
    text = escape_latex(table.header[place])
    return rf"\multicolumn{{2}}{{c}}{{{text}}}" if place in table.numeric else text


def _row(table: LatexTable, row: int) -> list[str]:
    cells = []
    for place, text in enumerate(table.rows[row]):
        at = (row, place)
        mark = MARK if at in table.marked else ""
        if place in table.numeric:
            cells.append(_number(text, bold=at in table.bold, mark=mark))
        else:
            cells.append(_dressed(escape_latex(text), at in table.bold) + mark)
    return cells


def _number(text: str, *, bold: bool, mark: str) -> str:
    """Return a number on its two columns; other text stands across both."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return rf"\multicolumn{{2}}{{c}}{{{_dressed(escape_latex(text), bold)}{mark}}}"
    sign, digits, half = match.groups()
    value = ("$-$" if sign == "-" else sign) + digits
    rest = rf"\,$\pm$\,{half}" if half else ""
    return f"{_dressed(value, bold)} & {rest}{mark}".rstrip()


def _dressed(text: str, bold: bool) -> str:  # noqa: FBT001  one cell's one property
    return rf"\textbf{{{text}}}" if bold and text else text


def _line(cells: Sequence[str]) -> str:
    return f"{' & '.join(cells)} \\\\"
