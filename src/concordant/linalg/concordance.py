"""Measure whether the sites' maps bring their bases to one common basis.

In:  bases and maps, one each per site.
Out: one number. Only tests and rehearsals hold all bases at once; the function knows no role.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array


def concordance_error(
    bases: Sequence[Float[Array, "features dims"]], maps: Sequence[Float[Array, "dims dims"]]
) -> float:
    """Return the largest relative distance of a ``basis @ map`` from the mean of them all.

    0 when the maps are concordant (weakly: nothing is said about their condition). The same
    measure serves for anchor views in place of bases.
    """
    aligned = np.stack([basis @ site_map for basis, site_map in zip(bases, maps, strict=True)])
    common = aligned.mean(axis=0)
    length = np.linalg.norm(common)
    distances = np.linalg.norm(aligned - common, axis=(1, 2))
    return float(distances.max() / length) if length else float(distances.max())
