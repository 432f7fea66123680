"""``concordant analyst check``: which uploads are fit for use, and who is missing.

In:  a charter, the folder of the uploads.
Out: one line per site, with every reason; an exit code. Nothing is written. The analyst runs
     this.
"""

from pathlib import Path

import click

from concordant.analyst.verdicts import Method
from concordant.cli.analyst.inbox import (
    Received,
    find_span,
    incompleteness,
    measure,
    receive,
    unusable,
)
from concordant.cli.analyst.method import method_option
from concordant.cli.analyst.opening import open_as_analyst
from concordant.cli.analyst.site_lines import Health, show_sites, sites_record
from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    inbox_option,
    json_option,
    notice_option,
    roster_option,
)
from concordant.cli.outcome import finish
from concordant.errors import ConcordantError
from concordant.errors.analyst import TooFewSites


@click.command(
    cls=Command,
    examples="""
concordant analyst check --charter charter.toml --inbox inbox
concordant analyst check --charter charter.toml --inbox inbox --json
""",
)
@charter_option
@inbox_option
@click.option(
    "--span",
    "span_path",
    type=FILE,
    help="The agreed span; by default study.span beside the charter or in the inbox.",
)
@method_option
@roster_option
@notice_option
@json_option
def check(
    *,
    charter_path: Path,
    inbox: Path,
    span_path: Path | None,
    method: Method,
    roster_path: Path | None,
    notice_path: Path | None,
    as_json: bool,
) -> int:
    """Say for each site whether its upload can be used, and why not. Nothing is written.

    Every array is held against its digest and against the terms; then the sites' views are
    compared with each other. Ends with 0 when all that came can be used, 3 when something was
    refused, 5 when a site is unusable or fewer than two remain. In a study with an agreed span
    the views are looked at first, then the bundles.
    """
    screen = Screen(as_json)
    study = open_as_analyst(
        screen, charter_path, roster_path=roster_path, notice_path=notice_path, inbox=inbox
    )
    refusals: list[ConcordantError] = []
    record: dict[str, object] = {"charter": str(charter_path), "inbox": str(inbox)}
    views = receive(study, inbox, "view") if study.charter.span == "agreed" else None
    if views is not None and not views.is_empty:
        record["views"] = _look_at(screen, views, "auto", refusals)
    span = find_span(study.charter, span_path, charter_path=charter_path, inbox=inbox)
    bundles = receive(study, inbox, "bundle", span=span)
    # Before the first bundle has come, a study with an agreed span is judged by its views.
    if views is None or views.is_empty or not bundles.is_empty:
        record["bundles"] = _look_at(screen, bundles, method, refusals)
    if not refusals:
        screen.tell("All that has come can be used.")
    return finish(screen, record, _gravest(refusals))


def _look_at(
    screen: Screen, received: Received, method: Method, refusals: list[ConcordantError]
) -> dict[str, object]:
    health = measure(received, method)
    show_sites(screen, received, health)
    refusals += _refusals(received, health, method)
    return sites_record(received, health)


def _refusals(received: Received, health: Health, method: Method) -> list[ConcordantError]:
    found: list[ConcordantError] = []
    incomplete = incompleteness(received)
    if received.refused and incomplete is not None:
        found.append(incomplete)
    untrusted = unusable(health, method)
    if untrusted is not None:
        found.append(untrusted)
    n_left = sum(each.verdict != "unusable" for each in health.values())
    if n_left < 2:
        found.append(TooFewSites(n_sites=n_left))
    return found


def _gravest(refusals: list[ConcordantError]) -> ConcordantError | None:
    """Return what the exit code speaks of: a refused file before what follows from it."""
    return min(refusals, key=lambda each: each.exit_code, default=None)
