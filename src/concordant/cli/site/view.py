"""``concordant site view``: the first upload of a study with an agreed span.

In:  charter, pact, table, and a yes.
Out: ``NAME.view`` in the inbox, and a line in the vault's log. Only a site runs this.
"""

from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    charter_option,
    force_option,
    json_option,
    notice_option,
    open_store_option,
    roster_option,
    site_option,
    table_option,
    vault_option,
    yes_option,
)
from concordant.cli.site.joining import join_study, say_joining
from concordant.cli.site.pact_at_hand import pact_option
from concordant.cli.site.show_leaving import leaving_record, show_leaving
from concordant.cli.site.table_warnings import say_warnings
from concordant.cli.site.upload import (
    require_apart,
    require_free_name,
    say_uploaded,
    upload_out_option,
    uploaded_record,
)
from concordant.cli.study import require_span_plan, say_consents
from concordant.cli.table_text import TableText, table_text_options
from concordant.site.send_view import view as make_view
from concordant.transport.folder.releases import send_view


@click.command(
    cls=Command,
    examples="""
concordant site view --charter agreed.toml --pact agreed.key --table north.csv --site north --out views --vault vault --dry-run
concordant site view --charter agreed.toml --pact agreed.key --table north.csv --site north --out views --vault vault --yes
""",  # noqa: E501  an example is one line
)
@charter_option
@pact_option
@table_option
@site_option
@upload_out_option
@vault_option
@roster_option
@notice_option
@click.option("--dry-run", is_flag=True, help="Show what would leave and write nothing.")
@table_text_options
@open_store_option
@force_option
@yes_option
@json_option
def view(
    *,
    charter_path: Path,
    pact_path: Path | None,
    table_path: Path,
    site: str,
    inbox: Path,
    vault: Path,
    roster_path: Path | None,
    notice_path: Path | None,
    table_text: TableText,
    dry_run: bool,
    accept_open: bool,
    force: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Send the view of a study with `span = "agreed"`: no row and no label.

    The view says in which directions this site's rows vary most, behind guards: columns that
    few rows fill are left out, long rows are shortened, the rest is blurred. From all views the
    analyst makes the span; then each site contributes on it. Writes `NAME.view` to the inbox,
    after a yes.
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
    require_span_plan(
        charter,
        "agreed",
        command="concordant site view",
        advice="Contribute at once, with `concordant site contribute`.",
    )
    target = require_free_name(inbox, site, "view", force=force)
    table = table_text.read(table_path)
    with screen.progress("Making the view"):
        message = make_view(charter, joining.pact, table, site=site, roster=joining.study.roster)
    say_joining(screen, joining)
    say_consents(screen, charter)
    warnings = say_warnings(screen, charter, table)
    show_leaving(screen, message, title=f"What would leave as {target.name}")
    record = {
        "site": site,
        "sent": False,
        "dry_run": dry_run,
        "warnings": warnings,
        **leaving_record(message),
    }
    if dry_run:
        screen.tell("A dry run: nothing was written and nothing has left.")
        screen.answer(record)
        return
    screen.ask_yes(f"Write {target}?", yes=yes)
    uploaded = send_view(charter, message, inbox, joining.vault, force=force)
    say_uploaded(screen, uploaded)
    screen.tell(
        "Next: the analyst makes the span from all views (`concordant analyst agree`); compare "
        "its words with the other sites, then run `concordant site contribute --span study.span`."
    )
    screen.answer({**record, "sent": True, **uploaded_record(uploaded)})
