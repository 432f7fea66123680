import numpy as np
import pytest

from concordant.terms.draft_dims import ENERGY, dims_of_counts, dims_of_spectrum, energy_held

MANY = 10**6


def low_rank(rng, n_rows=300, n_features=20, rank=5):
    return rng.normal(size=(n_rows, rank)) @ rng.normal(size=(rank, n_features))


def test_the_energies_are_those_of_the_singular_values(rng):
    rows = rng.normal(size=(50, 8))
    squares = np.linalg.svd(rows, compute_uv=False) ** 2
    assert energy_held(rows) == pytest.approx(np.cumsum(squares) / squares.sum())
    assert energy_held(np.zeros((5, 3))).tolist() == [1.0, 1.0, 1.0]


def test_the_fewest_dimensions_that_hold_enough_are_taken(rng):
    rows = rng.normal(size=(300, 20)) * np.linspace(3, 0.1, 20)
    n_dims = dims_of_spectrum(rows, span="own", n_rows_smallest=MANY).n_dims
    held = energy_held(rows)
    assert held[n_dims - 1] >= ENERGY > held[n_dims - 2]


def test_the_rank_of_the_rows_is_never_passed(rng):
    assert dims_of_spectrum(low_rank(rng), span="own", n_rows_smallest=MANY).n_dims <= 5


def test_a_random_span_asks_for_twice_as_many(rng):
    rows = low_rank(rng)
    own = dims_of_spectrum(rows, span="own", n_rows_smallest=MANY)
    shared = dims_of_spectrum(rows, span="shared", n_rows_smallest=MANY)
    assert shared.n_dims == 2 * own.n_dims
    assert "twice" in shared.reason


@pytest.mark.parametrize("span", ["own", "shared", "agreed", "public"])
@pytest.mark.parametrize("n_features", [1, 2, 3, 10])
def test_something_is_always_dropped_where_it_can_be(rng, span, n_features):
    rows = rng.normal(size=(100, n_features))
    by_spectrum = dims_of_spectrum(rows, span=span, n_rows_smallest=MANY)
    by_counts = dims_of_counts(n_features=n_features, span=span, n_rows_smallest=MANY)
    for chosen in (by_spectrum, by_counts):
        assert 1 <= chosen.n_dims <= max(1, n_features - 1)


def test_a_small_source_keeps_the_number_down_and_is_named_as_the_cause(rng):
    rows = rng.normal(size=(60, 30))
    for chosen in (
        dims_of_spectrum(rows, span="own", n_rows_smallest=60),
        dims_of_counts(n_features=30, span="own", n_rows_smallest=60),
    ):
        assert chosen.n_dims == 12
        assert "60 rows" in chosen.reason


def test_every_reason_says_what_more_dimensions_mean(rng):
    spoken = [
        dims_of_spectrum(low_rank(rng), span="own", n_rows_smallest=MANY).reason,
        dims_of_counts(n_features=30, span="shared", n_rows_smallest=MANY).reason,
    ]
    assert all("colludes" in reason for reason in spoken)
    assert "%" in spoken[0]
    assert "no spectrum" in spoken[1]
