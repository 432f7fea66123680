"""Intervals cover the truth about as often as they say, and persons stay together."""

import numpy as np
import pytest
from scipy import stats

from concordant.terms.intervals import (
    N_RESAMPLES,
    measure_with_interval,
    resampling,
    wilson_interval,
)
from concordant.terms.scores import classification_measures


def mean_of(values):
    return lambda weights: (weights @ values) / weights.sum(axis=1)


def all_weights(draws):
    return np.concatenate(list(draws.draw_weights()))


@pytest.mark.parametrize(("n_right", "n_rows"), [(0, 5), (3, 7), (10, 10), (480, 1000)])
def test_wilson_is_that_of_scipy(n_right, n_rows):
    expected = stats.binomtest(n_right, n_rows).proportion_ci(method="wilson")
    assert wilson_interval(n_right, n_rows) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize("share", [0.5, 0.9, 0.97])
def test_wilson_covers_about_95_of_100(share, rng):
    found = [wilson_interval(int(n), 60) for n in rng.binomial(60, share, 2000)]
    covered = np.mean([low <= share <= high for low, high in found])
    assert 0.91 < covered < 0.99


def test_the_bootstrap_of_a_mean_covers_about_95_of_100(rng):
    covered = 0
    for seed in range(150):
        values = rng.standard_normal(60) + 2.0
        score = measure_with_interval("mean", mean_of(values), resampling(60, None, seed=seed))
        covered += score.low <= 2.0 <= score.high
    assert 0.87 < covered / 150 <= 1.0


def test_where_persons_have_several_rows_the_bootstrap_draws_persons(rng):
    """Rows of one person are alike: an interval over rows would be far too narrow."""
    n_persons, n_each = 20, 15
    persons = np.repeat(np.arange(n_persons), n_each)
    values = rng.standard_normal(n_persons)[persons]
    rows = resampling(len(values), None, seed=1)
    people = resampling(len(values), persons, seed=1)
    by_row = measure_with_interval("mean", mean_of(values), rows)
    by_person = measure_with_interval("mean", mean_of(values), people)
    width = by_person.high - by_person.low
    assert width > 2.5 * (by_row.high - by_row.low)
    assert width == pytest.approx(4 * values[::n_each].std() / np.sqrt(n_persons), rel=0.35)
    assert (by_row.interval, by_person.interval) == (
        "bootstrap over rows",
        "bootstrap over persons",
    )


def test_all_rows_of_a_person_are_drawn_together(rng):
    persons = rng.integers(0, 6, 40)
    persons = np.unique(persons, return_inverse=True)[1]
    weights = all_weights(resampling(40, persons, seed=3))
    assert weights.shape == (N_RESAMPLES, 40)
    for person in range(persons.max() + 1):
        assert np.ptp(weights[:, persons == person], axis=1).max() == 0


def test_the_same_resamples_come_at_every_call_and_others_for_another_seed():
    first, second = resampling(30, None, seed=5), resampling(30, None, seed=6)
    np.testing.assert_array_equal(all_weights(first), all_weights(first))
    assert not np.array_equal(all_weights(first), all_weights(second))
    np.testing.assert_array_equal(all_weights(first).sum(axis=1), 30)


def test_wilson_is_for_independent_rows_only():
    rows, people = resampling(10, None, seed=0), resampling(10, np.arange(10) // 2, seed=0)
    right = np.array([1.0] * 7 + [0.0] * 3)
    assert measure_with_interval("a", mean_of(right), rows, n_right=7).interval == "Wilson"
    by_person = measure_with_interval("a", mean_of(right), people, n_right=7)
    assert by_person.interval == "bootstrap over persons"
    assert by_person.value == pytest.approx(0.7)


def test_resamples_that_cannot_be_measured_are_left_out():
    nothing = measure_with_interval(
        "x", lambda weights: np.full(len(weights), np.nan), resampling(4, None, seed=0)
    )
    assert np.isnan([nothing.value, nothing.low, nothing.high]).all()
    some = measure_with_interval(
        "x",
        lambda weights: np.where(weights[:, 0] > 0, weights[:, 0], np.nan),
        resampling(4, None, seed=0),
    )
    assert some.low >= 1.0


def test_what_never_varied_has_no_interval_rather_than_one_of_no_width():
    truth = np.array([0, 1] * 20)
    ranked_right = classification_measures(truth, truth, np.eye(2)[truth])["ROC-AUC"]
    score = measure_with_interval("ROC-AUC", ranked_right, resampling(40, None, seed=0))
    assert score.value == 1.0
    assert np.isnan([score.low, score.high]).all()
