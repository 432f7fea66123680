"""The sheet that every picture is drawn on: its size, its letters, axes without ornament.

In:  a height and the colours.
Out: a matplotlib figure with one plain pair of axes. Anybody may run this; nothing is written.
"""

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from concordant.report.spelling import spelled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 400.0
"""Units of a picture's width: those of a telephone, so that its letters stay readable there."""

LETTER = 13.0
SMALL = 12.0
_AXIS_LETTERS = 42
_POINTS_PER_INCH = 72.0

# Matplotlib's own letters are wider than those of the systems that show a page, so whatever
# fits while it is laid out fits there too.
_SETTINGS = {
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "font.size": LETTER,
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "axes.formatter.use_mathtext": False,
    "path.simplify": False,
}


class Sheet(NamedTuple):
    """A figure, its axes, and the colours to draw in."""

    figure: "Figure"
    axes: "Axes"
    colours: Mapping[str, str]


def settings(salt: str) -> Any:
    """Return matplotlib's settings for one picture; ``salt`` makes its names its own.

    Their type is Any: matplotlib spells it differently from one release to the next.
    """
    return {**_SETTINGS, "svg.hashsalt": salt}


def open_sheet(height: float, colours: Mapping[str, str]) -> Sheet:
    """Return an empty sheet of the common width."""
    from matplotlib.figure import Figure

    inches = (WIDTH / _POINTS_PER_INCH, height / _POINTS_PER_INCH)
    figure = Figure(figsize=inches, dpi=_POINTS_PER_INCH, layout="constrained")
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(colours["edge"])
    axes.tick_params(
        which="both", colors=colours["edge"], labelcolor=colours["soft"], labelsize=SMALL, length=3
    )
    return Sheet(figure, axes, colours)


def name_axes(sheet: Sheet, x_axis: str, y_axis: str = "") -> None:
    """Write what the axes are: one below, the other above, where nobody has to turn the head."""
    ink = sheet.colours["soft"]
    # Set to the right, a long name grows to the left, below the names of the rows.
    sheet.axes.set_xlabel(_wrapped(x_axis), color=ink, fontsize=LETTER, loc="right")
    sheet.axes.xaxis.label.set_multialignment("right")
    if y_axis:
        sheet.axes.set_title(_wrapped(y_axis), loc="left", color=ink, fontsize=LETTER, pad=8)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(spelled(text), _AXIS_LETTERS))


def show_percent(axis: Any) -> None:
    """Write the shares on an axis as percent."""
    axis.set_major_formatter(lambda value, _: f"{100 * value:.4g} %")


def make_legend(sheet: Sheet, n_entries: int, longest: int) -> None:
    """Put the names of kinds or lines below the axes, where they cover nothing."""
    sheet.figure.legend(
        loc="outside lower left",
        ncols=2 if n_entries > 1 and longest <= 18 else 1,
        frameon=False,
        fontsize=SMALL,
        labelcolor=sheet.colours["ink"],
        handlelength=2.6,
        columnspacing=1.2,
        borderaxespad=0.2,
    )
