from math import isnan

import numpy as np
import pytest
from scipy import stats

from concordant.rehearsal.compare import gain_over, mean_with_interval, measure_of, score_sites

ACCURACY, RMSE = measure_of("classification"), measure_of("regression")


def test_the_interval_is_students(rng):
    values = rng.normal(size=9)
    oracle = stats.t.interval(0.95, 8, loc=values.mean(), scale=stats.sem(values))
    found = mean_with_interval(values.tolist())
    assert np.allclose((found.mean, found.low, found.high), (values.mean(), *oracle))


def test_the_interval_covers_the_truth_as_often_as_it_says(rng):
    draws = rng.normal(size=(2000, 6))
    found = [mean_with_interval(line.tolist()) for line in draws]
    assert np.mean([one.low <= 0 <= one.high for one in found]) == pytest.approx(0.95, abs=0.02)


def test_one_site_gives_a_mean_and_no_interval():
    found = mean_with_interval([0.7])
    assert found.mean == 0.7
    assert isnan(found.low)
    assert not found.excludes_zero


def test_a_gain_is_paired_so_hard_sites_do_not_widen_it(rng):
    alone = rng.uniform(0.3, 0.9, 8)
    gain = gain_over((alone + 0.05).tolist(), alone.tolist(), ACCURACY)
    assert (gain.mean, gain.low, gain.high) == pytest.approx((0.05, 0.05, 0.05))
    assert gain.excludes_zero


def test_a_smaller_error_is_a_gain():
    assert gain_over([50.0, 50.0], [60.0, 62.0], RMSE).mean == 11.0


def test_scores_are_taken_at_each_site_on_its_own():
    truth = [np.array([0, 1, 1]), np.array([2])]
    said = [np.array([0, 1, 0]), np.array([2])]
    assert score_sites("classification", truth, said) == pytest.approx((2 / 3, 1.0))
    numbers = [np.array([1.0, 3.0]), np.array([0.0])]
    answers = [np.array([1.0, 1.0]), np.array([-2.0])]
    assert score_sites("regression", numbers, answers) == pytest.approx((np.sqrt(2), 2.0))
