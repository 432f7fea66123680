"""Measure how far one span is from another.

In:  matrices whose columns span something.
Out: cosines, differences, distances as plain numbers. Pure algebra: both roles may run it.
"""

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array

SAME_SPAN_LIMIT = 1e-9
"""A view made on a span lies off it by less, whatever the number of sites and features."""


def principal_cosines(
    first: Float[Array, "rows dims"], second: Float[Array, "rows others"]
) -> Float[Array, " angles"]:
    """Return the cosines of the principal angles of two orthonormal frames, largest first."""
    return np.clip(np.linalg.svd(first.T @ second, compute_uv=False), 0.0, 1.0)


def span_difference(first: Float[Array, "rows dims"], second: Float[Array, "rows others"]) -> float:
    """Return the mean of ``1 - cos**2`` over the principal angles of two orthonormal frames.

    0 when the smaller span lies in the other, 1 when the two have nothing in common.

    >>> import numpy as np
    >>> span_difference(np.eye(4)[:, :2], np.eye(4)[:, 1:3])
    0.5
    """
    overlap = float(np.square(first.T @ second).sum()) / min(first.shape[1], second.shape[1])
    return float(np.clip(1.0 - overlap, 0.0, 1.0))


def distance_from_span(view: Float[Array, "rows dims"], span: Float[Array, "rows others"]) -> float:
    """Return the part of ``view`` outside the orthonormal ``span``, relative to its own norm.

    Below ``SAME_SPAN_LIMIT`` when the view was made on the span; 0 for a view of zeros.
    """
    length = float(np.linalg.norm(view))
    return float(np.linalg.norm(view - span @ (span.T @ view))) / length if length else 0.0
