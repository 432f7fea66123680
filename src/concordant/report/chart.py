"""What a picture shows, as plain data: dots with intervals, lines with bands, a matrix of counts.

In:  names and numbers that somebody else computed.
Out: a chart for a page. Anybody may run this; nothing is drawn here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dot:
    """One number with its name and, where there is one, its interval.

    Dots of one ``kind`` share a colour and a shape.
    """

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DotChart:
    """Numbers beside each other on one axis, the first on top.

    ``reference`` is a value that the others are held against; ``percent`` says that numbers are
    shares of 1. Past a few dozen dots their names stand in the table of numbers alone. ``kinds``
    gives kinds their places in the palette, so that one looks alike in every picture; an empty
    text keeps a place free. ``table`` is the title of a table of the page that has the numbers,
    where the picture need not bring them itself.
    """

    title: str
    caption: str
    axis: str
    dots: tuple[Dot, ...]
    reference: float | None = None
    percent: bool = False
    kinds: tuple[str, ...] = ()
    table: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One curve through points in the order given; ``low`` and ``high`` are a band around it."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class LineChart:
    """Curves over one axis.

    ``diagonal`` draws where both axes are equal; ``markers`` shows the points; ``square`` gives
    both axes the range 0 to 1; ``from_zero`` lets the upright axis begin at 0.
    """

    title: str
    caption: str
    x_axis: str
    y_axis: str
    lines: tuple[Line, ...]
    diagonal: bool = False
    markers: bool = False
    log_x: bool = False
    percent_x: bool = False
    percent_y: bool = False
    square: bool = False
    from_zero: bool = False


@dataclass(frozen=True, slots=True)
class MatrixChart:
    """Numbers in rows and columns, darker where they are larger.

    With ``of_row`` a cell is as dark as its share of its row, else of the largest number.
    """

    title: str
    caption: str
    row_axis: str
    column_axis: str
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    of_row: bool = False


Chart = DotChart | LineChart | MatrixChart
