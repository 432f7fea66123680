"""What cross-validation showed, beyond its scores: who was taken for whom, curves, intervals.

In:  the pooled rows and what models said of those that they had not seen.
Out: counts, curves and means of many rows; never a single one. The analyst runs this.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int64

from concordant.analyst.bins import Calibration, Residuals, agree_on_numbers, calibrate
from concordant.analyst.curves import PrecisionRecall, RocCurve, draw_curves
from concordant.analyst.held_out import HeldOut
from concordant.analyst.pool import Pool
from concordant.linalg.arrays import Array
from concordant.terms.answers import Answers
from concordant.terms.floors import FEWEST_TOGETHER
from concordant.terms.intervals import Resampling, Score, measure_with_interval, resampling
from concordant.terms.scores import classification_measures, regression_measures

N_RESAMPLES = 300
MOST_ROWS = 20_000
MOST_CLASSES = 10


@dataclass(frozen=True, slots=True)
class ClassCurves:
    """One class against another, or against all others."""

    name: str
    against: str
    roc: RocCurve
    precision_recall: PrecisionRecall
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class Confusion:
    """``counts[k][j]``: rows of class k that were taken for class j, of all sites together."""

    classes: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Validation:
    """The answers on rows that no model had seen, summed up over all sites.

    ``how`` they were left out, as the scores say it; ``words`` tell people. A classifier has a
    confusion matrix, and curves where it gives probabilities; a regression has residuals.
    """

    how: str
    words: str
    n_rows: int
    confusion: Confusion | None
    curves: tuple[ClassCurves, ...]
    residuals: Residuals | None
    scores: tuple[Score, ...]


def sum_up(
    pool: Pool,
    held_out: HeldOut,
    classes: Sequence[str],
    rng: np.random.Generator,
    *,
    how: str = "by row",
) -> Validation:
    """Return what the held-out answers show; of very many rows a part, drawn at random."""
    n_tested = len(held_out.rows)
    part = draw_part(held_out, pool.groups, MOST_ROWS, rng)
    seed = int(rng.integers(2**32))
    draws = resampling(
        len(part.rows), number_persons(pool, part), seed=seed, n_resamples=N_RESAMPLES
    )
    truth, answers = pool.labels[part.rows], part.answers
    words = _describe(pool, n_tested, len(part.rows))
    if answers.values is not None:
        return Validation(
            how=how,
            words=words,
            n_rows=len(truth),
            confusion=None,
            curves=(),
            residuals=agree_on_numbers(truth, answers.values, draws.units),
            scores=_score_values(truth, answers.values, draws),
        )
    assert answers.codes is not None  # noqa: S101  an answer has codes or values
    curves, note = _draw_all(truth, answers, classes, draws)
    return Validation(
        how=how,
        words=f"{words}{note}",
        n_rows=len(truth),
        confusion=_confuse(truth, answers.codes, classes),
        curves=curves,
        residuals=None,
        scores=_score_codes(truth, answers, draws),
    )


def draw_part(
    held_out: HeldOut,
    groups: Int64[Array, " rows"] | None,
    n_most: int,
    rng: np.random.Generator,
) -> HeldOut:
    """Return all rows, or about ``n_most`` of more: whole persons, where there are persons."""
    n_rows = len(held_out.rows)
    if n_rows <= n_most:
        return held_out
    persons = np.arange(n_rows) if groups is None else groups[held_out.rows]
    _, members = np.unique(persons, return_inverse=True)
    members = members.reshape(-1)
    order = rng.permutation(int(members.max()) + 1)
    sizes = np.bincount(members)[order]
    kept = np.zeros(len(order), dtype=bool)
    kept[order[np.cumsum(sizes) <= n_most]] = True
    chosen: Bool[Array, " rows"] = kept[members]
    return held_out.where(chosen) if chosen.any() else held_out


def number_persons(pool: Pool, part: HeldOut) -> Int64[Array, " rows"] | None:
    """Return the person of each row, counted from 0; None where rows are not of persons."""
    if pool.groups is None:
        return None
    _, persons = np.unique(pool.groups[part.rows], return_inverse=True)
    return persons.reshape(-1).astype(np.int64)


def _describe(pool: Pool, n_tested: int, n_used: int) -> str:
    units = "rows" if pool.groups is None else "persons"
    words = (
        f"Pooled rows of all sites, each answered by a model that had not seen it ({units} left "
        f"out at random). Bands and intervals: 95 %, by drawing {units} again {N_RESAMPLES} times; "
        "of shares of independent rows, Wilson's."
    )
    if n_used < n_tested:
        words += f" Of {n_tested:,} rows, {n_used:,} drawn at random were used."
    return words


def _confuse(
    truth: Int64[Array, " rows"], codes: Int64[Array, " rows"], classes: Sequence[str]
) -> Confusion:
    n_classes = len(classes)
    counts = np.bincount(truth * n_classes + codes, minlength=n_classes**2)
    table = counts.reshape(n_classes, n_classes).tolist()
    return Confusion(tuple(classes), tuple(tuple(line) for line in table))


def _draw_all(
    truth: Int64[Array, " rows"], answers: Answers, classes: Sequence[str], draws: Resampling
) -> tuple[tuple[ClassCurves, ...], str]:
    """Return the curves of each class, and what is to be said about classes left out."""
    shares = answers.probabilities
    if shares is None:
        return (), " The model gives no probabilities, so there are no curves."
    if len(classes) == 2:
        found = [_draw_one(truth == 1, shares[:, 1], (classes[1], classes[0]), draws)]
        return _drawn(found)
    # A stable sort: of classes that are equally frequent, those agreed on first.
    frequent = np.argsort(-np.bincount(truth, minlength=len(classes)), kind="stable")
    drawn = sorted(frequent[:MOST_CLASSES].tolist())
    found = [
        _draw_one(truth == code, shares[:, code], (classes[code], "all other classes"), draws)
        for code in drawn
    ]
    curves, note = _drawn(found)
    if len(classes) > MOST_CLASSES:
        note = f" Curves: the {MOST_CLASSES} most frequent of {len(classes)} classes.{note}"
    return curves, note


def _drawn(found: Sequence[ClassCurves | None]) -> tuple[tuple[ClassCurves, ...], str]:
    """Return the curves that there are, and what is to be said about the others."""
    curves = tuple(each for each in found if each is not None)
    rare = f" A class needs {FEWEST_TOGETHER} rows, and as many of others, for its curves."
    return curves, rare if len(curves) < len(found) else ""


def _draw_one(
    positive: Bool[Array, " rows"],
    shares: Float[Array, " rows"],
    names: tuple[str, str],
    draws: Resampling,
) -> ClassCurves | None:
    n_of_class = int(np.count_nonzero(positive))
    if min(n_of_class, len(positive) - n_of_class) < FEWEST_TOGETHER:
        # The precision at each share found would tell the rank of every single row of it.
        return None
    drawn = draw_curves(positive, shares, draws)
    return (
        None if drawn is None else ClassCurves(*names, *drawn, calibrate(positive, shares, draws))
    )


def _score_codes(
    truth: Int64[Array, " rows"], answers: Answers, draws: Resampling
) -> tuple[Score, ...]:
    assert answers.codes is not None  # noqa: S101  an answer has codes or values
    n_right = int(np.count_nonzero(truth == answers.codes))
    measures = classification_measures(truth, answers.codes, answers.probabilities)
    return tuple(
        measure_with_interval(name, measure, draws, n_right=n_right if name == "accuracy" else None)
        for name, measure in measures.items()
    )


def _score_values(
    truth: Float[Array, " rows"], values: Float[Array, " rows"], draws: Resampling
) -> tuple[Score, ...]:
    measures = regression_measures(truth, values)
    return tuple(measure_with_interval(name, measure, draws) for name, measure in measures.items())
