"""One plain, readable page from sentences and tables that somebody else computed.

In:  a Page: title, sentences, warnings, tables of text.
Out: a single HTML file without scripts, fonts or pictures from elsewhere.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table of text.

    Columns named in ``numeric`` are set to the right; those in ``unbroken`` stay on one line.
    Without a header, the first cell of each row names what the others hold. ``below`` are
    sentences about the table; what stands between backticks in a sentence is set as code.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    numeric: tuple[int, ...] = ()
    unbroken: tuple[int, ...] = ()
    strong_row: int | None = None
    below: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """What a page says, from top to bottom; ``warnings`` stand in a frame before the tables."""

    title: str
    lead: tuple[str, ...]
    tables: tuple[PageTable, ...]
    warnings: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    footer: str = ""


@cache
def _template() -> Template:
    # Autoescaping is on for every value: names of columns and classes come from tables.
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    source = files("concordant.report").joinpath("templates", "page.html").read_text("utf-8")
    return environment.from_string(source)


def render_page(page: Page) -> str:
    """Return the page as HTML."""
    return _template().render(page=page)
