"""Our method: turn every site to the directions that all share, and weigh each by its share.

In:  orthonormal frames of the anchor views and the directions they share.
Out: one map per site. Run by the analyst.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import Frame
from concordant.linalg.procrustes import closest_orthogonal
from concordant.linalg.spectral import SharedDirections


def auto_maps(
    frames: Sequence[Frame], directions: SharedDirections, power: float
) -> tuple[Float[Array, "dims dims"], ...]:
    """Return ``G_i = inverse(R_i) polar(Q_i' U) diag(shares ** power)``.

    The shares lie between ``1 / n_sites`` and 1, so no weight vanishes; with equal spans all are
    1. ``inverse(R_i)`` takes out whatever scale or skew a site's own basis has.
    """
    turns = closest_orthogonal(np.stack([frame.columns.T @ directions.columns for frame in frames]))
    weights = directions.shares**power
    return tuple(frame.solve(turn * weights) for frame, turn in zip(frames, turns, strict=True))
