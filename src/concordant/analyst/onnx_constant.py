"""A model that says the same of every row, as plain operations.

In:  a fitted dummy estimator. Out: an ONNX graph, or None for any other estimator.
     The analyst runs this; the converter library knows no dummies.
"""

from typing import Any

import numpy as np
from onnx import helper

from concordant.analyst.onnx_graph import make_graph
from concordant.linalg.arrays import Array
from concordant.terms.recipes_build import Estimator
from concordant.wire.model_check import INPUT

_CONSTANT = ("prior", "most_frequent", "constant")


def constant_graph(estimator: Estimator, n_dims: int) -> Any | None:
    """Return the graph of a dummy that draws nothing; the outputs are the converter's."""
    from sklearn.dummy import DummyClassifier, DummyRegressor

    row = np.zeros((1, n_dims))
    if isinstance(estimator, DummyRegressor):
        return _graph(n_dims, estimator.predict(row).ravel(), codes=None)
    if isinstance(estimator, DummyClassifier) and estimator.strategy in _CONSTANT:
        return _graph(n_dims, estimator.predict_proba(row)[0], codes=estimator.classes_)
    return None


def _graph(n_dims: int, answer: Array, *, codes: Array | None) -> Any:
    width = answer.size
    return make_graph(
        "constant",
        [
            helper.make_node("MatMul", [INPUT, "nothing"], ["zeros"]),
            helper.make_node("Add", ["zeros", "answer"], ["answers"]),
        ],
        "answers",
        n_dims=n_dims,
        width=width,
        arrays={
            "nothing": np.zeros((n_dims, width), np.float32),
            "answer": answer.astype(np.float32),
        },
        codes=codes,
    )
