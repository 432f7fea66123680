"""Play what the main study of a demo is compared with.

In:  a stage.
Out: everybody's answers for the rows kept back: with own spans, with the shared span, by each
     site alone, by everyone pooled.
"""

from pathlib import Path
from types import MappingProxyType

from concordant.analyst.verdicts import Method
from concordant.cli.demo.agreed_study import Answers, answers_of, open_played_study
from concordant.cli.demo.at_analyst import train_on_bundles
from concordant.cli.demo.at_sites import predict_new_rows, send_a_bundle
from concordant.cli.demo.folder import RESULTS
from concordant.cli.demo.papers import Papers
from concordant.cli.demo.stage import Stage
from concordant.cli.study import Study
from concordant.rehearsal.baselines import SeededRecipe, answer_alone, answer_pooled, encode_table
from concordant.terms.charter import SpanPlan

ODC_RESULTS = f"{RESULTS}-odc"
SPAN_WORDS = MappingProxyType({"own": "spans of their own", "shared": "a span from the pact"})


def play_one_upload(
    stage: Stage, papers: Papers, span: SpanPlan, runs: dict[str, tuple[Method, str]]
) -> dict[str, Answers]:
    """Play a study of one upload; train on it once for each of ``runs``.

    ``runs`` names a way to train by its method and its folder.
    """
    open_played_study(stage, papers, span)
    with stage.steps.doing(f"the same with {SPAN_WORDS[span]}"):
        for site in stage.sites:
            send_a_bundle(papers, site, stage.rng)
        answers = {
            way: _train_and_predict(stage, papers, papers.folder / folder, method)
            for way, (method, folder) in runs.items()
        }
    methods = " and ".join(method for method, _ in runs.values())
    stage.steps.done(
        "everybody",
        f"did it again with {SPAN_WORDS[span]}, in one upload; aligned by {methods}.",
    )
    return answers


def _train_and_predict(stage: Stage, papers: Papers, results: Path, method: Method) -> Answers:
    train_on_bundles(
        papers,
        results,
        model=stage.choices.dataset.model,
        method=method,
        seed=stage.choices.seed,
        validate=False,
    )
    return tuple(answers_of(predict_new_rows(papers, site, results)) for site in stage.sites)


def play_baselines(stage: Stage, study: Study) -> dict[str, Answers]:
    """Train each site alone and everyone pooled, with the same recipe on all columns."""
    charter, choices = study.charter, stage.choices
    with stage.steps.doing("each site alone, and everyone pooled"):
        own = [encode_table(charter, site.own_rows) for site in stage.sites]
        new = [encode_table(charter, site.new_rows) for site in stage.sites]
        recipe = SeededRecipe(choices.dataset.model, {}, choices.seed)
        answers = {
            "alone": answer_alone(charter, recipe, own, new),
            "pooled": answer_pooled(charter, recipe, own, new),
        }
    stage.steps.done(
        "for comparison",
        f"the same recipe ({recipe.name!r}) was trained at each site alone, and on everybody's "
        "raw rows in one place, which a real study may not do.",
    )
    return answers
