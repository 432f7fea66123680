"""Say what a picture shows to people who do not see it: a sentence, and its numbers.

In:  a chart.
Out: words for its text alternative; the head and the rows of a table. Anybody may run this.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from concordant.report.chart import Chart, Dot, DotChart, Line, LineChart, MatrixChart
from concordant.report.spelling import say_plain, with_minus

MOST_SAID = 12
MOST_POINTS, FEWER_POINTS = 13, 7
MOST_COLUMNS, MOST_CELLS = 12, 60


class Numbers(NamedTuple):
    """The numbers of a chart as text; ``note`` says what was left out."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...]
    note: str = ""


def describe(chart: Chart) -> str:
    """Return in words what a chart shows."""
    if isinstance(chart, DotChart):
        return with_minus(_describe_dots(chart))
    if isinstance(chart, LineChart):
        return with_minus(_describe_lines(chart))
    return (
        f"{len(chart.row_names)} rows ({chart.row_axis}) by {len(chart.column_names)} columns "
        f"({chart.column_axis}); the table below has every number."
    )


def numbers_of(chart: Chart) -> Numbers:
    """Return the numbers of a chart; of a long curve evenly chosen points."""
    if isinstance(chart, DotChart):
        return _dot_numbers(chart)
    if isinstance(chart, LineChart):
        return _line_numbers(chart)
    return _matrix_numbers(chart)


def _describe_dots(chart: DotChart) -> str:
    said = f"{chart.axis}: "
    known = [dot for dot in chart.dots if math.isfinite(dot.value)]
    if not known:
        return f"{said}nothing could be measured."
    if len(known) <= MOST_SAID:
        return said + "; ".join(_say_dot(dot, percent=chart.percent) for dot in known) + "."
    lowest = min(known, key=lambda dot: dot.value)
    highest = max(known, key=lambda dot: dot.value)
    return (
        f"{said}{len(known)} values, from {_say_dot(lowest, percent=chart.percent)} "
        f"to {_say_dot(highest, percent=chart.percent)}."
    )


def _say_dot(dot: Dot, *, percent: bool) -> str:
    said = f"{dot.name} {say_plain(dot.value, percent=percent)}"
    if dot.low is None or dot.high is None:
        return said
    low, high = (say_plain(each, percent=percent) for each in (dot.low, dot.high))
    return f"{said} ({low} to {high})"


def _describe_lines(chart: LineChart) -> str:
    said = []
    for line in chart.lines:
        if not line.x:
            continue
        first, last = (
            f"{say_plain(line.y[end], percent=chart.percent_y)} at "
            f"{say_plain(line.x[end], percent=chart.percent_x)}"
            for end in (0, -1)
        )
        said.append(f"{line.name} goes from {first} to {last}")
    return f"{chart.y_axis} over {chart.x_axis}: {'; '.join(said) or 'no points'}."


def _dot_numbers(chart: DotChart) -> Numbers:
    with_interval = any(dot.low is not None for dot in chart.dots)
    with_kind = any(dot.kind for dot in chart.dots)

    def say(value: float | None) -> str:
        return say_plain(value, percent=chart.percent)

    rows = tuple(
        (
            dot.name,
            *([dot.kind] if with_kind else []),
            say(dot.value),
            *([say(dot.low), say(dot.high)] if with_interval else []),
        )
        for dot in chart.dots
    )
    header = (
        "",
        *(["kind"] if with_kind else []),
        chart.axis,
        *(["from", "to"] if with_interval else []),
    )
    return Numbers(header, rows, tuple(range(1 + with_kind, len(header))))


def _line_numbers(chart: LineChart) -> Numbers:
    n_points = max((len(line.x) for line in chart.lines), default=0)
    n_most = MOST_POINTS if len(chart.lines) <= 2 else FEWER_POINTS
    with_band = any(line.low for line in chart.lines)
    if len(chart.lines) > 2 and not with_band and len({line.x for line in chart.lines}) == 1:
        return _side_by_side(chart)
    several = len(chart.lines) > 1
    header = (
        *(["curve"] if several else []),
        chart.x_axis,
        chart.y_axis,
        *(["from", "to"] if with_band else []),
    )
    rows = tuple(
        (*([line.name] if several else []), *cells)
        for line in chart.lines
        for cells in _points(line, chart, n_most, with_band=with_band)
    )
    note = ""
    if n_points > n_most:
        note = f"{n_most} points of each curve, evenly chosen from {n_points}."
    return Numbers(header, rows, tuple(range(int(several), len(header))), note)


def _side_by_side(chart: LineChart) -> Numbers:
    """Return curves over the same points as columns of one table."""
    say_x, say_y = _sayer(percent=chart.percent_x), _sayer(percent=chart.percent_y)
    points = chart.lines[0].x
    places = _evenly(len(points), MOST_POINTS)
    rows = tuple(
        (say_x(points[place]), *(say_y(line.y[place]) for line in chart.lines)) for place in places
    )
    note = f"{chart.y_axis[:1].upper()}{chart.y_axis[1:]}, by {chart.x_axis}."
    if len(places) < len(points):
        note += f" {len(places)} points of each curve, evenly chosen from {len(points)}."
    header = (chart.x_axis, *(line.name for line in chart.lines))
    return Numbers(header, rows, tuple(range(len(header))), note)


def _points(line: Line, chart: LineChart, n_most: int, *, with_band: bool) -> list[tuple[str, ...]]:
    say_x, say_y = _sayer(percent=chart.percent_x), _sayer(percent=chart.percent_y)
    rows = []
    for place in _evenly(len(line.x), n_most):
        band = [say_y(each[place]) if each else "" for each in (line.low, line.high)]
        cells = (say_x(line.x[place]), say_y(line.y[place]), *(band if with_band else []))
        rows.append(cells)
    return rows


def _sayer(*, percent: bool) -> Callable[[float], str]:
    return lambda value: say_plain(value, percent=percent)


def _evenly(n_points: int, n_most: int) -> Sequence[int]:
    """Return the places of at most ``n_most`` points, the first and the last among them."""
    if n_points <= n_most:
        return range(n_points)
    step = (n_points - 1) / (n_most - 1)
    return [round(step * count) for count in range(n_most)]


def _matrix_numbers(chart: MatrixChart) -> Numbers:
    if len(chart.column_names) > MOST_COLUMNS:
        return _largest_numbers(chart)
    rows = tuple(
        (name, *(say_plain(value) for value in values))
        for name, values in zip(chart.row_names, chart.values, strict=True)
    )
    return Numbers(
        (f"{chart.row_axis} \\ {chart.column_axis}", *chart.column_names),
        rows,
        tuple(range(1, len(chart.column_names) + 1)),
    )


def _largest_numbers(chart: MatrixChart) -> Numbers:
    """Return the largest numbers one by one: no screen and no paper is as wide as all columns."""
    cells = [
        (value, row, column)
        for row, values in zip(chart.row_names, chart.values, strict=True)
        for column, value in zip(chart.column_names, values, strict=True)
        if value
    ]
    cells.sort(key=lambda cell: -abs(cell[0]))
    shown = cells[:MOST_CELLS]
    note = f"The {len(shown)} largest of {len(cells)} numbers that are not 0."
    return Numbers(
        (chart.row_axis, chart.column_axis, "number"),
        tuple((row, column, say_plain(value)) for value, row, column in shown),
        (2,),
        note if len(shown) < len(cells) else "",
    )
