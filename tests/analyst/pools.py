"""Pooled rows of sites that share a rule, made without any alignment."""

import numpy as np

from concordant.analyst.folds import draw_folds
from concordant.analyst.held_out import HeldOut, answer_folds, gather_answers
from concordant.analyst.models import ModelChoice, choose_recipe
from concordant.analyst.pool import Pool


def quiet(_words: str) -> None:
    """Say nothing about steps."""


def shared_rule(
    rng: np.random.Generator,
    rows_of_sites: list[int],
    *,
    n_dims: int = 6,
    n_classes: int = 2,
    noise: float = 0.5,
    groups: np.ndarray | None = None,
) -> Pool:
    """Return rows of sites whose labels follow one linear rule; ``n_classes`` 0: numbers."""
    n_rows = sum(rows_of_sites)
    features = rng.standard_normal((n_rows, n_dims)).astype(np.float32)
    signal = features @ np.ones(n_dims) / np.sqrt(n_dims) + noise * rng.standard_normal(n_rows)
    labels = signal if not n_classes else np.argsort(np.argsort(signal)) * n_classes // n_rows
    return Pool(
        names=tuple(f"s{place}" for place in range(len(rows_of_sites))),
        features=features,
        labels=labels,
        sites=np.repeat(np.arange(len(rows_of_sites)), rows_of_sites),
        groups=groups,
        centre=np.zeros(n_dims),
        scale=np.ones(n_dims),
    )


def hold_out(
    pool: Pool, rng: np.random.Generator, *, model: str | None = None, n_classes: int = 2
) -> tuple[ModelChoice, HeldOut]:
    """Return a linear model, or another, and what it says of rows left out."""
    task = "classification" if n_classes else "regression"
    choice = choose_recipe(model or ("logistic" if n_classes else "ridge"), {}, task, 0)
    folds = draw_folds(pool.labels, pool.groups, 5, rng)
    held_out = gather_answers(answer_folds(choice, pool, folds, n_classes))
    assert held_out is not None
    return choice, held_out
