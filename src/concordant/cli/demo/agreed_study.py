"""Play the main study of a demo, step by step: two uploads, the agreed span.

In:  a stage and the papers of the study.
Out: everybody's answers for the rows kept back, the sizes of all files, the record of the run.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Num

from concordant.cli.demo.at_analyst import agree_on_span, train_on_bundles
from concordant.cli.demo.at_sites import (
    keep_predictions,
    predict_new_rows,
    send_a_bundle,
    send_a_view,
)
from concordant.cli.demo.papers import Papers, agree_on_terms, share_pact
from concordant.cli.demo.stage import Stage
from concordant.cli.demo.steps import say_counts, say_sizes
from concordant.cli.sizes import say_bytes
from concordant.cli.study import Study
from concordant.linalg.arrays import Array
from concordant.site.predict import Predictions
from concordant.terms.charter import SpanPlan
from concordant.wire.messages import AgreedSpan

Answers = tuple[Num[Array, " _"], ...]


@dataclass(frozen=True, slots=True)
class AgreedStudy:
    """What came out; ``sent`` is, per site, the bytes of its view, bundle and return."""

    study: Study
    answers: Answers
    sent: tuple[tuple[int, int, int], ...]
    run: dict[str, Any]


def play_agreed_study(stage: Stage, papers: Papers) -> AgreedStudy:
    """Play the study with the agreed span."""
    study = open_played_study(stage, papers, "agreed")
    _say_terms(stage, study)
    views = _send_views(stage, papers)
    span = _agree(stage, papers)
    bundles = _send_bundles(stage, papers, study)
    run = _train(stage, papers, span)
    answers, returns = _predict(stage, papers)
    sent = tuple(zip(views, bundles, returns, strict=True))
    return AgreedStudy(study, answers, sent, run)


def open_played_study(stage: Stage, papers: Papers, span: SpanPlan) -> Study:
    """Agree on the terms of one study, and hand its pact to all sites."""
    with stage.steps.doing("the terms are agreed on"):
        study = agree_on_terms(papers, stage.terms, span, stage.public, stage.rng)
        vaults = tuple(site.vault for site in stage.sites)
        share_pact(papers, study, vaults, stage.rng)
    return study


def answers_of(predictions: Predictions) -> Num[Array, " rows"]:
    """Return the class codes or the numbers that were predicted."""
    answers = predictions.values if predictions.codes is None else predictions.codes
    return np.asarray(answers)


def _say_terms(stage: Stage, study: Study) -> None:
    charter = study.charter
    stage.steps.done(
        "everybody",
        f"drafted the charter from {len(stage.cut.public)} rows that all may see, and confirmed "
        f"it. {charter.label.column!r} is to be predicted. A row has {charter.n_features} numbers; "
        f"{charter.n_dims}, mixed from all of them, will leave.",
        command="charter draft",
    )
    stage.steps.done(
        stage.sites[0].name,
        "made the pact, 32 secret bytes, and handed it to the other sites. The analyst never "
        "gets it.",
        command="pact new",
    )


def _send_views(stage: Stage, papers: Papers) -> list[int]:
    with stage.steps.doing("every site sends its view"):
        sizes = [send_a_view(papers, site, stage.rng).n_bytes for site in stage.sites]
    stage.steps.done(
        "each site",
        f"sent a view of its main directions, {say_sizes(sizes)}: no row, no label.",
        command="site view",
    )
    return sizes


def _agree(stage: Stage, papers: Papers) -> AgreedSpan:
    with stage.steps.doing("the analyst makes the agreed span"):
        span = agree_on_span(papers, stage.rng)
    size = say_bytes(papers.span.stat().st_size)
    stage.steps.done(
        "the analyst",
        f"made from {len(span.sites)} views the span that all sites share best, and sent it to "
        f"everybody ({size}).",
        command="analyst agree",
    )
    return span


def _send_bundles(stage: Stage, papers: Papers, study: Study) -> list[int]:
    with stage.steps.doing("every site projects its rows"):
        sizes = [send_a_bundle(papers, site, stage.rng).n_bytes for site in stage.sites]
    rows = say_counts([len(site.own) for site in stage.cut.sites])
    stage.steps.done(
        "each site",
        f"checked the span, drew a secret basis in it, and sent its {rows} rows, each projected "
        f"from {study.charter.n_features} numbers to {study.charter.n_dims}, with their labels "
        f"({say_sizes(sizes)}). The basis stays in its vault.",
        command="site contribute",
    )
    return sizes


def _train(stage: Stage, papers: Papers, span: AgreedSpan) -> dict[str, Any]:
    model = stage.choices.dataset.model
    with stage.steps.doing("the analyst aligns, trains and cross-validates"):
        run = train_on_bundles(
            papers,
            papers.results,
            model=model,
            method="auto",
            seed=stage.choices.seed,
            span=span,
        )
    n_rows = sum(len(site.own) for site in stage.cut.sites)
    sizes = [papers.returned(site.name, papers.results).stat().st_size for site in stage.sites]
    stage.steps.done(
        "the analyst",
        f"aligned all sites, trained the model {model!r} on {n_rows:,} projected rows, and "
        f"sent each site its map and the model ({say_sizes(sizes)}).",
        command="analyst train",
    )
    return run


def _predict(stage: Stage, papers: Papers) -> tuple[Answers, list[int]]:
    answers, sizes = [], []
    with stage.steps.doing("every site predicts at home"):
        for site in stage.sites:
            predictions = predict_new_rows(papers, site, papers.results)
            keep_predictions(site, predictions)
            answers.append(answers_of(predictions))
            sizes.append(papers.returned(site.name, papers.results).stat().st_size)
    rows = say_counts([len(site.new) for site in stage.cut.sites])
    stage.steps.done(
        "each site",
        f"predicted, on its own machine, {rows} rows that it had kept back from everybody.",
        command="site predict",
    )
    return tuple(answers), sizes
