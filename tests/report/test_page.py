import re
from dataclasses import replace
from html.parser import HTMLParser

from concordant.report.chart import Dot, DotChart
from concordant.report.markdown import render_markdown
from concordant.report.page import (
    Chapter,
    KeyFact,
    Page,
    PageTable,
    anchors,
    chapters,
    render_page,
)

HOSTILE = "<script>alert('x')</script> & \"quoted\""


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)


def _read(page: Page) -> _Reader:
    reader = _Reader()
    reader.feed(render_page(page))
    return reader


def _page(text: str) -> Page:
    table = PageTable(
        title=text, header=(text, "n"), rows=((text, "1"), ("b", "2")), numeric=(1,), strong_row=1
    )
    return Page(title=text, lead=(text,), parts=(table,), warnings=(text,), closing=(text,))


def test_a_name_from_a_table_cannot_become_markup():
    reader = _read(_page(HOSTILE))
    assert not [tag for tag, _ in reader.tags if tag == "script"]
    assert HOSTILE in reader.text


def test_a_page_asks_nothing_from_elsewhere():
    html = render_page(_page("plain"))
    assert not re.search(r"https?://|src=|href=\"[^#]|@import|url\([^#]", html)
    assert "default-src 'none'" in html


def test_every_sentence_and_cell_is_on_the_page():
    table = PageTable(
        title="T", header=("h1", "h2"), rows=(("c1", "c2"),), note="a note", below=("below",)
    )
    page = Page("A title", ("lead",), (table,), ("a warning",), ("closing",), "a footer")
    text = " ".join(_read(page).text)
    words = (
        "A title",
        "lead",
        "T",
        "h1",
        "h2",
        "c1",
        "c2",
        "a note",
        "below",
        "a warning",
        "closing",
    )
    assert all(word in text for word in (*words, "a footer"))


def test_numeric_columns_are_set_to_the_right_and_the_strong_row_stands_out():
    tags = _read(_page("x")).tags
    heads = [attrs for tag, attrs in tags if tag == "th" and attrs["scope"] == "col"]
    assert [attrs.get("class") for attrs in heads] == [None, "number"]
    assert [attrs.get("class") for tag, attrs in tags if tag == "tr"][1:] == [None, "strong"]


def test_a_column_may_be_kept_on_one_line():
    table = PageTable(title="T", header=("a", "b"), rows=(("x y", "z"),), unbroken=(0,))
    tags = _read(Page("t", (), (table,))).tags
    cells = [attrs for tag, attrs in tags if tag == "td" or attrs.get("scope") == "row"]
    assert [attrs.get("class") for attrs in cells] == ["unbroken", None]


def test_in_a_table_without_a_header_each_row_begins_with_its_name():
    table = PageTable(title="T", header=(), rows=(("size", "3"), ("seed", "1")))
    reader = _read(Page("t", (), (table,)))
    assert [attrs for tag, attrs in reader.tags if tag == "th"] == [{"scope": "row"}] * 2
    assert "thead" not in [tag for tag, _ in reader.tags]


def test_what_stands_between_backticks_is_set_as_code_and_still_cannot_become_markup():
    reader = _read(Page("t", (f"Run `{HOSTILE}` now.",), ()))
    assert [tag for tag, _ in reader.tags].count("code") == 1
    assert not [tag for tag, _ in reader.tags if tag == "script"]
    assert HOSTILE in reader.text
    assert "`" not in "".join(reader.text)


def test_an_option_is_not_broken_and_a_long_command_is():
    tags = _read(Page("t", ("Run `--test own-site`, then `" + "concordant " * 9 + "`.",), ())).tags
    assert [attrs.get("class") for tag, attrs in tags if tag == "code"] == ["short", None]


def test_numbers_below_zero_have_a_minus_sign_and_names_and_code_keep_their_hyphen():
    table = PageTable("t", ("class", "n"), (("-1", "-2.5"), ("-2", "-")), numeric=(1,))
    page = Page("t", ("From -3 to (-4), run `--seed -5`.",), (table,), facts=(KeyFact("-6", "w"),))
    for text in (render_page(page).split("<body>")[1], render_markdown(page)):
        for shown in ("−3", "(−4)", "-5", "−6", "-1", "−2.5", "-2", "\N{EN DASH}"):
            assert shown in text
        for hidden in (" -3", "(-4", "−5", "-6", "−1", "-2.5"):
            assert hidden not in text


def test_parts_after_a_heading_belong_to_it_and_others_stand_alone():
    table, other = PageTable("one", ("a",), (("1",),)), PageTable("two", ("a",), (("2",),))
    found = chapters(Page("t", (), (table, Chapter("both", ("words",)), other)))
    assert [(each.title, each.stands_alone) for each in found] == [("one", True), ("both", False)]
    assert found[1].parts == (other,)
    tags = [tag for tag, _ in _read(Page("t", (), (table, Chapter("both"), other))).tags]
    assert [tag for tag in tags if tag in {"h1", "h2", "h3"}] == ["h1", "h2", "h2", "h3"]


def test_a_long_table_is_folded_under_its_words():
    table = PageTable("t", ("a",), (("1",),), folded="All of them")
    reader = _read(Page("t", (), (table,)))
    tags = [tag for tag, _ in reader.tags]
    assert tags.index("details") < tags.index("table")
    assert "All of them" in reader.text


def test_a_table_without_rows_shows_its_sentences_alone():
    tags = [tag for tag, _ in _read(Page("t", (), (PageTable("t", ("a",), (), note="n"),))).tags]
    assert "table" not in tags


def test_a_key_fact_is_a_number_with_the_words_that_explain_it():
    reader = _read(Page("t", (), (), facts=(KeyFact("91 %", "accuracy"),)))
    assert [tag for tag, _ in reader.tags if tag in {"dl", "dt", "dd"}] == ["dl", "dt", "dd"]
    assert {"91 %", "accuracy"} <= set(reader.text)


def test_a_picture_brings_its_numbers_or_leads_to_the_table_that_has_them():
    chart = DotChart("Scores", "Caption.", "score", (Dot("north", 0.5),))
    table = PageTable("Numbers", ("site", "score"), (("north", "0.5"),))
    alone = _read(Page("t", (), (Chapter("c"), chart)))
    assert "The numbers" in alone.text
    leading = _read(Page("t", (), (Chapter("c"), replace(chart, table="Numbers"), table)))
    assert "The numbers" not in leading.text
    (link,) = [attrs["href"] for tag, attrs in leading.tags if tag == "a" and "2" in attrs["href"]]
    assert [tag for tag, attrs in leading.tags if attrs.get("id") == link[1:]] == ["h3"]


def test_the_first_part_of_a_name_is_the_one_that_is_linked():
    table = PageTable("same", ("a",), (("1",),))
    assert anchors(Page("t", (), (table, table))) == {"same": "part-1"}
