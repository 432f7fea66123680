"""Measure answers against the truth, once.

In:  true labels and what a model said of the same rows.
Out: one number per measure, under the names and by the formulas of a site's own evaluation; NaN,
     or no entry, where a measure means nothing. The analyst runs this, and a rehearsal.
"""

import numpy as np
from jaxtyping import Num

from concordant.linalg.arrays import Array
from concordant.terms.answers import Answers
from concordant.terms.scores import classification_measures, regression_measures


def measure_answers(truth: Num[Array, " rows"], answers: Answers) -> dict[str, float]:
    """Return every measure that fits the answers, by name."""
    if answers.values is not None:
        measures = regression_measures(truth, answers.values)
    else:
        assert answers.codes is not None  # noqa: S101  an answer has codes or values
        measures = classification_measures(truth, answers.codes, answers.probabilities)
    once = np.ones((1, len(truth)))
    return {name: float(measure(once)[0]) for name, measure in measures.items()}
