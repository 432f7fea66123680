"""Rows leave in a fresh order and persons as numbers that tell nothing."""

import numpy as np
from scipy import stats

from concordant.site.row_order import draw_group_numbers, draw_row_order


def test_every_row_leaves_once_and_the_order_is_fresh(rng):
    first, second = draw_row_order(50, rng), draw_row_order(50, rng)
    assert sorted(first) == list(range(50))
    assert first.tolist() != second.tolist()
    assert draw_row_order(0, rng).tolist() == []


def test_every_place_is_equally_likely(rng):
    places = [int(np.flatnonzero(draw_row_order(5, rng) == 0)[0]) for _ in range(2000)]
    assert stats.chisquare(np.bincount(places, minlength=5)).pvalue > 1e-4


def test_numbers_are_equal_exactly_where_the_keys_are(rng):
    keys = [f"mrn {number}" for number in rng.integers(0, 12, 60)]
    numbers = draw_group_numbers(keys, rng)
    pairs = set(zip(keys, numbers.tolist(), strict=True))
    assert len(pairs) == len(set(keys)) == len(set(numbers.tolist()))
    assert set(numbers.tolist()) == set(range(len(set(keys))))
    assert draw_group_numbers([], rng).shape == (0,)


def test_numbers_do_not_follow_spelling_order_or_size(rng):
    keys = ["a", "a", "a", "b", "c"]
    of_first = [int(draw_group_numbers(keys, rng)[0]) for _ in range(900)]
    assert stats.chisquare(np.bincount(of_first, minlength=3)).pvalue > 1e-4
