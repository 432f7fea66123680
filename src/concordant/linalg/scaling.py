"""Find the constants that centre features and bring them to scale.

In:  rows of numbers.
Out: what to subtract from each column, and what to divide it by; nothing is scaled here, so that
     further rows get the same constants. Anybody may run this.
"""

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array

_ROUNDING = 1e-12
"""What is left of columns that never vary, relative to their size, once their mean is gone."""


def scale_of_columns(
    rows: Float[Array, "rows features"],
) -> tuple[Float[Array, " features"], Float[Array, " features"]]:
    """Return the means, and the standard deviation of each column by itself.

    A column that never varies here stays 0 for these rows, and of unit weight for others.

    >>> scale_of_columns(np.array([[1.0, 7.0], [3.0, 7.0]]))
    (array([2., 7.]), array([1., 1.]))
    """
    centre, spread = rows.mean(axis=0), rows.std(axis=0)
    return centre, np.where(spread > _ROUNDING * np.maximum(1.0, np.abs(centre)), spread, 1.0)


def scale_of_all(
    rows: Float[Array, "rows features"],
) -> tuple[Float[Array, " features"], Float[Array, " features"]]:
    """Return the means, and one number for all columns, so that distances keep their proportions.

    It is the root mean square of what is left of all columns without their means; 1 where
    nothing is left.

    >>> scale_of_all(np.array([[1.0, 7.0], [3.0, 7.0]]))[1].round(3)
    array([0.707, 0.707])
    """
    centre = rows.mean(axis=0)
    unit = float(np.sqrt(np.mean(np.square(rows - centre))))
    if not unit > _ROUNDING * float(np.abs(centre).max(initial=0.0)):
        unit = 1.0
    return centre, np.full(rows.shape[1], unit)
