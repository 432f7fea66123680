"""Put plain operations into a graph whose outputs are those of the converter library.

In:  operations from "features" to a table of answers: shares of classes, or values.
Out: an ONNX graph with the answers, and before them the code of the best class where there are
     classes. The analyst runs this.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from concordant.linalg.arrays import Array
from concordant.wire.model_check import INPUT


def make_graph(
    name: str,
    nodes: Sequence[Any],
    answers: str,
    *,
    n_dims: int,
    width: int,
    arrays: Mapping[str, Array],
    codes: Array | None,
) -> Any:
    """Return the graph; ``answers`` names a table of ``width`` columns that ``nodes`` compute.

    ``codes`` are those of the classes in the order of the columns; None for a regression.
    """
    steps, stored = list(nodes), dict(arrays)
    outputs = [helper.make_tensor_value_info(answers, TensorProto.FLOAT, [None, width])]
    if codes is not None:
        stored["codes"] = np.asarray(codes, np.int64)
        steps += [
            helper.make_node("ArgMax", [answers], ["best"], axis=1, keepdims=0),
            helper.make_node("Gather", ["codes", "best"], ["code"]),
        ]
        outputs.insert(0, helper.make_tensor_value_info("code", TensorProto.INT64, [None]))
    return helper.make_graph(
        steps,
        name,
        [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [None, n_dims])],
        outputs,
        [numpy_helper.from_array(array, key) for key, array in stored.items()],
    )
