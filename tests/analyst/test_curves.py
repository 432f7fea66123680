"""Curves and bins: what scikit-learn draws, bands that hold it, and no row in them."""

import numpy as np
import pytest
from sklearn import metrics

from concordant.analyst.bins import agree_on_numbers, calibrate, cut_bins
from concordant.analyst.curves import GRID, N_GRID, draw_curves
from concordant.terms.floors import FEWEST_TOGETHER
from concordant.terms.intervals import resampling, wilson_interval
from concordant.terms.scores import area_under_curve

N_RESAMPLES = 60


def draw_scores(rng, n_rows=300, digits=2):
    """Return rows of a class, and scores with ties that tell some of it."""
    positive = rng.random(n_rows) < 0.4
    score = (rng.standard_normal(n_rows) + 1.2 * positive).round(digits)
    return positive, score


def curves_of(positive, score, seed=0, persons=None):
    draws = resampling(len(score), persons, seed=seed, n_resamples=N_RESAMPLES)
    return draw_curves(positive, score, draws)


# ---------------------------------------------------------------- curves


@pytest.mark.parametrize("digits", [0, 1, 8])
def test_areas_are_those_of_the_scores_and_of_scikit_learn(digits, rng):
    positive, score = draw_scores(rng, digits=digits)
    roc, recall = curves_of(positive, score)
    assert roc.auc == area_under_curve(np.ones((1, 300)), positive, score)[0]
    assert roc.auc == pytest.approx(metrics.roc_auc_score(positive, score))
    average = metrics.average_precision_score(positive, score)
    assert recall.average_precision == pytest.approx(average)
    assert recall.prevalence == positive.mean()


@pytest.mark.parametrize("digits", [0, 8])
def test_the_curve_on_the_grid_is_that_of_scikit_learn(digits, rng):
    positive, score = draw_scores(rng, digits=digits)
    roc, recall = curves_of(positive, score)
    fpr, tpr, _ = metrics.roc_curve(positive, score, drop_intermediate=False)
    np.testing.assert_allclose(roc.tpr[1:], np.interp(GRID, fpr, tpr), atol=1e-5)
    precisions, recalls, _ = metrics.precision_recall_curve(positive, score)
    # The highest threshold that finds so much; its last point, which asks nobody, is left out.
    expected = [precisions[:-1][recalls[:-1] >= each][-1] for each in np.maximum(GRID, 1e-9)]
    np.testing.assert_allclose(recall.precision, expected, atol=1e-5)


def test_the_drawn_area_is_nearly_the_area(rng):
    positive, score = draw_scores(rng, 3000)
    roc, _ = curves_of(positive, score)
    height = np.add(roc.tpr[1:], roc.tpr[:-1]) / 2
    assert np.diff(roc.fpr) @ height == pytest.approx(roc.auc, abs=0.003)


def test_bands_hold_the_curve_and_narrow_with_rows(rng):
    widths = []
    for n_rows in (60, 6000):
        roc, recall = curves_of(*draw_scores(rng, n_rows))
        for curve, values in ((roc, roc.tpr), (recall, recall.precision)):
            assert np.all(np.less_equal(curve.low, values))
            assert np.all(np.less_equal(values, curve.high))
        assert roc.auc_low <= roc.auc <= roc.auc_high
        assert recall.low_ap <= recall.average_precision <= recall.high_ap
        widths.append(roc.auc_high - roc.auc_low)
    assert widths[1] < widths[0] / 4


def test_the_band_of_the_area_covers_the_truth_about_95_of_100(rng):
    # Two normal distributions 1.2 apart.
    truth = 0.8019
    covered = 0
    for seed in range(60):
        roc, _ = curves_of(*draw_scores(rng, 120, digits=8), seed=seed)
        covered += roc.auc_low <= truth <= roc.auc_high
    assert covered / 60 > 0.85


def test_a_curve_goes_from_corner_to_corner_on_a_grid_of_one_length(rng):
    for n_rows in (12, 2000):
        roc, recall = curves_of(*draw_scores(rng, n_rows))
        assert (roc.fpr[0], roc.tpr[0]) == (0.0, 0.0)
        assert (roc.fpr[-1], roc.tpr[-1]) == (1.0, 1.0)
        assert len(roc.fpr) == len(roc.low) == N_GRID + 1
        assert len(recall.recall) == len(recall.high) == N_GRID
        assert np.all(np.diff(roc.tpr) >= 0)


def test_a_perfect_model_and_one_that_knows_nothing(rng):
    positive, _ = draw_scores(rng)
    perfect, recall = curves_of(positive, positive * 1.0)
    assert perfect.auc == perfect.auc_low == recall.average_precision == 1.0
    assert perfect.tpr[1:] == (1.0,) * N_GRID
    ignorant, recall = curves_of(positive, np.zeros(300))
    assert ignorant.auc == 0.5
    np.testing.assert_allclose(ignorant.tpr, ignorant.fpr, atol=1e-5)
    assert set(recall.precision) == {round(positive.mean(), 5)}


def test_without_both_sides_there_is_no_curve_and_rare_ones_have_a_band():
    score = np.linspace(0, 1, 20)
    assert curves_of(np.ones(20, bool), score) is None
    assert curves_of(np.zeros(20, bool), score) is None
    roc, _ = curves_of(np.arange(20) == 19, score)
    # Resamples without the only row of the class are no evidence of anything.
    assert roc.auc == 1.0
    assert np.isfinite([roc.auc_low, *roc.low, *roc.high]).all()


