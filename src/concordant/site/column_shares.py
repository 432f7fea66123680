"""Measure how much of what varies in a column the projection carries at all.

In:  encoded cells of a column, and the lines of the secret basis that belong to it.
Out: a share from 0 to 1, or None where nothing varies. Only a site runs this.

A column J with centred cells Z keeps ``‖Z F_J‖²`` of ``‖Z‖²``: for a single number that is the
squared length of its line of the basis, whatever the rows. What is not kept never reaches the
analyst or the model, so that no method can show its effect.
"""

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array

LEAST_SHARE = 0.05
"""Below this, what a column seems to do is rather the doing of columns that vary with it."""


def share_carried(
    cells: Float[Array, "rows block"], basis_lines: Float[Array, "block dims"]
) -> float | None:
    """Return the share of the column's own variance that lies inside the span.

    >>> share_carried(np.array([[1.0], [2.0], [4.0]]), np.array([[0.6, 0.0]]))
    0.36
    """
    if not (cells != cells[:1]).any():
        return None
    centred = cells - cells.mean(axis=0)
    share = float(np.square(centred @ basis_lines).sum() / np.square(centred).sum())
    return min(round(share, 12), 1.0)
