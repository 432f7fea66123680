import numpy as np
import pytest
import scipy.stats

from concordant.errors.linalg import NormalsMissing
from concordant.linalg.householder import PANEL, householder_product
from tests.reference.householder import haar_by_reflectors


def seeded_normals(*seed):
    return lambda k: np.random.default_rng([*seed, k]).standard_normal(k)


def draw_many(n_rows, n_draws):
    return np.stack(
        [householder_product(n_rows, seeded_normals(7, i), np.eye(n_rows)) for i in range(n_draws)]
    )


@pytest.mark.parametrize("n_rows", [1, 2, 5, PANEL - 1, PANEL, PANEL + 1, 2 * PANEL + 3])
def test_it_equals_the_product_written_out(n_rows):
    block = np.random.default_rng(0).standard_normal((n_rows, 3))
    written_out = haar_by_reflectors(n_rows, seeded_normals(1))
    turned = householder_product(n_rows, seeded_normals(1), block)
    turned_back = householder_product(n_rows, seeded_normals(1), block, transpose=True)
    np.testing.assert_allclose(turned, written_out @ block, atol=1e-12)
    np.testing.assert_allclose(turned_back, written_out.T @ block, atol=1e-12)


@pytest.mark.parametrize("n_rows", [1, 3, 100, 300])
def test_the_matrix_is_orthogonal_and_its_transpose_inverts_it(n_rows):
    square = householder_product(n_rows, seeded_normals(2), np.eye(n_rows))
    np.testing.assert_allclose(square.T @ square, np.eye(n_rows), atol=1e-12)
    block = np.random.default_rng(0).standard_normal((n_rows, 2))
    there = householder_product(n_rows, seeded_normals(2), block)
    back = householder_product(n_rows, seeded_normals(2), there, transpose=True)
    np.testing.assert_allclose(back, block, atol=1e-12)


def test_it_sends_the_first_coordinate_along_the_first_vector_of_normals():
    first = householder_product(50, seeded_normals(3), np.eye(50))[:, 0]
    drawn = seeded_normals(3)(50)
    np.testing.assert_allclose(first, drawn / np.linalg.norm(drawn), atol=1e-14)


def test_the_same_normals_give_the_same_bits_and_the_block_is_left_alone():
    block = np.random.default_rng(0).standard_normal((90, 4))
    before = block.copy()
    first = householder_product(90, seeded_normals(4), block)
    assert np.array_equal(first, householder_product(90, seeded_normals(4), block))
    assert np.array_equal(block, before)


def test_each_vector_of_normals_is_asked_for_once():
    asked = []

    def normals(k):
        asked.append(k)
        return np.ones(k)

    householder_product(150, normals, np.eye(150))
    assert asked == list(range(1, 151))
    asked.clear()
    householder_product(150, normals, np.eye(150), transpose=True)
    assert asked == list(range(150, 0, -1))


def test_the_scale_of_the_normals_does_not_count():
    def tripled(k):
        return 3 * seeded_normals(5)(k)

    block = np.eye(70)
    np.testing.assert_allclose(
        householder_product(70, tripled, block),
        householder_product(70, seeded_normals(5), block),
        atol=1e-13,
    )


def test_normals_that_are_all_zero_still_give_an_orthogonal_matrix():
    square = householder_product(6, np.zeros, np.eye(6))
    np.testing.assert_allclose(square.T @ square, np.eye(6), atol=1e-14)


def test_a_source_that_gives_too_few_normals_is_refused():
    with pytest.raises(NormalsMissing, match="needs 2 normals"):
        householder_product(4, lambda _: np.ones(1), np.eye(4))


def test_entries_follow_the_haar_law():
    # An entry squared is Beta(1/2, (n-1)/2), for every entry: also those made last.
    draws = draw_many(5, 4_000)
    for row, column in [(0, 0), (4, 4), (2, 3), (4, 0)]:
        squared = draws[:, row, column] ** 2
        assert scipy.stats.kstest(squared, scipy.stats.beta(0.5, 2.0).cdf).pvalue > 1e-3
    assert np.abs(draws.mean(axis=0)).max() < 0.04


def test_traces_and_determinants_follow_the_haar_law():
    # Diaconis and Shahshahani 1994: E tr = 0, E tr² = 1, E tr⁴ = 3, E tr(O²) = 1.
    draws = draw_many(5, 4_000)
    traces = np.trace(draws, axis1=1, axis2=2)
    assert abs(traces.mean()) < 0.06
    assert abs((traces**2).mean() - 1) < 0.1
    assert abs((traces**4).mean() - 3) < 0.8
    assert abs(np.trace(draws @ draws, axis1=1, axis2=2).mean() - 1) < 0.1
    assert abs((np.linalg.det(draws) > 0).mean() - 0.5) < 0.03
