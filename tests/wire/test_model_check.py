import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from concordant.errors.wire import (
    ModelFailed,
    ModelInterface,
    ModelTooLarge,
    ModelUnreadable,
    ModelUnsafe,
)
from concordant.wire import model as module
from concordant.wire import model_check
from concordant.wire.limits import Limits
from concordant.wire.model import ModelRunner
from concordant.wire.model_check import parse_model
from tests.onnx_models import (
    FEATURES,
    LABEL,
    N_DIMS,
    PROBABILITIES,
    VALUE,
    make_classifier,
    make_model,
    make_regressor,
)

NODE = helper.make_node
INFO = helper.make_tensor_value_info


def run(model: onnx.ModelProto, features: np.ndarray | None = None) -> module.ModelOutputs:
    features = np.zeros((2, N_DIMS), np.float32) if features is None else features
    return ModelRunner(model.SerializeToString(), N_DIMS).predict(features)


@pytest.mark.parametrize("raw", [b"", b"\x00", b"garbage", b"\xff" * 1000, b"PK\x03\x04"])
def test_garbage_is_no_model(raw):
    with pytest.raises(ModelUnreadable):
        ModelRunner(raw, N_DIMS)


def test_a_model_whose_graph_is_cut_off_is_refused_at_every_length():
    model = make_classifier()
    raw = model.SerializeToString()
    for length in range(0, model.graph.ByteSize(), 7):
        with pytest.raises((ModelUnreadable, ModelUnsafe, ModelInterface, ModelFailed)):
            ModelRunner(raw[:length], N_DIMS)


def test_a_model_beyond_the_limit_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setattr(model_check, "Limits", lambda: Limits(max_model_bytes=10))
    with pytest.raises(ModelTooLarge) as caught:
        ModelRunner(b"x" * 11, N_DIMS)
    assert caught.value.facts == {"sent": 11, "limit": 10}


def external_data(model: onnx.ModelProto) -> None:
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "../../etc/passwd"


def external_data_without_saying_so(model: onnx.ModelProto) -> None:
    entry = model.graph.initializer[0].external_data.add()
    entry.key, entry.value = "location", "/dev/zero"


def local_function(model: onnx.ModelProto) -> None:
    model.functions.add(name="MatMul", domain="")


def training_code(model: onnx.ModelProto) -> None:
    model.training_info.add()


def words_for_the_runtime(model: onnx.ModelProto) -> None:
    model.metadata_props.add(key="ort_config", value="{}")


def sparse_weights(model: onnx.ModelProto) -> None:
    model.graph.sparse_initializer.add()


def quantization(model: onnx.ModelProto) -> None:
    model.graph.quantization_annotation.add()


def texts_as_weights(model: onnx.ModelProto) -> None:
    model.graph.initializer[0].CopyFrom(
        helper.make_tensor("weights", TensorProto.STRING, [1], [b"text"])
    )


def custom_domain(model: onnx.ModelProto) -> None:
    model.graph.node[0].domain = "com.microsoft"


def undeclared_custom_domain(model: onnx.ModelProto) -> None:
    model.opset_import.append(helper.make_opsetid("evil", 1))


def reference_to_a_functions_attribute(model: onnx.ModelProto) -> None:
    model.graph.node[0].attribute.add(name="axis", ref_attr_name="axis", type=2)


def graph_beside_a_number(model: onnx.ModelProto) -> None:
    attribute = model.graph.node[0].attribute.add(name="axis", type=2, i=1)
    attribute.g.name = "hidden"


def too_many_operations(model: onnx.ModelProto) -> None:
    for _ in range(10_000):
        model.graph.node.append(model.graph.node[0])


def texts_from_numbers(model: onnx.ModelProto) -> None:
    model.graph.node.append(NODE("Cast", ["features"], ["text"], to=TensorProto.STRING))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (external_data, "TensorProto."),
        (external_data_without_saying_so, "TensorProto.external_data"),
        (local_function, "ModelProto.functions"),
        (training_code, "ModelProto.training_info"),
        (words_for_the_runtime, "ModelProto.metadata_props"),
        (sparse_weights, "GraphProto.sparse_initializer"),
        (quantization, "GraphProto.quantization_annotation"),
        (texts_as_weights, "TensorProto.string_data"),
        (custom_domain, "domain 'com.microsoft'"),
        (undeclared_custom_domain, "domain 'evil'"),
        (reference_to_a_functions_attribute, "AttributeProto.ref_attr_name"),
        (graph_beside_a_number, "AttributeProto.g"),
        (too_many_operations, "operations"),
        (texts_from_numbers, "Cast to type 8"),
    ],
    ids=lambda part: getattr(part, "__name__", None),
)
def test_a_part_that_could_do_more_than_compute_is_refused_by_its_name(change, part):
    model = make_regressor()
    change(model)
    with pytest.raises(ModelUnsafe) as caught:
        run(model)
    assert part in str(caught.value.facts["part"])


