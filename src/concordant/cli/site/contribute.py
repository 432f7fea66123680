"""``concordant site contribute``: show what would leave; after a yes, let it leave.

In:  charter, pact, table, by the plan also the agreed span or public rows, and a yes.
Out: ``NAME.bundle`` in the inbox, the secret basis in the vault. Only a site runs this.
"""

from pathlib import Path
from typing import Any

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    force_option,
    json_option,
    notice_option,
    open_store_option,
    roster_option,
    site_option,
    vault_option,
    yes_option,
)
from concordant.cli.site.joining import Joining, join_study, say_joining
from concordant.cli.site.pact_at_hand import pact_option
from concordant.cli.site.show_facts import facts_record, show_facts
from concordant.cli.site.show_leaving import leaving_record, show_leaving
from concordant.cli.site.upload import (
    require_apart,
    require_free_name,
    say_uploaded,
    upload_out_option,
    uploaded_record,
)
from concordant.cli.sizes import say_count
from concordant.cli.table_text import TableText, table_text_options
from concordant.errors.cli import OptionsContradict
from concordant.terms.charter import Charter
from concordant.transport.folder.releases import PreparedRelease, prepare_release, send_release
from concordant.transport.folder.site import read_public_table, read_span


@click.command(
    cls=Command,
    examples="""
concordant site contribute --charter charter.toml --pact pact.key --table north.csv --site north --out inbox --vault vault --dry-run
concordant site contribute --charter charter.toml --pact pact.key --table north.csv --site north --out inbox --vault vault --yes
concordant site contribute --charter agreed.toml --pact agreed.key --table north.csv --site north --out views --vault vault --span study.span --yes
""",  # noqa: E501  an example is one line
)
@charter_option
@pact_option
@click.option(
    "--table",
    "table_path",
    type=FILE,
    help="CSV, TSV, Parquet or Arrow; with --no-rows only where the span is the site's own.",
)
@site_option
@upload_out_option
@vault_option
@click.option("--span", "span_path", type=FILE, help='The analyst\'s study.span (span = "agreed").')
@click.option("--public", "public_path", type=FILE, help="The public rows that the terms name.")
@click.option("--no-rows", is_flag=True, help="Join only to predict: no row and no label leaves.")
@click.option(
    "--withhold-rare-classes",
    is_flag=True,
    help="Keep rows at home whose class fewer than ten rows have.",
)
@click.option("--replace", is_flag=True, help="Send a new release although one has left already.")
@roster_option
@notice_option
@click.option("--dry-run", is_flag=True, help="Show what would leave and write nothing.")
@table_text_options
@open_store_option
@force_option
@yes_option
@json_option
def contribute(
    *,
    charter_path: Path,
    pact_path: Path | None,
    table_path: Path | None,
    site: str,
    inbox: Path,
    vault: Path,
    span_path: Path | None,
    public_path: Path | None,
    no_rows: bool,
    withhold_rare_classes: bool,
    replace: bool,
    roster_path: Path | None,
    notice_path: Path | None,
    dry_run: bool,
    table_text: TableText,
    accept_open: bool,
    force: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Show everything that would leave; after a yes, write the upload.

    Writes `NAME.bundle` to the inbox: every row projected by a secret basis, in a fresh random
    order, with its label. The basis stays in the vault; keep it, `site predict` needs it.
    Nothing is written before the yes. A command that was interrupted finishes with the same
    basis when it is run again.
    """
    screen = Screen(as_json)
    require_apart(inbox, vault, pact_path)
    joining = join_study(
        site,
        charter_path,
        roster_path=roster_path,
        notice_path=notice_path,
        pact_path=pact_path,
        vault_path=vault,
        accept_open=accept_open,
    )
    charter = joining.study.charter
    _require_table(charter, table_path, no_rows=no_rows)
    table = None
    if table_path is not None:
        table = table_text.read(table_path)
    span = None if span_path is None else read_span(span_path, charter)
    public = None if public_path is None else read_public_table(public_path, charter)
    with screen.progress("Projecting the rows"):
        prepared = prepare_release(
            charter,
            joining.pact,
            table,
            site=site,
            vault=joining.vault,
            span=span,
            public=public,
            with_rows=not no_rows,
            replace=replace,
            roster=joining.study.roster,
            withhold_rare_classes=withhold_rare_classes,
        )
    is_ours = prepared.resumed or prepared.number > 1
    target = require_free_name(inbox, site, "bundle", force=force or is_ours)
    record = _show(screen, joining, prepared, target)
    if dry_run:
        screen.tell("A dry run: nothing was written and nothing has left.")
        screen.answer({**record, "sent": False, "dry_run": True})
        return
    n_notes = len(record["warnings"])
    if n_notes and not yes:  # they have scrolled away by now
        screen.tell(f"Read what is said above after the word Note ({n_notes}) before you answer.")
    screen.ask_yes(f"Write {target}, and the secret basis to {vault}?", yes=yes)
    uploaded = send_release(prepared, charter, inbox, joining.vault, force=force)
    say_uploaded(screen, uploaded)
    screen.tell(f"The secret basis of release {prepared.number} is in {vault}. Keep it.")
    screen.tell(
        "Next: the file goes to the analyst. The return comes back as "
        f"{site}.return, for `concordant site predict`."
    )
    screen.answer({**record, "sent": True, "dry_run": False, **uploaded_record(uploaded)})


def _require_table(charter: Charter, path: Path | None, *, no_rows: bool) -> None:
    """Refuse a call without a table where rows are needed."""
    if path is not None or (no_rows and charter.span != "own"):
        return
    if no_rows:
        raise OptionsContradict(
            problem="The terms take the span from the site's own rows, and no table was given.",
            advice="Give it with --table; with --no-rows its rows shape the basis and stay here.",
        )
    raise OptionsContradict(
        problem="There is no table to contribute.",
        advice="Give it with --table, or join only to predict with --no-rows.",
    )


def _show(
    screen: Screen, joining: Joining, prepared: PreparedRelease, target: Path
) -> dict[str, Any]:
    """Print what a person reads before the yes; return it as plain data."""
    bundle, facts = prepared.contribution.bundle, prepared.contribution.facts
    say_joining(screen, joining)
    show_facts(screen, facts)
    if prepared.resumed:
        screen.warn(
            f"release {prepared.number} was interrupted before it left; it is finished now "
            "with the same basis."
        )
    n_other_terms = joining.vault.count_other_terms(joining.study.charter, joining.site)
    if n_other_terms:
        screen.warn(
            f"rows of this site have left under {say_count(n_other_terms, 'other version')} of "
            "these terms. Whoever keeps both uploads can match their rows by the distances "
            "between them, and two spans show more of a row than one. Ask why the terms changed."
        )
    show_leaving(screen, bundle, title=f"What would leave as {target.name}")
    return {
        "site": joining.site,
        "release": prepared.number,
        "resumed": prepared.resumed,
        "n_other_terms": n_other_terms,
        **facts_record(facts),
        **leaving_record(bundle),
    }
