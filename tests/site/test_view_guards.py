"""Each guard of a view as a law [A6, A7]."""

import numpy as np
import pytest

from concordant.linalg.subspaces import distance_from_span
from concordant.site.view_guards import (
    BLUR,
    MIN_ROWS_PER_COLUMN,
    NORM_QUANTILE,
    blur_span,
    clip_norms,
    guarded_span,
    is_rare_column,
)


@pytest.mark.parametrize("n_filled", [0, 1, 9, 10, 50, 91, 99])
def test_a_column_is_rare_when_fewer_than_ten_rows_differ_from_the_rest(n_filled, rng):
    rows = np.full((100, 3), 7.0)
    rows[:n_filled, 1] = rng.standard_normal(n_filled)
    rows[:50, 2] = 0.0
    assert is_rare_column(rows).tolist() == [True, n_filled < MIN_ROWS_PER_COLUMN, False]


def test_no_row_is_longer_than_the_quantile_and_short_ones_stay(rng):
    rows = rng.standard_normal((200, 5)) * rng.pareto(1.5, (200, 1))
    norms = np.linalg.norm(rows, axis=1)
    limit = np.quantile(norms, NORM_QUANTILE)
    clipped, n_clipped = clip_norms(rows)
    assert np.linalg.norm(clipped, axis=1).max() <= limit * (1 + 1e-12)
    np.testing.assert_array_equal(clipped[norms <= limit], rows[norms <= limit])
    assert n_clipped == np.count_nonzero(norms > limit)
    directions = (clipped * rows).sum(axis=1) / np.linalg.norm(clipped, axis=1) / norms
    np.testing.assert_allclose(directions, 1.0, atol=1e-12)


def test_rows_of_zeros_survive_clipping():
    clipped, n_clipped = clip_norms(np.zeros((20, 3)))
    np.testing.assert_array_equal(clipped, 0.0)
    assert n_clipped == 0
    assert clip_norms(np.zeros((0, 3)))[0].shape == (0, 3)


def test_blur_turns_a_span_by_what_its_noise_says(rng):
    """In many dimensions, tan² of the angle is 0.3²: each direction keeps 1/(1 + 0.09)."""
    span = np.eye(2000, 3)
    blurred = blur_span(span, rng)
    np.testing.assert_allclose(blurred.T @ blurred, np.eye(3), atol=1e-12)
    kept = np.square(span.T @ blurred).sum() / 3
    assert kept == pytest.approx(1 / (1 + BLUR**2), abs=0.02)
    assert not np.allclose(blurred, blur_span(span, rng))


def test_a_guarded_span_shows_nothing_of_a_column_that_one_row_fills(rng):
    """With and without the one patient's column, the views differ in their noise only."""
    rows = rng.standard_normal((150, 8))
    rows[:, 3] = 0.0
    told = rows.copy()
    told[17, 3] = 40.0
    same = np.random.default_rng(5), np.random.default_rng(5)
    quiet, loud = guarded_span(rows, 3, same[0]), guarded_span(told, 3, same[1])
    assert loud.n_zeroed_columns == quiet.n_zeroed_columns == 1
    np.testing.assert_array_equal(loud.span, quiet.span)


def test_one_long_row_cannot_pull_a_direction_towards_itself(rng):
    rows = rng.standard_normal((300, 8)) * np.geomspace(2.0, 0.2, 8)
    rows[0] = 0.0
    rows[0, 7] = 1000.0
    found = np.linalg.svd(rows)[2][:2].T
    assert np.square(found[7]).sum() > 0.9
    assert np.square(guarded_span(rows, 2, rng).span[7]).sum() < 0.5


def test_the_guards_are_counted_and_the_span_is_orthonormal(rng):
    rows = rng.standard_normal((100, 2)) @ rng.standard_normal((2, 8))
    result = guarded_span(rows, 4, rng)
    np.testing.assert_allclose(result.span.T @ result.span, np.eye(4), atol=1e-12)
    assert (result.n_zeroed_columns, result.n_clipped_rows, result.n_completed) == (0, 10, 2)


def test_two_views_of_one_table_differ_in_span_and_not_only_in_rotation(rng):
    rows = rng.standard_normal((100, 8))
    first, second = guarded_span(rows, 4, rng).span, guarded_span(rows, 4, rng).span
    assert distance_from_span(first, second) > 0.01
