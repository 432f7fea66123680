"""Look at a fitted model from all sides that cross-validation gives, training nothing twice.

In:  the fitted model with its pooled rows, the seed.
Out: scores, curves and gains, and what is to be said about them. The analyst runs this.
"""

from collections.abc import Callable
from dataclasses import dataclass

from concordant.analyst.fit_together import (
    CURVES_STREAM,
    GAINS_STREAM,
    VALIDATE_STREAM,
    Fitted,
    draws_of,
)
from concordant.analyst.gains import Gains, measure_gains
from concordant.analyst.training import FoldScore
from concordant.analyst.validate import validate
from concordant.analyst.validation import Validation, sum_up
from concordant.terms.charter import Charter


@dataclass(frozen=True, slots=True)
class Examined:
    """What cross-validation told; nothing where it was not asked, or no fold could be trained."""

    scores: tuple[FoldScore, ...] = ()
    notes: tuple[str, ...] = ()
    validation: Validation | None = None
    gains: Gains | None = None


def examine(
    charter: Charter, fitted: Fitted, *, seed: int, on_step: Callable[[str], None]
) -> Examined:
    """Cross-validate the model, sum up its answers, and compare each site with itself alone."""
    choice, pool, n_classes = fitted.choice, fitted.pool, len(charter.classes)
    checked = validate(choice, pool, n_classes, draws_of(seed, VALIDATE_STREAM), on_step)
    held_out = checked.held_out
    if held_out is None:
        return Examined(checked.scores, checked.notes)
    draws = draws_of(seed, CURVES_STREAM)
    validation = sum_up(pool, held_out, charter.classes, draws, how=checked.how)
    on_step("measuring what each site gains")
    gains = measure_gains(
        choice,
        pool,
        held_out,
        n_classes,
        draws_of(seed, GAINS_STREAM),
        is_forecast=not fitted.reasons,
    )
    return Examined(checked.scores, checked.notes, validation, gains)
