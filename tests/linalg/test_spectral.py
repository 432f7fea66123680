import numpy as np
import pytest

from concordant.errors.linalg import TooManyColumns
from concordant.linalg.orthonormal import draw_haar, is_orthonormal
from concordant.linalg.spectral import (
    numerical_rank,
    shared_directions,
    top_left_singular_vectors,
)


@pytest.mark.parametrize(("n_spans", "n_rows", "n_dims"), [(2, 30, 4), (9, 10, 4), (1, 5, 5)])
def test_shared_directions_are_the_top_eigenvectors_of_the_mean_projector(
    rng, n_spans, n_rows, n_dims
):
    frames = [draw_haar(rng, n_rows, n_dims) for _ in range(n_spans)]
    mean = sum(frame @ frame.T for frame in frames) / n_spans
    found = shared_directions(frames, n_dims)
    np.testing.assert_allclose(mean @ found.columns, found.columns * found.shares, atol=1e-12)
    np.testing.assert_allclose(
        found.shares, np.linalg.eigvalsh(mean)[::-1][:n_dims], rtol=0, atol=1e-12
    )
    assert is_orthonormal(found.columns)
    assert found.shares.min() >= 1 / n_spans - 1e-12


def test_both_ways_to_decompose_agree(rng):
    # The same spans, once as they are and once with columns of zeros below: Gram or projector.
    frames = [draw_haar(rng, 12, 4) for _ in range(5)]
    tall = [np.vstack([frame, np.zeros((30, 4))]) for frame in frames]
    wide, narrow = shared_directions(frames, 4), shared_directions(tall, 4)
    np.testing.assert_allclose(wide.shares, narrow.shares, atol=1e-12)
    overlap = np.abs(np.sum(wide.columns * narrow.columns[:12], axis=0))
    np.testing.assert_allclose(overlap, 1.0, atol=1e-9)


def test_more_directions_than_a_span_has_are_refused(rng):
    frames = [draw_haar(rng, 12, 4) for _ in range(3)]
    with pytest.raises(TooManyColumns):
        shared_directions(frames, 5)


@pytest.mark.parametrize("shape", [(9, 4), (9, 30), (6, 6)])
def test_left_singular_vectors_match_the_full_decomposition(rng, shape):
    matrix = rng.standard_normal(shape)
    expected = np.linalg.svd(matrix)[0][:, :3]
    found = top_left_singular_vectors(matrix, 3)
    np.testing.assert_allclose(np.abs(np.sum(expected * found, axis=0)), 1.0, atol=1e-12)


def test_left_singular_vectors_keep_their_digits_on_a_badly_scaled_matrix(rng):
    left, right = draw_haar(rng, 8), draw_haar(rng, 40, 8)
    matrix = left * np.geomspace(1, 1e-10, 8) @ right.T
    found = top_left_singular_vectors(matrix, 7)
    overlap = np.abs(np.sum(found * left[:, :7], axis=0))
    np.testing.assert_allclose(overlap, 1.0, atol=1e-6)


def test_more_vectors_than_the_matrix_has_are_refused(rng):
    with pytest.raises(TooManyColumns):
        top_left_singular_vectors(rng.standard_normal((5, 3)), 4)


@pytest.mark.parametrize("precision", [np.float64, np.float32])
def test_the_rank_is_that_of_the_factors_whatever_the_number_type(rng, precision):
    matrix = rng.standard_normal((30, 4)) @ rng.standard_normal((4, 9))
    lengths = np.linalg.svd(matrix.astype(precision).astype(np.float64), compute_uv=False)
    assert numerical_rank(lengths, matrix.shape, precision) == 4
    assert numerical_rank(np.zeros(9), matrix.shape, precision) == 0
    assert numerical_rank(np.empty(0), (0, 9), precision) == 0
