import numpy as np
import pytest

from concordant.linalg.concordance import concordance_error


def test_equal_products_are_concordant(rng):
    basis, turn = rng.standard_normal((7, 3)), rng.standard_normal((3, 3))
    assert concordance_error([basis, basis @ turn], [np.eye(3), np.linalg.inv(turn)]) < 1e-12


def test_the_error_is_relative_and_that_of_the_worst_site():
    one, two = np.eye(4)[:, :1], 1.2 * np.eye(4)[:, :1]
    expected = 0.1 / 1.1
    assert concordance_error([one, two], [np.eye(1)] * 2) == pytest.approx(expected)
    assert concordance_error([9 * one, 9 * two], [np.eye(1)] * 2) == pytest.approx(expected)


def test_products_that_cancel_are_not_concordant():
    assert concordance_error([np.eye(2), -np.eye(2)], [np.eye(2)] * 2) > 1


def test_a_map_too_few_is_refused():
    with pytest.raises(ValueError, match="zip"):
        concordance_error([np.eye(2)] * 2, [np.eye(2)])
