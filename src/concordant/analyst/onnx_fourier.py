"""Teach the converter random Fourier features, which it does not know.

In:  nothing.
Out: a converter of ``RBFSampler`` in the converter library's own list. The analyst runs this.
"""

from typing import Any

import numpy as np
from onnx import TensorProto


def register_fourier_features() -> None:
    """Register the converter; more than once does no harm."""
    from skl2onnx import update_registered_converter
    from sklearn.kernel_approximation import RBFSampler

    update_registered_converter(
        RBFSampler, "ConcordantRBFSampler", _set_shape, _convert, overwrite=True
    )


def _set_shape(operator: Any) -> None:
    from skl2onnx.common.data_types import FloatTensorType

    n_components = operator.raw_operator.n_components
    operator.outputs[0].type = FloatTensorType([None, n_components])


def _convert(scope: Any, operator: Any, container: Any) -> None:
    """Write ``sqrt(2 / n_components) cos(x W + b)``, the sum in double precision.

    A cosine of a large sum would lose what single precision leaves of its phase.
    """
    sampler = operator.raw_operator
    double, single = TensorProto.DOUBLE, TensorProto.FLOAT

    def constant(stem: str, array: np.ndarray) -> str:
        name: str = scope.get_unique_variable_name(stem)
        values = np.asarray(array, dtype=np.float64)
        container.add_initializer(name, double, list(values.shape), values.ravel().tolist())
        return name

    def step(kind: str, *inputs: str, output: str | None = None, **options: Any) -> str:
        name: str = output or scope.get_unique_variable_name(kind)
        label = scope.get_unique_operator_name(kind)
        container.add_node(kind, list(inputs), name, name=label, op_version=13, **options)
        return name

    rows = step("Cast", operator.inputs[0].full_name, to=double)
    turned = step("MatMul", rows, constant("weights", sampler.random_weights_))
    phases = step("Add", turned, constant("offsets", sampler.random_offset_.reshape(1, -1)))
    # The runtime knows no cosine of doubles: whole turns are taken off before rounding.
    turn = constant("turn", np.array([[2.0 * np.pi]]))
    whole = step("Cast", step("Cast", step("Div", phases, turn), to=TensorProto.INT64), to=double)
    near = step("Sub", phases, step("Mul", whole, turn))
    cosines = step("Cast", step("Cos", step("Cast", near, to=single)), to=double)
    height = constant("height", np.array([[np.sqrt(2.0 / sampler.n_components)]]))
    scaled = step("Mul", cosines, height)
    step("Cast", scaled, output=operator.outputs[0].full_name, to=single)
