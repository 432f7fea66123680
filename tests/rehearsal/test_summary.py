from math import isnan, sqrt

import numpy as np
import pytest
from scipy import stats

from concordant.rehearsal.compare import Measure, mean_with_interval
from concordant.rehearsal.run_line import ALL_SITES, RunLine
from concordant.rehearsal.summary import kind_of, summarise
from tests.rehearsals import CENTRAL, LOCAL, lines_of, pooled_pca, together

ACCURACY, AUC = Measure("accuracy", True), Measure("ROC-AUC", True)
RMSE = Measure("RMSE", False)
AUTO, ODC = together(), together("odc")


def result_of(summary, way):
    return next(each for each in summary.results if each.way == way)


def test_a_score_is_the_mean_over_seeds_of_the_mean_over_sites_with_students_interval(rng):
    at_sites = rng.uniform(0.5, 0.9, size=(6, 2))
    summary = summarise(lines_of({AUTO: at_sites.tolist()}), ACCURACY)
    found = result_of(summary, AUTO).score
    means = at_sites.mean(axis=1)
    low, high = stats.t.interval(0.95, 5, means.mean(), means.std(ddof=1) / sqrt(6))
    assert (found.mean, found.low, found.high) == pytest.approx((means.mean(), low, high))
    assert summary.n_seeds == 6


def test_sites_count_equally_in_the_mean_and_by_their_rows_in_the_whole():
    lines = [
        RunLine(AUTO, seed, site, 10, n_new, {"accuracy": score})
        for seed in (1, 2)
        for site, n_new, score in (("a", 10, 0.2), ("b", 90, 1.0), (ALL_SITES, 100, 0.92))
    ]
    found = result_of(summarise(lines, ACCURACY), AUTO)
    assert found.score.mean == pytest.approx(0.6)
    assert found.all_rows.mean == pytest.approx(0.92)


def test_a_gain_over_staying_alone_is_paired_by_seed(rng):
    alone = rng.uniform(0.4, 0.8, 6)
    lines = lines_of({LOCAL: alone.tolist(), AUTO: (alone + 0.05).tolist()})
    summary = summarise(lines, ACCURACY)
    gain = result_of(summary, AUTO).gain
    assert (gain.mean, gain.low, gain.high) == pytest.approx((0.05, 0.05, 0.05))
    assert result_of(summary, LOCAL).gain is None


@pytest.mark.parametrize("n_seeds", [2, 5])
def test_few_seeds_that_agree_give_no_interval_and_no_standing_behind(n_seeds):
    lines = lines_of({LOCAL: [0.7] * n_seeds, AUTO: [0.75] * n_seeds, ODC: [0.75] * n_seeds})
    summary = summarise(lines, ACCURACY)
    gain = result_of(summary, AUTO).gain
    assert gain.mean == pytest.approx(0.05)
    assert isnan(gain.low)
    assert isnan(gain.high)
    assert [each.standing for each in summary.results] == ["close", "best", "close"]
    equal = result_of(summary, ODC).from_best
    assert (equal.low, equal.high) == (0.0, 0.0), "the same scores are the same, however few"


def test_a_gain_is_over_staying_alone_with_the_same_model():
    ways = {
        LOCAL: [0.5, 0.5],
        type(LOCAL)("local", "forest"): [0.8, 0.8],
        together(model="forest"): [0.9, 0.9],
    }
    summary = summarise(lines_of(ways), ACCURACY)
    assert summary.results[-1].gain.mean == pytest.approx(0.1)
    without = summarise(lines_of({LOCAL: [0.5], together(model="forest"): [0.9]}), ACCURACY)
    assert without.results[-1].gain is None


def test_a_lower_error_is_a_gain_and_the_best():
    lines = lines_of({LOCAL: [60.0, 62.0], AUTO: [50.0, 51.0]}, measure="RMSE")
    summary = summarise(lines, RMSE)
    assert result_of(summary, AUTO).gain.mean == pytest.approx(10.5)
    assert result_of(summary, AUTO).standing == "best"
    assert result_of(summary, LOCAL).from_best.mean == pytest.approx(-10.5)


def test_ways_stand_by_whether_the_paired_interval_holds_zero(rng):
    best = 0.9 + 0.001 * rng.normal(size=6)
    lines = lines_of(
        {
            AUTO: best.tolist(),
            ODC: (best - 0.001 + 0.01 * rng.normal(size=6)).tolist(),
            together("kawakami"): (best - 0.2 + 0.01 * rng.normal(size=6)).tolist(),
        }
    )
    summary = summarise(lines, ACCURACY)
    assert summary.best("together", "alone").standing == "best"
    for each in summary.results:
        if each.standing == "behind":
            assert each.from_best.high < 0
        if each.standing == "close":
            assert each.from_best.low <= 0 <= each.from_best.high
    assert result_of(summary, together("kawakami")).standing == "behind"


