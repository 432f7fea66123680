"""Draw curves, each with its band.

In:  a LineChart, colours.
Out: a sheet. Anybody may run this; nothing is written.
"""

import math
from collections.abc import Mapping

from concordant.report.chart import Line, LineChart
from concordant.report.drawing import Sheet, make_legend, name_axes, open_sheet, show_percent
from concordant.report.palette import DASHES, MARKERS, SERIES
from concordant.report.spelling import shortened

NAME_LETTERS = 40
_HEIGHT, _SQUARE_HEIGHT, _LEGEND_ROW = 270.0, 360.0, 20.0
_SHORT_NAME = 18


def draw_lines(chart: LineChart, colours: Mapping[str, str]) -> Sheet:
    """Return the sheet with the chart on it."""
    names = [shortened(line.name, NAME_LETTERS) for line in chart.lines]
    longest = max(map(len, names), default=0)
    n_columns = 2 if longest <= _SHORT_NAME else 1
    legend = _LEGEND_ROW * math.ceil(len(names) / n_columns) if len(names) > 1 else 0.0
    sheet = open_sheet((_SQUARE_HEIGHT if chart.square else _HEIGHT) + legend, colours)
    sheet.axes.grid(color=colours["line"], linewidth=0.8)
    sheet.axes.set_axisbelow(True)
    # Many bands lie on each other: each is paler, so that the lines still stand out.
    band = 0.18 if sum(bool(line.low) for line in chart.lines) <= 2 else 0.09
    for place, (line, name) in enumerate(zip(chart.lines, names, strict=True)):
        _draw_line(sheet, line, name, place, band=band, with_markers=chart.markers)
    _set_axes(sheet, chart)
    if legend:
        make_legend(sheet, len(names), longest)
    return sheet


def _draw_line(
    sheet: Sheet, line: Line, name: str, place: int, *, band: float, with_markers: bool
) -> None:
    colour = sheet.colours[SERIES[place % len(SERIES)]]
    if line.low and line.high:
        sheet.axes.fill_between(
            line.x, line.low, line.high, color=colour, alpha=band, linewidth=0, zorder=1
        )
    # A line that is dashed by itself takes the first dash that differs from a plain one.
    dash = DASHES[(place or int(line.dashed)) % len(DASHES)]
    sheet.axes.plot(
        line.x,
        line.y,
        color=colour,
        linewidth=2,
        linestyle=dash,
        marker=MARKERS[place % len(MARKERS)] if with_markers else "",
        markersize=6,
        label=name,
        zorder=3,
    )


def _set_axes(sheet: Sheet, chart: LineChart) -> None:
    axes = sheet.axes
    if chart.log_x:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.6g}")
    elif not chart.square:
        axes.locator_params(axis="x", nbins=5)
    if chart.square:
        axes.set_xlim(-0.01, 1.01)
        axes.set_ylim(-0.01, 1.01)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    if chart.from_zero:
        axes.set_ylim(bottom=0)
    if chart.diagonal:
        axes.axline(
            *_corners(sheet), color=sheet.colours["edge"], linewidth=1.2, dashes=(4, 3), zorder=2
        )
    if chart.percent_x:
        show_percent(axes.xaxis)
    if chart.percent_y:
        show_percent(axes.yaxis)
    name_axes(sheet, chart.x_axis, chart.y_axis)


def _corners(sheet: Sheet) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return two points of the diagonal, taken where they stretch no axis."""
    (left, right), (bottom, top) = sheet.axes.get_xlim(), sheet.axes.get_ylim()
    low, high = max(left, bottom), min(right, top)
    return (low, low), (high, high) if high > low else (low + 1.0, low + 1.0)
