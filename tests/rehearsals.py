"""Rehearsals made of chosen scores: one Way beside another, seed by seed, site by site."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from concordant.cli.rehearse.outputs import places
from concordant.cli.rehearse.record import rehearsal_record
from concordant.rehearsal.advice import advise
from concordant.rehearsal.advice_words import Circumstances
from concordant.rehearsal.compare import Measure
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.rehearsed import Facts, Rehearsed
from concordant.rehearsal.run_line import ALL_SITES, RunLine, Way
from concordant.rehearsal.summary import summarise
from concordant.terms.scores import HIGHER_IS_BETTER

LOCAL = Way("local", "logistic")
CENTRAL = Way("central", "logistic")

BySeed = Sequence[float | Sequence[float]]


def together(method: str = "auto", span: str = "own", n_dims: int = 10, **others: str) -> Way:
    """Return a way of working together."""
    model, anchor = others.get("model", "logistic"), others.get("anchor", "orthonormal")
    return Way(method, model, span, anchor, others.get("condition", ""), n_dims)


def pooled_pca(n_dims: int = 10, model: str = "logistic") -> Way:
    """Return the projection of everybody's rows in one place."""
    return Way("pooled-pca", model, n_dims=n_dims)


def lines_of(
    scores: Mapping[Way, BySeed], *, measure: str = "accuracy", sites: Sequence[str] = ("a", "b")
) -> tuple[RunLine, ...]:
    """Return lines with one score a seed, of every site alike or of each its own.

    The line of all rows together has the plain mean.
    """
    lines = []
    for way, by_seed in scores.items():
        for seed, given in enumerate(by_seed, start=1):
            at_sites = [given] * len(sites) if isinstance(given, float) else list(given)
            for site, score in zip(sites, at_sites, strict=True):
                lines.append(RunLine(way, seed, site, 120, 40, {measure: score}))
            mean = sum(at_sites) / len(at_sites)
            n_sites = len(sites)
            lines.append(
                RunLine(way, seed, ALL_SITES, 120 * n_sites, 40 * n_sites, {measure: mean})
            )
    return tuple(lines)


def plan_of(lines: Sequence[RunLine], **choices: object) -> Plan:
    """Return a plan that such lines could come from."""
    given = {"label": "outcome", "task": "classification", "n_sites": 2, **choices}
    return Plan(n_seeds=len({line.seed for line in lines}), **given)  # type: ignore[arg-type]


def record_of(
    scores: Mapping[Way, BySeed],
    *,
    measure: str = "accuracy",
    sites: Sequence[str] = ("a", "b"),
    title: str = "small.csv",
    notes: tuple[str, ...] = (),
    **choices: object,
) -> dict[str, Any]:
    """Return the record that ``concordant rehearse`` would write of such scores."""
    lines = lines_of(scores, measure=measure, sites=sites)
    plan = replace(
        plan_of(lines, **choices),
        methods=tuple(dict.fromkeys(way.method for way in scores)),
        models=tuple(dict.fromkeys(way.model for way in scores)),
    )
    facts = Facts(
        n_rows=400,
        n_features=40,
        classes=("no", "yes") if plan.task == "classification" else (),
        n_sites=len(sites),
        site_names={},
        left_out={},
        fewest_rows=120,
        most_rows=120,
        n_test=40 * len(sites),
        dims={"own": (10,)},
        most_dims=39,
        versions={"concordant": "0", "numpy": "0", "scikit_learn": "0", "python": "3"},
        machine="Linux x86_64, 2 processors",
        table="ab" * 32,
    )
    summary = summarise(lines, Measure(measure, HIGHER_IS_BETTER[measure]))
    around = Circumstances(n_features=40, n_sites=len(sites), fewest_rows=120)
    record = rehearsal_record(
        Rehearsed(lines, notes, facts, plan),
        summary,
        advise(summary, plan, around),
        title=title,
        command="concordant rehearse --table small.csv --label outcome",
        methods={method: f"What {method} does." for method in plan.methods},
    )
    return {**record, "files": list(places(record))}