def test_pooling_raw_rows_is_a_level_and_never_the_best():
    ways = {LOCAL: [0.5, 0.6], AUTO: [0.7, 0.801], CENTRAL: [0.9, 0.901], pooled_pca(): [0.8, 0.9]}
    summary = summarise(lines_of(ways), ACCURACY)
    assert [each.standing for each in summary.results] == ["behind", "best", "", ""]
    assert summary.best("alone", "together").way == AUTO
    assert result_of(summary, CENTRAL).from_best.mean == pytest.approx(0.15)
    assert [kind_of(way) for way in ways] == ["alone", "together", "pooled", "pooled"]


def test_one_seed_has_no_interval_and_ranks_nothing_but_the_first():
    summary = summarise(lines_of({LOCAL: [0.5], AUTO: [0.7], ODC: [0.6]}), ACCURACY)
    assert not summary.has_intervals
    assert all(isnan(each.score.low) for each in summary.results)
    assert [each.standing for each in summary.results] == ["", "best", ""]


def test_each_site_has_its_gain_over_seeds_and_counts_of_better_and_worse():
    lines = lines_of({LOCAL: [[0.5, 0.9]] * 3, AUTO: [[0.7, 0.8], [0.8, 0.9], [0.7, 0.7]]})
    first, second = result_of(summarise(lines, ACCURACY), AUTO).sites
    assert (first.n_won, first.n_lost) == (3, 0)
    assert (second.n_won, second.n_lost) == (0, 2)
    oracle = mean_with_interval([0.2, 0.3, 0.2])
    assert (first.gain.mean, first.gain.low) == pytest.approx((oracle.mean, oracle.low))
    assert (first.n_own, first.n_new) == (120, 40)


def test_what_is_only_rounding_is_won_and_lost_by_nobody():
    ways = {LOCAL: [[60.0, 50.0]] * 2, AUTO: [[60.0 + 1e-6, 50.0 - 1e-6]] * 2}
    result = result_of(summarise(lines_of(ways, measure="RMSE"), RMSE), AUTO)
    assert [(each.n_won, each.n_lost) for each in result.sites] == [(0, 0), (0, 0)]
    assert [each.gain.mean for each in result.sites] == [0.0, 0.0]


def test_a_measure_that_some_site_lacks_is_taken_over_all_rows_together():
    lines = [
        RunLine(AUTO, seed, site, 10, 10, scores)
        for seed in (1, 2, 3)
        for site, scores in (("a", {}), ("b", {"ROC-AUC": 0.6}), (ALL_SITES, {"ROC-AUC": 0.8}))
    ]
    summary = summarise(lines, AUC)
    assert summary.over == "rows"
    assert summary.results[0].score.mean == pytest.approx(0.8)
    assert isnan(summary.results[0].sites[0].score.mean)


def test_a_way_without_the_measure_is_empty_and_keeps_the_basis_of_the_others():
    lines = (
        *lines_of({AUTO: [0.8, 0.9]}, measure="ROC-AUC"),
        *lines_of({ODC: [0.8, 0.9]}, measure="accuracy"),
    )
    summary = summarise(lines, AUC)
    assert summary.over == "sites"
    assert isnan(result_of(summary, ODC).score.mean)
    assert summary.best("together").way == AUTO


def test_the_order_of_the_lines_changes_no_number(rng):
    lines = lines_of({way: rng.uniform(size=(4, 2)).tolist() for way in (LOCAL, AUTO, ODC)})
    shuffled = [lines[place] for place in rng.permutation(len(lines))]
    first, second = summarise(lines, ACCURACY), summarise(shuffled, ACCURACY)
    for each in first.results:
        again = result_of(second, each.way)
        assert again.score == each.score
        assert again.gain == each.gain
        assert again.standing == each.standing


def test_what_is_left_of_rounding_is_no_difference():
    values = np.array([50.0, 51.0, 52.0])
    lines = lines_of({AUTO: values.tolist(), ODC: (values * (1 + 1e-7)).tolist()}, measure="RMSE")
    found = result_of(summarise(lines, RMSE), ODC)
    assert (found.from_best.low, found.from_best.high) == (0.0, 0.0)
    assert found.standing == "close"
