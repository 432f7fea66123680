"""``concordant demo``: see a whole collaboration happen, in a minute.

In:  the name of a set, a number of sites, a folder, a seed.
Out: the folder with everything that a real study makes, and a table of what was gained.
     Anybody may run this; no real study is near.
"""

import json
import time
from pathlib import Path
from typing import Any

import click

from concordant.cli.console import Screen
from concordant.cli.demo.folder import INBOX, choose_folder, claimed, write_marker
from concordant.cli.demo.play import play
from concordant.cli.demo.record import demo_record
from concordant.cli.demo.stage import Choices, open_stage
from concordant.cli.demo.steps import Steps
from concordant.cli.demo.story import opening, warnings
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, force_option, json_option, markdown_option
from concordant.cli.report_text import open_screen, print_report
from concordant.files.atomic import write_text_atomically
from concordant.rehearsal.datasets import DATASETS, read_dataset
from concordant.rehearsal.split import require_enough_rows
from concordant.report.comparison import comparison_header, comparison_rows
from concordant.report.demo_page import demo_page
from concordant.report.page import Page, render_page
from concordant.transport.folder.layout import REPORT, RUN, file_name


@click.command(
    cls=Command,
    examples="""
concordant demo
concordant demo --dataset wine --sites 4 --out wine-demo --seed 7 --json
""",
)
@click.option(
    "--dataset",
    type=click.Choice(DATASETS),
    default=DATASETS[0],
    show_default=True,
    help="Real rows that scikit-learn carries; nothing is fetched.",
)
@click.option(
    "--sites",
    "n_sites",
    type=click.IntRange(min=2),
    help="How many institutions; by default 12, of the small set wine 6.",
)
@click.option(
    "--out", type=FILE, help="The folder; by default a new concordant-demo in this folder."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Cuts the rows and draws the secrets; the same seed gives the same table.",
)
@force_option
@json_option
@markdown_option
def demo(
    dataset: str,
    n_sites: int | None,
    out: Path | None,
    seed: int,
    *,
    force: bool,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Play a whole collaboration on this machine, on real rows and through real files.

    Several institutions agree on terms, share a secret, send projected rows to an analyst, get a
    model back and predict at home. A table then shows what each of them gained. With --force, an
    earlier demo in the folder is deleted first, and nothing else.
    """
    screen = open_screen(as_json=as_json, as_markdown=as_markdown)
    chosen = read_dataset(dataset)
    choices = Choices(chosen, n_sites or chosen.n_sites, seed)
    require_enough_rows(chosen.n_rows, choices.n_sites)
    folder = choose_folder(out)
    began = time.monotonic()
    with claimed(folder, force=force):
        record, page = _play(screen, folder, choices)
    seconds = time.monotonic() - began
    _tell_result(screen, record)
    screen.tell()
    screen.table(
        f"Everything is in {folder}", ("", ""), [(f["path"], f["what"]) for f in record["files"]]
    )
    screen.tell(f"Done in {seconds:.0f} s. Open {folder / REPORT} in a browser.")
    bundle = folder / INBOX / file_name(record["sites"][0]["site"], "bundle")
    screen.tell(f"See what left a site: concordant site inspect {bundle}")
    for sentence in record["next"]:
        screen.tell(sentence)
    print_report(screen, page)
    screen.answer({"folder": str(folder), **record})


def _play(screen: Screen, folder: Path, choices: Choices) -> tuple[dict[str, Any], Page]:
    """Play in the claimed folder, and write what lies on top of it; return record and page."""
    stage = open_stage(choices, folder, Steps(screen))
    for sentence in opening(choices, stage.cut):
        screen.tell(sentence)
    for sentence in warnings(stage):
        screen.warn(sentence)
    screen.tell()
    played = play(stage, folder)
    record = demo_record(played)
    run = json.dumps({**played.run, "demo": record}, indent=2, allow_nan=False) + "\n"
    write_text_atomically(folder / RUN, run)
    page = demo_page(record, run=played.run)
    write_text_atomically(folder / REPORT, render_page(page))
    # The marker says "finished" last, when all of it is there.
    write_marker(folder, record)
    return record, page


def _tell_result(screen: Screen, record: dict[str, Any]) -> None:
    screen.tell()
    screen.table(
        f"{record['dataset']}, {record['n_sites']} sites, {record['n_dims']} of "
        f"{record['n_features']} dimensions, model {record['model']}",
        comparison_header(record["measure"]),
        comparison_rows(record),
    )
    screen.tell(record["how_scored"])
    screen.tell()
    for sentence in record["conclusions"]:
        screen.tell(f"- {sentence}")
