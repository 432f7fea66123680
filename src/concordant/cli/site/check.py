"""``concordant site check``: hold a table against the terms before anything leaves.

In:  a charter, confirmed or not, and the site's table; no pact.
Out: every finding at once, by column and count; nothing is written. A site runs this.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    charter_option,
    json_option,
    table_option,
)
from concordant.cli.outcome import finish
from concordant.cli.sizes import say_count
from concordant.cli.study import read_charter_text, require_faultless, say_consents
from concordant.cli.table_text import TableText, table_text_options
from concordant.errors.cli import TableWouldBeRefused
from concordant.errors.terms import CharterNotConfirmed
from concordant.terms.charter_text import decode_charter
from concordant.terms.confirm import require_confirmed
from concordant.terms.listing import list_some
from concordant.terms.table_check import check_table
from concordant.terms.table_findings import NOT_NAMED, TableCheck, TableFinding

MOST_NAMES = 30


@click.command(
    cls=Command,
    examples="""
concordant site check --charter charter.toml --table north.csv
concordant site check --charter charter.toml --table north.csv --rows --json
""",
)
@charter_option
@table_option
@click.option("--rows", "with_rows", is_flag=True, help="Add the first row numbers, from 1.")
@table_text_options
@json_option
def check(
    *,
    charter_path: Path,
    table_path: Path,
    with_rows: bool,
    table_text: TableText,
    as_json: bool,
) -> int:
    """Say what of a table would be refused, clipped or ignored, and why.

    All of it at once, by column and count; no cell is shown. Exit code 0 when the table would
    be accepted, 3 when something would be refused.
    """
    screen = Screen(as_json)
    charter = decode_charter(read_charter_text(charter_path))
    require_faultless(charter_path, charter, None)
    try:
        require_confirmed(charter)
    except CharterNotConfirmed:
        screen.warn("nobody has confirmed these terms yet; they may still change.")
    table = table_text.read(table_path)
    with screen.progress("Checking the table"):
        checked = check_table(charter, table, with_rows=with_rows)
    say_consents(screen, charter)
    _show(screen, checked, table_path, with_rows=with_rows)
    record = {"table": str(table_path), "charter": str(charter_path), **checked.as_record()}
    refusal = None
    if checked.n_refused:
        refusal = TableWouldBeRefused(path=str(table_path), count=checked.n_refused)
    return finish(screen, record, refusal)


def _show(screen: Screen, checked: TableCheck, table_path: Path, *, with_rows: bool) -> None:
    plain = [finding for finding in checked.findings if _is_plain_extra(finding)]
    others = [finding for finding in checked.findings if not _is_plain_extra(finding)]
    if others:
        heads, rows = _table(others, with_rows=with_rows)
        screen.table(f"{table_path.name}: {say_count(checked.n_rows, 'row')}", heads, rows)
    if plain:
        names = list_some([finding.column for finding in plain], most=MOST_NAMES)
        screen.tell(f"Ignored, because the terms do not name them: {names}.")
    if checked.rank is not None:
        screen.tell(
            f"The rows become {say_count(checked.n_features, 'number')} each and vary in "
            f"{say_count(checked.rank, 'direction')}; {checked.n_dims} leave."
        )
    if not checked.n_refused:
        tally = Counter(finding.effect for finding in checked.findings)
        counted = ", ".join(f"{count} {effect}" for effect, count in tally.items())
        screen.tell(f"The table would be accepted{f' ({counted})' if counted else ''}.")


def _is_plain_extra(finding: TableFinding) -> bool:
    return finding.what == NOT_NAMED and not finding.advice


def _table(
    findings: Sequence[TableFinding], *, with_rows: bool
) -> tuple[list[str], list[list[str]]]:
    """Return heads and lines; a column that would be empty is left out."""
    cells: dict[str, list[str]] = {
        "column": [finding.column or "(all)" for finding in findings],
        "what": [finding.what for finding in findings],
        "rows": ["" if one.count is None else f"{one.count:,}" for one in findings],
        "what happens": [finding.effect for finding in findings],
        "what to do": [finding.advice for finding in findings],
        "row numbers": [_numbers(finding) for finding in findings] if with_rows else [],
    }
    heads = [head for head, column in cells.items() if any(column)]
    return heads, [list(line) for line in zip(*(cells[head] for head in heads), strict=True)]


def _numbers(finding: TableFinding) -> str:
    is_cut = finding.count is not None and finding.count > len(finding.rows) > 0
    return ", ".join(map(str, finding.rows)) + (", …" if is_cut else "")
