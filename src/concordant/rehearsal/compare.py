"""Compare ways to train by their scores at the sites, with honest intervals.

In:  answers and truth of the rows that each site kept back.
Out: the mean over sites of each way's score, its gain over each site alone, and 95 % t intervals
     over sites. For rehearsals, where the truth of all sites lies in one place.

A gain is paired: the difference is taken at each site first, so that sites with hard rows do
not widen its interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from jaxtyping import Num

from concordant.linalg.arrays import Array
from concordant.terms.charter import Task

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over sites with its 95 % interval; NaN bounds where one site gives none."""

    mean: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies on one side of zero."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True)
class Measure:
    """What the scores are: the name, and which way is better."""

    name: str
    higher_is_better: bool


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


def mean_over_sites(values: Sequence[float]) -> Estimate:
    """Return the mean with Student's 95 % interval; sites count equally.

    >>> mean_over_sites([1.0, 1.0, 1.0])
    Estimate(mean=1.0, low=1.0, high=1.0)
    """
    from scipy.stats import t

    n_values, mean = len(values), float(np.mean(values))
    if n_values < 2:
        return Estimate(mean, nan, nan)
    error = float(np.std(values, ddof=1)) / sqrt(n_values)
    half = float(t.ppf((1 + CONFIDENCE) / 2, n_values - 1)) * error
    return Estimate(mean, mean - half, mean + half)


def gain_over(scores: Sequence[float], others: Sequence[float], measure: Measure) -> Estimate:
    """Return how much better ``scores`` are than ``others``, site by site; above 0 is better."""
    sign = 1.0 if measure.higher_is_better else -1.0
    return mean_over_sites([sign * (a - b) for a, b in zip(scores, others, strict=True)])
