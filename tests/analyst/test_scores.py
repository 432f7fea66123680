"""Folds, measures, the search among models, and when a score is no forecast."""

import inspect

import numpy as np
import pytest

from concordant.analyst.folds import MOST_SITES, draw_folds, draw_site_folds
from concordant.analyst.forecast import find_one_sided_sites
from concordant.analyst.measures import measure_answers
from concordant.analyst.models import choose_model, choose_recipe, train_model
from concordant.analyst.pool import Pool, pool_rows
from concordant.analyst.select import MOST_ROWS, list_candidates, search
from concordant.analyst.validate import MANY_ROWS, count_folds, measure_folds, validate
from concordant.errors.analyst import ModelNotTrained
from concordant.terms.answers import Answers, ask
from concordant.terms.recipes import RECIPES, require_parameters
from tests.analyst.collaboration import make_grouped_bundles
from tests.studies import make_charter


def quiet(_words):
    pass


def cross_validate(choice, pool, n_classes, rng):
    checked = validate(choice, pool, n_classes, rng, quiet)
    return checked.scores, checked.notes


def draw_pool(rng, n_rows=120, n_dims=3, *, n_sites=3, n_classes=2, groups=None):
    features = rng.standard_normal((n_rows, n_dims)).astype(np.float32)
    signal = features[:, 0] + 0.5 * rng.standard_normal(n_rows)
    labels = signal if not n_classes else np.argsort(np.argsort(signal)) * n_classes // n_rows
    sites = np.arange(n_rows) % n_sites
    names = tuple(f"s{place}" for place in range(n_sites))
    return Pool(names, features, labels, sites, groups, np.zeros(n_dims), np.ones(n_dims))


# ---------------------------------------------------------------- folds


@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_every_row_is_tested_once_in_folds_of_one_size(kind, rng):
    labels = rng.integers(0, 3, 101) if kind == "classes" else rng.standard_normal(101)
    folds = draw_folds(labels, None, 5, rng)
    np.testing.assert_array_equal(np.sort(np.concatenate(folds)), np.arange(101))
    assert {len(fold) for fold in folds} == {20, 21}


def test_every_class_is_spread_evenly_over_the_folds(rng):
    labels = np.repeat([0, 1, 2], [60, 27, 3])
    folds = draw_folds(labels, None, 5, rng)
    for code in range(3):
        counts = [int((labels[fold] == code).sum()) for fold in folds]
        assert max(counts) - min(counts) <= 1


def test_the_rows_of_one_person_are_never_parted(rng):
    groups = rng.integers(0, 30, 200) * 7 - 50
    folds = draw_folds(rng.integers(0, 2, 200), groups, 5, rng)
    assert len(folds) == 5
    for number, fold in enumerate(folds):
        others = np.concatenate([each for place, each in enumerate(folds) if place != number])
        assert not set(groups[fold]) & set(groups[others])


def test_folds_are_as_many_as_there_are_persons_at_most(rng):
    labels = np.array([0, 1, 0, 1])
    assert len(draw_folds(labels, np.array([1, 1, 2, 3]), 5, rng)) == 3
    assert draw_folds(labels, np.array([4, 4, 4, 4]), 5, rng) == ()
    assert draw_folds(labels[:1], None, 5, rng) == ()


def test_sites_are_left_out_one_by_one_and_of_many_a_choice(rng):
    sites = np.arange(90) % 30
    few = draw_site_folds(sites % 4, 4, rng)
    assert [set((sites % 4)[fold]) for fold in few] == [{0}, {1}, {2}, {3}]
    many = draw_site_folds(sites, 30, rng)
    assert len(many) == MOST_SITES
    assert all(len(set(sites[fold])) == 1 for fold in many)
    assert draw_site_folds(np.zeros(5, np.int64), 1, rng) == ()


def test_large_tables_are_cut_into_fewer_folds():
    assert count_folds(MANY_ROWS) > count_folds(MANY_ROWS + 1)


def test_the_same_number_of_a_person_at_two_sites_means_two_persons(rng):
    charter = make_charter(group="person")
    bundles = make_grouped_bundles(charter, rng, "ab")
    pool = pool_rows([bundles[0], bundles[0]], [np.eye(4)] * 2)
    assert len(np.unique(pool.groups)) == 2 * len(np.unique(bundles[0].groups))
    assert not set(pool.groups[pool.sites == 0]) & set(pool.groups[pool.sites == 1])


# ---------------------------------------------------------------- measures


def test_measures_are_scikit_learns(rng):
    from sklearn import metrics

    for n_classes in (2, 3):
        truth = rng.integers(0, n_classes, 80)
        # Rounded, so that there are ties.
        shares = rng.random((80, n_classes)).round(1) + 0.05
        shares /= shares.sum(axis=1, keepdims=True)
        codes = shares.argmax(axis=1)
        ours = measure_answers(truth, Answers(codes=codes, probabilities=shares))
        score = shares[:, 1] if n_classes == 2 else shares
        assert ours == pytest.approx(
            {
                "accuracy": metrics.accuracy_score(truth, codes),
                "balanced accuracy": metrics.balanced_accuracy_score(truth, codes),
                "ROC-AUC": metrics.roc_auc_score(truth, score, multi_class="ovr"),
                "log loss": metrics.log_loss(truth, shares),
            }
        )
    truth, values = rng.standard_normal((2, 50))
    assert measure_answers(truth, Answers(values=values)) == pytest.approx(
        {
            "RMSE": metrics.root_mean_squared_error(truth, values),
            "MAE": metrics.mean_absolute_error(truth, values),
            "R²": metrics.r2_score(truth, values),
        }
    )


