"""Measure predictions against the truth, once or on many resamples at the same time.

In:  truth and predictions of the same rows, and weights: one line of weights per resample.
Out: one number per resample. A site evaluates with it and the analyst cross-validates, so that
     one name means one number; whoever may read the labels may run this.

Every measure takes weights instead of rows, so that a bootstrap is one matrix product.
"""

from collections.abc import Callable, Mapping

import numpy as np
from jaxtyping import Bool, Float, Int64

from concordant.linalg.arrays import Array

Weights = Float[Array, "resamples rows"]
MeasureRows = Callable[[Array], Array]

HIGHER_IS_BETTER: Mapping[str, bool] = {
    "accuracy": True,
    "balanced accuracy": True,
    "ROC-AUC": True,
    "log loss": False,
    "RMSE": False,
    "MAE": False,
    "R²": True,
}

SMALLEST_PROBABILITY = 1e-7
"""Probabilities are cut here before the logarithm: about float32's own resolution."""


def classification_measures(
    truth: Int64[Array, " rows"],
    answers: Int64[Array, " rows"],
    probabilities: Float[Array, "rows classes"] | None,
) -> dict[str, MeasureRows]:
    """Return the measures of a classifier by name; those of probabilities only if it has them."""
    right = truth == answers
    present = np.unique(truth)
    measures: dict[str, MeasureRows] = {
        "accuracy": lambda weights: _mean(weights, right.astype(np.float64)),
        "balanced accuracy": lambda weights: _balanced_accuracy(weights, truth, right),
    }
    if probabilities is None:
        return measures
    if len(present) > 1:
        # A curve ranks what the model said: dividing by the sum of a row would part ties.
        # Two classes need one curve; more need one against the rest for each class that occurs.
        judged = present[1:] if probabilities.shape[1] == 2 else present
        measures["ROC-AUC"] = lambda weights: np.mean(
            [area_under_curve(weights, truth == code, probabilities[:, code]) for code in judged],
            axis=0,
        )
    loss = log_losses(truth, probabilities)
    measures["log loss"] = lambda weights: _mean(weights, loss)
    return measures


def regression_measures(
    truth: Float[Array, " rows"], answers: Float[Array, " rows"]
) -> dict[str, MeasureRows]:
    """Return the measures of a regression by name."""
    miss = answers - truth
    return {
        "RMSE": lambda weights: np.sqrt(_mean(weights, miss**2)),
        "MAE": lambda weights: _mean(weights, np.abs(miss)),
        "R²": lambda weights: _explained(weights, truth, miss),
    }


def log_losses(
    truth: Int64[Array, " rows"], probabilities: Float[Array, "rows classes"]
) -> Float[Array, " rows"]:
    """Return what each row adds to the log loss, in nats.

    >>> log_losses(np.array([1]), np.array([[0.5, 0.5]])).round(3)
    array([0.693])
    """
    share = np.clip(probabilities.astype(np.float64), SMALLEST_PROBABILITY, None)
    share /= share.sum(axis=1, keepdims=True)
    return np.asarray(-np.log(share[np.arange(len(truth)), truth]))


def area_under_curve(
    weights: Weights, positive: Bool[Array, " rows"], score: Float[Array, " rows"]
) -> Float[Array, " resamples"]:
    """Return the weighted area under the ROC curve; ties count half; NaN without both sides.

    >>> area_under_curve(np.ones((1, 3)), np.array([True, False, True]), np.array([.9, .1, .4]))
    array([1.])
    """
    order = np.argsort(score, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(score[order]) > 0])
    weights, positive = weights[:, order], positive[order]
    above = np.add.reduceat(weights * positive, starts, axis=1)
    below = np.add.reduceat(weights * ~positive, starts, axis=1)
    pairs_won = above * (np.cumsum(below, axis=1) - below / 2)
    return _ratio(pairs_won.sum(axis=1), above.sum(axis=1) * below.sum(axis=1))


def _balanced_accuracy(
    weights: Weights, truth: Int64[Array, " rows"], right: Bool[Array, " rows"]
) -> Float[Array, " resamples"]:
    codes = np.unique(truth)
    recalls = [
        _ratio((weights * (right & (truth == code))).sum(axis=1), weights @ (truth == code))
        for code in codes
    ]
    # A resample without a class is judged on the classes it has.
    return np.asarray(np.nanmean(np.stack(recalls), axis=0))


def _explained(
    weights: Weights, truth: Float[Array, " rows"], miss: Float[Array, " rows"]
) -> Float[Array, " resamples"]:
    away = truth - truth.mean()
    spread = _mean(weights, away**2) - _mean(weights, away) ** 2
    # A resample of one value only has no spread to explain; what is left is rounding.
    spread = np.where(spread > 1e-12 * np.square(away).max(), spread, 0.0)
    return 1.0 - _ratio(_mean(weights, miss**2), spread)


def _mean(weights: Weights, values: Float[Array, " rows"]) -> Float[Array, " resamples"]:
    return np.asarray((weights @ values) / weights.sum(axis=1))


def _ratio(
    top: Float[Array, " resamples"], bottom: Float[Array, " resamples"]
) -> Float[Array, " resamples"]:
    unknown = np.full(top.shape, np.nan)
    return np.asarray(np.divide(top, bottom, out=unknown, where=bottom > 0))
