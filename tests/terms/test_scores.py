"""Every measure agrees with scikit-learn, with weights, and as a bootstrap of copied rows."""

import numpy as np
import pytest
from sklearn import metrics

from concordant.terms.scores import (
    HIGHER_IS_BETTER,
    area_under_curve,
    classification_measures,
    regression_measures,
)


def weigh(rng, n_rows: int):
    return rng.integers(0, 4, (5, n_rows)).astype(np.float64)


def shares(rng, n_rows: int, n_classes: int):
    drawn = rng.dirichlet(np.ones(n_classes), n_rows)
    return np.round(drawn, 2) + 1e-3  # ties on purpose, and sums that are not quite 1


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_classifiers_are_measured_as_scikit_learn_does(n_classes, rng):
    truth = rng.integers(0, n_classes, 80)
    probabilities = shares(rng, 80, n_classes)
    answers = probabilities.argmax(axis=1)
    measures = classification_measures(truth, answers, probabilities)
    normal = probabilities / probabilities.sum(axis=1, keepdims=True)
    weights = weigh(rng, 80)
    for line, weight in enumerate(weights):
        judged = [1] if n_classes == 2 else range(n_classes)
        curves = [
            metrics.roc_auc_score(truth == code, probabilities[:, code], sample_weight=weight)
            for code in judged
        ]
        expected = {
            "accuracy": metrics.accuracy_score(truth, answers, sample_weight=weight),
            "balanced accuracy": metrics.balanced_accuracy_score(
                truth, answers, sample_weight=weight
            ),
            "ROC-AUC": np.mean(curves),
            "log loss": metrics.log_loss(truth, normal, sample_weight=weight),
        }
        said = {name: measure(weights)[line] for name, measure in measures.items()}
        assert said == pytest.approx(expected, rel=1e-9)


def test_regressions_are_measured_as_scikit_learn_does(rng):
    truth = rng.standard_normal(60) * 3 + 100
    answers = truth + rng.standard_normal(60)
    weights = weigh(rng, 60)
    measures = regression_measures(truth, answers)
    for line, weight in enumerate(weights):
        expected = {
            "RMSE": metrics.root_mean_squared_error(truth, answers, sample_weight=weight),
            "MAE": metrics.mean_absolute_error(truth, answers, sample_weight=weight),
            "R²": metrics.r2_score(truth, answers, sample_weight=weight),
        }
        said = {name: measure(weights)[line] for name, measure in measures.items()}
        assert said == pytest.approx(expected, rel=1e-9)


def test_weights_are_copies_of_rows(rng):
    truth, answers = rng.integers(0, 2, 30), rng.integers(0, 2, 30)
    probabilities = shares(rng, 30, 2)
    weights = weigh(rng, 30)[:1]
    copied = np.repeat(np.arange(30), weights[0].astype(int))
    weighed = classification_measures(truth, answers, probabilities)
    plain = classification_measures(truth[copied], answers[copied], probabilities[copied])
    for name, measure in weighed.items():
        one = plain[name](np.ones((1, len(copied))))
        assert measure(weights)[0] == pytest.approx(one[0], rel=1e-9), name


def test_every_measure_knows_its_better_direction(rng):
    truth = rng.integers(0, 2, 30)
    names = [*classification_measures(truth, truth, shares(rng, 30, 2))]
    names += [*regression_measures(rng.standard_normal(9), rng.standard_normal(9))]
    assert set(names) == set(HIGHER_IS_BETTER)
    ones = np.ones((1, 30))
    good = np.eye(2)[truth] * 0.8 + 0.1
    better = classification_measures(truth, truth, good)
    worse = classification_measures(truth, 1 - truth, 1 - good)
    for name in better:
        gain = better[name](ones)[0] - worse[name](ones)[0]
        assert (gain > 0) == HIGHER_IS_BETTER[name], name


def test_what_cannot_be_measured_is_not_a_number_and_raises_no_warning(rng):
    one_side = np.zeros(10, dtype=np.bool_)
    assert np.isnan(area_under_curve(np.ones((1, 10)), one_side, rng.random(10)))
    constant = regression_measures(np.full(10, 0.1), np.full(10, 0.3))
    assert np.isnan(constant["R²"](np.ones((1, 10))))
    truth = np.ones(10, dtype=np.int64)
    only_one = classification_measures(truth, truth, shares(rng, 10, 2))
    assert "ROC-AUC" not in only_one
    assert only_one["balanced accuracy"](np.ones((1, 10)))[0] == 1.0


def test_a_resample_without_a_class_is_judged_on_those_it_has():
    truth = np.array([0, 0, 1])
    answers = np.array([0, 1, 0])
    measure = classification_measures(truth, answers, None)["balanced accuracy"]
    assert measure(np.array([[1.0, 1.0, 0.0]]))[0] == 0.5


def test_sure_and_wrong_costs_much_and_not_infinity():
    truth = np.array([0, 1])
    loss = classification_measures(truth, truth, np.array([[0.0, 1.0], [0.0, 1.0]]))["log loss"]
    assert 5 < loss(np.ones((1, 2)))[0] < 20


def test_a_curve_ranks_what_the_model_said_and_parts_no_tie():
    shares = np.array([[0.3, 0.3], [0.4, 0.3]])
    truth = np.array([0, 1])
    curve = classification_measures(truth, shares.argmax(axis=1), shares)["ROC-AUC"]
    assert curve(np.ones((1, 2)))[0] == 0.5
