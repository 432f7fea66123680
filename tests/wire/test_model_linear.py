"""What is read off a linear model is what the model computes; of any other nothing is read."""

import numpy as np
import pytest
from onnx import TensorProto, helper

from concordant.errors.wire import ModelUnreadable
from concordant.wire.model import ModelRunner
from concordant.wire.model_linear import read_linear
from tests.onnx_models import LABEL, N_DIMS, PROBABILITIES, VALUE, make_classifier, make_model

WIDE = np.arange(6.0).reshape(N_DIMS, 2).astype(np.float32) / 5
TALL = np.array([[0.5], [-1.0], [2.0]], np.float32)
ONE = np.array([3.0], np.float32)
CONSTANTS = {
    "tall": TALL,
    "wide": WIDE,
    "one": ONE,
    "row": np.array([[1.0, 2.0, -1.0]], np.float32),
    "pair": np.array([0.5, -0.5], np.float32),
    "scalar": np.array(2.0, np.float32),
    "column": np.array([-1, 1]),
    "flat": np.array([-1]),
    "swap": np.array([[0, 0, 1], [1, 0, 0]], np.float32),
    "halve": np.array([[0.5, 0.5, 0], [1, 0, 0]], np.float32),
    "square": np.eye(N_DIMS, dtype=np.float32),
}


def node(kind, *inputs, out="y", domain="", **attributes):
    outputs = [out] if isinstance(out, str) else list(out)
    return helper.make_node(kind, list(inputs), outputs, domain=domain, **attributes)


def ml(kind, *inputs, out="y", **attributes):
    return node(kind, *inputs, out=out, domain="ai.onnx.ml", **attributes)


def regressor(*nodes):
    """Return a regressor of these nodes, the last of which makes ``value``."""
    model = make_model(nodes, outputs=(VALUE,), constants=CONSTANTS)
    return model.SerializeToString()


def classifier(*nodes):
    """Return a classifier of these nodes, which make ``probabilities``."""
    label = node("ArgMax", "probabilities", out="label", axis=1, keepdims=0)
    outputs = (LABEL, PROBABILITIES)
    return make_model((*nodes, label), outputs=outputs, constants=CONSTANTS).SerializeToString()


def product(out="z"):
    return node("MatMul", "features", "tall", out=out)


def scores(out="z"):
    return node("MatMul", "features", "wide", out=out)


def softmax(*inputs, out="probabilities", **attributes):
    return node("Softmax", *inputs, out=out, **attributes)


def linear_classifier(post, *, n_classes=2, twisted=False, **changes):
    first = np.array([0.3, -1.0, 0.7])
    lines = [-first, first] if n_classes == 2 else [first, -2 * first, first[::-1]]
    if twisted:
        lines[0] = lines[0] + 1.0
    attributes = {
        "coefficients": np.concatenate(lines).astype(np.float32).tolist(),
        "intercepts": [-0.25, 0.25, 0.5][:n_classes],
        "classlabels_ints": list(range(n_classes)),
        "multi_class": 1,
        "post_transform": post,
    }
    chosen = {name: value for name, value in (attributes | changes).items() if value}
    return ml("LinearClassifier", "features", out=("said", "probabilities"), **chosen)


