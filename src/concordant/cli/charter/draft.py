"""``concordant charter draft``: propose the terms of a study.

In:  tables that everybody may see, column profiles, or both.
Out: ``charter.toml``, with a reason beside each proposal, and ``roster.toml``. Anybody may run
     this; it makes no secret.
"""

from pathlib import Path
from typing import get_args

import click

from concordant.cli.charter.draft_options import consent_options, read_dims, read_sites, read_step
from concordant.cli.charter.draft_roster import RosterPlan, plan_roster
from concordant.cli.charter.draft_sources import file_sha256, read_source, source_names
from concordant.cli.charter.summary import show_summary
from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    force_option,
    json_option,
)
from concordant.cli.table_text import TableText, table_text_options
from concordant.errors.cli import OptionsContradict
from concordant.files.atomic import require_free, write_text_atomically
from concordant.terms.charter import AnchorKind, AnchorPlan, Consents, SpanPlan, Task
from concordant.terms.charter_check import DRAWN_ANCHORS, check_charter
from concordant.terms.charter_text import encode_charter
from concordant.terms.draft import Draft, draft_charter
from concordant.terms.profile import LEAST_MIN_COUNT
from concordant.transport.folder.layout import ROSTER
from concordant.wire.messages import Precision


@click.command(
    cls=Command,
    examples="""
concordant charter draft public.csv --label diagnosis --task classification --sites north,south,west --out drafted.toml
concordant charter draft north.json south.json west.json --label diagnosis --task classification --dims 10 --out from-profiles.toml
concordant charter draft public.csv --label diagnosis --task classification --span shared --out shared.toml --json
""",  # noqa: E501  an example is one line
)
@click.argument("paths", metavar="TABLE_OR_PROFILE...", type=FILE, nargs=-1)
@click.option("--label", required=True, help="The column to predict.")
@click.option("--task", required=True, type=click.Choice(get_args(Task)), help="What it is.")
@click.option("--out", type=FILE, required=True, help="The charter's file, such as charter.toml.")
@click.option(
    "--sites",
    callback=read_sites,
    metavar="a,b,c",
    help="Who takes part; writes roster.toml beside it.",
)
@click.option(
    "--dims",
    callback=read_dims,
    metavar="N|auto",
    default="auto",
    show_default=True,
    help="How many numbers of each row leave.",
)
@click.option(
    "--span",
    type=click.Choice(get_args(SpanPlan)),
    default="own",
    show_default=True,
    help="Which directions of the data are kept.",
)
@click.option(
    "--anchor",
    type=click.Choice(get_args(AnchorKind)),
    default="orthonormal",
    show_default=True,
    help="Others than orthonormal are for repeating published results.",
)
@click.option("--anchor-rows", type=click.IntRange(min=1), help="For uniform and gaussian.")
@click.option(
    "--precision",
    type=click.Choice(get_args(Precision)),
    default="float32",
    show_default=True,
    help="How exactly rows leave.",
)
@click.option("--public", "public_path", type=FILE, help="The table of a public span or anchor.")
@click.option("--group", help="The column of the person, where one can have several rows.")
@click.option("--ignore", multiple=True, metavar="COLUMN", help="Leave a column out; repeatable.")
@click.option("--study", default="", help="A name for people.")
@click.option(
    "--label-step",
    type=float,
    callback=read_step,
    help="Numeric labels leave rounded to its multiples.",
)
@consent_options
@click.option(
    "--min-count",
    type=int,
    default=LEAST_MIN_COUNT,
    show_default=True,
    help="A level of a table needs so many rows to be named (profiles bring their own count).",
)
@click.option("--roster", "roster_path", type=FILE, help="By default roster.toml by the charter.")
@table_text_options
@force_option
@json_option
def draft(
    *,
    paths: tuple[Path, ...],
    label: str,
    task: Task,
    out: Path,
    sites: tuple[str, ...] | None,
    dims: int | None,
    span: SpanPlan,
    anchor: AnchorKind,
    anchor_rows: int | None,
    precision: Precision,
    public_path: Path | None,
    group: str | None,
    ignore: tuple[str, ...],
    study: str,
    label_step: float | None,
    min_count: int,
    roster_path: Path | None,
    table_text: TableText,
    force: bool,
    as_json: bool,
    **consents: bool,
) -> None:
    """Draft the terms of a study from tables that everybody may see, or from profiles.

    The draft is a text with a reason beside each proposal: read it, change what is wrong, and
    send it round before anybody confirms it. With a site's own table, share a profile instead
    (`concordant site profile`): a draft tells ranges and levels of the table it was made from.
    """
    screen = Screen(as_json)
    _require_sound_call(span, anchor, anchor_rows, public_path, label_step, task)
    require_free(out, force=force)
    plan = plan_roster(sites, roster_path or out.parent / ROSTER, force=force) if sites else None
    paths = paths or ((public_path,) if public_path else ())
    with screen.progress("Drafting"):
        drafted = draft_charter(
            [read_source(path, table_text) for path in paths],
            label=label,
            task=task,
            n_dims=dims,
            span=span,
            anchor=AnchorPlan(anchor, n_rows=anchor_rows),
            precision=precision,
            study=study,
            group=group,
            ignore=ignore,
            consents=Consents(**consents),
            label_step=label_step,
            public_sha256=file_sha256(public_path) if public_path else None,
            min_count=min_count,
            names=source_names(paths),
        )
    text = encode_charter(drafted.charter, comments=drafted.comments)
    write_text_atomically(out, text, force=force)
    if plan:
        plan.carry_out(force=force)
    _tell(screen, drafted, out, plan)


