"""Draw dots with their intervals on one axis, the first on top.

In:  a DotChart, colours.
Out: a sheet. Anybody may run this; nothing is written.
"""

import math
from collections.abc import Mapping

from concordant.report.chart import Dot, DotChart
from concordant.report.drawing import (
    SMALL,
    Sheet,
    make_legend,
    name_axes,
    open_sheet,
    show_percent,
)
from concordant.report.palette import MARKERS, SERIES
from concordant.report.spelling import shortened

MOST_NAMED = 40
"""Beyond this many dots no names are written beside them: they would touch, or fill two pages."""

NAME_LETTERS, LINE_LETTERS, LEGEND_LETTERS = 22, 25, 40
_ROOM_AROUND = 64.0
_NAMED_ROW, _CLOSE_ROW = 22.0, 15.0
_TWO_LINES_ROW, MOST_ON_TWO_LINES = 29.0, 30
_UNNAMED_ROW, _TALLEST = 5.5, 620.0


def draw_dots(chart: DotChart, colours: Mapping[str, str]) -> Sheet:
    """Return the sheet with the chart on it."""
    places = _places(chart)
    legend = 20.0 * math.ceil(len(places) / 2) if any(places) else 0.0
    sheet = open_sheet(_height(chart.dots) + legend, colours)
    _draw_reference(sheet, chart.reference)
    for kind, place in places.items():
        _draw_kind(sheet, chart.dots, kind, place)
    _name_rows(sheet, chart.dots)
    if chart.percent:
        show_percent(sheet.axes.xaxis)
    sheet.axes.locator_params(axis="x", nbins=5)
    name_axes(sheet, chart.axis)
    if legend:
        make_legend(sheet, len(places), max(map(len, places)))
    return sheet


def _places(chart: DotChart) -> dict[str, int]:
    """Return the kinds that occur, each with its place in the palette, as the legend has them."""
    present = dict.fromkeys(dot.kind for dot in chart.dots)
    order = [*chart.kinds, *(kind for kind in present if kind not in chart.kinds)]
    return {kind: place for place, kind in enumerate(order) if kind in present}


def _height(dots: tuple[Dot, ...]) -> float:
    n_dots = len(dots)
    if n_dots > MOST_NAMED:
        return min(_ROOM_AROUND + _UNNAMED_ROW * n_dots, _TALLEST)
    # Many sites stand closer, so that a picture never needs a second page.
    row = _NAMED_ROW if n_dots <= 20 else _CLOSE_ROW
    if any("\n" in name for name in row_names(dots)):
        row = _TWO_LINES_ROW
    return _ROOM_AROUND + row * max(n_dots, 2)


def _draw_reference(sheet: Sheet, reference: float | None) -> None:
    if reference is not None:
        sheet.axes.axvline(reference, color=sheet.colours["edge"], linewidth=1.2, zorder=1)


def _draw_kind(sheet: Sheet, dots: tuple[Dot, ...], kind: str, place: int) -> None:
    """Draw the dots of one kind in its colour and shape."""
    rows = [row for row, dot in enumerate(dots) if dot.kind == kind and math.isfinite(dot.value)]
    colour = sheet.colours[SERIES[place % len(SERIES)]]
    is_named = len(dots) <= MOST_NAMED
    for row in rows:
        low, high = dots[row].low, dots[row].high
        if low is not None and high is not None:
            sheet.axes.plot([low, high], [row, row], color=colour, linewidth=1.8, zorder=2)
    sheet.axes.plot(
        [dots[row].value for row in rows],
        rows,
        linestyle="none",
        marker=MARKERS[place % len(MARKERS)],
        markersize=7 if is_named else 4,
        color=colour,
        label=shortened(kind, LEGEND_LETTERS) or None,
        zorder=3,
    )


def row_names(dots: tuple[Dot, ...]) -> list[str]:
    """Return the names beside the dots: long lists of words on two lines, anything else cut.

    What sets two ways to train apart often stands at the end of their names.
    """
    if len(dots) > MOST_ON_TWO_LINES:
        return [shortened(dot.name, NAME_LETTERS) for dot in dots]
    return [_on_two_lines(dot.name) for dot in dots]


def _on_two_lines(name: str) -> str:
    cut = name.rfind(", ", 0, LINE_LETTERS + 1) + 1
    if len(name) <= NAME_LETTERS or not cut:
        return shortened(name, NAME_LETTERS)
    return f"{name[:cut]}\n{shortened(name[cut + 1 :], LINE_LETTERS)}"


def _name_rows(sheet: Sheet, dots: tuple[Dot, ...]) -> None:
    axes, n_dots = sheet.axes, len(dots)
    axes.set_ylim(n_dots - 0.4, -0.6)
    axes.spines["left"].set_visible(False)
    if n_dots > MOST_NAMED:
        places = [0, *range(9, n_dots, 10)] if n_dots <= 120 else [0, n_dots - 1]
        axes.set_yticks(places, [str(place + 1) for place in places])
        return
    axes.set_yticks(range(n_dots), row_names(dots), color=sheet.colours["ink"], fontsize=SMALL)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", color=sheet.colours["line"], linewidth=0.8)
    axes.set_axisbelow(True)
