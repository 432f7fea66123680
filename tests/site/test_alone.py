"""The recipe of a return, trained at home, or the reason why not; no file chooses code."""

import numpy as np
import pytest

from concordant.site.alone import AloneModel, train_alone
from concordant.site.own_rows import OwnRows
from concordant.terms.floors import FEWEST_ALONE
from concordant.terms.recipes import RECIPES, recipe_names
from concordant.wire.messages import Envelope
from tests.returns import make_linear_return
from tests.studies import make_charter, make_regression

SENT = Envelope("0" * 32, "0" * 64, "north", 1, "0" * 64)
CHARTER = make_charter()
QUICK = {
    "mlp": {"max_iter": 5, "hidden_units": 4},
    "forest": {"n_trees": 5},
    "boosting": {"n_rounds": 5},
    "kernel": {"n_components": 20},
}


def own_rows(rng, n_rows: int = 60, *, regression: bool = False) -> OwnRows:
    matrix = rng.standard_normal((n_rows, 11))
    matrix[:, 4] = 0.25  # a column that never varies here
    strength = matrix[:, 0] - matrix[:, 1]
    labels = strength if regression else (strength > 0).astype(np.int64)
    return OwnRows(matrix, labels, None, ())


def train(rng, own, charter=CHARTER, **changes):
    returned = make_linear_return(rng, charter, SENT, **changes).message
    return train_alone(charter, returned, own, seed=3)


@pytest.mark.parametrize("name", recipe_names("classification"))
def test_every_recipe_can_be_trained_alone(name, rng):
    own = own_rows(rng)
    model = train(rng, own, recipe_name=name, recipe_parameters=QUICK.get(name, {}))
    assert isinstance(model, AloneModel)
    assert model.n_rows == 60
    assert set(model.codes(own.matrix).tolist()) <= {0, 1}
    shares = model.probabilities(own.matrix)
    if shares is not None:
        assert shares.shape == (60, 2)
        np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-6)


def test_a_model_of_separable_rows_finds_them(rng):
    own = own_rows(rng, 200)
    model = train(rng, own)
    assert np.mean(model.codes(own.matrix) == own.labels) > 0.95


def test_a_regression_is_trained_on_numbers(rng):
    own = own_rows(rng, regression=True)
    model = train(rng, own, make_regression())
    np.testing.assert_allclose(model.values(own.matrix), own.labels, atol=0.3)
    assert model.probabilities(own.matrix) is None


def test_a_class_that_the_site_never_saw_has_probability_zero(rng):
    charter = make_charter(label=type(CHARTER.label)("outcome", ("a", "b", "c")))
    own = own_rows(rng)
    model = train(rng, OwnRows(own.matrix, own.labels * 2, None, ()), charter)
    shares = model.probabilities(own.matrix)
    np.testing.assert_array_equal(shares[:, 1], 0.0)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)


def test_the_sites_own_constants_scale_its_rows(rng):
    """Units do not matter: features a thousand times larger give the same model."""
    own = own_rows(rng)
    larger = OwnRows(own.matrix * 1000.0 + 5.0, own.labels, None, ())
    first, second = train(rng, own), train(rng, larger)
    np.testing.assert_allclose(
        first.probabilities(own.matrix), second.probabilities(larger.matrix), atol=1e-5
    )


def test_the_seed_repeats_the_model(rng):
    own = own_rows(rng)
    first, second = (
        train(rng, own, recipe_name="forest", recipe_parameters={"n_trees": 5}) for _ in range(2)
    )
    np.testing.assert_array_equal(first.probabilities(own.matrix), second.probabilities(own.matrix))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"recipe_name": "MyOwnThing"}, "not on the list"),
        ({"recipe_name": "os.system"}, "not on the list"),
        ({"recipe_name": "ridge"}, "not usable"),
        ({"recipe_parameters": {"C": -1.0}}, "not usable"),
        ({"recipe_parameters": {"max_iter": 10**9}}, "not usable"),
        ({"recipe_parameters": {"shell": "rm"}}, "not usable"),
    ],
)
def test_a_recipe_outside_the_closed_list_is_not_built(changes, words, rng):
    assert words in train(rng, own_rows(rng), **changes)


def test_too_few_rows_and_one_class_only_are_told(rng):
    few = own_rows(rng, FEWEST_ALONE - 1)
    assert str(FEWEST_ALONE - 1) in train(rng, few)
    own = own_rows(rng)
    one_sided = OwnRows(own.matrix, np.zeros(60, dtype=np.int64), None, ())
    assert "same class" in train(rng, one_sided)
    assert "no labels" in train(rng, OwnRows(own.matrix, None, None, ()))


def test_what_scikit_learn_refuses_is_told_without_its_words(rng):
    """Its texts may quote cells."""
    own = own_rows(rng)
    matrix = own.matrix.copy()
    matrix[0, 0] = np.nan
    with np.errstate(invalid="ignore"):
        said = train(rng, OwnRows(matrix, own.labels, None, ()))
    assert said == "The model 'logistic' cannot be trained on the own rows alone."


def test_warnings_are_named_and_not_printed(rng):
    model = train(
        rng, own_rows(rng), recipe_name="mlp", recipe_parameters={"max_iter": 1, "alpha": 0.0}
    )
    assert model.warnings == ("ConvergenceWarning",)


def test_the_list_of_recipes_holds_what_the_tests_walk_over():
    assert set(recipe_names("classification")) | set(recipe_names("regression")) == set(RECIPES)
