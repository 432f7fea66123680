"""Say how far a score can be trusted: 95 % intervals.

In:  measures of rows (``terms.scores``), and whose row is whose where that is known.
Out: one Score per measure, or a pair of bounds. A site judges a model with it, and the analyst
     the pooled rows; whoever may read the labels may run this.

Accuracy of independent rows gets Wilson's interval (1927), which holds for few rows and near
0 and 1. Everything else, and everything where persons have several rows, gets percentiles of
a bootstrap that draws whole rows, or whole persons, with replacement. The mean of a few numbers,
one a site or one a seed, gets Student's t interval.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from jaxtyping import Float, Int64

from concordant.linalg.arrays import Array

N_RESAMPLES = 1_000
QUANTILES = (0.025, 0.975)
_NORMAL_975 = 1.959963984540054
_BLOCK_ENTRIES = 4_000_000


@dataclass(frozen=True, slots=True)
class Score:
    """A measured value with its 95 % interval; ``interval`` says in words how it was made."""

    name: str
    value: float
    low: float
    high: float
    interval: str


@dataclass(frozen=True, slots=True)
class Resampling:
    """Which rows belong together (``units``, 0..n-1), how often to draw, and from which seed."""

    units: Int64[Array, " rows"]
    by_person: bool
    seed: int
    n_resamples: int = N_RESAMPLES

    def draw_weights(self) -> Iterator[Float[Array, "resamples rows"]]:
        """Yield the same resamples at every call, a block at a time: how often each row counts."""
        rng = np.random.default_rng(self.seed)
        n_units = int(self.units.max()) + 1
        n_block = max(1, _BLOCK_ENTRIES // max(n_units, len(self.units)))
        for start in range(0, self.n_resamples, n_block):
            n_lines = min(n_block, self.n_resamples - start)
            drawn = rng.integers(n_units, size=(n_lines, n_units))
            drawn += n_units * np.arange(n_lines)[:, None]
            counts = np.bincount(drawn.ravel(), minlength=n_lines * n_units)
            yield counts.reshape(n_lines, n_units)[:, self.units].astype(np.float64)


def resampling(
    n_rows: int,
    persons: Int64[Array, " rows"] | None,
    *,
    seed: int,
    n_resamples: int = N_RESAMPLES,
) -> Resampling:
    """Return how to draw again: persons where known, otherwise rows."""
    if persons is None:
        units = np.arange(n_rows, dtype=np.int64)
        return Resampling(units, by_person=False, seed=seed, n_resamples=n_resamples)
    return Resampling(persons, by_person=True, seed=seed, n_resamples=n_resamples)


def measure_with_interval(
    name: str,
    measure: Callable[[Array], Array],
    draws: Resampling,
    *,
    n_right: int | None = None,
) -> Score:
    """Return the measure on all rows with its interval.

    ``n_right`` says that the measure is a share of that many right answers; with independent
    rows it then gets Wilson's interval. A value that cannot be measured is NaN, never a guess.
    So are both bounds where every resample gives one value: what never varied on these rows (all
    ranked right, two models that answer alike) says nothing of how it varies on others.
    """
    n_rows = len(draws.units)
    value = float(measure(np.ones((1, n_rows)))[0])
    if n_right is not None and not draws.by_person:
        return Score(name, value, *wilson_interval(n_right, n_rows), "Wilson")
    sampled = np.concatenate([measure(weights) for weights in draws.draw_weights()])
    sampled = sampled[np.isfinite(sampled)]
    low, high = np.quantile(sampled, QUANTILES) if _varies(sampled) else (nan, nan)
    how = "bootstrap over persons" if draws.by_person else "bootstrap over rows"
    return Score(name, value, float(low), float(high), how)


def _varies(sampled: Float[Array, " resamples"]) -> bool:
    """Tell whether resamples differ beyond rounding."""
    if not len(sampled):
        return False
    rounding = 1e-12 * max(1.0, float(np.abs(sampled).max()))
    return float(np.ptp(sampled)) > rounding


def t_interval(values: Sequence[float] | Float[Array, " values"]) -> tuple[float, float]:
    """Return Student's 95 % interval of the mean; NaN for fewer than two values.

    It speaks of further sites, or seeds, like those that the values are of; never of rows.

    >>> [round(bound, 3) for bound in t_interval([1.0, 2.0, 3.0])]
    [-0.484, 4.484]
    """
    if len(values) < 2:
        return nan, nan
    # scipy.stats would cost a command a second at its start.
    from scipy.special import stdtrit

    half = float(stdtrit(len(values) - 1, QUANTILES[1]) * np.std(values, ddof=1))
    half /= sqrt(len(values))
    middle = float(np.mean(values))
    return middle - half, middle + half


def wilson_interval(n_right: int, n_rows: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share.

    >>> [round(bound, 3) for bound in wilson_interval(10, 10)]
    [0.722, 1.0]
    """
    share, z2 = n_right / n_rows, _NORMAL_975**2
    middle = (share + z2 / (2 * n_rows)) / (1 + z2 / n_rows)
    half = (
        _NORMAL_975 * sqrt(share * (1 - share) / n_rows + z2 / (4 * n_rows**2)) / (1 + z2 / n_rows)
    )
    return max(0.0, middle - half), min(1.0, middle + half)
