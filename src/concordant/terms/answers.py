"""What a fitted estimator says of rows, in one form for every kind of model.

In:  a fitted estimator and features.
Out: codes with probabilities of all agreed classes, or values. Anybody may run this.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Int64, Num

from concordant.linalg.arrays import Array
from concordant.terms.recipes_build import Estimator

_PARTS = ("codes", "probabilities", "margin", "values")


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Codes of classes (with probabilities where the model has them), or values.

    ``margin`` is how far the best class is ahead of the next, where the model can tell.
    """

    codes: Int64[Array, " rows"] | None = None
    probabilities: Float[Array, "rows classes"] | None = None
    margin: Float[Array, " rows"] | None = None
    values: Float[Array, " rows"] | None = None

    @property
    def plain(self) -> Num[Array, " rows"]:
        """The codes of the classes, or the values: there is always one of them."""
        said = self.values if self.codes is None else self.codes
        assert said is not None  # noqa: S101  answers have codes or values
        return said

    def take(self, chosen: Bool[Array, " rows"] | Int64[Array, " some"]) -> "Answers":
        """Return the answers for some of the rows, in the order asked."""
        parts = {name: getattr(self, name) for name in _PARTS}
        return Answers(
            **{name: None if part is None else part[chosen] for name, part in parts.items()}
        )


def join_answers(said: Sequence[Answers]) -> Answers:
    """Return the answers for the rows of all, one after the other; a part that all of them have."""
    joined = {}
    for name in _PARTS:
        parts = [getattr(one, name) for one in said]
        joined[name] = None if any(part is None for part in parts) else np.concatenate(parts)
    return Answers(**joined)


def ask(estimator: Estimator, features: Float[Array, "rows dims"], n_classes: int) -> Answers:
    """Return what ``estimator`` says; ``n_classes`` is 0 for a regression.

    An estimator that answers with something else raises whatever NumPy makes of it.
    """
    if not n_classes:
        values = np.asarray(estimator.predict(features), dtype=np.float64)
        return Answers(values=values.reshape(len(features)))
    codes = _whole(np.asarray(estimator.predict(features)).reshape(len(features)))
    if hasattr(estimator, "predict_proba"):
        shares = np.zeros((len(features), n_classes))
        shares[:, class_codes(estimator)] = estimator.predict_proba(features)
        return Answers(codes=codes, probabilities=shares, margin=_margin(shares))
    margin = None
    if hasattr(estimator, "decision_function"):
        scores = np.asarray(estimator.decision_function(features), dtype=np.float64)
        margin = np.abs(scores) if scores.ndim == 1 else _margin(scores)
    return Answers(codes=codes, margin=margin)


def _whole(said: Array) -> Int64[Array, " rows"]:
    """Refuse answers that are no codes: a regression is no classifier with its digits cut off."""
    with np.errstate(invalid="ignore"):
        codes: Int64[Array, " rows"] = said.astype(np.int64)
    if not np.array_equal(codes, said):
        raise TypeError
    return codes


def class_codes(estimator: Estimator) -> Int64[Array, " seen"]:
    """Return the codes of the classes that the estimator saw, in the order of its columns."""
    codes: Int64[Array, " seen"] = np.asarray(estimator.classes_).astype(np.int64)
    return codes


def _margin(scores: Float[Array, "rows classes"]) -> Float[Array, " rows"]:
    if scores.shape[1] < 2:
        return np.full(len(scores), np.inf)
    best = np.partition(scores, -2, axis=1)
    return np.asarray(best[:, -1] - best[:, -2])
