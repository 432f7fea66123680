"""Open the model of a return once, and ask it as often as needed.

In:  the charter, the return, the types that the site trusts in an archive; then common features.
Out: what the model says of each row, if it fits the task; or a refusal that names what does not.
     Only a site runs this.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from jaxtyping import Float, Int64

from concordant.errors.site_release import ModelAnswerUnfit
from concordant.linalg.arrays import Array
from concordant.terms.answers import Answers
from concordant.terms.charter import Charter
from concordant.terms.model_archive import decode_archive, run_archived
from concordant.wire.messages import ReturnBundle
from concordant.wire.model import ModelOutputs, ModelRunner

AskModel: TypeAlias = Callable[[Array], Answers]
"""Takes common features (float32, rows × dims), gives what the model says of each row."""

_SHARE_TOLERANCE = 1e-4


def open_model(charter: Charter, returned: ReturnBundle, allowed: Sequence[str]) -> AskModel:
    """Return a function that asks the returned model, read and checked once."""
    run = _runner(charter, returned, allowed)

    def ask_model(features: Float[Array, "rows dims"]) -> Answers:
        return _require_answers(charter, run(features))

    return ask_model


def answer_table(answers: Answers, n_classes: int) -> Float[Array, "rows outputs"]:
    """Return the predicted number, or a column per class: its probability, else 1 where said."""
    if answers.values is not None:
        return answers.values[:, None]
    if answers.probabilities is not None:
        return answers.probabilities
    assert answers.codes is not None  # noqa: S101  an opened model gives one of the three
    return np.asarray(np.eye(n_classes)[answers.codes])


def _runner(
    charter: Charter, returned: ReturnBundle, allowed: Sequence[str]
) -> Callable[[Array], ModelOutputs]:
    model = returned.model.tobytes()
    if returned.model_format == "onnx":
        return ModelRunner(model, charter.n_dims).predict
    estimator = decode_archive(model, allowed)
    return lambda features: run_archived(estimator, features, len(charter.classes))


def _require_answers(charter: Charter, outputs: ModelOutputs) -> Answers:
    if charter.task == "regression":
        return Answers(values=_require_finite(outputs.values))
    n_classes = len(charter.classes)
    codes = _require_codes(outputs.labels, n_classes)
    if outputs.probabilities is None:
        return Answers(codes=codes)
    return Answers(codes=codes, probabilities=_require_shares(outputs.probabilities, n_classes))


def _require_finite(values: Float[Array, " rows"] | None) -> Float[Array, " rows"]:
    if values is None:
        raise ModelAnswerUnfit(problem="no numbers", n_rows="all")
    n_bad = int(np.count_nonzero(~np.isfinite(values)))
    if n_bad:
        raise ModelAnswerUnfit(problem="no finite number", n_rows=n_bad)
    return values


def _require_codes(codes: Int64[Array, " rows"] | None, n_classes: int) -> Int64[Array, " rows"]:
    if codes is None:
        raise ModelAnswerUnfit(problem="no class", n_rows="all")
    n_bad = int(np.count_nonzero((codes < 0) | (codes >= n_classes)))
    if n_bad:
        raise ModelAnswerUnfit(problem="a class that the terms do not name", n_rows=n_bad)
    return codes


def _require_shares(
    shares: Float[Array, "rows columns"], n_classes: int
) -> Float[Array, "rows columns"]:
    if shares.shape[1] != n_classes:
        raise ModelAnswerUnfit(problem=f"{shares.shape[1]} probabilities", n_rows="all")
    # Written so that NaN is outside too; float32 rounding is far below the tolerance.
    sound = np.all(shares >= -_SHARE_TOLERANCE, axis=1)
    sound &= np.abs(shares.sum(axis=1, dtype=np.float64) - 1.0) <= _SHARE_TOLERANCE
    n_bad = int(np.count_nonzero(~sound))
    if n_bad:
        raise ModelAnswerUnfit(problem="something that is no probability", n_rows=n_bad)
    return shares.astype(np.float64)
