"""What models said of pooled rows that they had not seen, fold by fold.

In:  a model choice, the pooled rows, folds.
Out: answers by fold, or of all tested rows in the order of the pool. The analyst runs this.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

from concordant.analyst.folds import Folds
from concordant.analyst.models import ModelChoice, in_precision, train_model
from concordant.analyst.pool import Pool
from concordant.errors.analyst import ModelNotTrained
from concordant.linalg.arrays import Array
from concordant.terms.answers import Answers, ask, join_answers


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FoldAnswers:
    """What a model of the other folds said of the rows ``tested``, places in the pool."""

    tested: Int64[Array, " _"]
    answers: Answers


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HeldOut:
    """One answer for each row that was tested, each by a model that had not seen the row.

    ``rows`` are places in the pool, in its order; ``folds`` tells in which fold each was tested.
    """

    rows: Int64[Array, " tested"]
    folds: Int64[Array, " tested"]
    answers: Answers

    def where(self, chosen: Bool[Array, " tested"]) -> "HeldOut":
        """Return some of the rows, with their answers."""
        return HeldOut(self.rows[chosen], self.folds[chosen], self.answers.take(chosen))


def answer_folds(
    choice: ModelChoice, pool: Pool, folds: Folds, n_classes: int
) -> list[FoldAnswers]:
    """Return the answers on every fold; folds whose rows cannot train the model are left out."""
    answered = []
    for tested in folds:
        trains = np.ones(pool.n_rows, dtype=bool)
        trains[tested] = False
        try:
            estimator, _ = train_model(choice, pool.features[trains], pool.labels[trains])
        except ModelNotTrained:
            continue
        answers = ask(estimator, in_precision(choice, pool.features[tested]), n_classes)
        answered.append(FoldAnswers(tested, answers))
    return answered


def gather_answers(answered: Sequence[FoldAnswers]) -> HeldOut | None:
    """Return the answers of all folds in the order of the pool; None where no fold has any."""
    if not answered:
        return None
    rows = np.concatenate([fold.tested for fold in answered])
    folds = np.repeat(np.arange(len(answered)), [len(fold.tested) for fold in answered])
    order = np.argsort(rows, kind="stable")
    joined = join_answers([fold.answers for fold in answered])
    return HeldOut(rows[order], folds[order], joined.take(order))