LINEAR_REGRESSOR = ml(
    "LinearRegressor", "features", out="value", coefficients=[1.0, -2.0, 0.5], intercepts=[4.0]
)
REGRESSORS = {
    "a product": [product("value")],
    "a sum on the right": [product(), node("Add", "z", "one", out="value")],
    "a sum on the left": [product(), node("Add", "one", "z", out="value")],
    "a product with a number": [product(), node("Mul", "scalar", "z", out="value")],
    "a shifted row": [node("Add", "features", "row"), node("MatMul", "y", "tall", out="value")],
    "a stretched row": [node("Mul", "row", "features"), node("MatMul", "y", "tall", out="value")],
    "a mixed row": [node("MatMul", "features", "square"), node("MatMul", "y", "tall", out="value")],
    "another precision": [
        product(),
        node("Cast", "z", to=TensorProto.DOUBLE),
        node("Cast", "y", out="value", to=TensorProto.FLOAT),
    ],
    "another shape": [product(), node("Reshape", "z", "column", out="value")],
    "nothing done": [product(), node("Identity", "z", out="value")],
    "a linear regressor": [LINEAR_REGRESSOR],
    "one without intercept": [
        ml("LinearRegressor", "features", out="value", coefficients=[1.0, -2.0, 0.5])
    ],
    "a scaler": [
        ml("Scaler", "features", offset=[1.0, 2.0, 3.0], scale=[2.0, 0.5, 1.0]),
        node("MatMul", "y", "tall", out="value"),
    ],
    "a scaler of one number": [
        ml("Scaler", "features", offset=[1.0], scale=[2.0]),
        node("MatMul", "y", "tall", out="value"),
    ],
}
CLASSIFIERS = {
    "softmax": [scores(), softmax("z", axis=1)],
    "softmax as by default": [scores(), node("Add", "z", "pair"), softmax("y")],
    "classes in other places": [
        scores(),
        softmax("z", out="y"),
        node("MatMul", "y", "swap", out="probabilities"),
    ],
    "normalized once more": [
        scores(),
        softmax("z", out="y"),
        ml("Normalizer", "y", out="probabilities", norm="L1"),
    ],
    "two classes": [linear_classifier("LOGISTIC")],
    "three classes": [linear_classifier("SOFTMAX", n_classes=3)],
}
NO_REGRESSORS = {
    "a bend": [product(), node("Relu", "z", out="value")],
    "a bend on the way": [product(), node("Relu", "z"), node("Mul", "y", "one", out="value")],
    "two paths": [product(), node("Add", "z", "z", out="value")],
    "a square": [product(), node("Mul", "z", "z", out="value")],
    "whole numbers": [
        product(),
        node("Cast", "z", to=TensorProto.INT64),
        node("Cast", "y", out="value", to=TensorProto.FLOAT),
    ],
    "a shape that is computed": [
        product(),
        node("Shape", "z", out="s"),
        node("Reshape", "z", "s", out="value"),
    ],
    "rows put into one": [
        product(),
        node("Reshape", "z", "flat"),
        node("Reshape", "y", "column", out="value"),
    ],
    "a product of two that are not constant": [
        node("Transpose", "features", out="t", perm=[1, 0]),
        node("MatMul", "features", "t"),
        node("ReduceSum", "y", "one_axis", out="value"),
    ],
    "a transformed answer": [
        ml(
            "LinearRegressor",
            "features",
            out="value",
            coefficients=[1.0, -2.0, 0.5],
            post_transform="LOGISTIC",
        )
    ],
    "probabilities for a value": [product(), softmax("z", out="value")],
    "a regressor of probabilities": [
        node("MatMul", "features", "square"),
        softmax("y", out="s"),
        ml("LinearRegressor", "s", out="value", coefficients=[1.0, -2.0, 0.5]),
    ],
    "a scaler of probabilities": [
        softmax("features", out="s"),
        ml("Scaler", "s", offset=[1.0], scale=[2.0]),
        node("MatMul", "y", "tall", out="value"),
    ],
    "shifted probabilities": [
        softmax("features", out="s"),
        node("Add", "s", "row"),
        node("MatMul", "y", "tall", out="value"),
    ],
    "coefficients of other rows": [
        ml("LinearRegressor", "features", out="value", coefficients=[1.0], intercepts=[0.0])
    ],
    "a constant for each row": [
        product(),
        node("Reshape", "z", "column"),
        node("Mul", "y", "tall", out="value"),
    ],
    "a constant on the left": [node("MatMul", "row", "features", out="value")],
}
NO_CLASSIFIERS = {
    "softmax over the rows": [scores(), softmax("z", axis=0)],
    "softmax twice": [scores(), softmax("z", out="y"), softmax("y")],
    "probabilities shared out": [
        scores(),
        softmax("z", out="y"),
        node("MatMul", "y", "halve", out="probabilities"),
    ],
    "another norm": [
        scores(),
        softmax("z", out="y"),
        ml("Normalizer", "y", out="probabilities", norm="MAX"),
    ],
    "scores that are normalized": [
        scores(),
        ml("Normalizer", "z", out="probabilities", norm="L1"),
    ],
    "scores for probabilities": [linear_classifier("NONE")],
    "two that do not add up to one": [linear_classifier("LOGISTIC", twisted=True)],
    "a sigmoid for each of three": [linear_classifier("LOGISTIC", n_classes=3)],
    "no classes": [linear_classifier("SOFTMAX", classlabels_ints=[])],
    "a classifier of probabilities": [
        softmax("features", out="s"),
        ml(
            "LinearClassifier",
            "s",
            out=("said", "probabilities"),
            coefficients=[1.0] * 6,
            classlabels_ints=[0, 1],
            post_transform="SOFTMAX",
        ),
    ],
}


