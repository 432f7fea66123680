"""Constants that bring features to scale say the same of every unit, and nothing of rounding."""

import numpy as np
import pytest

from concordant.linalg.scaling import scale_of_all, scale_of_columns


@pytest.mark.parametrize("find", [scale_of_columns, scale_of_all])
def test_scaled_rows_do_not_depend_on_the_unit(find, rng):
    rows = rng.normal(3.0, 2.0, size=(40, 5))

    def scaled(values):
        centre, scale = find(values)
        return (values - centre) / scale

    assert scaled(1e6 * rows) == pytest.approx(scaled(rows))
    assert scaled(rows).mean(axis=0) == pytest.approx(0.0, abs=1e-12)
    assert np.square(scaled(rows)).mean() == pytest.approx(1.0)


def test_one_scale_for_all_keeps_the_proportions_of_distances(rng):
    rows = rng.normal(size=(6, 3)) * [1.0, 10.0, 100.0]
    centre, scale = scale_of_all(rows)
    apart = np.linalg.norm(rows[1:] - rows[0], axis=1)
    placed = (rows - centre) / scale
    ratio = np.linalg.norm(placed[1:] - placed[0], axis=1) / apart
    assert ratio == pytest.approx(ratio[0])


@pytest.mark.parametrize("find", [scale_of_columns, scale_of_all])
@pytest.mark.parametrize("n_rows", [1, 3, 1000])
def test_rows_that_are_all_alike_stay_nothing_instead_of_rounding_blown_up(find, n_rows):
    rows = np.full((n_rows, 4), 0.1) * [1.0, 1e3, 7e5, -3.3]
    centre, scale = find(rows)
    assert np.array_equal(scale, np.ones(4))
    assert (rows - centre) / scale == pytest.approx(0.0, abs=1e-9)