def subgraph(name: str) -> onnx.GraphProto:
    return helper.make_graph(
        [NODE("Identity", ["features"], [name])], name, [], [INFO(name, TensorProto.FLOAT, None)]
    )


@pytest.mark.parametrize(
    ("operator", "attributes"),
    [
        ("If", {"then_branch": subgraph("a"), "else_branch": subgraph("b")}),
        ("Loop", {"body": subgraph("a")}),
        ("Scan", {"body": subgraph("a"), "num_scan_inputs": 1}),
        # An operator of the list that carries a graph where none belongs.
        ("Softmax", {"body": subgraph("a")}),
        ("Softmax", {"bodies": [subgraph("a"), subgraph("b")]}),
    ],
    ids=["If", "Loop", "Scan", "hidden graph", "hidden graphs"],
)
def test_a_graph_inside_a_graph_is_refused(operator, attributes):
    with pytest.raises(ModelUnsafe):
        run(make_model([NODE(operator, ["features"], ["value"], **attributes)]))


@pytest.mark.parametrize(
    ("operator", "domain"),
    [
        ("Expand", ""),
        ("Tile", ""),
        ("ConstantOfShape", ""),
        ("Range", ""),
        ("Pad", ""),
        ("Resize", ""),
        ("RandomNormal", ""),
        ("NonZero", ""),
        ("StringNormalizer", ""),
        ("LabelEncoder", "ai.onnx.ml"),
        ("ZipMap", "ai.onnx.ml"),
        ("TreeEnsembleRegressor", ""),
        ("MatMul", "ai.onnx.ml"),
        ("matmul", ""),
        ("", ""),
        ("Evil\x1b[2J" + "x" * 1000, ""),
    ],
)
def test_an_operator_that_is_not_on_the_list_is_refused(operator, domain):
    model = make_model([NODE(operator, ["features"], ["value"], domain=domain)])
    with pytest.raises(ModelUnsafe) as caught:
        run(model)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 300


@pytest.mark.parametrize(
    "opsets",
    [
        [("", 0), ("ai.onnx.ml", 3)],
        [("", 10**6)],
        [("", 17), ("ai.onnx.ml", 99)],
        [("", 17), ("", 18)],
        [("", 17), ("ai.onnx", 18)],
    ],
    ids=str,
)
def test_an_operator_set_of_another_time_is_refused(opsets):
    model = make_regressor()
    del model.opset_import[:]
    model.opset_import.extend(helper.make_opsetid(*each) for each in opsets)
    with pytest.raises(ModelInterface, match="operator set"):
        run(model)


@pytest.mark.parametrize(
    ("dims", "raw", "listed"),
    [
        ([2**40, 2**20], b"", []),
        ([2**62, 2**62], b"\0" * 12, []),
        ([3, 1], b"\0" * 11, []),
        ([3, 1], b"\0" * 13, []),
        ([3, 1], b"", [1.0]),
        ([3, 1], b"\0" * 12, [1.0] * 3),
        ([-3, -1], b"\0" * 12, []),
        ([-1], b"", []),
    ],
)
def test_a_tensor_is_as_large_as_its_shape_says(dims, raw, listed):
    model = make_regressor()
    tensor = model.graph.initializer[0]
    tensor.Clear()
    tensor.name, tensor.data_type = "weights", TensorProto.FLOAT
    tensor.dims.extend(dims)
    tensor.float_data.extend(listed)
    if raw:
        tensor.raw_data = raw
    with pytest.raises(ModelUnreadable, match="another size"):
        run(model)


def test_a_tensor_of_an_odd_type_is_refused():
    model = make_regressor()
    model.graph.initializer[0].data_type = TensorProto.COMPLEX128
    with pytest.raises(ModelUnsafe, match="a tensor of type 15"):
        run(model)


