"""Make a plan of the words of the call, and the words that repeat it.

In:  the options of ``concordant rehearse``.
Out: a Plan, the measure, a command line that says every choice. Anybody may run this.
"""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from concordant.cli.rehearse.option_lists import MEASURES
from concordant.cli.rehearse.request import Request
from concordant.cli.rehearse.source import Source
from concordant.errors.cli import OptionsContradict
from concordant.rehearsal.compare import Measure, measure_of
from concordant.rehearsal.plan import Plan
from concordant.terms.charter import Task
from concordant.terms.scores import HIGHER_IS_BETTER

DEFAULT_SITES = 6
_OF_NUMBERS = ("rmse", "mae", "r2")


def plan_of(request: Request, source: Source) -> Plan:
    """Return the plan of a call; a carried set brings sites and model that suit it."""
    _require_one_way_to_sites(request)
    carried = source.dataset
    n_sites = request.n_sites or (carried.n_sites if carried else DEFAULT_SITES)
    choices: dict[str, Any] = {
        "methods": request.methods,
        "models": request.models or ((carried.model,) if carried else ()),
        "dims": request.dims,
        "condition": request.condition,
        "group": request.group,
        "ignore": request.ignore,
    }
    # What was not said is left to the plan.
    for name, words in (("spans", request.spans), ("anchors", request.anchors)):
        choices |= {name: words} if words else {}
    return Plan(
        label=source.label,
        task=source.task,
        n_sites=n_sites,
        site_column=request.site_column,
        split=request.split or "iid",
        test=request.test,
        n_seeds=request.n_seeds,
        first_seed=request.first_seed,
        **choices,
    )


def _require_one_way_to_sites(request: Request) -> None:
    if request.site_column is not None:
        for option, given in (("--sites", request.n_sites), ("--split", request.split)):
            if given is not None:
                raise OptionsContradict(
                    problem=f"--site-column says which site a row belongs to, and {option} cuts.",
                    advice=f"Leave {option} or --site-column out.",
                )
    if request.condition is not None and request.spans:
        raise OptionsContradict(
            problem="--condition says which spans the sites have, and --spans was given too.",
            advice="Leave one of them out.",
        )


def choose_measure(task: Task, word: str | None) -> Measure:
    """Return the measure of a word, by default that of the task."""
    if word is None:
        return measure_of(task)
    if (word in _OF_NUMBERS) != (task == "regression"):
        fitting = [one for one in MEASURES if (one in _OF_NUMBERS) == (task == "regression")]
        raise OptionsContradict(
            problem=f"--measure {word} was given, and the task is {task}.",
            advice=f"Take one of {', '.join(fitting)}, or leave --measure out.",
        )
    name = MEASURES[word]
    return Measure(name, HIGHER_IS_BETTER[name])


def command_of(
    source: Source, plan: Plan, *, measure: str | None, extra: Path | None, out: Path
) -> str:
    """Return the call that repeats a rehearsal, whatever the defaults become."""
    words = ["concordant", "rehearse", *source.words]
    if source.dataset is None:
        words += ["--label", plan.label, "--task", plan.task]
    if plan.site_column is not None:
        words += ["--site-column", plan.site_column]
    else:
        words += ["--sites", str(plan.n_sites), "--split", plan.split]
    words += ["--test", plan.test, *_listed(plan)]
    if plan.condition is not None:
        words += ["--condition", plan.condition]
    words += ["--seeds", str(plan.n_seeds), "--first-seed", str(plan.first_seed)]
    if plan.group is not None:
        words += ["--group", plan.group]
    for column in plan.ignore:
        words += ["--ignore", column]
    if extra is not None:
        words += ["--extra", str(extra)]
    if measure is not None:
        words += ["--measure", measure]
    return shlex.join([*words, "--out", str(out)])


def _listed(plan: Plan) -> Sequence[str]:
    lists = {
        "--methods": plan.methods,
        "--models": plan.models,
        "--spans": () if plan.condition else plan.spans,
        "--anchors": plan.anchors,
        "--dims": plan.dims,
    }
    return [
        word
        for option, values in lists.items()
        if values
        for word in (option, ",".join(map(str, values)))
    ]
