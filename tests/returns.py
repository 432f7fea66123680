"""Returns with a small linear model, made by hand, and the plain formula to hold them against."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from onnx import TensorProto, helper

from concordant.site.basis import SecretBasis
from concordant.terms.charter import Charter
from concordant.wire.messages import Envelope, ReturnBundle
from tests.onnx_models import LABEL, PROBABILITIES, VALUE, make_model
from tests.worlds import draw_orthogonal


@dataclass(frozen=True, eq=False)
class LinearReturn:
    """A return, and the weights that its model was made of."""

    message: ReturnBundle
    weights: np.ndarray
    offset: np.ndarray

    def plain_scores(self, rows: np.ndarray, basis: SecretBasis) -> np.ndarray:
        """Return what the model must say before softmax, by the formula of the messages."""
        got = self.message
        features = ((rows @ basis.reveal()) @ got.map - got.centre) / got.scale
        return features @ self.weights + self.offset


def make_linear_return(
    rng: np.random.Generator,
    charter: Charter,
    sent: Envelope,
    *,
    probabilities: bool = True,
    recipe: str = "logistic",
    **changes: Any,
) -> LinearReturn:
    """Return a return for the site that sent ``sent``; ``changes`` replace its fields."""
    n_dims, n_outputs = charter.n_dims, max(1, len(charter.classes))
    weights = rng.standard_normal((n_dims, n_outputs)).astype(np.float32)
    offset = rng.standard_normal(n_outputs).astype(np.float32)
    message = ReturnBundle(
        envelope=sent,
        map=draw_orthogonal(rng, n_dims),
        centre=rng.standard_normal(n_dims),
        scale=rng.uniform(0.5, 2.0, n_dims),
        model=model_bytes(weights, offset, charter, probabilities=probabilities),
        method="auto",
        recipe_name="ridge" if charter.task == "regression" else recipe,
        recipe_parameters={},
        classes=charter.classes,
    )
    return LinearReturn(replace(message, **changes), weights, offset)


def model_bytes(
    weights: np.ndarray, offset: np.ndarray, charter: Charter, *, probabilities: bool = True
) -> np.ndarray:
    """Return the ONNX file of a linear model for the charter's task."""
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, [None, len(weights)])
    constants = {"weights": weights, "offset": offset}
    last = "value" if charter.task == "regression" else "scores"
    nodes = [
        helper.make_node("MatMul", ["features", "weights"], ["product"]),
        helper.make_node("Add", ["product", "offset"], [last]),
    ]
    outputs: tuple[Any, ...] = (VALUE,)
    if charter.task == "classification":
        nodes.append(helper.make_node("ArgMax", ["scores"], ["label"], axis=1, keepdims=0))
        outputs = (LABEL,)
        if probabilities:
            nodes.append(helper.make_node("Softmax", ["scores"], ["probabilities"], axis=1))
            outputs = (LABEL, PROBABILITIES)
    model = make_model(nodes, inputs=(features,), outputs=outputs, constants=constants)
    return np.frombuffer(model.SerializeToString(), dtype=np.uint8)
