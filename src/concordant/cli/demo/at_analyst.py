"""What the analyst of a demo does, by the functions that ``concordant analyst`` calls.

In:  the folder of a study, without the sites' folders.
Out: the agreed span, the returns, the record and page of a run. For demos only.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from concordant.analyst.intake import Refusal, intake_bundles, intake_views
from concordant.analyst.span_message import make_span
from concordant.analyst.train import as_record, train
from concordant.analyst.verdicts import Method
from concordant.cli.demo.papers import Papers
from concordant.cli.study import read_notice
from concordant.report.page import render_page
from concordant.report.run_page import run_page
from concordant.transport.folder.analyst import TurnedAway, read_inbox
from concordant.transport.folder.run import write_run, write_span
from concordant.wire.messages import AgreedSpan


def agree_on_span(papers: Papers, rng: np.random.Generator) -> AgreedSpan:
    """Make the agreed span from the views in the inbox, and publish it."""
    study = papers.open()
    inbox = read_inbox(papers.inbox, "view")
    views = intake_views(
        study.charter,
        inbox.arrivals,
        roster=study.roster,
        notice=read_notice(papers.charter, None),
    )
    _require_everything_accepted(inbox.turned_away, views.refused)
    span = make_span(study.charter, views.accepted, rng=rng)
    write_span(span, papers.span)
    return span


def train_on_bundles(
    papers: Papers,
    results: Path,
    *,
    model: str,
    method: Method,
    seed: int,
    span: AgreedSpan | None = None,
    validate: bool = True,
) -> dict[str, Any]:
    """Train on the bundles in the inbox, write the run, and return its record."""
    study = papers.open()
    inbox = read_inbox(papers.inbox, "bundle")
    bundles = intake_bundles(
        study.charter,
        inbox.arrivals,
        roster=study.roster,
        notice=read_notice(papers.charter, None),
        span=span,
    )
    _require_everything_accepted(inbox.turned_away, bundles.refused)
    training = train(
        study.charter,
        bundles.accepted,
        model=model,
        method=method,
        seed=seed,
        span=span,
        validate=validate,
    )
    record = as_record(training)
    write_run(training, study.charter, results, record=record, page=render_page(run_page(record)))
    return record


def _require_everything_accepted(
    turned_away: Sequence[TurnedAway], refused: Sequence[Refusal]
) -> None:
    """Stop where a file of our own making is refused: a real study would go on without it."""
    for error in (*(each.error for each in turned_away), *(each.error for each in refused)):
        raise error
