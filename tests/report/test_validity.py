"""Pages are valid HTML, and a structure that a screen reader can walk."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from concordant.report.page import render_page
from tests.report.pages import make_pages

html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")

PAGES = make_pages()


@pytest.fixture(scope="module", params=["two classes", "minimal", "hostile", "demo"])
def html(request):
    return render_page(PAGES[request.param])


@pytest.fixture(scope="module")
def tree(html) -> ET.Element:
    # A strict parser raises at the first thing that a browser would have to guess.
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)


def text_of(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_a_page_parses_without_one_fault(tree):
    assert tree.get("lang") == "en"
    assert text_of(tree.find("head/title"))


def test_no_two_elements_share_a_name_and_every_link_arrives(tree):
    names = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(names) == len(set(names))
    targets = [each.get("href") for each in tree.iter() if each.get("href")]
    assert targets
    assert {target.removeprefix("#") for target in targets} <= set(names)
    said = [each.get("aria-labelledby") for each in tree.iter() if each.get("aria-labelledby")]
    assert {name for names_of in said for name in names_of.split()} <= set(names)


def test_there_is_one_of_each_landmark(tree):
    body = tree.find("body")
    for tag in ("header", "main", "footer"):
        assert len(list(body.iter(tag))) == 1
    assert [each.get("aria-label") for each in body.iter("nav")] == ["Contents"]
    skip = next(body.iter("a"))
    assert skip.get("href") == f"#{next(body.iter('main')).get('id')}"


def test_headings_go_down_one_step_at_a_time(tree):
    levels = [int(each.tag[1]) for each in tree.iter() if re.fullmatch(r"h[1-6]", str(each.tag))]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_contents_name_every_chapter_in_order(tree):
    contents = [text_of(link) for link in next(tree.iter("nav")).iter("a")]
    assert contents == [text_of(each) for each in tree.iter("h2")]


def test_every_table_has_a_caption_and_heads_that_say_what_they_head(tree):
    tables = list(tree.iter("table"))
    assert tables
    for table in tables:
        assert text_of(table.find("caption"))
        heads = list(table.iter("th"))
        assert heads
        assert {head.get("scope") for head in heads} <= {"col", "row"}
        assert all(text_of(head) for head in table.iter("th") if head.get("scope") == "col")
        widths = {len(list(row)) for row in table.iter("tr")}
        assert len(widths) == 1


def test_every_picture_has_a_name_words_and_its_numbers(tree):
    for figure in tree.iter("figure"):
        picture = next(each for each in figure.iter() if each.tag.endswith("svg"))
        assert picture.get("role") == "img"
        by_tag = {str(each.tag).rpartition("}")[2]: each for each in picture}
        assert text_of(by_tag["title"])
        assert text_of(by_tag["desc"])
        caption = figure.find("figcaption")
        assert text_of(caption.find("p"))
        assert list(caption.iter("table")) or list(caption.iter("a"))


def test_nothing_can_run_and_nothing_is_fetched(tree):
    policy = [each.get("content") for each in tree.iter("meta") if each.get("http-equiv")]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]
    tags = {str(each.tag).rpartition("}")[2] for each in tree.iter()}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "foreignObject"}
    assert not [name for each in tree.iter() for name in each.attrib if str(name).startswith("on")]


def test_no_character_is_left_that_reorders_or_hides_text(html):
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", html)
