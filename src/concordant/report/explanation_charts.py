"""The pictures of an explanation: how much each column matters, and what is answered along it.

In:  the plain record of an explanation (``explanation.json``).
Out: charts. Anybody may run this; nothing is drawn here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from concordant.report.chart import Chart, Dot, DotChart, Line, LineChart
from concordant.report.explanation_words import MEASURE_WORDS, covered_ends, outer_points
from concordant.report.spelling import say_plain

Record = Mapping[str, Any]

IMPORTANCE_TABLE = "Importance in numbers"
MOST_DOTS = 30
MOST_CURVES = 8
MOST_CLASSES = 4


def importance_chart(record: Record) -> DotChart:
    """Return the leading measure of the most important columns."""
    shown = record["columns"][:MOST_DOTS]
    rest = len(record["columns"]) - len(shown)
    more = f" The first {MOST_DOTS}; {rest} more are in the table." if rest else ""
    return DotChart(
        title="Importance",
        caption=f"A column whose interval holds zero cannot be told from an idle one.{more}",
        axis=MEASURE_WORDS[record["measures"][0]],
        dots=tuple(
            Dot(column["name"], score["value"] or 0.0, score["low"], score["high"])
            for column in shown
            for score in column["importance"][:1]
        ),
        reference=0.0,
        table=IMPORTANCE_TABLE,
    )


def dependence_charts(record: Record) -> tuple[Chart, ...]:
    """Return a chart for each of the most important columns that vary."""
    shown = [column for column in record["columns"] if column["share"] is not None][:MOST_CURVES]
    return tuple(_dependence_chart(record, column) for column in shown)


def _dependence_chart(record: Record, column: Record) -> Chart:
    points = column["dependence"]["points"]
    # Of many classes, those that the column moves most.
    chosen = sorted(_by_movement(record, points)[:MOST_CLASSES])
    # A day is named, not measured: a year with decimals would be read by nobody.
    if column["kind"] == "numeric":
        return _curves(record, column, chosen)
    return _levels(record, column, chosen)


def _caption(record: Record, column: Record) -> str:
    """Return the finding of one picture, and what it leaves out."""
    points = column["dependence"]["points"]
    most = _by_movement(record, points)[0]
    is_range = points[0]["at"] is not None
    verb, at, joined = ("goes from", "at", "to") if is_range else ("lies between", "for", "and")
    percent = record["task"] == "classification"
    first, last = (
        f"{say_plain(point['average'][most], percent=percent)} {at} {point['name']}"
        for point in outer_points(points, most)
    )
    said = f"The {record['outputs'][most]} {verb} {first} {joined} {last}."
    if is_range and not any(point["has_rows"] for point in points):
        said += " This site has too few rows to say where they lie."
    if len(record["outputs"]) > MOST_CLASSES:
        said += f" Shown are the {MOST_CLASSES} of {len(record['outputs'])} classes that move most."
    left_out = column["dependence"]["n_levels_left_out"]
    return f"{said} {left_out} rarer levels are left out." if left_out else said


def _by_movement(record: Record, points: Sequence[Record]) -> list[int]:
    """Return the outputs, the one that the column moves most first."""

    def span(place: int) -> float:
        values = [point["average"][place] for point in points]
        return float(max(values) - min(values))

    return sorted(range(len(record["outputs"])), key=span, reverse=True)


def _curves(record: Record, column: Record, chosen: list[int]) -> LineChart:
    points = [each for each in column["dependence"]["points"] if each["at"] is not None]
    several = len(chosen) > 1
    with_band = bool(points[0]["low"]) and not several
    first, last = covered_ends(points)
    lines = [
        _line(record["outputs"][output], points[first : last + 1], output, with_band=with_band)
        for output in chosen
    ]
    if not several:
        # One point is in both lines, so that no gap is left.
        lines += [
            _line(words, part, chosen[0], dashed=True)
            for words, part in (
                ("fewer than ten rows lie lower", points[: first + 1]),
                ("fewer than ten rows lie higher", points[last:]),
            )
            if len(part) > 1
        ]
    return LineChart(
        title=column["name"],
        caption=_caption(record, column),
        x_axis=column["dependence"]["axis"],
        y_axis=record["outputs"][chosen[0]] if not several else "probability",
        lines=tuple(lines),
        percent_y=record["task"] == "classification",
        from_zero=record["task"] == "classification",
    )


def _line(
    name: str,
    points: Sequence[Record],
    output: int,
    *,
    with_band: bool = False,
    dashed: bool = False,
) -> Line:
    def column_of(key: str) -> tuple[float, ...]:
        return tuple(point[key][output] for point in points)

    return Line(
        name,
        x=tuple(point["at"] for point in points),
        y=column_of("average"),
        low=column_of("low") if with_band else (),
        high=column_of("high") if with_band else (),
        dashed=dashed,
    )


def _levels(record: Record, column: Record, chosen: list[int]) -> DotChart:
    points = column["dependence"]["points"]
    several = len(chosen) > 1
    with_band = bool(points[0]["low"]) and not several
    return DotChart(
        title=column["name"],
        caption=_caption(record, column),
        axis="probability" if several else record["outputs"][chosen[0]],
        dots=tuple(
            Dot(
                point["name"],
                point["average"][output],
                point["low"][output] if with_band else None,
                point["high"][output] if with_band else None,
                kind=record["outputs"][output] if several else "",
            )
            for point in points
            for output in chosen
        ),
        percent=record["task"] == "classification",
    )