def test_a_tensor_in_an_attribute_is_looked_at_like_any_other():
    tensor = numpy_helper.from_array(np.ones(3, np.float32))
    tensor.external_data.add(key="location", value="secret")
    model = make_model([NODE("Constant", [], ["value"], value=tensor)])
    with pytest.raises(ModelUnsafe, match="external_data"):
        run(model)


@pytest.mark.parametrize(
    "inputs",
    [
        [],
        [INFO("x", TensorProto.FLOAT, [None, N_DIMS])],
        [INFO("features", TensorProto.DOUBLE, [None, N_DIMS])],
        [INFO("features", TensorProto.STRING, [None, N_DIMS])],
        [INFO("features", TensorProto.FLOAT, [None, N_DIMS + 1])],
        [INFO("features", TensorProto.FLOAT, [None, None])],
        [INFO("features", TensorProto.FLOAT, [5, N_DIMS])],
        [INFO("features", TensorProto.FLOAT, [N_DIMS])],
        [INFO("features", TensorProto.FLOAT, [None, N_DIMS, 1])],
        [INFO("features", TensorProto.FLOAT, None)],
        [helper.make_tensor_sequence_value_info("features", TensorProto.FLOAT, [None, N_DIMS])],
        [FEATURES, INFO("more", TensorProto.FLOAT, [None, 1])],
        [FEATURES, FEATURES],
    ],
    ids=range(13),
)
def test_another_input_than_features_is_refused(inputs):
    model = make_regressor()
    del model.graph.input[:]
    model.graph.input.extend(inputs)
    with pytest.raises(ModelInterface, match="model's input is"):
        run(model)


@pytest.mark.parametrize(
    "outputs",
    [
        [],
        [INFO("answer", TensorProto.FLOAT, [None, 1])],
        [PROBABILITIES],
        [PROBABILITIES, LABEL],
        [LABEL, VALUE],
        [VALUE, VALUE],
        [LABEL, PROBABILITIES, VALUE],
    ],
    ids=range(7),
)
def test_other_outputs_than_predictions_are_refused(outputs):
    model = make_regressor()
    del model.graph.output[:]
    model.graph.output.extend(outputs)
    with pytest.raises(ModelInterface, match="list of outputs"):
        run(model)


@pytest.mark.parametrize(
    "output",
    [
        INFO("value", TensorProto.DOUBLE, [None, 1]),
        INFO("value", TensorProto.FLOAT, [None]),
        INFO("value", TensorProto.COMPLEX64, [None, 1]),
        helper.make_tensor_sequence_value_info("value", TensorProto.FLOAT, None),
        INFO("label", TensorProto.FLOAT, [None]),
        INFO("label", TensorProto.STRING, [None]),
        INFO("label", TensorProto.INT64, [None, 1]),
    ],
    ids=range(7),
)
def test_an_output_of_another_type_is_refused(output):
    model = make_regressor()
    del model.graph.output[:]
    model.graph.output.append(output)
    with pytest.raises(ModelInterface, match="model's output is"):
        run(model)


def divide(dtype: int) -> bytes:
    nodes = [
        helper.make_node("Cast", ["features"], ["numbers"], to=dtype),
        helper.make_node("Div", ["numbers", "numbers"], ["shares"]),
        helper.make_node("Cast", ["shares"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["floats"], ["value"], axes=[1], keepdims=1),
    ]
    return make_model(nodes).SerializeToString()


@pytest.mark.parametrize("dtype", [TensorProto.FLOAT, TensorProto.DOUBLE])
def test_floats_may_be_divided(dtype):
    assert parse_model(divide(dtype)).graph.node


@pytest.mark.parametrize("dtype", [TensorProto.INT32, TensorProto.INT64])
def test_a_division_of_whole_numbers_is_refused_because_it_can_end_the_process(dtype):
    with pytest.raises(ModelUnsafe, match="Div' on whole numbers"):
        parse_model(divide(dtype))


def test_a_division_of_numbers_of_unknown_type_is_refused():
    nodes = [helper.make_node("Div", ["nowhere", "nowhere"], ["value"])]
    with pytest.raises(ModelUnsafe, match="Div' on whole numbers"):
        parse_model(make_model(nodes).SerializeToString())


def test_a_float_divided_by_a_whole_number_is_refused():
    nodes = [
        helper.make_node("Cast", ["features"], ["whole"], to=TensorProto.INT64),
        helper.make_node("Div", ["features", "whole"], ["value"]),
    ]
    with pytest.raises(ModelUnsafe, match="Div' on whole numbers"):
        parse_model(make_model(nodes).SerializeToString())
