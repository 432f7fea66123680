"""Pictures: the same each time, complete without eyes, and safe whatever things are called."""

import io
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from PIL import Image

from concordant.report.chart import Chart, Dot, DotChart, Line, LineChart, MatrixChart
from concordant.report.draw import picture_svg, render_png, render_svg
from concordant.report.draw_dots import MOST_NAMED, row_names
from concordant.report.palette import LIGHT
from tests.report.pages import HOSTILE

DOTS = DotChart(
    title="Gain",
    caption="What was gained.",
    axis="gain",
    dots=(
        Dot("north", 0.1, 0.0, 0.2, "gains"),
        Dot("south", -0.1, -0.2, 0.05, "loses"),
        Dot("west", 0.3, kind="gains"),
    ),
    reference=0.0,
    percent=True,
)
LINES = LineChart(
    title="Curve",
    caption="How it goes.",
    x_axis="dims",
    y_axis="score",
    lines=(
        Line("one", (1.0, 10.0, 100.0), (0.5, 0.7, 0.8), (0.4, 0.6, 0.7), (0.6, 0.8, 0.9)),
        Line("two", (1.0, 100.0), (0.4, 0.9), dashed=True),
    ),
    markers=True,
    log_x=True,
    percent_y=True,
)
MATRIX = MatrixChart(
    title="Taken for",
    caption="Who was taken for whom.",
    row_axis="truly",
    column_axis="predicted",
    row_names=("ill", "well"),
    column_names=("ill", "well"),
    values=((8.0, 2.0), (1.0, 9.0)),
    of_row=True,
)
CHARTS = {"dots": DOTS, "lines": LINES, "matrix": MATRIX}
ROC = replace(LINES, log_x=False, square=True, diagonal=True, percent_x=True, from_zero=True)
SVG = "{http://www.w3.org/2000/svg}"


def texts_in(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ET.fromstring(svg).iter("text")]  # noqa: S314


def marks_in(svg: str, role: str) -> set[str]:
    """The shapes that were drawn in a colour: the paths that its marks point at."""
    found = re.findall(rf'<use href="#([^"]+)"[^>]*fill: var\(--{role}\)', svg)
    return {re.search(rf'id="{name}" d="([^"]+)"', svg)[1] for name in found}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_one_chart_gives_one_picture(chart):
    assert render_svg(chart) == render_svg(chart)
    assert picture_svg(chart) == picture_svg(chart)
    assert render_png(chart) == render_png(chart)


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_a_picture_is_named_and_told_in_words(chart):
    root = ET.fromstring(render_svg(chart, name="one"))  # noqa: S314
    assert root.get("role") == "img"
    title, words = root.find("title"), root.find("desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}"
    assert title.text == chart.title
    assert len(words.text) > len(chart.title)


@pytest.mark.parametrize("chart", [*CHARTS.values(), ROC], ids=[*CHARTS, "roc"])
def test_every_colour_is_one_that_the_page_can_change(chart):
    svg = render_svg(chart)
    assert not re.search(r"#[0-9a-f]{6}\b", re.sub(r"#[\w-]+\"|url\(#[\w-]+\)", "", svg))
    assert set(re.findall(r"var\(--([\w-]+)\)", svg)) <= set(LIGHT)


def test_a_picture_as_a_file_brings_its_colours_and_stands_alone():
    svg = picture_svg(DOTS)
    root = ET.fromstring(svg)  # noqa: S314
    assert root.tag == f"{SVG}svg"
    used = set(re.findall(r"var\(--([\w-]+)\)", svg))
    assert used <= set(re.findall(r"--([\w-]+):", svg))
    assert "prefers-color-scheme: dark" in svg


def test_pictures_of_one_page_share_no_name():
    names = [
        name
        for place, chart in enumerate([*CHARTS.values(), DOTS])
        for name in re.findall(r' id="([^"]+)"', render_svg(chart, name=f"chart-{place}"))
    ]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_what_a_picture_points_at_is_in_it(chart):
    svg = render_svg(chart)
    targets = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg))
    assert {one or other for one, other in targets} <= set(re.findall(r' id="([^"]+)"', svg))


def test_kinds_differ_by_shape_too():
    svg = render_svg(DOTS)
    one, other = marks_in(svg, "series-1"), marks_in(svg, "series-2")
    assert one
    assert other
    assert not one & other


def test_lines_differ_by_dash_too():
    svg = render_svg(LINES)
    first = re.search(r'<path[^>]*style="fill: none;([^"]*var\(--series-1\)[^"]*)"', svg)[1]
    second = re.search(r'<path[^>]*style="fill: none;([^"]*var\(--series-2\)[^"]*)"', svg)[1]
    assert "stroke-dasharray" not in first
    assert "stroke-dasharray" in second


def test_a_kind_looks_alike_in_every_picture_that_gives_it_its_place():
    only = replace(DOTS, dots=(DOTS.dots[1],), kinds=("gains", "loses"))
    assert "var(--series-2)" in render_svg(only)
    assert "var(--series-1)" not in render_svg(only)


