"""Kawakami's method: align without a target (the paper's Algorithm 3, QR and SVD).

In:  orthonormal frames of the anchor views and the directions they share.
Out: one map per site. Run by the analyst.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import Frame
from concordant.linalg.spectral import SharedDirections


def kawakami_maps(
    frames: Sequence[Frame], directions: SharedDirections
) -> tuple[Float[Array, "dims dims"], ...]:
    """Return ``G_i = inverse(R_i) V_i``, ``V_i`` being site i's block of right singular vectors.

    They belong to ``[Q_1 ... Q_c] = U S V'``, whose squared singular values are ``n_sites`` times
    the shares; hence ``V_i = Q_i' U / S`` without decomposing the wide matrix, and
    ``sum_i |A_i g_ik|**2 = 1`` for each column k.
    """
    scaled = directions.columns / np.sqrt(len(frames) * directions.shares)
    return tuple(frame.solve(frame.columns.T @ scaled) for frame in frames)
