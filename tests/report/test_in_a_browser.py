"""The report in a real browser: on a telephone, on a desk, in the dark, on paper."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from concordant.report.page import render_page
from concordant.report.palette import DARK, LIGHT
from tests.report.browser import NAMES, Browser, Tab, find_browser, open_browser
from tests.report.pages import RECORDS, make_pages

PATH = find_browser()
pytestmark = pytest.mark.skipif(PATH is None, reason=f"no browser here (none of {NAMES})")

PAGES = make_pages()
WIDTHS = (390, 768, 1280)
A4 = (595, 842)

# Rectangles of the letters of every picture, and of the picture itself, in pixels.
LETTERS = """[...document.querySelectorAll('.picture svg')].map(svg => {
  const box = e => {
    const r = e.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom];
  };
  return [box(svg), [...svg.querySelectorAll('text')].map(e => [e.textContent, ...box(e)])];
})"""
# Cells that hold more than they show; regions that scroll and cannot be reached by keyboard.
CLIPPED = """[...document.querySelectorAll('td, th, p, li, dt, dd, h1, h2, h3, summary')]
  .filter(e => !e.closest('.unseen') && e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map(e => e.textContent.slice(0, 60))"""
UNREACHABLE = """[...document.querySelectorAll('.scroll')]
  .filter(e => e.scrollWidth > e.clientWidth && e.tabIndex != 0).length"""
OPEN_ALL = "document.querySelectorAll('details').forEach(e => { e.open = true })"


def read_table(title: str) -> str:
    """The expression that gives the rows of a table as the page shows them."""
    return f"""[...[...document.querySelectorAll('table')]
      .find(t => t.caption.textContent == {title!r}).tBodies[0].rows]
      .map(row => [...row.cells].map(cell => cell.innerText.trim()))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser(str(PATH)) as started:
        yield started


@pytest.fixture(scope="module", params=PAGES)
def tab(request, browser, tmp_path_factory) -> Tab:
    return show(browser, request.param, tmp_path_factory.mktemp("page"))


def show(browser: Browser, name: str, folder: Path) -> Tab:
    path = folder / "report.html"
    path.write_text(render_page(PAGES[name]), "utf-8")
    tab = browser.new_tab()
    tab.look(width=1280)
    tab.open(path)
    return tab


@pytest.fixture(scope="module")
def training(browser, tmp_path_factory) -> Tab:
    return show(browser, "two classes", tmp_path_factory.mktemp("training"))


@pytest.fixture(scope="module")
def paper(browser, tmp_path_factory) -> list[str]:
    """The text of each page of the report of a hundred sites, printed."""
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed")
    printed = show(browser, "hundred sites", tmp_path_factory.mktemp("paper")).paper()
    pages = pypdf.PdfReader(io.BytesIO(printed)).pages
    for page in pages:
        assert tuple(map(round, page.mediabox[2:])) == A4
    return [" ".join(page.extract_text().split()) for page in pages]


def test_the_browser_complains_of_nothing_and_fetches_nothing(tab):
    tab.ask(OPEN_ALL)
    assert tab.complaints == []
    assert [url for url in tab.requests if not url.startswith("file:")] == []
    assert len(tab.requests) == 1


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen_and_nothing_is_cut_off(tab, width):
    tab.look(width=width)
    tab.ask(OPEN_ALL)
    assert tab.ask("document.documentElement.scrollWidth") <= width
    assert tab.ask(CLIPPED) == []
    assert tab.ask(UNREACHABLE) == 0


@pytest.mark.parametrize("width", WIDTHS)
def test_the_letters_of_a_picture_stay_in_it_and_do_not_touch(tab, width):
    tab.look(width=width)
    for (left, top, right, bottom), letters in tab.ask(LETTERS):
        for place, (text, x1, y1, x2, y2) in enumerate(letters):
            assert left - 1 <= x1 <= x2 <= right + 1, text
            assert top - 1 <= y1 <= y2 <= bottom + 1, text
            for other, u1, v1, u2, v2 in letters[place + 1 :]:
                # A box of letters has room above and below them, so boxes may share a little.
                share = (min(x2, u2) - max(x1, u1), min(y2, v2) - max(y1, v1))
                assert share[0] <= 1 or share[1] <= 0.35 * (y2 - y1), (text, other)


def test_letters_can_be_read_on_a_telephone(tab):
    tab.look(width=390)
    sizes = tab.ask(
        "[...document.querySelectorAll('.picture svg')].map(svg => "
        "svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"
    )
    assert all(11 * size >= 9 for size in sizes)


@pytest.mark.parametrize(("dark", "colours"), [(False, LIGHT), (True, DARK)], ids=["light", "dark"])
def test_page_and_pictures_follow_the_scheme(training, dark, colours):
    training.look(width=1280, dark=dark)
    shown = training.ask(
        "(style => [style(document.body).backgroundColor, style(document.body).color,"
        " ...new Set([...document.querySelectorAll('svg text')].map(e => style(e).fill))])"
        "(getComputedStyle)"
    )
    paper, ink, *letters = [
        "#" + "".join(f"{int(n):02x}" for n in re.findall(r"\d+", c)) for c in shown
    ]
    assert (paper, ink) == (colours["paper"], colours["ink"])
    assert set(letters) == {colours["ink"], colours["soft"]}


def test_the_keyboard_reaches_every_link_and_fold_and_shows_where_it_is(training):
    training.look(width=390)
    training.ask("document.activeElement.blur()")
    seen = []
    training.ask("document.querySelectorAll('details').forEach(e => { e.open = false })")
    stops = (
        "[...document.querySelectorAll('a, summary, .scroll')]"
        ".filter(e => e.checkVisibility()).length"
    )
    for _ in range(training.ask(stops)):
        training.press_tab()
        seen.append(
            training.ask(
                "[document.activeElement.tagName, document.activeElement.getAttribute('href'),"
                " getComputedStyle(document.activeElement).outlineStyle]"
            )
        )
    assert seen[0][:2] == ["A", "#main"]
    assert {outline for _, _, outline in seen} == {"solid"}
    links = training.ask("[...document.querySelectorAll('a')].map(e => e.getAttribute('href'))")
    assert [href for tag, href, _ in seen if tag == "A"] == links
    folds = training.ask("document.querySelectorAll('summary').length")
    assert [tag for tag, _, _ in seen].count("SUMMARY") == folds


def test_a_screen_reader_is_told_of_every_picture(training):
    training.call("Accessibility.enable")
    nodes = training.call("Accessibility.getFullAXTree")["nodes"]
    images = [each for each in nodes if each.get("role", {}).get("value") in ("image", "img")]
    names = [each["name"]["value"] for each in images]
    assert len(names) == training.ask("document.querySelectorAll('figure').length")
    assert all(len(name) > 20 for name in names)
    tables = [each for each in nodes if each.get("role", {}).get("value") == "table"]
    assert all(each["name"]["value"] for each in tables)


def test_the_numbers_on_the_page_are_those_of_the_record(training):
    record = RECORDS["two classes"]
    training.ask(OPEN_ALL)
    facts = training.ask("[...document.querySelectorAll('.facts dd')].map(e => e.innerText)")
    gain = record["gains"]["mean"]["gain"]
    assert [round(float(re.sub("[^0-9.]", "", fact)), 1) for fact in facts[:3]] == [
        round(100 * gain, 1),
        round(100 * record["scores"][0]["mean"], 1),
        len(record["sites"]),
    ]
    assert_same_sites(training.ask(read_table("All sites")), record)
    assert_same_gains(training.ask(read_table("Together and alone")), record["gains"]["sites"])
    assert_same_bytes(training.ask(read_table("Files of each site")), record["traffic"]["sites"])
    counts = training.ask(read_table("What was predicted, and what was true"))
    assert [list(map(number, row[1:])) for row in counts] == record["validation"]["confusion"][
        "counts"
    ]


def number(cell: str) -> float:
    return float(cell.replace("−", "-").replace(",", "").removesuffix(" %").removeprefix("+"))


def assert_same_sites(rows: list[list[str]], record: dict[str, Any]) -> None:
    for row, site in zip(rows, record["sites"], strict=True):
        assert row[0] == site["site"]
        assert number(row[1]) == site["n_rows"]
        assert [number(cell) for cell in row[2:4]] == list(site["class_counts"].values())
        assert number(row[4]) == pytest.approx(100 * site["numbers"]["span_difference"], abs=0.05)


def assert_same_gains(rows: list[list[str]], sites: list[dict[str, Any]]) -> None:
    for row, site in zip(rows, sites, strict=True):
        assert row[0] == site["site"]
        low, high = row[5].split(" to ")
        shown = [number(cell) for cell in (*row[2:5], low, high)]
        true = [100 * site[key] for key in ("together", "alone", "gain", "low", "high")]
        assert shown == pytest.approx(true, abs=0.051)


def assert_same_bytes(rows: list[list[str]], sites: list[dict[str, Any]]) -> None:
    for row, site in zip(rows, sites, strict=True):
        assert [number(cell) for cell in row[1:3]] == [site["bundle_bytes"], site["return_bytes"]]


def test_the_picture_of_a_confusion_matrix_has_its_counts(training):
    letters = training.ask(LETTERS)
    counts = RECORDS["two classes"]["validation"]["confusion"]["counts"]
    assert any(
        {f"{count:,}" for row in counts for count in row} <= {text for text, *_ in found}
        for _, found in letters
    )


def test_on_paper_no_row_of_a_site_is_cut_and_every_page_has_the_head(paper):
    for site in RECORDS["hundred sites"]["sites"]:
        row = re.compile(
            rf"\b{site['site']} {site['n_rows']} [\d,. %]*{site['verdict'].split()[0]}"
        )
        where = [place for place, text in enumerate(paper) if row.search(text)]
        assert where, f"{site['site']} is on no page, or cut"
        assert all("verdict" in paper[place] for place in where)


def test_what_is_folded_on_the_screen_is_open_on_paper(paper):
    text = " ".join(paper)
    gains = RECORDS["hundred sites"]["gains"]["sites"]
    assert all(re.search(rf"\b{each['site']} {each['n_rows']} \d", text) for each in gains)
    assert "evenly chosen from 51" in text
    assert "Skip to the report" not in text


def test_a_study_of_a_hundred_sites_prints_on_few_pages(paper):
    assert len(paper) <= 12


def test_of_a_long_table_in_two_columns_each_has_the_head(paper):
    heads = [text.count("site bundle, sent return, fetched in all") for text in paper]
    assert max(heads) == 2


@pytest.mark.parametrize("media", ["screen", "print"])
def test_the_curves_of_an_explanation_stand_two_by_two(browser, tmp_path, media):
    tab = show(browser, "explanation", tmp_path)
    tab.look(width=1280 if media == "screen" else 680, media=media)
    tops = tab.ask(
        "[...document.querySelectorAll('.parts > .chart:not(.lone)')]"
        ".map(e => Math.round(e.getBoundingClientRect().top))"
    )
    assert len(tops) == 4
    assert tops[0] == tops[1] < tops[2] == tops[3]


def test_the_contents_begin_on_one_line_in_every_column(training):
    training.look(width=1280)
    boxes = training.ask(
        "[...document.querySelectorAll('nav li a')].map(e => e.getBoundingClientRect())"
        ".map(r => [Math.round(r.left), Math.round(10 * r.top)])"
    )
    columns = {left: min(top for x, top in boxes if x == left) for left, _ in boxes}
    assert len(columns) > 1
    assert len(set(columns.values())) == 1


@pytest.mark.parametrize("name", ["two classes", "hostile"])
def test_nothing_is_wider_than_the_paper(browser, tmp_path, name):
    tab = show(browser, name, tmp_path)
    tab.look(width=680, media="print")
    assert tab.ask("document.documentElement.scrollWidth") <= 680
    wide = (
        "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth + 1)"
    )
    assert tab.ask(f"{wide}.map(e => e.textContent.slice(0, 60))") == []