def test_names_and_axes_are_text_that_can_be_searched():
    assert {"north", "south", "west", "gain", "gains", "loses"} <= set(texts_in(render_svg(DOTS)))
    assert {"dims", "score", "one", "two"} <= set(texts_in(render_svg(LINES)))
    assert {"ill", "well", "truly", "predicted", "8", "2", "1", "9"} <= set(
        texts_in(render_svg(MATRIX))
    )


def hostile_charts() -> dict[str, Chart]:
    return {
        "dots": DotChart(
            HOSTILE[0], HOSTILE[1], HOSTILE[2], tuple(Dot(n, 1.0, kind=n) for n in HOSTILE)
        ),
        "lines": LineChart(
            HOSTILE[3],
            "",
            HOSTILE[4],
            HOSTILE[5],
            tuple(Line(n, (0.0, 1.0), (0.0, 1.0)) for n in HOSTILE),
        ),
        "matrix": MatrixChart(
            HOSTILE[1], "", HOSTILE[0], HOSTILE[4], HOSTILE, HOSTILE, ((1.0,) * 6,) * 6
        ),
    }


@pytest.mark.parametrize("kind", CHARTS)
def test_hostile_names_stay_text(kind):
    chart = hostile_charts()[kind]
    for svg in (render_svg(chart), picture_svg(chart)):
        root = ET.fromstring(svg)  # noqa: S314
        assert not [each for each in root.iter() if each.tag.endswith("script")]
        assert not set(svg) & {"\x1b", "\x00", "\u202e"}
    assert render_png(chart)


@pytest.mark.parametrize("name", ["--x #000e7d", "; font-family: x", 'id="figure_1"', "url(#a)"])
def test_a_name_like_a_piece_of_svg_is_shown_as_it_is(name):
    chart = replace(DOTS, dots=(Dot(name, 1.0),), kinds=())
    assert name in texts_in(render_svg(chart))


@pytest.mark.parametrize("n_dots", [1, MOST_NAMED, MOST_NAMED + 1, 100, 1000])
def test_many_dots_fit_a_page(n_dots):
    dots = tuple(Dot(f"site-{place}", place / n_dots) for place in range(n_dots))
    svg = render_svg(replace(DOTS, dots=dots))
    _, _, width, height = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())
    assert height <= 1.9 * width
    assert ("site-0" in texts_in(svg)) == (n_dots <= MOST_NAMED)


@pytest.mark.parametrize(
    "chart",
    [
        replace(DOTS, dots=()),
        replace(DOTS, dots=(Dot("lost", float("nan")), Dot("one", 1.0))),
        replace(LINES, lines=(), log_x=False),
        replace(LINES, lines=(Line("nothing", (), ()),), log_x=False),
        replace(MATRIX, values=((0.0, 0.0), (0.0, 0.0))),
        replace(MATRIX, row_names=(), column_names=(), values=()),
    ],
    ids=["no dots", "not a number", "no lines", "no points", "no counts", "no rows"],
)
def test_a_chart_with_nothing_in_it_is_drawn_all_the_same(chart):
    assert render_svg(chart).startswith("<svg ")


def test_a_matrix_too_wide_for_numbers_has_none():
    names = tuple(f"c{place}" for place in range(40))
    wide = replace(MATRIX, row_names=names, column_names=names, values=((7.0,) * 40,) * 40)
    assert "7" not in texts_in(render_svg(wide))


def test_a_png_is_a_picture_on_white_paper():
    with Image.open(io.BytesIO(render_png(DOTS))) as picture:
        assert picture.format == "PNG"
        assert picture.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_settings_that_lie_in_the_working_folder_change_no_picture(tmp_path, monkeypatch):
    """Matplotlib reads a matplotlibrc there; with this one it would hand names to LaTeX."""
    (tmp_path / "matplotlibrc").write_text("text.usetex: True\nfont.size: 40\n", "utf-8")
    program = (
        "import sys; from tests.report.test_draw import *;"
        "sys.stdout.buffer.write(render_svg(DOTS).encode('utf-8'))"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    drawn = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], check=True, cwd=tmp_path, capture_output=True
    )
    assert drawn.stdout.decode("utf-8") == render_svg(DOTS)


def test_drawing_needs_no_window_and_leaves_no_setting_behind():
    program = (
        "import sys, matplotlib; before = matplotlib.rcParams.copy();"
        "from tests.report.test_draw import *; render_svg(DOTS); render_png(DOTS);"
        "assert 'matplotlib.pyplot' not in sys.modules;"
        "assert matplotlib.rcParams.copy() == before"
    )
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603


def test_names_that_differ_at_their_end_stay_different_beside_the_dots():
    ways = [f"odc-raw, agreed, 20 dims, {model}, orthonormal" for model in ("logistic", "boosting")]
    names = row_names(tuple(Dot(way, 0.5) for way in ways))
    assert names == [
        "odc-raw, agreed, 20 dims,\nlogistic, orthonormal",
        "odc-raw, agreed, 20 dims,\nboosting, orthonormal",
    ]
    assert len(row_names(tuple(Dot("a-name-without-any-place-to-cut", 0.5) for _ in ways))[0]) == 22
