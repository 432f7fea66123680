"""Draw, make and recognise matrices with orthonormal columns.

In:  a generator, or a matrix of full column rank.
Out: orthonormal columns, or how far a matrix is from having them. Both roles may run this.
"""

from typing import NamedTuple

import numpy as np
import scipy.linalg
from jaxtyping import Float

from concordant.errors.linalg import TooManyColumns
from concordant.linalg.arrays import Array

ORTHONORMAL_LIMIT = 1e-10
"""What rounding can do to a basis or a span that was made orthonormal in float64."""


class Frame(NamedTuple):
    """A thin QR factorisation: ``columns @ triangle`` is the matrix it came from."""

    columns: Float[Array, "rows dims"]
    triangle: Float[Array, "dims dims"]

    def solve(self, weights: Float[Array, "dims others"]) -> Float[Array, "dims others"]:
        """Return ``inverse(triangle) @ weights``: weights of the columns as a map of the matrix."""
        solved: Float[Array, "dims others"] = scipy.linalg.solve_triangular(self.triangle, weights)
        return solved


def draw_haar(
    rng: np.random.Generator, n_rows: int, n_columns: int | None = None
) -> Float[Array, "rows columns"]:
    """Draw ``n_columns`` orthonormal columns, uniformly among all of them in ``n_rows`` dimensions.

    Without ``n_columns``: a square orthogonal matrix, Haar-distributed on the whole group.
    """
    n_columns = n_rows if n_columns is None else n_columns
    if not 1 <= n_columns <= n_rows:
        raise TooManyColumns(n_rows=n_rows, n_columns=n_columns)
    # The positive diagonal matters: plain QR is not Haar-distributed (Mezzadri 2007).
    return orthonormal_factor(rng.standard_normal((n_rows, n_columns))).columns


def orthonormal_factor(matrix: Float[Array, "rows dims"]) -> Frame:
    """Return the thin QR factorisation whose triangle has a diagonal without negative entries.

    Unique when ``matrix`` has full column rank; otherwise the columns go beyond its span.
    """
    columns, triangle = np.linalg.qr(matrix)
    signs = np.where(np.diag(triangle) < 0, -1.0, 1.0).astype(triangle.dtype)
    return Frame(columns=columns * signs, triangle=signs[:, None] * triangle)


def orthonormality_error(matrix: Float[Array, "rows dims"]) -> float:
    """Return the largest entry of ``|matrix.T @ matrix - identity|``; infinity if not finite.

    >>> import numpy as np
    >>> orthonormality_error(np.eye(3)[:, :2])
    0.0
    """
    if not np.isfinite(matrix).all():
        return float("inf")
    with np.errstate(over="ignore", invalid="ignore"):  # finite entries can have infinite squares
        error = float(np.abs(matrix.T @ matrix - np.eye(matrix.shape[1])).max())
    return error if np.isfinite(error) else float("inf")


def is_orthonormal(
    matrix: Float[Array, "rows dims"], *, tolerance: float = ORTHONORMAL_LIMIT
) -> bool:
    """Tell whether the columns are finite and orthonormal up to ``tolerance``."""
    return orthonormality_error(matrix) <= tolerance
