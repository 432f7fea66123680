"""``concordant charter show``: a charter for people, or as JSON.

In:  a charter, confirmed or not.
Out: its summary and its columns; nothing is written. Anybody may run this.
"""

from pathlib import Path

import click

from concordant.cli.charter.summary import describe_column, roster_record, show_summary
from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, json_option, roster_option
from concordant.cli.study import read_charter_text, read_roster
from concordant.terms.charter_text import decode_charter


@click.command(
    cls=Command,
    examples="""
concordant charter show charter.toml
concordant charter show charter.toml --json
""",
)
@click.argument("charter_path", metavar="CHARTER", type=FILE)
@roster_option
@json_option
def show(charter_path: Path, roster_path: Path | None, *, as_json: bool) -> None:
    """Show a charter to people, or as JSON."""
    screen = Screen(as_json)
    charter = decode_charter(read_charter_text(charter_path))
    roster = read_roster(charter_path, roster_path)
    if not as_json:
        show_summary(screen, charter, roster)
        screen.table(
            "Columns",
            ("column", "kind", "becomes", "missing", "otherwise"),
            [describe_column(column) for column in charter.columns],
        )
    stamp = charter.confirmed
    screen.answer(
        {
            "terms": charter.content(),
            "terms_digest": charter.terms_digest,
            "n_features": charter.n_features,
            "confirmed": stamp is not None and stamp.terms_digest == charter.terms_digest,
            "version": stamp.version if stamp else None,
            "roster": roster_record(roster),
        }
    )
