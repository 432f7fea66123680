import numpy as np
import scipy.linalg

from concordant.linalg.orthonormal import draw_haar, is_orthonormal
from concordant.linalg.procrustes import closest_orthogonal


def test_it_is_the_orthogonal_polar_factor(rng):
    cross = rng.standard_normal((6, 6))
    expected, _ = scipy.linalg.polar(cross)
    np.testing.assert_allclose(closest_orthogonal(cross), expected, atol=1e-12)


def test_no_drawn_orthogonal_matrix_is_nearer(rng):
    cross = rng.standard_normal((3, 3))
    best = np.linalg.norm(cross - closest_orthogonal(cross))
    assert all(np.linalg.norm(cross - draw_haar(rng, 3)) >= best for _ in range(500))


def test_turning_the_matrix_turns_its_factor(rng):
    cross, left, right = rng.standard_normal((5, 5)), draw_haar(rng, 5), draw_haar(rng, 5)
    turned = closest_orthogonal(left @ cross @ right)
    np.testing.assert_allclose(turned, left @ closest_orthogonal(cross) @ right, atol=1e-11)


def test_a_stack_gives_what_each_matrix_gives(rng):
    stack = rng.standard_normal((4, 5, 5))
    together = closest_orthogonal(stack)
    for cross, nearest in zip(stack, together, strict=True):
        np.testing.assert_array_equal(nearest, closest_orthogonal(cross))


def test_a_singular_matrix_still_gives_an_orthogonal_one(rng):
    cross = np.outer(rng.standard_normal(4), rng.standard_normal(4))
    assert is_orthonormal(closest_orthogonal(cross))
    assert is_orthonormal(closest_orthogonal(np.zeros((4, 4))))
