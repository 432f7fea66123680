"""``concordant site profile``: describe a table's columns without showing a cell.

In:  the site's table, and a yes.
Out: a JSON file that may be shared, to draft a charter from. A site runs this.
"""

import json
from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    force_option,
    json_option,
    table_option,
    yes_option,
)
from concordant.cli.site.profile_words import describe_profile
from concordant.cli.table_text import TableText, table_text_options
from concordant.files.atomic import require_free, write_text_atomically
from concordant.terms.profile import DEFAULT_MIN_COUNT, profile_table
from concordant.terms.profile_facts import Profile
from concordant.terms.profile_text import encode_profile


@click.command(
    cls=Command,
    examples="""
concordant site profile --table north.csv --out north-columns.json --yes
concordant site profile --table north.csv --min-count 20 --out north-cautious.json --yes
""",
)
@table_option
@click.option("--out", type=FILE, required=True, help="The profile's file, such as north.json.")
@click.option(
    "--min-count",
    type=int,
    default=DEFAULT_MIN_COUNT,
    show_default=True,
    help="So many rows stand behind everything that is said.",
)
@click.option("--ignore", multiple=True, metavar="COLUMN", help="Say nothing of it; repeatable.")
@table_text_options
@yes_option
@force_option
@json_option
def profile(
    *,
    table_path: Path,
    out: Path,
    min_count: int,
    ignore: tuple[str, ...],
    table_text: TableText,
    yes: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Describe the columns of a table, so that sites can agree without a public table.

    For each column: its kind, the share missing, rounded percentiles, and levels that many
    rows have. Never a cell, nor the least or the greatest value. Everything that the file says
    is shown first; it is written after a yes, and nothing is sent.
    """
    screen = Screen(as_json)
    require_free(out, force=force)
    table = table_text.read(table_path)
    with screen.progress("Describing the columns"):
        described = profile_table(table, min_count=min_count, ignore=ignore)
    _show(screen, described, table_path)
    screen.ask_yes(f"Write {out}?", yes=yes)
    text = encode_profile(described)
    write_text_atomically(out, text, force=force)
    screen.tell(f"Written: {out}. It says what the table above says, and nothing else.")
    screen.tell(
        "Next: give it to whoever drafts the charter (`concordant charter draft`). Column names "
        "and levels are in it as they stand in the table: read them once more before you do."
    )
    screen.answer({"profile": str(out), "content": json.loads(text)})


def _show(screen: Screen, described: Profile, table_path: Path) -> None:
    screen.table(
        f"What the profile of {table_path.name} would say",
        ("column", "kind", "values", "missing", "what is said"),
        [describe_profile(column) for column in described.columns],
    )
    screen.tell(
        f"About {described.n_rows:,} rows in all. At least {described.min_count} rows stand behind "
        "every number and every level; numbers are rounded."
    )
