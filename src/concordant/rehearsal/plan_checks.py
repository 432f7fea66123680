"""Refuse a plan that cannot mean anything, before any work.

In:  a plan as it was asked for.
Out: the plan with its methods and models filled in, or the first refusal. Anybody may run this.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from concordant.errors.drafting import ChoiceUnknown, RoleTwice
from concordant.errors.rehearsal import PublicRowsNotHere
from concordant.rehearsal.methods import DEFAULT_METHODS, KnownMethod, method_names, require_methods
from concordant.rehearsal.plan import Condition, Placement, Plan
from concordant.rehearsal.split_words import read_split
from concordant.terms.charter import AnchorKind, SpanPlan, Task
from concordant.terms.recipes import LINEAR, require_recipe

MOST_SEEDS = 10_000


def fill_in(plan: Plan, methods: Mapping[str, KnownMethod]) -> Plan:
    """Return the plan with every choice made; empty methods are ours and all that were added."""
    _require_words(plan)
    added = tuple(name for name in methods if name not in method_names())
    named = plan.methods or (*DEFAULT_METHODS, *added)
    require_methods(named, methods)
    models = plan.models or (LINEAR[plan.task],)
    for model in models:
        require_recipe(model, plan.task)
    return replace(
        plan,
        methods=named,
        models=tuple(dict.fromkeys(models)),
        dims=tuple(dict.fromkeys(plan.dims)),
    )


def _require_words(plan: Plan) -> None:
    _require_choices("task", (plan.task,), get_args(Task))
    _require_choices("test", (plan.test,), get_args(Placement))
    _require_choices("spans", plan.spans, get_args(SpanPlan))
    _require_choices("anchors", plan.anchors, get_args(AnchorKind))
    if plan.condition is not None:
        _require_choices("condition", (plan.condition,), get_args(Condition))
    for what, words in (("span", plan.spans), ("anchor", plan.anchors)):
        if "public" in words:
            raise PublicRowsNotHere(what=what)
    _require_numbers(plan)
    if plan.site_column is None:
        read_split(plan.split)
    elif plan.site_column in {plan.label, plan.group}:
        raise RoleTwice(column=plan.site_column, roles="the label and the site column")


def _require_numbers(plan: Plan) -> None:
    for what, given, least, most in (
        ("n_sites", plan.n_sites, 2, 10_000),
        ("n_seeds", plan.n_seeds, 1, MOST_SEEDS),
        ("first_seed", plan.first_seed, 0, 2**32),
        *(("dims", n_dims, 1, 10**6) for n_dims in plan.dims),
    ):
        if not least <= given <= most:
            allowed = f"a whole number from {least} to {most}"
            raise ChoiceUnknown(choice=what, given=str(given), allowed=allowed)


def _require_choices(what: str, given: tuple[str, ...], allowed: tuple[str, ...]) -> None:
    for place, word in enumerate(given):
        if word not in allowed or word in given[:place]:
            raise ChoiceUnknown(choice=what, given=word, allowed=", ".join(allowed))
    if not given:
        raise ChoiceUnknown(choice=what, given="", allowed=", ".join(allowed))
