"""``concordant site explain``: say what the model makes of each column, at home.

In:  charter, vault, the return, rows of the site with or without labels.
Out: a table on the screen; with ``--out`` a page and its record, for the site alone. Nothing is
     sent. A site runs this.
"""

from pathlib import Path

import click

from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    force_option,
    json_option,
    markdown_option,
    open_store_option,
    site_option,
    table_option,
    vault_option,
)
from concordant.cli.report_text import open_screen, print_report
from concordant.cli.site.explanation_files import require_room, write_explanation
from concordant.cli.site.explanation_record import explanation_record
from concordant.cli.site.kept_release import (
    allow_type_option,
    find_release,
    release_option,
    return_option,
    unencodable_option,
)
from concordant.cli.site.show_explanation import show_explanation
from concordant.cli.site.table_warnings import say_warnings
from concordant.cli.study import open_study, say_consents
from concordant.cli.table_text import TableText, table_text_options
from concordant.site.explain import MOST_REPEATS, MOST_ROWS
from concordant.site.explain import explain as explain_model
from concordant.site.predict import Unencodable
from concordant.terms.floors import FEWEST_TOGETHER
from concordant.transport.folder.site import read_return


@click.command(
    cls=Command,
    examples="""
concordant site explain --charter charter.toml --site north --vault vault --return run/returns/north.return --table new.csv
concordant site explain --charter charter.toml --site north --vault vault --return run/returns/north.return --table new.csv --column x0 --column smoker --out explanation
""",  # noqa: E501  an example is one line
)
@charter_option
@site_option
@vault_option
@return_option
@table_option
@click.option(
    "--column",
    "columns",
    metavar="NAME",
    multiple=True,
    help="A column to explain, by its agreed name; may be given again. By default all.",
)
@click.option(
    "--repeats",
    type=click.IntRange(2, MOST_REPEATS),
    default=10,
    show_default=True,
    help="How often each column is shuffled.",
)
@click.option(
    "--rows",
    "most_rows",
    type=click.IntRange(FEWEST_TOGETHER, 20_000),
    default=MOST_ROWS,
    show_default=True,
    help="Of a longer table so many rows are drawn, all with the same chance.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="For the shuffles and the drawn rows."
)
@click.option("--out", type=FILE, help="A folder for explanation.html and explanation.json.")
@unencodable_option
@allow_type_option
@release_option
@table_text_options
@open_store_option
@force_option
@markdown_option
@json_option
def explain(
    *,
    charter_path: Path,
    site: str,
    vault: Path,
    return_path: Path,
    table_path: Path,
    columns: tuple[str, ...],
    repeats: int,
    most_rows: int,
    seed: int,
    out: Path | None,
    unencodable: Unencodable,
    allow_types: tuple[str, ...],
    release: int | None,
    table_text: TableText,
    accept_open: bool,
    force: bool,
    as_markdown: bool,
    as_json: bool,
) -> None:
    """Say what the model makes of each column, in its own units. Nothing is sent.

    Each column is shuffled to see what the model loses, and set to one value after another to
    see what it answers. Columns that the projection hardly carries are named. For a linear
    model, the coefficients are shown per unit and per level. The table needs no labels; with
    them, importance is what the model loses, without them how far its predictions move.
    """
    screen = open_screen(as_json=as_json, as_markdown=as_markdown)
    if out is not None:
        require_room(out, force=force)
    charter = open_study(charter_path).charter
    kept = find_release(charter, vault, site, release, accept_open=accept_open)
    returned = read_return(return_path, charter)
    table = table_text.read(table_path)
    with screen.progress("Explaining"):
        found = explain_model(
            charter,
            kept.basis,
            returned,
            table,
            sent=kept.envelope,
            columns=columns,
            repeats=repeats,
            seed=seed,
            most_rows=most_rows,
            unencodable=unencodable,
            allow_types=allow_types,
        )
    say_consents(screen, charter)
    warnings = say_warnings(screen, charter, table)
    record = explanation_record(found, charter, returned, seed=seed, warnings=warnings)
    show_explanation(screen, record)
    from concordant.report.explanation_page import explanation_page

    page = explanation_page(record)
    if out is not None:
        for path in write_explanation(out, record, page, force=force):
            screen.tell(f"Written, for this site alone: {path}")
    print_report(screen, page)
    screen.answer(record | {"out": None if out is None else str(out)})
