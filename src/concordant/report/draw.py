"""Turn charts into pictures, always the same for the same chart.

In:  a chart.
Out: SVG for a page, SVG as a file, or PNG. Anybody may run this; nothing is written.
"""

import hashlib
import io
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from concordant.report.chart import Chart, DotChart, LineChart
from concordant.report.chart_words import describe
from concordant.report.draw_dots import draw_dots
from concordant.report.draw_lines import draw_lines
from concordant.report.draw_matrix import draw_matrix
from concordant.report.drawing import Sheet, settings
from concordant.report.palette import DARK, LIGHT, by_reference, css_variables
from concordant.report.svg import inline_svg

_DOTS_PER_INCH = 200
_LETTERS = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'


def render_svg(chart: Chart, *, name: str = "") -> str:
    """Return the chart as an SVG element in the colours of the page around it.

    ``name`` begins the ids in it; without one it is made from the chart, so that two different
    charts never share an id.
    """
    name = name or f"chart-{_digest(chart)}"
    roles = by_reference(LIGHT)
    drawn = io.StringIO()
    with _drawing(chart, roles) as sheet:
        sheet.figure.savefig(drawn, format="svg", metadata={"Date": None})
    return inline_svg(
        drawn.getvalue(), name=name, title=chart.title, words=describe(chart), roles=roles
    )


def picture_svg(chart: Chart) -> str:
    """Return the chart as an SVG file with colours of its own, for light paper and dark."""
    element = render_svg(chart)
    style = (
        f"<style>svg {{ {css_variables(LIGHT)} font-family: {_LETTERS}; "
        "background: var(--paper); } "
        f"@media (prefers-color-scheme: dark) {{ svg {{ {css_variables(DARK)} }} }}</style>"
    )
    at = element.index("</desc>") + len("</desc>")
    opened = element[:at].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"{opened}{style}{element[at:]}\n"


def render_png(chart: Chart) -> bytes:
    """Return the chart as a PNG file on white paper."""
    file = io.BytesIO()
    with _drawing(chart, LIGHT) as sheet:
        sheet.figure.patch.set_visible(True)
        sheet.figure.patch.set_facecolor(LIGHT["paper"])
        sheet.figure.savefig(file, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return file.getvalue()


@contextmanager
def _drawing(chart: Chart, colours: Mapping[str, str]) -> Iterator[Sheet]:
    """Give the sheet with the chart on it, under settings that end with it."""
    from matplotlib import rc_context, rcdefaults, rcParams

    with warnings.catch_warnings(), rc_context():
        # Matplotlib has read a matplotlibrc where the command was called: in a shared folder that
        # is another party's word, and `text.usetex` would hand foreign names to a program.
        rcdefaults()
        rcParams.update(settings(_digest(chart)))
        # A name may hold letters that matplotlib's own font lacks; the reader's system has them.
        warnings.filterwarnings("ignore", message="Glyph")
        yield _draw(chart, colours)


def _draw(chart: Chart, colours: Mapping[str, str]) -> Sheet:
    if isinstance(chart, DotChart):
        return draw_dots(chart, colours)
    if isinstance(chart, LineChart):
        return draw_lines(chart, colours)
    return draw_matrix(chart, colours)


def _digest(chart: Chart) -> str:
    return hashlib.sha256(repr(chart).encode("utf-8", "backslashreplace")).hexdigest()[:12]
