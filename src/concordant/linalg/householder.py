"""Apply a Haar orthogonal matrix that is never stored (Stewart 1980).

In:  a function that supplies normals, and a block of columns.
Out: the matrix, or its transpose, times the block. Pure algebra: both roles may run it.

A product of Householder reflectors, the k-th made from k independent normals, with the signs
that make the triangular factor's diagonal positive, is exactly Haar-distributed on O(n). It
costs about ``2 n_rows**2 n_dims`` flops and memory of a few panels of columns.
"""

from collections.abc import Callable

import numpy as np
import scipy.linalg
from jaxtyping import Float

from concordant.errors.linalg import NormalsMissing
from concordant.linalg.arrays import Array

# Reflectors are applied this many at a time, as two matrix products.
PANEL = 64

Normals = Callable[[int], Float[Array, " k"]]


def householder_product(
    n_rows: int,
    normals: Normals,
    block: Float[Array, "rows dims"],
    *,
    transpose: bool = False,
) -> Float[Array, "rows dims"]:
    """Return ``O @ block``, or ``O.T @ block``, for the Haar matrix ``O`` that ``normals`` names.

    Parameters
    ----------
    n_rows
        Rows of ``block``; ``O`` is ``n_rows`` by ``n_rows``.
    normals
        ``normals(k)`` returns the k standard normals of the reflector that acts on the last k
        coordinates. It is called once for each k: in rising order for ``O``, in falling order
        for its transpose, so it must give the same numbers in any order. For k = 1 only the
        sign counts.
    block
        The columns to turn; not changed.

    Notes
    -----
    ``O = H_n D_n ... H_2 D_2 D_1``: ``H_k`` sends the k-th vector of normals to a multiple of
    the first of its k coordinates, and ``D_k`` flips that coordinate if the multiple is negative.

    >>> import numpy as np
    >>> ones = lambda k: np.ones(k)
    >>> householder_product(2, ones, np.eye(2)).round(3)
    array([[ 0.707, -0.707],
           [ 0.707,  0.707]])
    """
    turned = np.array(block, dtype=np.float64, order="F")
    first_sizes = range(1, n_rows + 1, PANEL)
    for smallest in reversed(first_sizes) if transpose else first_sizes:
        largest = min(smallest + PANEL - 1, n_rows)
        _apply_panel(turned[n_rows - largest :], smallest, normals, transpose=transpose)
    return np.ascontiguousarray(turned)


def _apply_panel(
    tail: Float[Array, "rows dims"], smallest: int, normals: Normals, *, transpose: bool
) -> None:
    """Apply the reflectors of ``smallest`` to ``len(tail)`` coordinates to ``tail``, in place."""
    largest = tail.shape[0]
    n_reflectors = largest - smallest + 1
    reflectors = np.zeros((largest, n_reflectors), order="F")
    signs = np.ones((largest, 1))
    order = range(n_reflectors) if transpose else reversed(range(n_reflectors))
    for column in order:
        direction, sign = _draw_reflector(largest - column, normals)
        reflectors[column:, column] = direction
        signs[column] = sign
    # Compact WY form: with unit columns v_j, H_1 ... H_b = I - V T V', where the inverse of T is
    # the upper triangle of V'V with its diagonal halved (Joffrain et al. 2006).
    inverse = np.triu(reflectors.T @ reflectors)
    np.fill_diagonal(inverse, np.where(np.diag(inverse) > 0, 0.5, 1.0))
    if not transpose:
        tail *= signs
    weights = scipy.linalg.solve_triangular(
        inverse, reflectors.T @ tail, trans="T" if transpose else "N", check_finite=False
    )
    tail -= reflectors @ weights
    if transpose:
        tail *= signs


def _draw_reflector(size: int, normals: Normals) -> tuple[Float[Array, " size"], float]:
    """Return the unit vector of one reflector, and the sign that goes with its first coordinate."""
    drawn = normals(size)
    if drawn.shape != (size,):
        raise NormalsMissing(sent=drawn.shape, expected=size)
    first = 1.0 if drawn[0] >= 0 else -1.0
    if size == 1:
        return np.zeros(1), first
    direction = np.array(drawn, dtype=np.float64)
    # The sign that avoids cancellation sends the vector to -first * length, hence the flip.
    direction[0] += first * float(np.linalg.norm(direction))
    length = float(np.linalg.norm(direction))
    if length == 0:
        direction[0] = length = 1.0
    return direction / length, -first
