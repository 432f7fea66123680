"""Small ONNX models, honest and hostile, made by hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

N_DIMS = 3
FEATURES = helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, N_DIMS])
VALUE = helper.make_tensor_value_info("value", TensorProto.FLOAT, [None, 1])
LABEL = helper.make_tensor_value_info("label", TensorProto.INT64, [None])
PROBABILITIES = helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [None, None])
OPSETS = (("", 17), ("ai.onnx.ml", 3))


def make_model(
    nodes: Sequence[Any],
    *,
    inputs: Sequence[Any] = (FEATURES,),
    outputs: Sequence[Any] = (VALUE,),
    constants: dict[str, np.ndarray] | None = None,
    opsets: Sequence[tuple[str, int]] = OPSETS,
) -> onnx.ModelProto:
    """Return a model of ``nodes``."""
    initializers = [numpy_helper.from_array(v, name) for name, v in (constants or {}).items()]
    graph = helper.make_graph(nodes, "graph", inputs, outputs, initializers)
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets]
    return helper.make_model(graph, opset_imports=imports, ir_version=8)


def make_regressor(weights: np.ndarray | None = None) -> onnx.ModelProto:
    """Return ``value = features @ weights``."""
    weights = np.arange(1, N_DIMS + 1) if weights is None else weights
    nodes = [helper.make_node("MatMul", ["features", "weights"], ["value"])]
    return make_model(nodes, constants={"weights": weights.reshape(-1, 1).astype(np.float32)})


def make_classifier(*, probabilities: bool = True) -> onnx.ModelProto:
    """Return softmax of the features as probabilities, and the largest as label."""
    nodes = [
        helper.make_node("Softmax", ["features"], ["probabilities"], axis=1),
        helper.make_node("ArgMax", ["probabilities"], ["label"], axis=1, keepdims=0),
    ]
    outputs = (LABEL, PROBABILITIES) if probabilities else (LABEL,)
    return make_model(nodes, outputs=outputs)
