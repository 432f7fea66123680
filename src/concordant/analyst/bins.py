"""Hold predictions against the truth bin by bin: calibration and residuals.

In:  predictions and truth of the same rows, and whose row is whose.
Out: means of bins of at least ten rows, or persons, each. The analyst runs this.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int64

from concordant.linalg.arrays import Array
from concordant.terms.floors import FEWEST_TOGETHER
from concordant.terms.intervals import QUANTILES, Resampling, wilson_interval

N_BINS = 10
_AGREEMENT = 1.96

Floats = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was promised against what came true, bin by bin: means, and 95 % intervals."""

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    n_rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Residuals:
    """Truth minus prediction, by what was predicted.

    ``middle`` is the mean difference of a bin, ``low`` and ``high`` the limits of agreement
    (Bland and Altman): 1.96 standard deviations off it, where about 95 of 100 rows lie between.
    """

    predicted: Floats
    middle: Floats
    low: Floats
    high: Floats
    n_rows: tuple[int, ...]


def cut_bins(values: Float[Array, " rows"], units: Int64[Array, " rows"]) -> Int64[Array, " rows"]:
    """Return the bin of each row: quantiles, none that parts equal values or has under ten units.

    A unit is a row, or a person who may have several. All rows are in bin 0 where there are too
    few for two bins.
    """
    n_bins = max(1, min(N_BINS, len(np.unique(units)) // FEWEST_TOGETHER))
    edges = np.unique(np.quantile(values, np.arange(1, n_bins) / n_bins))
    codes = np.searchsorted(edges, values)
    merged, number = np.zeros(len(edges) + 1, dtype=np.int64), 0
    held: set[int] = set()
    for place in range(len(merged)):
        if len(held) >= FEWEST_TOGETHER:
            number, held = number + 1, set()
        merged[place] = number
        held.update(units[codes == place].tolist())
    if len(held) < FEWEST_TOGETHER and number:
        merged[merged == number] = number - 1
    return np.asarray(merged[codes])


def calibrate(
    positive: Bool[Array, " rows"], shares: Float[Array, " rows"], draws: Resampling
) -> Calibration:
    """Return how often the class came where it was promised so; empty below ten units.

    Wilson's interval where rows are independent; where persons have several, a bootstrap.
    """
    if len(np.unique(draws.units)) < FEWEST_TOGETHER:
        return Calibration((), (), (), (), ())
    bins = cut_bins(shares, draws.units)
    counts = np.bincount(bins)
    hits = np.bincount(bins, weights=positive)
    if draws.by_person:
        low, high = _resample(positive, bins, draws)
    else:
        pairs = [wilson_interval(int(hit), int(n)) for hit, n in zip(hits, counts, strict=True)]
        low, high = np.array(pairs).T
    observed = hits / counts
    return Calibration(
        predicted=_plain(np.bincount(bins, weights=shares) / counts),
        observed=_plain(observed),
        low=_plain(np.minimum(low, observed)),
        high=_plain(np.maximum(high, observed)),
        n_rows=tuple(counts.tolist()),
    )


def agree_on_numbers(
    truth: Float[Array, " rows"], values: Float[Array, " rows"], units: Int64[Array, " rows"]
) -> Residuals | None:
    """Return how far the truth lies from what was predicted; None below ten units."""
    if len(np.unique(units)) < FEWEST_TOGETHER:
        return None
    bins = cut_bins(values, units)
    counts = np.bincount(bins)
    away = truth - values
    middle = np.bincount(bins, weights=away) / counts
    squares = np.bincount(bins, weights=np.square(away - middle[bins]))
    reach = _AGREEMENT * np.sqrt(squares / (counts - 1))
    return Residuals(
        predicted=_plain(np.bincount(bins, weights=values) / counts),
        middle=_plain(middle),
        low=_plain(middle - reach),
        high=_plain(middle + reach),
        n_rows=tuple(counts.tolist()),
    )


def _resample(
    positive: Bool[Array, " rows"], bins: Int64[Array, " rows"], draws: Resampling
) -> tuple[Float[Array, " bins"], Float[Array, " bins"]]:
    members = (bins[:, None] == np.arange(bins.max() + 1)).astype(np.float64)
    shares = []
    for weights in draws.draw_weights():
        held = weights @ members
        hits = weights @ (members * positive[:, None])
        shares.append(np.divide(hits, held, out=np.full_like(hits, np.nan), where=held > 0))
    low, high = np.nanquantile(np.concatenate(shares), QUANTILES, axis=0)
    return low, high


def _plain(values: Float[Array, " bins"]) -> Floats:
    return tuple(float(value) for value in values)