def test_measures_that_mean_nothing_are_absent_or_nan():
    one = measure_answers(
        np.zeros(4, np.int64),
        Answers(codes=np.zeros(4, np.int64), probabilities=np.full((4, 2), 0.5)),
    )
    assert "ROC-AUC" not in one
    assert one["accuracy"] == 1.0
    flat = measure_answers(np.ones(4), Answers(values=np.zeros(4)))
    assert np.isnan(flat["R²"])
    assert measure_answers(np.array([0, 1]), Answers(codes=np.array([0, 1]))) == {
        "accuracy": 1.0,
        "balanced accuracy": 1.0,
    }


def test_a_class_that_a_fold_did_not_see_costs_a_finite_loss(rng):
    pool = draw_pool(rng)
    choice = choose_recipe("logistic", {}, "classification", 0)
    estimator, _ = train_model(choice, pool.features, pool.labels)
    answers = ask(estimator, pool.features.astype(np.float64), 3)
    assert answers.probabilities.shape == (120, 3)
    truth = np.full(120, 2)
    assert np.isfinite(measure_answers(truth, answers)["log loss"])


def test_a_margin_is_the_lead_of_the_best_answer(rng):
    from sklearn.svm import LinearSVC

    for n_classes in (2, 3):
        pool = draw_pool(rng, n_classes=n_classes)
        model = LinearSVC().fit(pool.features, pool.labels)
        margin = ask(model, pool.features, n_classes).margin
        scores = model.decision_function(pool.features)
        ordered = np.sort(scores, axis=-1)
        expected = np.abs(scores) if n_classes == 2 else ordered[:, -1] - ordered[:, -2]
        np.testing.assert_allclose(margin, expected)

    class Oracle:
        classes_ = np.array([0])

        def predict(self, rows):
            return np.ones(len(rows))

    assert ask(Oracle(), np.zeros((2, 1)), 2).margin is None

    class Sure(Oracle):
        def predict_proba(self, rows):
            return np.ones((len(rows), 1))

    assert np.isinf(ask(Sure(), np.zeros((2, 1)), 1).margin).all()


# ---------------------------------------------------------------- validation


def test_folds_that_cannot_train_the_model_are_said(rng):
    pool = draw_pool(rng, n_sites=2)
    # Site 1 alone holds the second class: without it there is nothing to tell apart.
    labels = pool.sites.copy()
    pool = Pool(pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale)
    choice = choose_recipe("logistic", {}, "classification", 0)
    scores, notes = cross_validate(choice, pool, 2, rng)
    assert {each.how for each in scores} == {"by row"}
    assert "2 of 2 folds" in notes[0]


def test_a_measure_that_means_nothing_in_any_fold_is_no_score(rng):
    pool = draw_pool(rng, n_sites=4)
    labels = pool.sites % 2
    pool = Pool(pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale)
    scores, _ = cross_validate(choose_recipe("logistic", {}, "classification", 0), pool, 2, rng)
    said = {each.measure for each in scores if each.how == "leave one site out"}
    assert said == {"accuracy", "balanced accuracy", "log loss"}


def test_where_one_fold_is_left_there_is_no_spread(rng):
    pool = draw_pool(rng, n_rows=6, n_sites=2)
    choice = choose_recipe("dummy", {}, "classification", 0)
    labels = np.array([0, 0, 0, 0, 0, 1])
    pool = Pool(pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale)
    scores, _ = cross_validate(choice, pool, 2, rng)
    (curve,) = (
        each for each in scores if each.measure == "ROC-AUC" and each.how == "leave one site out"
    )
    assert (curve.n_folds, curve.spread) == (1, 0.0)


def test_a_sample_of_sites_is_said(rng):
    pool = draw_pool(rng, n_rows=150, n_sites=25)
    choice = choose_recipe("dummy", {}, "classification", 0)
    scores, notes = cross_validate(choice, pool, 2, rng)
    assert "20 of 25 sites" in notes[0]
    assert {each.n_folds for each in scores if each.measure == "accuracy"} == {5, 20}


def test_a_model_that_stops_says_which_without_quoting(rng):
    pool = draw_pool(rng)
    choice = choose_recipe("logistic", {}, "classification", 0)
    with pytest.raises(ModelNotTrained, match="logistic"):
        train_model(choice, pool.features, np.zeros(120, np.int64))


# ---------------------------------------------------------------- search


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("n_rows", [20, 300, 5_000, 1_000_000])
def test_candidates_are_of_the_closed_list_hold_no_rows_and_are_few(task, n_rows):
    candidates = list_candidates(task, n_rows, 3 if task == "classification" else 0)
    assert 3 <= len(candidates) <= 6
    for name, parameters in candidates:
        assert not RECIPES[name].contains_rows
        assert require_parameters(name, parameters, task)


