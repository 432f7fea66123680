"""Imakura's method: fit every site to the strongest directions of all views.

In:  anchor views, their orthonormal frames, and an invertible right factor.
Out: one map per site. Run by the analyst.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from concordant.errors.linalg import RightFactorSingular
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import Frame
from concordant.linalg.spectral import top_left_singular_vectors


def imakura_maps(
    views: Sequence[Float[Array, "rows dims"]],
    frames: Sequence[Frame],
    right_factor: Float[Array, "dims dims"],
) -> tuple[Float[Array, "dims dims"], ...]:
    """Return ``G_i = pinv(A_i) Z`` with ``Z = U R``.

    ``U`` holds the top left singular vectors of ``[A_1 ... A_c]`` and ``R`` is ``right_factor``.
    Weakly concordant when all spans are equal. A view of full rank has the pseudo-inverse
    ``inverse(R_i) Q_i'`` of its QR factorisation.
    """
    columns = top_left_singular_vectors(np.concatenate(list(views), axis=1), views[0].shape[1])
    target = columns @ right_factor
    return tuple(frame.solve(frame.columns.T @ target) for frame in frames)


def require_right_factor(
    right_factor: Float[Array, "..."] | None, n_dims: int
) -> Float[Array, "dims dims"]:
    """Return the invertible right factor that was given, or the identity; refuse any other."""
    if right_factor is None:
        return np.eye(n_dims)
    if (
        right_factor.shape != (n_dims, n_dims)
        or not np.isfinite(right_factor).all()
        or np.linalg.matrix_rank(right_factor) < n_dims
    ):
        raise RightFactorSingular(n_dims=n_dims)
    return right_factor
