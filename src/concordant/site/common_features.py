"""Bring a site's encoded rows into the coordinates that all sites share: what the model sees.

In:  the site's secret basis, its return, encoded rows; or rows that are projected already.
Out: one float32 row per row, on the scale that the model was trained on. Only a site runs this;
     with the basis these numbers lead back to the rows.
"""

import numpy as np
from jaxtyping import Float, Float32

from concordant.linalg.arrays import Array
from concordant.site.basis import SecretBasis
from concordant.wire.messages import ReturnBundle


def common_features(
    basis: SecretBasis, returned: ReturnBundle, rows: Float[Array, "rows features"]
) -> Float32[Array, "rows dims"]:
    """Return ``((Y F) G - centre) / scale`` in the float32 that the model was checked on."""
    projected = basis.project(rows)
    return place_in_common(projected, returned.map, returned.centre, returned.scale)


def place_in_common(
    projected: Float[Array, "rows dims"],
    site_map: Float[Array, "dims dims"],
    centre: Float[Array, " dims"],
    scale: Float[Array, " dims"],
) -> Float32[Array, "rows dims"]:
    """Return projected rows of one site as the model sees them."""
    return np.asarray((projected @ site_map - centre) / scale, dtype=np.float32)
