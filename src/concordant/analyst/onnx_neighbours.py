"""Nearest neighbours as plain operations.

In:  a fitted estimator of nearest neighbours. Out: an ONNX graph that holds every row it was
     trained on, or None for any other estimator. The analyst runs this, where the terms allow
     models that contain rows; the converter library would write a loop, which sites refuse.
"""

from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from concordant.analyst.onnx_graph import make_graph
from concordant.terms.recipes_build import Estimator
from concordant.wire.model_check import INPUT


def neighbours_graph(estimator: Estimator, n_dims: int, n_classes: int) -> Any | None:
    """Return the graph of a classifier or regressor by Euclidean nearest neighbours."""
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

    if not isinstance(estimator, KNeighborsClassifier | KNeighborsRegressor):
        return None
    euclidean = estimator.effective_metric_ == "euclidean"
    if not euclidean or estimator.weights not in ("uniform", "distance"):
        raise ValueError("only Euclidean neighbours, plain or weighted by distance, are written")
    rows = np.asarray(estimator._fit_X, dtype=np.float64)  # noqa: SLF001  where they are kept
    known = np.asarray(estimator._y)  # noqa: SLF001
    if n_classes:
        answers = np.eye(len(estimator.classes_))[known.ravel()]
    else:
        answers = known.reshape(len(rows), -1).astype(np.float64)
    arrays = {
        "rows": rows,
        "rows_turned": -2.0 * rows.T,
        "lengths": np.square(rows).sum(axis=1)[np.newaxis],
        "answers": answers,
        "k": np.array([estimator.n_neighbors]),
        "axis_1": np.array([1]),
        "axis_2": np.array([2]),
    }
    nodes = [
        helper.make_node("Cast", [INPUT], ["x"], to=TensorProto.DOUBLE),
        # The distance but for the length of x, which is the same for all candidates.
        helper.make_node("MatMul", ["x", "rows_turned"], ["crossed"]),
        helper.make_node("Add", ["crossed", "lengths"], ["nearness"]),
        helper.make_node("TopK", ["nearness", "k"], ["near", "places"], axis=1, largest=0),
        helper.make_node("Gather", ["answers", "places"], ["neighbours"]),
        *(_weighted() if estimator.weights == "distance" else _plain()),
        helper.make_node("Cast", ["mean"], ["result"], to=TensorProto.FLOAT),
    ]
    return make_graph(
        "neighbours",
        nodes,
        "result",
        n_dims=n_dims,
        width=answers.shape[1],
        arrays=arrays,
        codes=estimator.classes_ if n_classes else None,
    )


def _plain() -> list[Any]:
    return [helper.make_node("ReduceMean", ["neighbours"], ["mean"], axes=[1], keepdims=0)]


def _weighted() -> list[Any]:
    """Weigh neighbours by 1 / distance; where some lie at no distance, by those alone."""
    return [
        helper.make_node("Gather", ["rows", "places"], ["near_rows"]),
        helper.make_node("Unsqueeze", ["x", "axis_1"], ["x_each"]),
        helper.make_node("Sub", ["x_each", "near_rows"], ["away"]),
        helper.make_node("Mul", ["away", "away"], ["squares"]),
        helper.make_node("ReduceSum", ["squares", "axis_2"], ["squared"], keepdims=1),
        helper.make_node("Sqrt", ["squared"], ["distance"]),
        # Closer than any two different rows in single precision.
        helper.make_node(
            "Constant", [], ["tiny"], value=numpy_helper.from_array(np.array([[[1e-200]]]))
        ),
        helper.make_node("Max", ["distance", "tiny"], ["at_least"]),
        helper.make_node("Reciprocal", ["at_least"], ["weight"]),
        helper.make_node("ReduceMax", ["weight"], ["heaviest"], axes=[1], keepdims=1),
        helper.make_node("Div", ["weight", "heaviest"], ["share"]),
        helper.make_node("Mul", ["neighbours", "share"], ["weighed"]),
        helper.make_node("ReduceSum", ["weighed", "axis_1"], ["total"], keepdims=0),
        helper.make_node("ReduceSum", ["share", "axis_1"], ["shares"], keepdims=0),
        helper.make_node("Div", ["total", "shares"], ["mean"]),
    ]
