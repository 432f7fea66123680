"""``concordant analyst train``: from the uploads to one return per site.

In:  a charter, the folder of the bundles, by the plan the agreed span.
Out: ``RUN/returns/NAME.return`` per site, ``report.html``, ``run.json``, ``model.skops``. The
     analyst runs this.
"""

from pathlib import Path
from typing import Any

import click

from concordant.analyst.train import as_record
from concordant.analyst.train import train as train_model
from concordant.analyst.training import Scale, Training
from concordant.analyst.verdicts import Method
from concordant.cli.analyst.inbox import Received, find_span, measure, receive, require_enough
from concordant.cli.analyst.method import method_option
from concordant.cli.analyst.model_choice import (
    model_format_option,
    model_option,
    parameter_option,
    read_parameters,
)
from concordant.cli.analyst.opening import AnalystStudy, open_as_analyst
from concordant.cli.analyst.show_training import show_training
from concordant.cli.analyst.site_lines import show_sites, sites_record
from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    force_option,
    inbox_option,
    json_option,
    markdown_option,
    notice_option,
    partial_option,
    roster_option,
)
from concordant.cli.repeat import repeat_command
from concordant.cli.report_text import open_screen, print_report
from concordant.errors.files import FileExists, NotAFolder
from concordant.report.page import render_page
from concordant.report.run_page import run_page
from concordant.transport.folder.layout import RETURNS
from concordant.transport.folder.run import write_run
from concordant.wire.messages import ModelFormat, RepresentationBundle

RESULT_DEPENDS_ON = ("method", "model", "scale", "seed")


@click.command(
    cls=Command,
    examples="""
concordant analyst train --charter charter.toml --inbox inbox --out run --force --seed 1
concordant analyst train --charter charter.toml --inbox inbox --out run2 --model logistic --parameter C=0.5 --json
""",  # noqa: E501  an example is one line
)
@charter_option
@inbox_option
@click.option("--out", type=FILE, required=True, help="The folder of this run.")
@method_option
@model_option
@parameter_option
@model_format_option
@click.option(
    "--scale",
    type=click.Choice(["unit", "none"]),
    default="unit",
    show_default=True,
    help="Bring aligned rows to unit scale, or leave the scale of the published method.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="For models and folds.")
@click.option(
    "--span",
    "span_path",
    type=FILE,
    help="The agreed span; by default study.span beside the charter or in the inbox.",
)
@partial_option
@roster_option
@notice_option
@force_option
@json_option
@markdown_option
@click.pass_context
def train(
    context: click.Context,
    *,
    charter_path: Path,
    inbox: Path,
    out: Path,
    method: Method,
    model: str,
    given: tuple[str, ...],
    model_format: ModelFormat,
    scale: Scale,
    seed: int,
    span_path: Path | None,
    partial: bool,
    roster_path: Path | None,
    notice_path: Path | None,
    force: bool,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Align the sites, train one model, and write a return for each.

    Writes into the folder RUN: `returns/NAME.return`, one for each site and of use to it alone;
    `report.html`; `run.json`; and `model.skops`, the analyst's own archive. With refused,
    missing or unusable sites it stops unless `--partial` says to go on without them.
    """
    screen = open_screen(as_json=as_json, as_markdown=as_markdown)
    parameters = read_parameters(given)
    _require_free(out, force=force)
    study = open_as_analyst(
        screen, charter_path, roster_path=roster_path, notice_path=notice_path, inbox=inbox
    )
    span = find_span(study.charter, span_path, charter_path=charter_path, inbox=inbox)
    received = receive(study, inbox, "bundle", span=span)
    health = measure(received, method)
    show_sites(screen, received, health)
    require_enough(received, partial=partial)
    with screen.progress("Training"):
        training = train_model(
            study.charter,
            [each for each in received.accepted if isinstance(each, RepresentationBundle)],
            model=model,
            parameters=parameters or None,
            method=method,
            scale=scale,
            seed=seed,
            span=span,
            partial=partial,
            model_format=model_format,
        )
    record = _record(study, training, received)
    record["command"] = repeat_command(context, always=RESULT_DEPENDS_ON)
    page = run_page(record)
    paths = write_run(
        training, study.charter, out, record=record, page=render_page(page), force=force
    )
    show_training(screen, training)
    _say_next(screen, training, out)
    print_report(screen, page)
    screen.answer(
        {
            "out": str(out),
            "files": [str(path) for path in paths],
            "inbox": sites_record(received, health),
            "run": record,
        }
    )


def _require_free(out: Path, *, force: bool) -> None:
    """Refuse before any work a folder that holds something, unless it may be overwritten."""
    if out.exists() and not out.is_dir():
        raise NotAFolder(path=str(out))
    if out.is_dir() and any(out.iterdir()) and not force:
        raise FileExists(path=str(out))


def _record(study: AnalystStudy, training: Training, received: Received) -> dict[str, Any]:
    """Return the training's record, with the sites that it had to go without."""
    record = as_record(training)
    absent = dict.fromkeys(received.missing, "Nothing came from it.")
    for each in received.refused:
        absent[each.site or each.name] = f"Its upload was refused ({each.error.name})."
    n_uncounted = len(received.superseded) + len(received.refused)
    if n_uncounted:
        record["traffic"]["words"].append(
            f"Not counted: files in the inbox that were refused or replaced ({n_uncounted})."
        )
    roster = study.roster
    return {
        **record,
        "excluded": {**record["excluded"], **absent},
        "roster": None if roster is None else {"number": roster.number, "digest": roster.digest},
    }


def _say_next(screen: Screen, training: Training, out: Path) -> None:
    screen.tell(f"Written: {out}, for {training.n_sites} sites.", style="bold")
    screen.tell(
        f"Next: read {out / 'report.html'}, and give each site its own file from "
        f"{out / RETURNS}. The site runs `concordant site predict` with it, and `concordant site "
        "evaluate` on labelled rows that it kept back: that is the number to trust."
    )
