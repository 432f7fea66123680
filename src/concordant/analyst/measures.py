"""Measure answers against the truth.

In:  true labels and what a model said of the same rows.
Out: one number per measure, under the names that a site's own evaluation uses; NaN where a
     measure means nothing. The analyst runs this.
"""

import numpy as np
from jaxtyping import Bool, Float, Int64, Num

from concordant.analyst.answers import Answers
from concordant.linalg.arrays import Array

# About the resolution of single precision, in which sites get their probabilities.
SMALLEST_PROBABILITY = 1e-7


def measure_answers(truth: Num[Array, " rows"], answers: Answers) -> dict[str, float]:
    """Return every measure that fits the answers, by name."""
    if answers.values is not None:
        return _measure_values(truth, answers.values)
    assert answers.codes is not None  # noqa: S101  an answer has codes or values
    return _measure_codes(truth, answers.codes, answers.probabilities)


def _measure_values(
    truth: Float[Array, " rows"], values: Float[Array, " rows"]
) -> dict[str, float]:
    miss = values - truth
    spread = float(np.var(truth))
    return {
        "RMSE": float(np.sqrt(np.mean(miss**2))),
        "MAE": float(np.mean(np.abs(miss))),
        "R²": 1.0 - float(np.mean(miss**2)) / spread if spread > 0 else float("nan"),
    }


def _measure_codes(
    truth: Int64[Array, " rows"],
    codes: Int64[Array, " rows"],
    probabilities: Float[Array, "rows classes"] | None,
) -> dict[str, float]:
    right = truth == codes
    present = np.unique(truth)
    measures = {
        "accuracy": float(right.mean()),
        "balanced accuracy": float(np.mean([right[truth == code].mean() for code in present])),
    }
    if probabilities is None:
        return measures
    # Two classes need one curve; more need one against the rest for each class that occurs.
    judged = present[1:] if probabilities.shape[1] == 2 else present
    curves = [_area_under_curve(truth == code, probabilities[:, code]) for code in judged]
    measures["ROC-AUC"] = float(np.mean(curves)) if len(present) > 1 else float("nan")
    shares = np.clip(probabilities, SMALLEST_PROBABILITY, None)
    shares /= shares.sum(axis=1, keepdims=True)
    measures["log loss"] = float(-np.log(shares[np.arange(len(truth)), truth]).mean())
    return measures


def _area_under_curve(positive: Bool[Array, " rows"], score: Float[Array, " rows"]) -> float:
    """Return how often a positive row scores above another one; ties count half."""
    n_positive = int(positive.sum())
    n_negative = len(positive) - n_positive
    _, places, counts = np.unique(score, return_inverse=True, return_counts=True)
    ranks = np.cumsum(counts) - (counts - 1) / 2
    above = ranks[places.reshape(-1)][positive].sum() - n_positive * (n_positive + 1) / 2
    return float(above / max(1, n_positive * n_negative))
