"""Cross-validate a model on the pooled rows, at the analyst alone.

In:  a model choice, the pooled rows, folds.
Out: measures by fold, their summary, and the answers they were taken of. No site is asked
     again. The analyst runs this.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from concordant.analyst.folds import MOST_SITES, Folds, draw_folds, draw_site_folds
from concordant.analyst.held_out import FoldAnswers, HeldOut, answer_folds, gather_answers
from concordant.analyst.measures import measure_answers
from concordant.analyst.models import ModelChoice
from concordant.analyst.pool import Pool
from concordant.analyst.training import FoldScore, How

N_FOLDS = 5
# Beyond this, three folds tell as much as five.
MANY_ROWS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class CrossValidation:
    """Scores by row (by group, where there are groups) and by site; ``notes`` are sentences.

    ``held_out`` is what the models said of the rows left out at random, and ``how`` they were.
    """

    scores: tuple[FoldScore, ...]
    notes: tuple[str, ...]
    how: How
    held_out: HeldOut | None


def count_folds(n_rows: int) -> int:
    """Return how many folds a table of this size is cut into."""
    return 3 if n_rows > MANY_ROWS else N_FOLDS


def validate(
    choice: ModelChoice,
    pool: Pool,
    n_classes: int,
    rng: np.random.Generator,
    on_step: Callable[[str], None],
) -> CrossValidation:
    """Cross-validate by row and by site; no way of cutting parts the rows of one person."""
    how: How = "by row" if pool.groups is None else "by group"
    by_row = draw_folds(pool.labels, pool.groups, count_folds(pool.n_rows), rng)
    by_site = draw_site_folds(pool.sites, len(pool.names), rng)
    ways: list[tuple[How, Folds]] = [(how, by_row), ("leave one site out", by_site)]
    answered: dict[How, list[FoldAnswers]] = {}
    scores: list[FoldScore] = []
    notes: list[str] = []
    for way, folds in ways:
        if not folds:
            continue
        on_step(f"cross-validating {way}: {len(folds)} folds")
        answered[way] = answer_folds(choice, pool, folds, n_classes)
        scores += _summarise(way, _measure(pool, answered[way]))
        n_failed = len(folds) - len(answered[way])
        if n_failed:
            notes.append(
                f"Cross-validation {way}: in {n_failed} of {len(folds)} folds the model could not "
                "be trained; they are not in the score."
            )
    if len(pool.names) > MOST_SITES:
        notes.append(
            f"Leave one site out: {MOST_SITES} of {len(pool.names)} sites, drawn at random, were "
            "left out in turn."
        )
    held_out = gather_answers(answered.get(how, []))
    return CrossValidation(tuple(scores), tuple(notes), how, held_out)


def measure_folds(
    choice: ModelChoice, pool: Pool, folds: Folds, n_classes: int
) -> list[dict[str, float]]:
    """Return every measure on every fold; folds whose rows cannot train the model are left out."""
    return _measure(pool, answer_folds(choice, pool, folds, n_classes))


def _measure(pool: Pool, answered: list[FoldAnswers]) -> list[dict[str, float]]:
    return [measure_answers(pool.labels[fold.tested], fold.answers) for fold in answered]


def _summarise(how: How, measured: list[dict[str, float]]) -> list[FoldScore]:
    scores = []
    # A fold may lack a measure: no curve can be drawn of one class.
    for name in dict.fromkeys(name for fold in measured for name in fold):
        values = np.array([fold[name] for fold in measured if name in fold])
        values = values[np.isfinite(values)]
        if len(values):
            spread = float(values.std(ddof=1)) if len(values) > 1 else 0.0
            scores.append(FoldScore(how, name, float(values.mean()), spread, len(values)))
    return scores
