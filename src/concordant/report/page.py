"""One plain, readable page from sentences, tables and charts that somebody else computed.

In:  a Page: title, sentences, warnings, tables of text, charts, in chapters.
Out: a single HTML file without scripts, fonts or pictures from elsewhere.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template

from concordant.report.chart import Chart, DotChart
from concordant.report.chart_words import numbers_of
from concordant.report.draw import render_svg
from concordant.report.palette import DARK, LIGHT, css_variables
from concordant.report.spelling import number_cell, spelled, with_minus


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table of text.

    Columns named in ``numeric`` are set to the right; those in ``unbroken`` stay on one line.
    Without a header, the first cell of each row names what the others hold. ``below`` are
    sentences about the table; what stands between backticks in a sentence is set as code.
    With ``folded``, a reader opens the long table by these words; on paper it is open.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    numeric: tuple[int, ...] = ()
    unbroken: tuple[int, ...] = ()
    strong_row: int | None = None
    below: tuple[str, ...] = ()
    folded: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading: what follows it, up to the next one, belongs together."""

    title: str
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyFact:
    """One number that stands out at the top of a page, with the words that explain it."""

    value: str
    words: str


Part = Chapter | PageTable | Chart


@dataclass(frozen=True, slots=True)
class Page:
    """What a page says, from top to bottom.

    ``facts`` stand out below the lead, then ``warnings`` in a frame, then the parts. Parts
    without a chapter before them are chapters of their own.
    """

    title: str
    lead: tuple[str, ...]
    parts: tuple[Part, ...]
    warnings: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    footer: str = ""
    facts: tuple[KeyFact, ...] = ()


class Chaptered(NamedTuple):
    """One chapter with its parts; a part that stands alone has no heading besides the chapter's."""

    title: str
    sentences: tuple[str, ...]
    parts: tuple[PageTable | Chart, ...]
    stands_alone: bool


def chapters(page: Page) -> tuple[Chaptered, ...]:
    """Return the parts of a page in their chapters, in order."""
    found: list[Chaptered] = []
    is_open = False
    for part in page.parts:
        if isinstance(part, Chapter):
            found.append(Chaptered(part.title, part.sentences, (), stands_alone=False))
            is_open = True
        elif is_open:
            found[-1] = found[-1]._replace(parts=(*found[-1].parts, part))
        else:
            found.append(Chaptered(part.title, (), (part,), stands_alone=True))
    return tuple(found)


def anchors(page: Page) -> dict[str, str]:
    """Return for the title of each chapter and part the name to link to; the first of its name."""
    found: dict[str, str] = {}
    for place, chapter in enumerate(chapters(page), start=1):
        found.setdefault(chapter.title, f"part-{place}")
        for number, part in enumerate(chapter.parts, start=1):
            found.setdefault(part.title, f"part-{place}-{number}")
    return found


def render_page(page: Page) -> str:
    """Return the page as HTML."""
    style = _template("page.css").render(light=css_variables(LIGHT), dark=css_variables(DARK))
    return _template("page.html").render(
        page=page,
        chapters=chapters(page),
        anchors=anchors(page),
        style=style,
    )


@cache
def _template(name: str) -> Template:
    # Autoescaping is on for every value: names of columns and classes come from tables.
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_spell_out,
    )
    environment.globals |= {
        "picture": _picture,
        "numbers": _numbers,
        "is_table": lambda part: isinstance(part, PageTable),
        "is_wide": _is_wide,
        "is_slim": _is_slim,
    }
    environment.filters |= {"minus": with_minus, "number": number_cell}
    source = files("concordant.report").joinpath("templates", name).read_text("utf-8")
    return environment.from_string(source)


def _spell_out(value: object) -> object:
    """Return a text without characters that would reorder or break the page."""
    return spelled(value) if type(value) is str else value


def _picture(chart: Chart, name: str) -> str:
    """Return the chart's SVG; every name in it is escaped where it is drawn."""
    return render_svg(chart, name=name)


def _is_wide(part: PageTable | Chart) -> bool:
    """Tell whether the numbers of a picture need the width of the paper, or much of a page."""
    table = None if isinstance(part, PageTable) else _numbers(part)
    return table is not None and (len(table.header) > 5 or len(table.rows) > 26)


def _is_slim(table: PageTable) -> bool:
    """Tell whether half the width of the paper is enough for a table."""
    lines = [tuple(max(head.split() or [""], key=len) for head in table.header), *table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return sum(widths) + 2 * len(widths) <= 62


def _numbers(chart: Chart) -> PageTable | None:
    """Return what a picture shows as a table, so that nothing is there for eyes only.

    None where another table of the page has these numbers.
    """
    if isinstance(chart, DotChart) and chart.table:
        return None
    found = numbers_of(chart)
    return PageTable(chart.title, found.header, found.rows, note=found.note, numeric=found.numeric)
