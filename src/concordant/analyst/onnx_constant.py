"""A model that says the same of every row, as plain operations.

In:  a fitted dummy estimator. Out: an ONNX graph, or None for any other estimator.
     The analyst runs this; the converter library knows no dummies.
"""

from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from concordant.terms.recipes_build import Estimator

_CONSTANT = ("prior", "most_frequent", "constant")


def constant_graph(estimator: Estimator, n_dims: int, n_classes: int) -> Any | None:
    """Return the graph of a dummy that draws nothing; the outputs are the converter's."""
    from sklearn.dummy import DummyClassifier, DummyRegressor

    row = np.zeros((1, n_dims))
    if isinstance(estimator, DummyRegressor):
        return _graph(n_dims, n_classes, np.asarray(estimator.predict(row), np.float32))
    if isinstance(estimator, DummyClassifier) and estimator.strategy in _CONSTANT:
        shares = np.asarray(estimator.predict_proba(row)[0], np.float32)
        return _graph(n_dims, n_classes, shares, codes=np.asarray(estimator.classes_, np.int64))
    return None


def _graph(n_dims: int, n_classes: int, answer: np.ndarray, codes: np.ndarray | None = None) -> Any:
    arrays = {"nothing": np.zeros((n_dims, answer.size), np.float32), "answer": answer}
    nodes = [
        helper.make_node("MatMul", ["features", "nothing"], ["zeros"]),
        helper.make_node("Add", ["zeros", "answer"], ["answers"]),
    ]
    outputs = [helper.make_tensor_value_info("answers", TensorProto.FLOAT, [None, answer.size])]
    if n_classes and codes is not None:
        arrays["codes"] = codes
        nodes += [
            helper.make_node("ArgMax", ["answers"], ["best"], axis=1, keepdims=0),
            helper.make_node("Gather", ["codes", "best"], ["code"]),
        ]
        outputs.insert(0, helper.make_tensor_value_info("code", TensorProto.INT64, [None]))
    return helper.make_graph(
        nodes,
        "constant",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, n_dims])],
        outputs,
        [numpy_helper.from_array(array, name) for name, array in arrays.items()],
    )
