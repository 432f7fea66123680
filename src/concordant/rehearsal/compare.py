"""Compare ways to train by their scores at sites or by seeds, with honest intervals.

In:  answers and truth of the rows that each site kept back, or scores already taken.
Out: the mean of each way's scores, its gain over another way, and 95 % t intervals. For
     rehearsals, where the truth of all sites lies in one place.

A gain is paired: the difference is taken at each site or seed first, so that sites with hard
rows, or seeds that cut badly, do not widen its interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose

import numpy as np
from jaxtyping import Num

from concordant.linalg.arrays import Array
from concordant.terms.charter import Task
from concordant.terms.intervals import t_interval

ROUNDING = 1e-6
"""Two ways that are the same by algebra differ by less, relative to their scores: rows leave a
site in single precision."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval; NaN bounds where a single value gives none."""

    mean: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies on one side of zero; one of no width tells nothing."""
        return self.low < self.high and (self.low > 0 or self.high < 0)


@dataclass(frozen=True, slots=True)
class Measure:
    """What the scores are: the name, and which way is better."""

    name: str
    higher_is_better: bool

    @property
    def sign(self) -> float:
        """What turns a difference of scores into a gain: above 0 is better."""
        return 1.0 if self.higher_is_better else -1.0


def measure_of(task: Task) -> Measure:
    """Return accuracy for classes and the root mean squared error for numbers."""
    if task == "classification":
        return Measure("accuracy", higher_is_better=True)
    return Measure("RMSE", higher_is_better=False)


def score_sites(
    task: Task,
    truth: Sequence[Num[Array, " _"]],
    answers: Sequence[Num[Array, " _"]],
) -> tuple[float, ...]:
    """Return each site's score on its own new rows.

    >>> score_sites("classification", [np.array([1, 0])], [np.array([1, 1])])
    (0.5,)
    """
    pairs = zip(truth, answers, strict=True)
    if task == "classification":
        return tuple(float(np.mean(right == said)) for right, said in pairs)
    return tuple(float(np.sqrt(np.mean((right - said) ** 2))) for right, said in pairs)


def mean_with_interval(values: Sequence[float]) -> Estimate:
    """Return the mean with Student's 95 % interval; sites, or seeds, count equally.

    >>> mean_with_interval([1.0, 1.0, 1.0])
    Estimate(mean=1.0, low=1.0, high=1.0)
    """
    return Estimate(float(np.mean(values)), *t_interval(values))


def gain_over(scores: Sequence[float], others: Sequence[float], measure: Measure) -> Estimate:
    """Return how much better ``scores`` are than ``others``, pair by pair; above 0 is better."""
    return mean_with_interval(gains_over(scores, others, measure))


def gains_over(
    scores: Sequence[float], others: Sequence[float], measure: Measure
) -> tuple[float, ...]:
    """Return by how much each score is better than its pair; what is only rounding is 0.

    >>> gains_over([1.0, 3.0], [2.0, 3.0], Measure("RMSE", higher_is_better=False))
    (1.0, 0.0)
    """
    better = measure.higher_is_better
    pairs = zip(scores, others, strict=True)
    return tuple(_apart(*(pair if better else pair[::-1])) for pair in pairs)


def _apart(one: float, other: float) -> float:
    """Return the difference; what is left of rounding is none."""
    return 0.0 if isclose(one, other, rel_tol=ROUNDING) else one - other
