"""Compare a model as it is issued with the estimator that it came from.

In:  what both say of the same rows, in single precision, as a site will send them.
Out: counts, the largest difference, and whether that is good enough. The analyst runs this.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.answers import Answers
from concordant.wire.messages import ModelFormat
from concordant.wire.model import ModelOutputs

LIMIT = 1e-5


@dataclass(frozen=True, slots=True)
class ConversionCheck:
    """What the comparison found.

    ``largest_difference`` is of probabilities, or of values as a part of the target's spread
    (beyond the last digit of single precision, in which values travel); None where the model says
    labels only. ``n_labels_differ`` counts other labels; ``n_ties`` those of them where the two
    best answers are closer than the limit, so that either is right. Where ``model_format`` is
    "skops", nothing was converted, and ``types`` are the names that each site must allow.
    """

    n_rows: int
    n_pooled_rows: int
    largest_difference: float | None
    limit: float
    n_labels_differ: int
    n_ties: int
    n_bytes: int
    model_format: ModelFormat = "onnx"
    types: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the model may be issued."""
        within = self.largest_difference is None or self.largest_difference <= self.limit
        return within and self.n_labels_differ == self.n_ties


def compare_answers(
    said: Answers, issued: ModelOutputs, *, spread: float, n_pooled_rows: int, n_bytes: int
) -> ConversionCheck:
    """Return how far ``issued`` is from what the estimator ``said``.

    ``spread`` is the standard deviation of the target; classifiers have no use for it.
    """
    difference, n_differ, n_ties = None, 0, 0
    if said.values is not None:
        difference = _compare_values(said.values, issued.values, spread)
        n_rows = len(said.values)
    else:
        assert said.codes is not None  # noqa: S101  an answer has codes or values
        n_rows = len(said.codes)
        differs = said.codes != issued.labels
        n_differ = int(np.count_nonzero(differs))
        if said.margin is not None:
            n_ties = int(np.count_nonzero(differs & (said.margin < LIMIT)))
        if said.probabilities is not None:
            difference = _largest(said.probabilities, issued.probabilities)
    return ConversionCheck(
        n_rows=n_rows,
        n_pooled_rows=n_pooled_rows,
        largest_difference=difference,
        limit=LIMIT,
        n_labels_differ=n_differ,
        n_ties=n_ties,
        n_bytes=n_bytes,
    )


def _compare_values(
    said: Float[Array, " rows"], issued: Float[Array, " rows"] | None, spread: float
) -> float:
    if issued is None:
        return float("inf")
    # A year of 2000.3 in single precision is off by up to half a step of 0.00012.
    rounding = 0.5 * np.spacing(np.abs(said).astype(np.float32)).astype(np.float64)
    beyond = np.maximum(np.abs(said - issued) - rounding, 0.0)
    return float(beyond.max() / (spread or 1.0))


def _largest(
    said: Float[Array, "rows classes"], issued: Float[Array, "rows columns"] | None
) -> float:
    if issued is None or issued.shape != said.shape:
        return float("inf")
    return float(np.abs(said - issued).max())
