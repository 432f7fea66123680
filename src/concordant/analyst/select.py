"""Choose among the models that contain no rows by cross-validation: ``search``.

In:  the pooled rows, task and seed.
Out: a model choice, and what each candidate reached. The analyst runs this.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from jaxtyping import Float

from concordant.analyst.folds import draw_folds
from concordant.analyst.models import ModelChoice, choose_recipe
from concordant.analyst.pool import Pool
from concordant.analyst.training import Candidate
from concordant.analyst.validate import count_folds, measure_folds
from concordant.linalg.arrays import Array
from concordant.terms.charter import Task
from concordant.terms.recipes import LINEAR
from concordant.terms.recipes_parameters import Plain

SEARCH = "search"
MOST_ROWS = 20_000
_FEW_ROWS = 300
_ROWS_FOR_NETWORK = 1_000
_ROWS_FOR_MANY_TREES = 10_000


def fixed_choice(task: Task, seed: int) -> ModelChoice:
    """Return what is trained where cross-validation cannot be trusted: the linear model."""
    return choose_recipe(LINEAR[task], {}, task, seed)


def list_candidates(
    task: Task, n_rows: int, n_classes: int
) -> tuple[tuple[str, dict[str, Plain]], ...]:
    """Return what is tried on a table of this size, simplest first; none contains rows."""
    linear: list[tuple[str, dict[str, Plain]]]
    if task == "classification":
        linear = [("logistic", {"C": 0.1}), ("logistic", {"C": 1.0})]
        weak: dict[str, Plain] = {"C": 30.0}
    else:
        linear = [("ridge", {"alpha": 10.0}), ("ridge", {"alpha": 1.0})]
        weak = {"alpha": 0.1}
    # Fourier features have length one, so that they want little shrinkage.
    curved: list[tuple[str, dict[str, Plain]]] = [("kernel", {"n_components": 300, **weak})]
    if n_rows <= _ROWS_FOR_MANY_TREES:
        curved.append(("forest", {"n_trees": 100}))
    if n_rows >= _FEW_ROWS:
        # One tree a class and round.
        curved.append(("boosting", {"n_rounds": 200 if n_classes <= 3 else 60}))
    if n_rows >= _ROWS_FOR_NETWORK:
        curved.append(("mlp", {"hidden_units": 128, "max_iter": 100}))
    return (*linear, *curved)


def search(
    task: Task,
    pool: Pool,
    n_classes: int,
    seed: int,
    rng: np.random.Generator,
    on_step: Callable[[str], None],
) -> tuple[ModelChoice, tuple[Candidate, ...]]:
    """Return the simplest candidate that no other beats beyond the noise of the folds.

    All are measured on the same folds by log loss or root mean square error. Tables beyond
    ``MOST_ROWS`` are searched on a random part.
    """
    part = _draw_part(pool, rng)
    folds = draw_folds(part.labels, part.groups, count_folds(part.n_rows), rng)
    measure = "log loss" if n_classes else "RMSE"
    choices, losses = [], []
    for name, parameters in list_candidates(task, part.n_rows, n_classes):
        on_step(f"trying {name}")
        choice = choose_recipe(name, parameters, task, seed)
        measured = measure_folds(choice, part, folds, n_classes)
        choices.append(choice)
        # A candidate is compared where all folds could train it.
        complete = len(measured) == len(folds) > 1
        losses.append(np.array([fold[measure] for fold in measured]) if complete else None)
    place = _pick(losses)
    candidates = tuple(
        Candidate(
            name=choice.name,
            parameters=choice.parameters,
            loss=None if loss is None else float(loss.mean()),
            error=None if loss is None else _error_of_mean(loss),
            chosen=position == place,
        )
        for position, (choice, loss) in enumerate(zip(choices, losses, strict=True))
    )
    return choices[place], candidates


def _pick(losses: list[Float[Array, " folds"] | None]) -> int:
    """Return the first whose loss is within one standard error of the best, fold by fold."""
    if losses[0] is None:
        # Too few rows of a class for the linear model are too few to compare others on.
        return 0
    usable = {place: loss for place, loss in enumerate(losses) if loss is not None}
    best = min(usable.values(), key=lambda loss: float(loss.mean()))
    behind = {place: loss - best for place, loss in usable.items()}
    return next(place for place, gap in behind.items() if gap.mean() <= _error_of_mean(gap))


def _error_of_mean(values: Float[Array, " folds"]) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def _draw_part(pool: Pool, rng: np.random.Generator) -> Pool:
    if pool.n_rows <= MOST_ROWS:
        return pool
    rows = np.sort(rng.choice(pool.n_rows, MOST_ROWS, replace=False))
    return replace(
        pool,
        features=pool.features[rows],
        labels=pool.labels[rows],
        sites=pool.sites[rows],
        groups=None if pool.groups is None else pool.groups[rows],
    )
