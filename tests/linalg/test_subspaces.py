import numpy as np
import pytest
import scipy.linalg

from concordant.linalg.orthonormal import draw_haar
from concordant.linalg.subspaces import distance_from_span, principal_cosines, span_difference


def test_cosines_are_those_of_scipys_angles(rng):
    first, second = draw_haar(rng, 9, 3), draw_haar(rng, 9, 4)
    angles = np.sort(scipy.linalg.subspace_angles(first, second))
    np.testing.assert_allclose(principal_cosines(first, second), np.cos(angles), atol=1e-12)


def test_span_difference_is_the_mean_squared_sine(rng):
    first, second = draw_haar(rng, 9, 3), draw_haar(rng, 9, 3)
    sines = np.sin(scipy.linalg.subspace_angles(first, second))
    assert span_difference(first, second) == pytest.approx(np.mean(sines**2))


def test_turning_a_frame_within_its_span_changes_nothing(rng):
    frame = draw_haar(rng, 9, 3)
    turned = frame @ draw_haar(rng, 3)
    assert span_difference(frame, turned) == pytest.approx(0.0, abs=1e-14)
    assert distance_from_span(turned, frame) < 1e-14
    assert span_difference(np.eye(6)[:, :3], np.eye(6)[:, 3:]) == 1.0


def test_distance_from_a_span_sees_a_small_lean_and_no_scale(rng):
    span = draw_haar(rng, 12, 3)
    outside = np.linalg.qr(np.hstack([span, rng.standard_normal((12, 1))])).Q[:, 3:]
    view = span @ draw_haar(rng, 3)
    leaning = view + 1e-6 * outside @ np.ones((1, 3)) / np.sqrt(3)
    expected = 1e-6 / np.sqrt(3)
    assert distance_from_span(leaning, span) == pytest.approx(expected, rel=1e-3)
    assert distance_from_span(1e3 * leaning, span) == pytest.approx(expected, rel=1e-3)
    assert distance_from_span(np.zeros((12, 3)), span) == 0.0
