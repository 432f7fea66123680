"""Bring a site's encoded rows into the coordinates that all sites share: what the model sees.

In:  the site's secret basis, its return, encoded rows.
Out: one row of common features per row, on the scale that the model was trained on. Only a site
     runs this; with the basis these numbers lead back to the rows.
"""

import numpy as np
from jaxtyping import Float, Float32

from concordant.linalg.arrays import Array
from concordant.site.basis import SecretBasis
from concordant.wire.messages import ReturnBundle


def common_features(
    basis: SecretBasis, returned: ReturnBundle, rows: Float[Array, "rows features"]
) -> Float[Array, "rows dims"]:
    """Return the common features in the float32 that the model was checked on."""
    return np.asarray(common_coordinates(basis, returned, rows), dtype=np.float32)


def common_coordinates(
    basis: SecretBasis, returned: ReturnBundle, rows: Float[Array, "rows features"]
) -> Float[Array, "rows dims"]:
    """Return ``((Y F) G - centre) / scale`` with every digit."""
    return _placed(basis.project(rows), returned.map, returned.centre, returned.scale)


def place_in_common(
    projected: Float[Array, "rows dims"],
    site_map: Float[Array, "dims dims"],
    centre: Float[Array, " dims"],
    scale: Float[Array, " dims"],
) -> Float32[Array, "rows dims"]:
    """Return rows that are projected already as the model sees them."""
    return np.asarray(_placed(projected, site_map, centre, scale), dtype=np.float32)


def common_weights(basis: SecretBasis, returned: ReturnBundle) -> Float[Array, "features dims"]:
    """Return ``F G / scale``: by how much one more of each encoded number moves the features.

    It is the secret basis in another form, and as secret.
    """
    return np.asarray(basis.reveal() @ returned.map / returned.scale)


def _placed(
    projected: Float[Array, "rows dims"],
    site_map: Float[Array, "dims dims"],
    centre: Float[Array, " dims"],
    scale: Float[Array, " dims"],
) -> Float[Array, "rows dims"]:
    return np.asarray((projected @ site_map - centre) / scale)
