"""Measure what the model loses when a column is shuffled among the rows.

In:  a model to ask, rows with or without labels, one column, a seed.
Out: one Score per measure: the loss, with a 95 % interval. Only a site runs this.

Rows are shuffled even where persons have several: the model answers one row at a time, so that
no row of a person bears on another. The interval does respect persons: it is a bootstrap over
rows, or whole persons, and over the shuffles at the same time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.site.explained_rows import ColumnBlock, ExplainedRows
from concordant.site.returned_model import AskModel
from concordant.terms.answers import Answers
from concordant.terms.draws import draws_for
from concordant.terms.intervals import N_RESAMPLES, QUANTILES, Score, resampling
from concordant.terms.scores import log_losses

LOG_LOSS, ACCURACY, RMSE, MOVEMENT = "log loss", "accuracy", "RMSE", "movement"
"""Rise of the log loss, fall of the accuracy, rise of the RMSE; without labels, how far the
predictions move: half the sum over the classes of what their probabilities change, or the
change of the predicted number."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ImportanceStart:
    """What the columns of one explanation share: the losses before, and the resamples.

    ``losses`` are by measure, one number a row. ``row_weights`` and ``shuffle_weights`` have
    lines that add up to 1.
    """

    answers: Answers
    losses: Mapping[str, Float[Array, " rows"]]
    row_weights: Float[Array, "resamples rows"]
    shuffle_weights: Float[Array, "resamples shuffles"]
    interval: str
    seed: int


def start_importance(
    ask_model: AskModel, rows: ExplainedRows, *, repeats: int, seed: int
) -> ImportanceStart:
    """Return the losses of the rows as they are, and the resamples for every column."""
    answers = ask_model(rows.features)
    draws = resampling(rows.n_rows, rows.persons, seed=seed)
    weights = np.concatenate(list(draws.draw_weights()))
    rng = draws_for(seed, "shuffles drawn again")
    shuffles = rng.multinomial(repeats, np.full(repeats, 1 / repeats), size=N_RESAMPLES)
    return ImportanceStart(
        answers=answers,
        losses=_losses(answers, rows, answers),
        row_weights=weights / weights.sum(axis=1, keepdims=True),
        shuffle_weights=shuffles / repeats,
        interval=f"bootstrap over {'persons' if draws.by_person else 'rows'} and shuffles",
        seed=seed,
    )


def measure_importance(
    ask_model: AskModel, rows: ExplainedRows, block: ColumnBlock, start: ImportanceStart
) -> tuple[Score, ...]:
    """Return what the model loses without this column, by every measure that it has."""
    if not rows.varies(block):
        return tuple(Score(name, 0.0, 0.0, 0.0, start.interval) for name in start.losses)
    cells = rows.cells(block)
    repeats = start.shuffle_weights.shape[1]
    after: dict[str, list[Array]] = {name: [] for name in start.losses}
    for repeat in range(repeats):
        # A column is shuffled alike whichever others are looked at.
        draws = draws_for(start.seed, "shuffle", block.start, repeat)
        order = draws.permutation(rows.n_rows)
        answers = ask_model(rows.with_cells(block, cells[order]))
        losses = _losses(answers, rows, start.answers)
        for name, loss in losses.items():
            after[name].append(loss)
    return tuple(_score(name, start, np.stack(losses, axis=1)) for name, losses in after.items())


def _losses(
    answers: Answers, rows: ExplainedRows, before: Answers
) -> dict[str, Float[Array, " rows"]]:
    """Return by measure what each row loses (squares for the RMSE); the first measure leads."""
    truth = rows.truth
    if truth is None:
        return {MOVEMENT: _movement(answers, before)}
    if answers.values is not None:
        return {RMSE: np.square(answers.values - truth)}
    assert answers.codes is not None  # noqa: S101  an opened model gives codes or values
    wrong = np.not_equal(answers.codes, truth).astype(np.float64)
    if answers.probabilities is None:
        return {ACCURACY: wrong}
    return {LOG_LOSS: log_losses(truth, answers.probabilities), ACCURACY: wrong}


def _movement(answers: Answers, before: Answers) -> Float[Array, " rows"]:
    if answers.values is not None and before.values is not None:
        return np.asarray(np.abs(answers.values - before.values))
    if answers.probabilities is not None and before.probabilities is not None:
        moved = np.abs(answers.probabilities - before.probabilities).sum(axis=1)
        return np.asarray(moved / 2)
    assert answers.codes is not None  # noqa: S101  an opened model gives one of the three
    return np.asarray(answers.codes != before.codes, dtype=np.float64)


def _score(name: str, start: ImportanceStart, after: Float[Array, "rows shuffles"]) -> Score:
    before = start.losses[name]
    n_rows = len(before)
    # Differences first: a column that moves nothing loses 0, not what rounding leaves.
    change = after - before[:, None]
    whole = np.full((1, n_rows), 1.0 / n_rows)
    values = _loss_change(name, whole, before, change).mean(axis=1)
    each = _loss_change(name, start.row_weights, before, change)
    low, high = np.quantile((each * start.shuffle_weights).sum(axis=1), QUANTILES)
    return Score(name, float(values[0]), float(low), float(high), start.interval)


def _loss_change(
    name: str,
    weights: Float[Array, "resamples rows"],
    before: Float[Array, " rows"],
    change: Float[Array, "rows shuffles"],
) -> Float[Array, "resamples shuffles"]:
    """Return by how much the measure grew in each resample and each shuffle."""
    grown = weights @ change
    if name != RMSE:
        return np.asarray(grown)
    squares = (weights @ before)[:, None]
    # The same as sqrt(after) - sqrt(before), without the loss of digits where both are near.
    both = np.sqrt(np.maximum(squares + grown, 0.0)) + np.sqrt(squares)
    return np.asarray(np.divide(grown, both, out=np.zeros_like(grown), where=both > 0))
