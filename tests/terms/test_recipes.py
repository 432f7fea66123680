"""A model's name and plain parameters build the same estimator everywhere, or are refused."""

import numpy as np
import pytest
from sklearn.base import clone, is_classifier, is_regressor

from concordant.errors.recipes import (
    ModelNotForTask,
    ParameterRefused,
    UnknownModel,
    UnknownParameter,
)
from concordant.terms.recipes import (
    RECIPES,
    build_model,
    recipe_names,
    require_parameters,
    require_recipe,
)
from concordant.terms.recipes_build import ROWS_FOR_EARLY_STOPPING
from concordant.terms.recipes_fit import fit_model
from concordant.terms.recipes_parameters import Choice, Number, OptionalNumber, Whole

PAIRS = [(name, task) for name, recipe in RECIPES.items() for task in recipe.tasks]
PARAMETERS = [
    (name, key, parameter)
    for name, recipe in RECIPES.items()
    for key, parameter in recipe.parameters.items()
]
QUICK = {"n_trees": 5, "n_rounds": 5, "n_components": 20, "hidden_units": 4, "max_iter": 20}


def quick(name):
    return {key: value for key, value in QUICK.items() if key in RECIPES[name].parameters}


def rows_and_target(rng, task, n_rows=60):
    features = rng.standard_normal((n_rows, 3))
    signal = features @ [1.0, -2.0, 0.5]
    return features, (signal > 0).astype(np.int64) if task == "classification" else signal


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_a_recipe_builds_what_the_task_asks_for_and_learns(name, task, rng):
    features, target = rows_and_target(rng, task)
    model = build_model(name, quick(name), task, seed=3, n_rows=len(target))
    assert is_classifier(model) if task == "classification" else is_regressor(model)
    warned = fit_model(model, features, target)
    assert all(warning.isidentifier() for warning in warned)
    assert model.predict(features).shape == target.shape


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_one_seed_gives_one_model(name, task, rng):
    features, target = rows_and_target(rng, task)
    answers = []
    for _ in range(2):
        model = build_model(name, quick(name), task, seed=3, n_rows=len(target))
        fit_model(model, features, target)
        answers.append(model.predict(features))
    assert np.array_equal(*answers)


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_defaults_can_be_built_and_cloned(name, task):
    clone(build_model(name, {}, task, seed=0))


@pytest.mark.parametrize(("name", "key", "parameter"), PARAMETERS)
def test_a_parameter_keeps_to_its_type_and_range(name, key, parameter):
    task = RECIPES[name].tasks[0]
    assert require_parameters(name, {}, task)[key] == parameter.default
    good, bad = examples(parameter)
    for value in (parameter.default, *good):
        assert require_parameters(name, {key: value}, task)[key] == value
    for value in bad:
        with pytest.raises(ParameterRefused) as refused:
            require_parameters(name, {key: value}, task)
        assert refused.value.facts["parameter"] == key


def examples(parameter):
    """Return values that are allowed at the edges, and ones beyond them or of another type."""
    strange = ["text", "", float("nan"), float("inf"), -float("inf"), 10**400]
    match parameter:
        case Choice(options=options):
            return options, [*strange, 7]
        case Whole(low=low, high=high):
            return (low, high), [*strange, low - 1, high + 1, low + 0.5, True, None]
        case Number(low=low, high=high):
            return (low, high), [*strange, low - 1, high * 2 + 1, True, None]
        case OptionalNumber(low=low, high=high, whole=whole):
            low, high = (int(low), int(high)) if whole else (low, high)
            return (low, high, None), [*strange, -1, high * 2, True, *([1.5] if whole else [])]


def test_one_and_true_are_different_choices():
    yes_or_no = Choice("auto", ("auto", True, False))
    assert yes_or_no.allows(True)
    assert not yes_or_no.allows(1)
    assert not yes_or_no.allows(0)


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_unknown_names_are_told_the_known_ones(task):
    with pytest.raises(UnknownModel) as refused:
        require_recipe("os.system", task)
    assert refused.value.facts["known"] == ", ".join(recipe_names(task))
    with pytest.raises(UnknownParameter, match="n_trees"):
        require_parameters("forest", {"n_jobs": 2}, task)


@pytest.mark.parametrize(
    ("name", "task"), [("ridge", "classification"), ("logistic", "regression")]
)
def test_a_model_for_another_task_is_refused(name, task):
    with pytest.raises(ModelNotForTask):
        build_model(name, {}, task, seed=0)


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_models_that_store_rows_are_marked(task, rng):
    features, target = rows_and_target(rng, task)
    storing = set()
    for name in recipe_names(task):
        model = build_model(name, quick(name), task, seed=0, n_rows=len(target))
        fit_model(model, features, target)
        fitted = getattr(model, "regressor_", model)
        if any(hasattr(fitted, where) for where in ("_fit_X", "support_vectors_")):
            storing.add(name)
    assert storing == {"svm", "knn"}
    assert storing == set(recipe_names(task)) - set(recipe_names(task, issuable_only=True))


def test_neighbours_are_never_more_than_the_rows():
    assert build_model("knn", {}, "classification", 0, n_rows=4).n_neighbors == 4


@pytest.mark.parametrize("n_rows", [None, ROWS_FOR_EARLY_STOPPING - 1, ROWS_FOR_EARLY_STOPPING])
def test_a_network_stops_early_only_with_rows_to_spare(n_rows):
    model = build_model("mlp", {}, "classification", 0, n_rows=n_rows)
    assert model.early_stopping == (n_rows == ROWS_FOR_EARLY_STOPPING)


def test_a_fit_says_what_was_warned_of_by_name_only(rng):
    features, target = rows_and_target(rng, "classification")
    model = build_model("mlp", {"max_iter": 1}, "classification", 0)
    assert fit_model(model, features, target) == ("ConvergenceWarning",)
