import builtins

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from concordant.errors.wire import (
    ModelFailed,
    ModelOutput,
    ModelRuntimeMissing,
)
from concordant.wire import model as module
from concordant.wire.model import ModelRunner
from tests.onnx_models import (
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


def draw_features(rng: np.random.Generator, n_rows: int = 7) -> np.ndarray:
    return rng.standard_normal((n_rows, N_DIMS)).astype(np.float32)


def sum_of_features(output: str, **more: object) -> onnx.ModelProto:
    """Return a model whose value is the sum of ``output``, made from the features."""
    nodes = [
        *more.pop("nodes"),
        NODE("ReduceSum", [output, "one"], [f"{output}_sum"], keepdims=1),
        NODE("Identity", [f"{output}_sum"], ["value"]),
    ]
    constants = {"one": np.array([1]), **more.pop("constants", {})}
    return make_model(nodes, constants=constants, **more)


def test_a_regressor_says_a_value_for_each_row(rng):
    features, weights = draw_features(rng), np.array([1.0, -2.0, 0.5])
    runner = ModelRunner(make_regressor(weights).SerializeToString(), N_DIMS)
    outputs = runner.predict(features)
    np.testing.assert_allclose(outputs.values, features @ weights, rtol=1e-5, atol=1e-6)
    assert outputs.labels is None
    assert outputs.probabilities is None
    assert not runner.is_classifier


def test_a_classifier_says_labels_and_probabilities(rng):
    features = draw_features(rng)
    runner = ModelRunner(make_classifier().SerializeToString(), N_DIMS)
    outputs = runner.predict(features)
    assert outputs.labels.tolist() == features.argmax(axis=1).tolist()
    np.testing.assert_allclose(outputs.probabilities.sum(axis=1), 1.0, rtol=1e-6)
    assert outputs.values is None
    assert runner.is_classifier


def test_a_classifier_may_have_no_probabilities(rng):
    outputs = run(make_classifier(probabilities=False), draw_features(rng))
    assert outputs.labels.shape == (7,)
    assert outputs.probabilities is None


@pytest.mark.parametrize("n_rows", [1, 4, 5, 9])
def test_the_answer_does_not_depend_on_where_batches_are_cut(n_rows, rng, monkeypatch):
    features = draw_features(rng, n_rows)
    whole = run(make_classifier(), features)
    monkeypatch.setattr(module, "BATCH_ROWS", 4)
    cut = run(make_classifier(), features)
    np.testing.assert_array_equal(cut.labels, whole.labels)
    np.testing.assert_array_equal(cut.probabilities, whole.probabilities)


def test_no_rows_give_empty_answers_of_the_right_width():
    nothing = np.zeros((0, N_DIMS), np.float32)
    classified = run(make_classifier(), nothing)
    assert classified.labels.shape == (0,)
    assert classified.probabilities.shape == (0, N_DIMS)
    assert run(make_regressor(), nothing).values.shape == (0,)


def test_rows_in_another_memory_order_are_the_same_rows(rng):
    features = draw_features(rng)
    np.testing.assert_array_equal(
        run(make_regressor(), np.asfortranarray(features)).values,
        run(make_regressor(), features).values,
    )


def test_weights_may_stand_as_bytes_as_lists_or_in_a_constant(rng):
    features, weights = draw_features(rng), np.ones((N_DIMS, 1), np.float32)
    listed = helper.make_tensor("weights", TensorProto.FLOAT, weights.shape, weights.ravel())
    as_list = make_regressor(weights)
    as_list.graph.initializer[0].CopyFrom(listed)
    constant = make_model(
        [
            NODE("Constant", [], ["weights"], value=numpy_helper.from_array(weights)),
            NODE("MatMul", ["features", "weights"], ["value"]),
        ]
    )
    answers = [run(each, features).values for each in (make_regressor(weights), as_list, constant)]
    np.testing.assert_array_equal(answers[0], answers[1])
    np.testing.assert_array_equal(answers[0], answers[2])


def test_a_repeated_line_of_one_operator_set_is_harmless():
    model = make_regressor()
    model.opset_import.append(helper.make_opsetid("ai.onnx", 17))
    assert run(model).values.shape == (2,)


def test_what_this_version_of_onnx_does_not_know_never_reaches_the_runtime(monkeypatch):
    seen = []
    really_open = module._open_session
    monkeypatch.setattr(module, "_open_session", lambda raw: seen.append(raw) or really_open(raw))
    plain = make_regressor().SerializeToString()
    unknown = bytes([0xFA, 0x7F, 3]) + b"boo"  # field 2047, a text
    ModelRunner(plain + unknown, N_DIMS)
    assert seen == [plain]


def test_an_output_may_leave_its_shape_open(rng):
    model = make_regressor()
    model.graph.output[0].type.tensor_type.ClearField("shape")
    assert run(model, draw_features(rng)).values.shape == (7,)


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("name", ["value", "probabilities"])
def test_an_answer_that_is_not_finite_is_refused(value, name):
    constants = {"odd": np.full((1, 1), value, np.float32)}
    if name == "value":
        model = sum_of_features(
            "odd_features",
            nodes=[NODE("Add", ["features", "odd"], ["odd_features"])],
            constants=constants,
        )
    else:
        nodes = [
            NODE("Add", ["features", "odd"], ["probabilities"]),
            NODE("ArgMax", ["features"], ["label"], axis=1, keepdims=0),
        ]
        model = make_model(nodes, outputs=(LABEL, PROBABILITIES), constants=constants)
    with pytest.raises(ModelOutput, match="not finite") as caught:
        run(model)
    assert caught.value.facts["field"] == name


def without_shape(info: onnx.ValueInfoProto) -> onnx.ValueInfoProto:
    copy = onnx.ValueInfoProto()
    copy.CopyFrom(info)
    copy.type.tensor_type.ClearField("shape")
    return copy


@pytest.mark.parametrize(
    ("nodes", "outputs"),
    [
        ([NODE("Identity", ["features"], ["value"])], [VALUE]),
        ([NODE("ReduceSum", ["features"], ["value"], keepdims=1)], [VALUE]),
        ([NODE("ReduceSum", ["features"], ["value"], keepdims=0)], [VALUE]),
        ([NODE("ArgMax", ["features"], ["label"], axis=0, keepdims=0)], [LABEL]),
        ([NODE("ArgMax", ["features"], ["label"], axis=1, keepdims=1)], [LABEL]),
        (
            [
                NODE("ArgMax", ["features"], ["label"], axis=1, keepdims=0),
                NODE("ReduceSum", ["features"], ["probabilities"], keepdims=0),
            ],
            [LABEL, PROBABILITIES],
        ),
        (
            [
                NODE("ArgMax", ["features"], ["label"], axis=1, keepdims=0),
                NODE("ReduceSum", ["features"], ["probabilities"], keepdims=1),
            ],
            [LABEL, PROBABILITIES],
        ),
    ],
    ids=range(7),
)
def test_an_answer_of_another_shape_than_the_rows_is_refused(nodes, outputs):
    model = make_model(nodes, outputs=[without_shape(each) for each in outputs])
    with pytest.raises(ModelOutput, match="its shape is"):
        run(model)


def test_an_answer_of_another_type_than_it_said_is_refused(monkeypatch):
    runner = ModelRunner(make_regressor().SerializeToString(), N_DIMS)
    monkeypatch.setattr(runner, "_run", lambda batch: [np.zeros((len(batch), 1))])
    with pytest.raises(ModelOutput, match="float64, not float32"):
        runner.predict(np.zeros((2, N_DIMS), np.float32))


def test_an_answer_whose_width_changes_from_row_to_row_is_refused(monkeypatch, rng):
    nodes = [
        NODE("ArgMax", ["features"], ["label"], axis=1, keepdims=0),
        NODE("Shape", ["features"], ["shape"]),
        NODE("Slice", ["shape", "zero", "one"], ["n_rows"]),
        NODE("Slice", ["features", "zero", "n_rows", "one"], ["probabilities"]),
    ]
    constants = {"zero": np.array([0]), "one": np.array([1])}
    model = make_model(nodes, outputs=(LABEL, PROBABILITIES), constants=constants)
    monkeypatch.setattr(module, "BATCH_ROWS", 2)
    assert run(model, draw_features(rng, 4)).probabilities.shape == (4, 2)
    with pytest.raises(ModelOutput, match="different numbers of columns"):
        run(model, draw_features(rng, 3))


def test_a_model_that_the_runtime_refuses_has_failed():
    model = make_model([NODE("MatMul", ["features", "nowhere"], ["value"])])
    with pytest.raises(ModelFailed, match="could not be loaded"):
        run(model)


def test_a_model_that_stops_while_it_runs_has_failed_and_no_value_is_told():
    nodes = [
        NODE("Gather", ["features", "place"], ["taken"], axis=1),
        NODE("ReduceSum", ["taken", "one"], ["value"], keepdims=1),
    ]
    model = make_model(nodes, constants={"place": np.array([99]), "one": np.array([1])})
    with pytest.raises(ModelFailed, match="could not be run") as caught:
        run(model)
    assert set(caught.value.facts) == {"action", "reason"}
    assert "99" not in str(caught.value)


def test_a_model_that_unfolds_into_a_huge_tensor_is_stopped():
    """A 1 MB model that would need 58 GB: rows plus columns, each of 120,000 numbers."""
    side = np.zeros(120_000, np.float32)
    model = sum_of_features(
        "sum",
        nodes=[
            NODE("Add", ["column", "row"], ["square"]),
            NODE("ReduceSum", ["square"], ["total"]),
            NODE("Add", ["features", "total"], ["sum"]),
        ],
        constants={"column": side.reshape(-1, 1), "row": side.reshape(1, -1)},
    )
    with pytest.raises(ModelFailed, match="could not be run"):
        run(model)


@pytest.mark.parametrize("package", ["onnx", "onnxruntime"])
def test_a_missing_package_is_named(package, monkeypatch):
    raw = make_regressor().SerializeToString()
    really_import = builtins.__import__

    def without(name: str, *args: object) -> object:
        if name == package:
            raise ImportError(name)
        return really_import(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ModelRuntimeMissing, match=f"pip install {package}") as caught:
        ModelRunner(raw, N_DIMS)
    assert caught.value.exit_code == 4