def test_search_prefers_a_curved_model_only_where_it_helps(rng):
    straight = draw_pool(rng, 250)
    choice, _ = search("classification", straight, 2, 0, rng, quiet)
    assert choice.name == "logistic"
    ring = (np.linalg.norm(straight.features, axis=1) > 1.5).astype(np.int64)
    bent = Pool(
        straight.names, straight.features, ring, straight.sites, None, np.zeros(3), np.ones(3)
    )
    choice, tried = search("classification", bent, 2, 0, rng, quiet)
    assert choice.name != "logistic"
    assert all(each.loss is not None for each in tried)


def test_search_by_numbers_goes_by_the_root_mean_square_error(rng):
    pool = draw_pool(rng, 100, n_classes=0)
    choice, tried = search("regression", pool, 0, 0, rng, quiet)
    assert choice.name == "ridge"
    assert min(each.loss for each in tried) == pytest.approx(0.5, abs=0.2)


def test_search_draws_a_part_of_very_long_tables(rng, monkeypatch):
    from concordant.analyst import select

    monkeypatch.setattr(select, "MOST_ROWS", 60)
    seen = []
    honest = select.measure_folds

    def spy(choice, part, folds, n_classes):
        seen.append(part.n_rows)
        return honest(choice, part, folds, n_classes)

    monkeypatch.setattr(select, "measure_folds", spy)
    for groups in (None, np.arange(120) // 3):
        search("classification", draw_pool(rng, groups=groups), 2, 0, rng, quiet)
    assert set(seen) == {60}
    assert MOST_ROWS > 60


def test_where_nothing_can_be_compared_search_takes_the_simplest(rng):
    pool = draw_pool(rng, 4, n_sites=2)
    labels = np.array([0, 0, 0, 1])
    pool = Pool(pool.names, pool.features, labels, pool.sites, None, pool.centre, pool.scale)
    choice, tried = search("classification", pool, 2, 0, rng, quiet)
    assert choice.name == tried[0].name == "logistic"
    assert tried[0].loss is None


def test_measures_of_a_fold_are_of_its_own_rows(rng):
    pool = draw_pool(rng)
    choice = choose_model("dummy", None, "classification", 0)
    (measured,) = measure_folds(choice, pool, (np.flatnonzero(pool.labels == 1)[:10],), 2)
    assert measured["accuracy"] in (0.0, 1.0)


# ---------------------------------------------------------------- forecasts


def pool_of_labels(labels_by_site):
    labels = np.concatenate(labels_by_site)
    sites = np.repeat(np.arange(len(labels_by_site)), [len(each) for each in labels_by_site])
    names = tuple(f"s{place}" for place in range(len(labels_by_site)))
    features = np.zeros((len(labels), 2), np.float32)
    return Pool(names, features, labels, sites, None, np.zeros(2), np.ones(2))


def test_alike_sites_are_not_one_sided_even_when_small(rng):
    labels = [rng.permutation(np.arange(8) % 4) for _ in range(6)]
    assert len(find_one_sided_sites(pool_of_labels(labels), 4)) == 0
    numbers = [rng.standard_normal(8) for _ in range(6)]
    assert len(find_one_sided_sites(pool_of_labels(numbers), 0)) == 0


def test_a_site_of_mostly_one_class_or_without_one_is_one_sided():
    even = np.arange(200) % 2
    almost = np.array([0] * 190 + [1] * 10)
    found = find_one_sided_sites(pool_of_labels([even, even, almost]), 2)
    np.testing.assert_array_equal(found, [2])
    rare = np.array([2] * 20 + [0, 1] * 90)
    without = np.array([0, 1] * 150)
    found = find_one_sided_sites(pool_of_labels([rare, rare, without]), 3)
    np.testing.assert_array_equal(found, [2])


def test_a_site_whose_numbers_lie_elsewhere_is_one_sided(rng):
    labels = [rng.standard_normal(100), rng.standard_normal(100), 5 + rng.standard_normal(100)]
    assert 2 in find_one_sided_sites(pool_of_labels(labels), 0)


def test_many_one_sided_sites_are_counted_not_listed():
    from concordant.analyst.forecast import forecast_reasons

    class Calm:
        mean_span_difference = 0.0

    labels = [np.full(50, place % 2) for place in range(12)]
    (reason,) = inspect.unwrap(forecast_reasons)(Calm(), pool_of_labels(labels), 2)
    assert "s7 and 4 more (100% of all rows)" in reason


def test_a_few_one_sided_rows_do_not_spoil_a_forecast():
    from concordant.analyst.forecast import forecast_reasons

    class Calm:
        mean_span_difference = 0.0

    labels = [np.arange(2000) % 2, np.arange(2000) % 2, np.zeros(60, np.int64)]
    pool = pool_of_labels(labels)
    np.testing.assert_array_equal(find_one_sided_sites(pool, 2), [2])
    assert inspect.unwrap(forecast_reasons)(Calm(), pool, 2) == ()
