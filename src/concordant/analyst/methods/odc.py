"""ODC: rotate every site onto the first (the paper's Algorithm "ODC's Basis Alignment").

In:  anchor views and an orthogonal target. Out: one orthogonal map per site. Run by the analyst.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from jaxtyping import Float

from concordant.errors.linalg import TargetNotOrthogonal
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import draw_haar, is_orthonormal
from concordant.linalg.procrustes import closest_orthogonal


def odc_maps(
    views: Sequence[Float[Array, "rows dims"]], target: Float[Array, "dims dims"]
) -> tuple[Float[Array, "dims dims"], ...]:
    """Return ``G_i = U_i V_i'`` with ``A_i' A_1 O = U_i S_i V_i'`` for the target ``O``.

    Concordant when all spans are equal and all bases orthonormal. The first site is the
    reference: when spans differ, another first site gives other maps.
    """
    reference = views[0] @ target
    return tuple(closest_orthogonal(np.stack([view.T @ reference for view in views])))


def choose_target(
    target: Float[Array, "..."] | Literal["haar"] | None,
    n_dims: int,
    rng: np.random.Generator | None,
) -> Float[Array, "dims dims"]:
    """Return the orthogonal target that was given, named or left out; refuse any other."""
    if target is None:
        return np.eye(n_dims)
    if isinstance(target, str):
        return draw_haar(np.random.default_rng() if rng is None else rng, n_dims)
    if target.shape != (n_dims, n_dims) or not is_orthonormal(target):
        raise TargetNotOrthogonal(n_dims=n_dims)
    return target
