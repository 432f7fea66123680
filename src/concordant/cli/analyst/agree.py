"""``concordant analyst agree``: make the span that all sites share best.

In:  a charter with ``span = "agreed"``, the folder of the views.
Out: ``study.span``, which goes to every site. The analyst runs this.
"""

from pathlib import Path

import click

from concordant.analyst.span_message import make_span
from concordant.cli.analyst.inbox import Received, measure, receive, require_enough, unusable
from concordant.cli.analyst.opening import open_as_analyst
from concordant.cli.analyst.site_lines import Health, show_sites, sites_record
from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    force_option,
    inbox_option,
    json_option,
    notice_option,
    partial_option,
    roster_option,
)
from concordant.cli.study import require_span_plan
from concordant.files.atomic import require_free
from concordant.transport.folder.run import write_span
from concordant.wire.codec import span_fingerprint
from concordant.wire.messages import AnchorView
from concordant.wire.words import fingerprint_words

DISCLOSES = (
    "What the file tells: every site can turn it back into columns and learns an average of the "
    "other sites' main directions; with two sites, the other's exactly. No row and no label is "
    "in it. The analyst cannot read it without the pact."
)


@click.command(
    cls=Command,
    examples="""
concordant analyst agree --charter agreed.toml --inbox views --out views/study.span
concordant analyst agree --charter agreed.toml --inbox views --out again.span --json
""",
)
@charter_option
@inbox_option
@click.option("--out", type=FILE, required=True, help="The span's file, such as study.span.")
@partial_option
@roster_option
@notice_option
@force_option
@json_option
def agree(
    *,
    charter_path: Path,
    inbox: Path,
    out: Path,
    partial: bool,
    roster_path: Path | None,
    notice_path: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Make the common span from the views of all sites, and write it.

    The same file goes to every site; each compares its words with the others by telephone and
    takes no second span for these terms. So wait until every view is there.
    """
    screen = Screen(as_json)
    study = open_as_analyst(
        screen, charter_path, roster_path=roster_path, notice_path=notice_path, inbox=inbox
    )
    require_span_plan(
        study.charter,
        "agreed",
        command="concordant analyst agree",
        advice="Train at once, with `concordant analyst train`.",
    )
    require_free(out, force=force)
    received = receive(study, inbox, "view")
    health = measure(received, "auto")
    show_sites(screen, received, health)
    require_enough(received, partial=partial)
    refusal = unusable(health, "auto")
    if refusal is not None and not partial:
        raise refusal
    span = make_span(study.charter, _usable(received, health))
    if out.exists():
        screen.warn(
            "a span is there already and is replaced. A site that has used it takes no other "
            "one for these terms."
        )
    write_span(span, out, force=force)
    words = fingerprint_words(span_fingerprint(span))
    screen.tell(f"Written: {out}, from {len(span.sites)} sites.", style="bold")
    screen.tell(f"Its words, to read to the sites by telephone: {words}")
    screen.tell(DISCLOSES)
    screen.tell(
        "Next: give the file to every site, for `concordant site contribute --span`; keep it "
        "beside the charter or in the inbox for `concordant analyst train`."
    )
    screen.answer(
        {
            "span": str(out),
            "fingerprint": span_fingerprint(span),
            "words": words,
            "made_from": list(span.sites),
            **sites_record(received, health),
        }
    )


def _usable(received: Received, health: Health) -> list[AnchorView]:
    return [
        view
        for view in received.accepted
        if isinstance(view, AnchorView) and health[view.envelope.site].verdict != "unusable"
    ]
