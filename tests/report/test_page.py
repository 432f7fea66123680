import re
from html.parser import HTMLParser

from concordant.report.page import Page, PageTable, render_page

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
    return Page(title=text, lead=(text,), tables=(table,), warnings=(text,), closing=(text,))


def test_a_name_from_a_table_cannot_become_markup():
    reader = _read(_page(HOSTILE))
    assert not [tag for tag, _ in reader.tags if tag == "script"]
    assert HOSTILE in reader.text


def test_a_page_asks_nothing_from_elsewhere():
    html = render_page(_page("plain"))
    assert not re.search(r"https?://|src=|href=|@import|url\(", html)
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
    assert [attrs.get("class") for tag, attrs in tags if tag == "th"] == [None, "number"]
    assert [attrs.get("class") for tag, attrs in tags if tag == "tr"][1:] == [None, "strong"]


def test_a_column_may_be_kept_on_one_line():
    table = PageTable(title="T", header=("a", "b"), rows=(("x y", "z"),), unbroken=(0,))
    tags = _read(Page("t", (), (table,))).tags
    assert [attrs.get("class") for tag, attrs in tags if tag == "td"] == ["unbroken", None]


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