def test_where_no_resample_holds_both_sides_bands_are_unknown():
    def has_one_side(seed):
        (weights,) = resampling(2, None, seed=seed, n_resamples=1).draw_weights()
        return weights.max() == 2

    seed = next(seed for seed in range(50) if has_one_side(seed))
    draws = resampling(2, None, seed=seed, n_resamples=1)
    roc, _ = draw_curves(np.array([True, False]), np.arange(2.0), draws)
    assert roc.auc == 0.0
    assert np.isnan(roc.auc_low)


def test_persons_with_many_alike_rows_widen_the_band(rng):
    positive, score = draw_scores(rng, 60)
    persons = np.repeat(np.arange(60), 10)
    by_row, _ = curves_of(positive[persons], score[persons])
    by_person, _ = curves_of(positive[persons], score[persons], persons=persons)
    assert by_row.auc == by_person.auc
    width = by_person.auc_high - by_person.auc_low
    assert width > 2 * (by_row.auc_high - by_row.auc_low)


def test_one_seed_draws_one_band(rng):
    positive, score = draw_scores(rng)
    assert curves_of(positive, score, seed=4) == curves_of(positive, score, seed=4)
    assert curves_of(positive, score, seed=4) != curves_of(positive, score, seed=5)


# ---------------------------------------------------------------- bins


@pytest.mark.parametrize("n_rows", [1, 9, 10, 19, 20, 57, 1000])
@pytest.mark.parametrize("digits", [0, 1, 8])
def test_bins_hold_ten_rows_each_and_part_no_equal_values(n_rows, digits, rng):
    values = rng.random(n_rows).round(digits)
    bins = cut_bins(values, np.arange(n_rows))
    counts = np.bincount(bins)
    assert counts.min() >= min(FEWEST_TOGETHER, n_rows)
    assert len(counts) <= 10
    for value in np.unique(values):
        assert len(set(bins[values == value])) == 1
    order = np.argsort(values, kind="stable")
    assert np.all(np.diff(bins[order]) >= 0)


def test_a_bin_of_persons_with_many_rows_holds_ten_persons(rng):
    persons = rng.permutation(np.repeat(np.arange(40), 12))
    values = persons + rng.random(len(persons))  # the rows of one person lie together
    bins = cut_bins(values, persons)
    assert bins.max() > 0
    for number in range(bins.max() + 1):
        assert len(np.unique(persons[bins == number])) >= FEWEST_TOGETHER
    one = np.zeros(50, dtype=np.int64)
    assert agree_on_numbers(values[:50], values[:50], one) is None, "fifty rows of one person"


def test_calibration_holds_promises_against_what_came_with_wilsons_interval(rng):
    shares = rng.random(4000)
    positive = rng.random(4000) < shares
    found = calibrate(positive, shares, resampling(4000, None, seed=0))
    assert sum(found.n_rows) == 4000
    np.testing.assert_allclose(found.predicted, found.observed, atol=0.06)
    for place, n_rows in enumerate(found.n_rows):
        hits = round(found.observed[place] * n_rows)
        assert (found.low[place], found.high[place]) == wilson_interval(hits, n_rows)


def test_a_model_that_boasts_is_seen_to_boast(rng):
    shares = rng.random(4000)
    positive = rng.random(4000) < 0.5 + (shares - 0.5) / 4
    found = calibrate(positive, shares, resampling(4000, None, seed=0))
    assert found.high[0] > found.predicted[0] + 0.2
    assert found.low[-1] < found.predicted[-1] - 0.2


def test_persons_widen_the_intervals_of_calibration(rng):
    persons = np.repeat(np.arange(40), 20)
    shares = rng.random(40)[persons]
    positive = (rng.random(40) < 0.5)[persons]
    by_row = calibrate(positive, shares, resampling(800, None, seed=0))
    by_person = calibrate(
        positive, shares, resampling(800, persons, seed=0, n_resamples=N_RESAMPLES)
    )
    assert np.mean(np.subtract(by_person.high, by_person.low)) > np.mean(
        np.subtract(by_row.high, by_row.low)
    )


def test_too_few_rows_have_no_bins(rng):
    few = calibrate(np.ones(9, bool), rng.random(9), resampling(9, None, seed=0))
    assert few.predicted == few.n_rows == ()
    assert agree_on_numbers(rng.random(9), rng.random(9), np.arange(9)) is None


def test_residuals_are_the_limits_of_agreement_of_each_bin(rng):
    values = rng.uniform(0, 10, 5000)
    truth = values + 1.0 + (0.5 + values / 10) * rng.standard_normal(5000)
    found = agree_on_numbers(truth, values, np.arange(5000))
    assert sum(found.n_rows) == 5000
    np.testing.assert_allclose(found.middle, 1.0, atol=0.25)
    reach = np.subtract(found.high, found.low) / 2
    np.testing.assert_allclose(reach, 1.96 * (0.5 + np.array(found.predicted) / 10), rtol=0.15)
    place = np.digitize(values, np.add(found.predicted[1:], found.predicted[:-1]) / 2)
    inside = (truth - values >= np.array(found.low)[place]) & (
        truth - values <= np.array(found.high)[place]
    )
    assert inside.mean() == pytest.approx(0.95, abs=0.01)
