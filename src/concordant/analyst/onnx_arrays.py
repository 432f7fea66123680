"""List every array of numbers that a converted model holds.

In:  the bytes of an ONNX model. Out: its arrays by a name for people. The analyst runs this.
"""

from collections.abc import Iterator

import numpy as np
import onnx
from onnx import numpy_helper

from concordant.linalg.arrays import Array


def list_model_arrays(model: bytes) -> Iterator[tuple[str, Array]]:
    """Yield the arrays of constants and of attributes, each as it is stored."""
    graph = onnx.load_from_string(model).graph
    for tensor in graph.initializer:
        yield f"the converted model's {tensor.name}", numpy_helper.to_array(tensor)
    for node in graph.node:
        for attribute in node.attribute:
            place = f"the converted model's {node.op_type}: {attribute.name}"
            if attribute.HasField("t"):
                yield place, numpy_helper.to_array(attribute.t)
            elif len(attribute.floats):
                yield place, np.array(attribute.floats, dtype=np.float32)
