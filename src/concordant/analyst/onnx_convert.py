"""Write a fitted estimator as plain operations (ONNX) with the interface that sites expect.

In:  a fitted scikit-learn estimator.
Out: the bytes of a model with one input "features" and the outputs "label" and "probabilities",
     or "value". The analyst runs this; whether it agrees with the estimator is ``issue``'s to say.
"""

import warnings
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from concordant.analyst.onnx_constant import constant_graph
from concordant.analyst.onnx_fourier import register_fourier_features
from concordant.analyst.onnx_neighbours import neighbours_graph
from concordant.errors.analyst import ModelNotConvertible
from concordant.terms.answers import class_codes
from concordant.terms.recipes_build import Estimator
from concordant.wire.model_check import INPUT

# The oldest operators that do what we need: a site may have an older runtime.
OPSET = {"": 17, "ai.onnx.ml": 3}
IR_VERSION = 8


def convert_estimator(
    estimator: Estimator, *, name: str, known: str, n_dims: int, n_classes: int
) -> bytes:
    """Return the model's bytes; ``n_classes`` is 0 for a regression.

    ``name`` and ``known`` (models that do convert) are for the refusal.
    """
    core, transformer = _unwrap_target(estimator)
    try:
        model = _convert_core(core, n_dims, n_classes)
        if n_classes:
            _finish_classifier(model, core, n_classes)
        else:
            _finish_regressor(model, *_inverse_scaling(transformer))
        _tidy(model)
        return bytes(model.SerializeToString())
    except Exception as error:  # noqa: BLE001  converters raise whatever they come across
        raise ModelNotConvertible(name=name, reason=type(error).__name__, known=known) from None


def _unwrap_target(estimator: Estimator) -> tuple[Estimator, Estimator | None]:
    """Return the model inside a target transformation, which we write ourselves."""
    from sklearn.compose import TransformedTargetRegressor

    if isinstance(estimator, TransformedTargetRegressor):
        return estimator.regressor_, estimator.transformer_
    return estimator, None


def _convert_core(core: Estimator, n_dims: int, n_classes: int) -> Any:
    graph = constant_graph(core, n_dims) or neighbours_graph(core, n_dims, n_classes)
    if graph is not None:
        opsets = [helper.make_opsetid(domain, number) for domain, number in OPSET.items()]
        return helper.make_model(graph, opset_imports=opsets)
    register_fourier_features()
    with warnings.catch_warnings():
        # They speak of the converter's own use of its libraries.
        warnings.simplefilter("ignore")
        if not n_classes:
            return _convert_by_library(core, n_dims, None)
        try:
            return _convert_by_library(core, n_dims, {id(core): {"zipmap": False}})
        except NameError:
            # A classifier without probabilities has nothing to zip and knows no such option.
            return _convert_by_library(core, n_dims, None)


def _convert_by_library(core: Estimator, n_dims: int, options: dict[int, Any] | None) -> Any:
    from skl2onnx import to_onnx
    from skl2onnx.common.data_types import FloatTensorType

    return to_onnx(
        core,
        initial_types=[(INPUT, FloatTensorType([None, n_dims]))],
        options=options,
        target_opset=OPSET,
    )


def _finish_classifier(model: Any, core: Estimator, n_classes: int) -> None:
    """Give every agreed class its column; a class that no row had gets zeros."""
    graph = model.graph
    _rename_outputs(graph, ["core_label", "core_probabilities"])
    graph.node.append(helper.make_node("Cast", ["core_label"], ["label"], to=TensorProto.INT64))
    outputs = [helper.make_tensor_value_info("label", TensorProto.INT64, [None])]
    if hasattr(core, "predict_proba"):
        places = np.zeros((len(core.classes_), n_classes), dtype=np.float32)
        places[np.arange(len(places)), class_codes(core)] = 1.0
        graph.initializer.append(numpy_helper.from_array(places, "class_columns"))
        graph.node.append(
            helper.make_node("MatMul", ["core_probabilities", "class_columns"], ["probabilities"])
        )
        shape = [None, n_classes]
        outputs.append(helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, shape))
    _set_outputs(graph, outputs)


def _finish_regressor(model: Any, scale: float, centre: float) -> None:
    """Turn the answer back into the target's unit, in double precision up to the last step."""
    graph = model.graph
    _rename_outputs(graph, ["core_value"])
    for name, array in (
        ("column", np.array([-1, 1])),
        ("target_scale", np.array([[scale]])),
        ("target_centre", np.array([[centre]])),
    ):
        graph.initializer.append(numpy_helper.from_array(array, name))
    graph.node.extend(
        (
            helper.make_node("Reshape", ["core_value", "column"], ["value_column"]),
            helper.make_node("Cast", ["value_column"], ["value_double"], to=TensorProto.DOUBLE),
            helper.make_node("Mul", ["value_double", "target_scale"], ["value_scaled"]),
            helper.make_node("Add", ["value_scaled", "target_centre"], ["value_shifted"]),
            helper.make_node("Cast", ["value_shifted"], ["value"], to=TensorProto.FLOAT),
        )
    )
    _set_outputs(graph, [helper.make_tensor_value_info("value", TensorProto.FLOAT, [None, 1])])


def _inverse_scaling(transformer: Estimator | None) -> tuple[float, float]:
    """Return scale and centre of a standardised target; any other transformation is refused."""
    from sklearn.preprocessing import StandardScaler

    if transformer is None:
        return 1.0, 0.0
    if type(transformer) is not StandardScaler:
        raise TypeError
    # A mean that is not taken off is kept all the same.
    scale = float(transformer.scale_[0]) if transformer.with_std else 1.0
    return scale, float(transformer.mean_[0]) if transformer.with_mean else 0.0


def _rename_outputs(graph: Any, names: list[str]) -> None:
    """Free the names of the interface: the converter uses some of them for what it makes."""
    renamed = {old.name: new for old, new in zip(graph.output, names, strict=False)}
    for node in graph.node:
        for listed in (node.input, node.output):
            listed[:] = [renamed.get(name, name) for name in listed]


def _set_outputs(graph: Any, outputs: list[Any]) -> None:
    del graph.output[:]
    graph.output.extend(outputs)


def _tidy(model: Any) -> None:
    """Say each operator set once, and nothing that speaks of this machine."""
    versions: dict[str, int] = {}
    for opset in model.opset_import:
        versions[opset.domain] = max(opset.version, versions.get(opset.domain, 0))
    del model.opset_import[:]
    model.opset_import.extend(
        onnx.helper.make_opsetid(domain, number) for domain, number in sorted(versions.items())
    )
    model.ir_version = IR_VERSION
    model.graph.name = "concordant"
    model.producer_name = "concordant"
    for field in ("producer_version", "domain", "doc_string", "metadata_props"):
        model.ClearField(field)
