"""What is drawn for one purpose says nothing about what is drawn for another."""

import numpy as np
import pytest

from concordant.terms.draws import draws_for

PURPOSES = [(), ("a",), ("a", 0), ("a", 0, 0), ("a", "0", 1), ("a0",), ("b",), ("a", 1)]


def test_one_seed_and_purpose_give_the_same_draws():
    assert np.array_equal(draws_for(3, "a", 1).random(9), draws_for(3, "a", 1).random(9))


@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_no_two_purposes_share_their_draws_also_where_only_zeros_part_them(seed):
    """NumPy pads short seeds with zeros: there [s], [s, 0] and [s, 0, 0] are one generator."""
    drawn = [draws_for(seed, *purpose).bytes(16) for purpose in PURPOSES]
    drawn.append(np.random.default_rng(seed).bytes(16))
    assert len(set(drawn)) == len(drawn)
