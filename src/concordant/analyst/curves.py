"""Draw what a classifier can do at every threshold: ROC and precision-recall, with 95 % bands.

In:  which rows are of a class, how likely the model called each, and how to draw rows again.
Out: curves on fixed grids, so that no row can be read off them. The analyst runs this.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int64

from concordant.linalg.arrays import Array
from concordant.terms.intervals import QUANTILES, Resampling
from concordant.terms.scores import Weights, area_under_curve

N_GRID = 51
GRID: Float[Array, " grid"] = np.linspace(0.0, 1.0, N_GRID)
_DIGITS = 5

Floats = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RocCurve:
    """The share of the class that is found (``tpr``) against the share of others taken for it.

    ``low`` and ``high`` bound ``tpr`` at each ``fpr``. The first point is the corner (0, 0).
    """

    fpr: Floats
    tpr: Floats
    low: Floats
    high: Floats
    auc: float
    auc_low: float
    auc_high: float


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """How many of those called the class are of it, against the share of the class found.

    ``prevalence`` is the precision of calling everybody so.
    """

    recall: Floats
    precision: Floats
    low: Floats
    high: Floats
    average_precision: float
    low_ap: float
    high_ap: float
    prevalence: float


def draw_curves(
    positive: Bool[Array, " rows"], score: Float[Array, " rows"], draws: Resampling
) -> tuple[RocCurve, PrecisionRecall] | None:
    """Return both curves of one class; None where there are only rows of it, or none."""
    if positive.all() or not positive.any():
        return None
    steps = _sort_steps(positive, score)
    value = _measure(np.ones((1, len(positive))), steps, positive, score)
    drawn = [_measure(weights, steps, positive, score) for weights in _usable(draws, positive)]
    roc, area, precision, average = (
        _band(getattr(value, name), [getattr(block, name) for block in drawn])
        for name in ("roc", "area", "precision", "average")
    )
    return (
        RocCurve(
            fpr=(0.0, *_rounded(GRID)),
            tpr=(0.0, *_rounded(roc.value)),
            low=(0.0, *_rounded(roc.low)),
            high=(0.0, *_rounded(roc.high)),
            auc=float(area.value[0]),
            auc_low=float(area.low[0]),
            auc_high=float(area.high[0]),
        ),
        PrecisionRecall(
            recall=_rounded(GRID),
            precision=_rounded(precision.value),
            low=_rounded(precision.low),
            high=_rounded(precision.high),
            average_precision=float(average.value[0]),
            low_ap=float(average.low[0]),
            high_ap=float(average.high[0]),
            prevalence=float(positive.mean()),
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Rows from the most to the least likely, and where each new score begins."""

    order: Int64[Array, " rows"]
    starts: Int64[Array, " steps"]
    positive: Bool[Array, " rows"]


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """Both curves on the grid, and the area below each, of every line of weights."""

    roc: Float[Array, "lines grid"]
    area: Float[Array, "lines 1"]
    precision: Float[Array, "lines grid"]
    average: Float[Array, "lines 1"]


@dataclass(frozen=True, slots=True, eq=False)
class _Band:
    value: Float[Array, " points"]
    low: Float[Array, " points"]
    high: Float[Array, " points"]


def _sort_steps(positive: Bool[Array, " rows"], score: Float[Array, " rows"]) -> _Steps:
    order = np.argsort(-score, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(score[order]) < 0])
    return _Steps(order, starts, positive[order])


def _usable(draws: Resampling, positive: Bool[Array, " rows"]) -> Iterator[Weights]:
    """Yield the resamples that hold both sides: without one of them there is no curve."""
    for weights in draws.draw_weights():
        held = weights @ positive
        both = (held > 0) & (held < weights.sum(axis=1))
        if both.any():
            yield weights[both]


def _measure(
    weights: Weights,
    steps: _Steps,
    positive: Bool[Array, " rows"],
    score: Float[Array, " rows"],
) -> _Measured:
    sorted_weights = weights[:, steps.order]
    of_class = np.add.reduceat(sorted_weights * steps.positive, steps.starts, axis=1)
    of_others = np.add.reduceat(sorted_weights * ~steps.positive, steps.starts, axis=1)
    found, taken = np.cumsum(of_class, axis=1), np.cumsum(of_others, axis=1)
    recall = found / found[:, -1:]
    called = found + taken
    precision = np.divide(found, called, out=np.zeros_like(found), where=called > 0)
    gained = np.diff(recall, axis=1, prepend=0.0)
    return _Measured(
        roc=_roc_on_grid(recall, taken / taken[:, -1:]),
        area=area_under_curve(weights, positive, score)[:, None],
        precision=_precision_on_grid(recall, precision),
        average=(gained * precision).sum(axis=1, keepdims=True),
    )


def _roc_on_grid(
    tpr: Float[Array, "lines steps"], fpr: Float[Array, "lines steps"]
) -> Float[Array, "lines grid"]:
    """Return ``tpr`` where ``fpr`` is on the grid; straight between steps, as the area counts."""
    lines = [
        # Where the curve goes straight up, the upper end counts.
        np.interp(GRID, np.r_[0.0, across], np.r_[0.0, up])
        for across, up in zip(fpr, tpr, strict=True)
    ]
    return np.stack(lines)


def _precision_on_grid(
    recall: Float[Array, "lines steps"], precision: Float[Array, "lines steps"]
) -> Float[Array, "lines grid"]:
    """Return the precision at the first threshold that finds so much: no interpolation."""
    # A recall of 0 would ask nobody; the first row of the class that is found answers for it.
    wanted = np.maximum(GRID, 1e-12) - 1e-13
    lines = [
        values[np.searchsorted(reached, wanted)]
        for reached, values in zip(recall, precision, strict=True)
    ]
    return np.stack(lines)


def _band(value: Float[Array, "1 points"], drawn: list[Float[Array, "_ points"]]) -> _Band:
    """Return percentiles of the resamples; a band never leaves out what was measured itself."""
    own = value[0]
    if not drawn:
        return _Band(own, np.full_like(own, np.nan), np.full_like(own, np.nan))
    low, high = np.quantile(np.concatenate(drawn), QUANTILES, axis=0)
    return _Band(own, np.minimum(low, own), np.maximum(high, own))


def _rounded(values: Float[Array, " points"]) -> Floats:
    return tuple(np.round(values, _DIGITS).tolist())