def _require_sound_call(
    span: SpanPlan,
    anchor: AnchorKind,
    anchor_rows: int | None,
    public_path: Path | None,
    label_step: float | None,
    task: Task,
) -> None:
    """Refuse options that exclude each other, before any file is opened."""
    if anchor_rows is not None and anchor not in DRAWN_ANCHORS:
        raise OptionsContradict(
            problem=f"--anchor-rows was given, and the rows of a {anchor} anchor are fixed.",
            advice="Leave --anchor-rows out.",
        )
    if public_path is not None and "public" not in (span, anchor):
        raise OptionsContradict(
            problem="--public was given, and neither span nor anchor is public.",
            advice="Leave --public out, or add --span public.",
        )
    if public_path is None and "public" in (span, anchor):
        raise OptionsContradict(
            problem="A public span or anchor needs the table that every site holds.",
            advice="Name it with --public.",
        )
    if label_step is not None and task == "classification":
        raise OptionsContradict(
            problem="--label-step was given, and classes have no step.",
            advice="Leave --label-step out, or give --task regression.",
        )


def _tell(screen: Screen, drafted: Draft, out: Path, plan: RosterPlan | None) -> None:
    charter = drafted.charter
    faults = check_charter(charter, plan.roster if plan else None)
    show_summary(screen, charter, plan.roster if plan else None)
    screen.tell(f"Dimensions: {_one_line(drafted.comments['projection.dims'])}")
    _list(
        screen,
        "To settle before anybody confirms, because sources differ or look odd:",
        drafted.contradictions,
    )
    _list(screen, "Good to know:", drafted.notes)
    _list(
        screen,
        "`charter check` will refuse these terms until they are mended:",
        [f"{fault.where}: {fault.found} {fault.remedy}" for fault in faults],
    )
    if plan is None:
        screen.tell("No --sites: names come with the uploads, and nobody can tell who is missing.")
    written = f"{out} and {plan.path}" if plan and plan.is_new else str(out)
    screen.tell()
    screen.tell(f"Written: {written}")
    screen.tell(
        f"Next: read {out} and change what is wrong; then `concordant charter check {out}`, and "
        f"when everybody agrees `concordant charter confirm {out}`."
    )
    screen.answer(
        {
            "charter": str(out),
            "roster": str(plan.path) if plan else None,
            "sites": list(plan.roster.sites) if plan else None,
            "study_id": charter.study_id,
            "terms_digest": charter.terms_digest,
            "n_features": charter.n_features,
            "n_dims": charter.n_dims,
            "why_dims": _one_line(drafted.comments["projection.dims"]),
            "contradictions": list(drafted.contradictions),
            "notes": list(drafted.notes),
            "faults": [fault.as_record() for fault in faults],
        }
    )


def _list(screen: Screen, title: str, sentences: tuple[str, ...] | list[str]) -> None:
    if sentences:
        screen.tell()
        screen.tell(title, style="bold")
        for sentence in sentences:
            screen.tell(f"- {sentence}")


def _one_line(text: str) -> str:
    return " ".join(text.split())
