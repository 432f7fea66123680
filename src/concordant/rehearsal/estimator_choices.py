"""Read the parameters of an estimator, and refuse what cannot mean anything.

In:  an estimator as scikit-learn made or cloned it; nothing was looked at when it was made.
Out: frozen StudyChoices. Anybody may run this.
"""

import math
from dataclasses import dataclass
from numbers import Integral
from typing import Any, get_args

import numpy as np

from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.errors.drafting import ChoiceUnknown
from concordant.errors.estimator import NumberRefused
from concordant.rehearsal.estimator_sites import LEAST_SITES
from concordant.terms.charter import AnchorKind, SpanPlan

SPANS: tuple[SpanPlan, ...] = ("own", "shared", "agreed")
ANCHORS: tuple[AnchorKind, ...] = ("orthonormal", "uniform", "gaussian")
"""A public span or anchor wants public rows, which an X alone does not have."""


@dataclass(frozen=True, slots=True)
class StudyChoices:
    """How a study is to be played; None leaves the choice to the rows."""

    span: SpanPlan
    anchor: AnchorKind
    method: Method
    scale: Scale
    n_dims: int | None
    n_sites: int | None


def read_choices(estimator: Any) -> StudyChoices:
    """Return the choices that the parameters of ``estimator`` name."""
    return StudyChoices(
        span=_one_of("span", estimator.span, SPANS),
        anchor=_one_of("anchor", estimator.anchor, ANCHORS),
        method=_one_of("method", estimator.method, get_args(Method)),
        scale=_one_of("scale", estimator.scale, get_args(Scale)),
        n_dims=_count("n_dims", estimator.n_dims, least=1),
        n_sites=_count("n_sites", estimator.n_sites, least=LEAST_SITES),
    )


def read_step(estimator: Any) -> float | None:
    """Return the step that a target is rounded to, or None."""
    step = estimator.label_step
    if step is None:
        return None
    is_number = isinstance(step, int | float | np.number) and not isinstance(step, bool)
    if not is_number or not 0.0 < float(step) < math.inf:
        raise NumberRefused(
            parameter="label_step", given=_short(step), allowed="a number above 0, or None"
        )
    return float(step)


def _one_of(parameter: str, given: Any, allowed: tuple[Any, ...]) -> Any:
    if not isinstance(given, str) or given not in allowed:
        raise ChoiceUnknown(choice=parameter, given=_short(given), allowed=", ".join(allowed))
    return given


def _count(parameter: str, given: Any, *, least: int) -> int | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, Integral) or given < least:
        allowed = f"a whole number from {least} up, or None"
        raise NumberRefused(parameter=parameter, given=_short(given), allowed=allowed)
    return int(given)


def _short(given: object) -> str:
    """Return a choice as it was typed; anything larger only by its type: it might hold rows."""
    if isinstance(given, str | bool | int | float):
        return str(given)[:40]
    return f"of type {type(given).__name__}"
