import numpy as np
import pytest
import scipy.stats

from concordant.errors.linalg import TooManyColumns
from concordant.linalg.orthonormal import (
    draw_haar,
    is_orthonormal,
    orthonormal_factor,
    orthonormality_error,
)


@pytest.mark.parametrize(("n_rows", "n_columns"), [(1, 1), (7, 3), (7, 7), (40, 1)])
def test_a_haar_draw_has_orthonormal_columns(rng, n_rows, n_columns):
    assert orthonormality_error(draw_haar(rng, n_rows, n_columns)) < 1e-13


@pytest.mark.parametrize("n_columns", [0, 4])
def test_more_columns_than_rows_are_refused(rng, n_columns):
    with pytest.raises(TooManyColumns):
        draw_haar(rng, 3, n_columns)


def test_haar_entries_follow_their_law(rng):
    draws = np.stack([draw_haar(rng, 6) for _ in range(4_000)])
    assert np.abs(draws.mean(axis=0)).max() < 0.04
    # The first column is what a QR without sign fix gets wrong; the last is made from the rest.
    for row, column in [(0, 0), (5, 5), (3, 1)]:
        entry = draws[:, row, column]
        law = scipy.stats.beta(2.5, 2.5, loc=-1, scale=2)
        assert scipy.stats.kstest(entry, law.cdf).pvalue > 1e-3


def test_haar_traces_follow_their_law(rng):
    draws = np.stack([draw_haar(rng, 6) for _ in range(4_000)])
    traces = np.trace(draws, axis1=1, axis2=2)
    assert abs(traces.mean()) < 0.06
    assert abs((traces**2).mean() - 1) < 0.1
    assert abs((traces**4).mean() - 3) < 0.8
    assert abs((np.linalg.det(draws) > 0).mean() - 0.5) < 0.03


def test_a_plain_qr_would_not_pass_as_haar(rng):
    entries = [np.linalg.qr(rng.standard_normal((6, 6))).Q[0, 0] for _ in range(1_000)]
    law = scipy.stats.beta(2.5, 2.5, loc=-1, scale=2)
    assert scipy.stats.kstest(entries, law.cdf).pvalue < 1e-12


def test_haar_eigenvalues_spread_evenly_over_the_circle(rng):
    # Up to the forced real ones, angles of O(n) are uniform for large n; clumps would show.
    angles = np.concatenate(
        [np.abs(np.angle(np.linalg.eigvals(draw_haar(rng, 20)))) for _ in range(200)]
    )
    inner = angles[(angles > 0.5) & (angles < np.pi - 0.5)]
    counts, _ = np.histogram(inner, bins=10)
    assert counts.min() > 0.85 * counts.mean()
    assert counts.max() < 1.15 * counts.mean()


def test_a_factor_multiplies_back_and_solves(rng):
    matrix = rng.standard_normal((9, 4))
    frame = orthonormal_factor(matrix)
    np.testing.assert_allclose(frame.columns @ frame.triangle, matrix, atol=1e-13)
    assert (np.diag(frame.triangle) > 0).all()
    assert is_orthonormal(frame.columns)
    np.testing.assert_allclose(matrix @ frame.solve(np.eye(4)), frame.columns, atol=1e-12)


def test_the_factor_does_not_depend_on_signs_that_the_library_chose(rng):
    matrix = rng.standard_normal((9, 4))
    frame = orthonormal_factor(matrix)
    again = orthonormal_factor(frame.columns)
    np.testing.assert_allclose(again.columns, frame.columns, atol=1e-13)


def test_nan_and_skewed_columns_are_not_orthonormal():
    assert not is_orthonormal(np.array([[np.nan], [1.0]]))
    assert not is_orthonormal(np.array([[1.0, 0.1], [0.0, 1.0]]))
    assert is_orthonormal(np.array([[1.0], [0.0]]))
