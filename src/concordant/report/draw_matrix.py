"""Draw a matrix of numbers, darker where they are larger.

In:  a MatrixChart, colours.
Out: a sheet. Anybody may run this; nothing is written.
"""

from collections.abc import Mapping

from concordant.report.chart import MatrixChart
from concordant.report.drawing import LETTER, SMALL, WIDTH, Sheet, name_axes, open_sheet
from concordant.report.spelling import say_plain, shortened

MOST_NUMBERED = 16
"""Beyond this many columns a cell is narrower than its number; the table has the numbers."""

_DARKEST = 0.42
"""The share of colour in the fullest cell: ink on it stays readable, on light paper and dark."""


def draw_matrix(chart: MatrixChart, colours: Mapping[str, str]) -> Sheet:
    """Return the sheet with the chart on it."""
    n_rows, n_columns = len(chart.row_names), len(chart.column_names)
    cell = min((WIDTH - 110.0) / max(n_columns, 1), 64.0)
    sheet = open_sheet(min(max(cell * n_rows, 90.0), 460.0) + 90.0, colours)
    _draw_cells(sheet, chart)
    axes = sheet.axes
    axes.set_xlim(-0.5, max(n_columns, 1) - 0.5)
    axes.set_ylim(max(n_rows, 1) - 0.5, -0.5)
    _name_cells(sheet, chart)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0)
    name_axes(sheet, chart.column_axis, chart.row_axis)
    return sheet


def _draw_cells(sheet: Sheet, chart: MatrixChart) -> None:
    from matplotlib.patches import Rectangle

    largest = max((abs(value) for row in chart.values for value in row), default=0.0)
    is_numbered = len(chart.column_names) <= MOST_NUMBERED
    size = LETTER if len(chart.column_names) <= 8 else 9.0
    for row, values in enumerate(chart.values):
        whole = sum(map(abs, values)) if chart.of_row else largest
        for column, value in enumerate(values):
            share = abs(value) / whole if whole else 0.0
            sheet.axes.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1.0,
                    1.0,
                    facecolor=(sheet.colours["series-1"], _DARKEST * share),
                    edgecolor=sheet.colours["line"],
                    linewidth=0.8,
                )
            )
            if is_numbered:
                sheet.axes.text(
                    column,
                    row,
                    say_plain(value),
                    color=sheet.colours["ink"],
                    fontsize=size,
                    ha="center",
                    va="center_baseline",
                )


def _name_cells(sheet: Sheet, chart: MatrixChart) -> None:
    n_columns = len(chart.column_names)
    columns = [shortened(name, 14) for name in chart.column_names]
    # Names that are wider than their column are turned, so that they do not touch.
    turned = max(map(len, columns), default=0) * 7.0 > (WIDTH - 110.0) / max(n_columns, 1)
    if n_columns <= 30:
        sheet.axes.set_xticks(range(n_columns), columns, color=sheet.colours["ink"])
        sheet.axes.tick_params(axis="x", labelrotation=90 if turned else 0, labelsize=SMALL)
    else:
        sheet.axes.set_xticks([])
    if len(chart.row_names) <= 30:
        rows = [shortened(name, 16) for name in chart.row_names]
        sheet.axes.set_yticks(range(len(rows)), rows, color=sheet.colours["ink"], fontsize=SMALL)
    else:
        sheet.axes.set_yticks([])