@pytest.mark.parametrize("name", REGRESSORS)
def test_the_weights_of_a_linear_regressor_give_its_values(name, rng):
    model = regressor(*REGRESSORS[name])
    features = rng.standard_normal((20, N_DIMS)).astype(np.float32)
    found = read_linear(model, N_DIMS)
    values = features @ found.weights + found.offsets
    said = ModelRunner(model, N_DIMS).predict(features).values
    np.testing.assert_allclose(values[:, 0], said, rtol=1e-5, atol=1e-5)
    assert found.codes == ()


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_the_softmax_of_its_scores_are_the_probabilities_of_a_linear_classifier(name, rng):
    model = classifier(*CLASSIFIERS[name])
    features = rng.standard_normal((20, N_DIMS)).astype(np.float32)
    found = read_linear(model, N_DIMS)
    shares = np.exp(features @ found.weights + found.offsets)
    said = ModelRunner(model, N_DIMS).predict(features).probabilities
    expected = np.zeros_like(said, dtype=np.float64)
    expected[:, found.codes] = shares / shares.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(expected, said, atol=1e-6)


@pytest.mark.parametrize("name", NO_REGRESSORS)
def test_of_a_regressor_that_is_not_linear_nothing_is_read(name):
    assert read_linear(regressor(*NO_REGRESSORS[name]), N_DIMS) is None


@pytest.mark.parametrize("name", NO_CLASSIFIERS)
def test_of_a_classifier_that_is_not_linear_nothing_is_read(name):
    assert read_linear(classifier(*NO_CLASSIFIERS[name]), N_DIMS) is None


def test_a_classifier_that_says_labels_alone_has_no_log_odds():
    assert read_linear(make_classifier(probabilities=False).SerializeToString(), N_DIMS) is None
    assert read_linear(make_classifier().SerializeToString(), N_DIMS) is not None


def test_no_model_is_read_that_was_not_looked_through():
    with pytest.raises(ModelUnreadable):
        read_linear(b"no model", N_DIMS)


def widened(n_sums):
    """Return a model whose few constants become many numbers, which the runtime drops again."""
    width = 1000
    nodes = [
        node("MatMul", "features", "wide", out="sum 0"),
        *(node("Add", f"sum {n}", "one", out=f"sum {n + 1}") for n in range(n_sums)),
        node("MatMul", f"sum {n_sums}", "narrow", out="value"),
    ]
    constants = {
        "wide": np.ones((N_DIMS, width), np.float32),
        "narrow": np.ones((width, 1), np.float32),
        "one": np.ones(1, np.float32),
    }
    return make_model(nodes, constants=constants).SerializeToString()


def test_a_model_that_would_fill_the_memory_is_not_followed(monkeypatch):
    most = 12 * (N_DIMS + 1) * 1000
    monkeypatch.setattr("concordant.wire.model_linear._MOST_NUMBERS", most)
    assert read_linear(widened(5), N_DIMS) is not None
    assert read_linear(widened(5000), N_DIMS) is None
    # Nor is one product that is too wide by itself, whatever its constants weigh.
    monkeypatch.setattr("concordant.wire.model_linear._MOST_NUMBERS", 2000)
    assert read_linear(widened(0), N_DIMS) is None


@pytest.mark.parametrize("spoil", ["no output", "no number", "a list too few", "an odd type"])
def test_operations_that_no_runtime_takes_are_not_linear_and_no_fault(spoil):
    weights = helper.make_attribute("coefficients", [1.0] * N_DIMS)
    node = helper.make_node("LinearRegressor", ["features"], ["value"], domain="ai.onnx.ml")
    node.attribute.append(weights)
    if spoil == "no output":
        del node.output[:]
    elif spoil == "no number":
        node.attribute.append(helper.make_attribute("intercepts", ["a"]))
    elif spoil == "a list too few":
        node.attribute.append(helper.make_attribute("post_transform", [1.0, 2.0]))
    else:
        node.attribute[0].type = 14
    assert read_linear(make_model([node]).SerializeToString(), N_DIMS) is None
