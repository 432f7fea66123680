"""The Markdown says what the page says, and names in it stay text."""

import re

import pytest
from markdown_it import MarkdownIt

from concordant.report.chart import DotChart
from concordant.report.chart_words import numbers_of
from concordant.report.markdown import render_markdown
from concordant.report.page import Chapter, KeyFact, Page, PageTable, chapters
from concordant.report.spelling import number_cell, spelled, with_minus
from tests.report.pages import HOSTILE, make_pages

PAGES = make_pages()


def parsed(text: str) -> tuple[str, list[list[str]]]:
    """All text, and the cells of every table row."""
    inline: list[str] = []
    rows: list[list[str]] = []
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        if token.type == "inline":
            said = "".join(each.content for each in token.children or [])
            assert not [e for e in token.children or [] if e.type in ("html_inline", "link_open")]
            inline.append(said)
            if tokens[place - 1].type in ("td_open", "th_open"):
                rows[-1].append(said)
        assert token.type != "html_block"
    return " ".join(" ".join(inline).split()), rows


def plain(sentence: str) -> str:
    return " ".join(spelled(with_minus(sentence)).replace("`", "").split())


def cells(row: tuple[str, ...], numeric: tuple[int, ...]) -> list[str]:
    said = [number_cell(cell) if place in numeric else cell for place, cell in enumerate(row)]
    # Markdown drops blanks at the ends of a cell.
    return [" ".join(spelled(cell).split("\n")).strip() for cell in said]


@pytest.mark.parametrize("name", PAGES)
def test_every_sentence_and_every_row_of_the_page_is_there(name):
    page = PAGES[name]
    text, rows = parsed(render_markdown(page))
    said = [page.title, *page.lead, *page.warnings, *page.closing, page.footer]
    said += [word for fact in page.facts for word in (fact.value, fact.words)]
    for chapter in chapters(page):
        said += [chapter.title, *chapter.sentences]
        for part in chapter.parts:
            said += [part.note, *part.below] if isinstance(part, PageTable) else [part.caption]
            if isinstance(part, DotChart) and part.table:
                assert part.table in [other.title for other in page.parts]
                continue
            table = part if isinstance(part, PageTable) else numbers_of(part)
            for row in table.rows:
                assert cells(row, table.numeric) in rows
    for sentence in said:
        assert plain(sentence) in text


def test_a_table_has_as_many_cells_as_heads_whatever_is_in_it():
    table = PageTable("t", ("a|b", "`c`"), tuple((name, "x|y\nz") for name in HOSTILE))
    _, rows = parsed(render_markdown(Page("t", (), (table,))))
    assert [len(row) for row in rows] == [2] * (1 + len(HOSTILE))


@pytest.mark.parametrize("name", [*HOSTILE, "# heading", "1. list", "- list", "> quote"])
def test_a_name_cannot_become_markup(name):
    page = Page(name, (name,), (Chapter(name, (name,)),), warnings=(name,))
    text, _ = parsed(render_markdown(page))
    assert text.count(plain(name)) == 5
    tokens = MarkdownIt("commonmark").parse(render_markdown(page))
    kinds = {token.type for token in tokens}
    assert not kinds & {"ordered_list_open", "bullet_list_open", "html_block", "fence"}
    assert [token.type for token in tokens].count("heading_open") == 2


def test_what_stands_between_backticks_stays_code():
    text = render_markdown(Page("t", ("Run `site predict --x_y` now.",), ()))
    assert "`site predict --x_y`" in text


def test_words_of_a_charter_are_not_littered_with_backslashes():
    text = render_markdown(Page("t", ("The terms say agreed_below_floor = true.",), ()))
    assert "agreed_below_floor = true" in text


def test_key_facts_are_a_list():
    text = render_markdown(Page("t", (), (), facts=(KeyFact("91 %", "accuracy"),)))
    assert re.search(r"^- \*\*91 %\*\*: accuracy$", text, re.MULTILINE)
