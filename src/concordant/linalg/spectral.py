"""Find the directions that several spans share, or that a stack of views is strongest in.

In:  orthonormal columns of several spans, or one wide matrix.
Out: its leading directions, strongest first, and how many there are. Pure algebra: both roles
     may run it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.linalg
from jaxtyping import Float

from concordant.errors.linalg import TooManyColumns
from concordant.linalg.arrays import Array


def numerical_rank(
    lengths: Float[Array, " directions"],
    shape: tuple[int, ...],
    precision: npt.DTypeLike = np.float64,
) -> int:
    """Return how many singular values of a matrix of that shape are more than rounding.

    ``precision`` is the number type in which the entries were given.

    >>> numerical_rank(np.array([3.0, 1.0, 1e-16]), (10, 3))
    2
    """
    noise = float(lengths.max(initial=0.0)) * max(shape) * float(np.finfo(precision).eps)
    return int(np.count_nonzero(lengths > noise))


class SharedDirections(NamedTuple):
    """Leading eigenvectors of an averaged projector.

    ``shares`` are its eigenvalues: the part of a direction that the average span holds. 1 means
    that every span holds it, ``1 / n_spans`` that one alone does; the first ``dims`` of them are
    never below that.
    """

    columns: Float[Array, "rows n_directions"]
    shares: Float[Array, " n_directions"]


def shared_directions(
    frames: Sequence[Float[Array, "rows dims"]], n_directions: int
) -> SharedDirections:
    """Return the top eigenvectors of the mean of ``frame @ frame.T``, in falling order.

    The smaller of two matrices is decomposed: the mean projector itself, or the Gram matrix of
    all columns. With orthonormal frames both are well conditioned for the first ``dims``.
    """
    n_rows, n_dims = frames[0].shape
    if not 1 <= n_directions <= n_dims:
        raise TooManyColumns(n_rows=n_dims, n_columns=n_directions)
    columns = np.concatenate(list(frames), axis=1)
    if columns.shape[1] > n_rows:
        shares, directions = _top_eigenpairs(columns @ columns.T / len(frames), n_directions)
    else:
        shares, weights = _top_eigenpairs(columns.T @ columns / len(frames), n_directions)
        directions = columns @ (weights / np.sqrt(len(frames) * shares))
    return SharedDirections(columns=directions, shares=np.clip(shares, 0.0, 1.0))


def _top_eigenpairs(
    symmetric: Float[Array, "rows rows"], n_pairs: int
) -> tuple[Float[Array, " pairs"], Float[Array, "rows pairs"]]:
    size = symmetric.shape[0]
    values, vectors = scipy.linalg.eigh(symmetric, subset_by_index=[size - n_pairs, size - 1])
    return values[::-1], vectors[:, ::-1]


def top_left_singular_vectors(
    matrix: Float[Array, "rows columns"], n_vectors: int
) -> Float[Array, "rows n_vectors"]:
    """Return the left singular vectors of the largest singular values, in falling order.

    A wide matrix is first reduced by QR, which loses nothing; its Gram matrix would lose half
    of the digits.
    """
    if not 1 <= n_vectors <= min(matrix.shape):
        raise TooManyColumns(n_rows=min(matrix.shape), n_columns=n_vectors)
    if matrix.shape[1] > matrix.shape[0]:
        matrix = np.linalg.qr(matrix.T).R.T
    left, _, _ = np.linalg.svd(matrix, full_matrices=False)
    return left[:, :n_vectors]
