"""Print a report in the terminal, where a person asked for it with ``--markdown``.

In:  the two options that say what stdout is for; the page that the command also writes as HTML.
Out: the same facts as Markdown on stdout. Anybody may run this.
"""

from typing import TYPE_CHECKING

from concordant.cli.console import Screen, print_document
from concordant.errors.cli import OptionsContradict

if TYPE_CHECKING:
    from concordant.report.page import Page


def open_screen(*, as_json: bool, as_markdown: bool) -> Screen:
    """Return the screen of a command with ``--json`` and ``--markdown``; refuse both at once."""
    if as_json and as_markdown:
        raise OptionsContradict(
            problem="--json and --markdown each want stdout for one document.",
            advice="Take one of them; the record of a run is in its folder as JSON either way.",
        )
    return Screen(json=as_json, markdown=as_markdown)


def print_report(screen: Screen, page: "Page") -> None:
    """Print the page as Markdown if that was asked for, else nothing."""
    if screen.markdown:
        from concordant.report.markdown import render_markdown

        print_document(render_markdown(page))
