"""The layout of a stream: which numbers become which part of a random matrix.

In:  a Stream.
Out: the normals of one Householder reflector, or the rows of an anchor. Only sites run this.
"""

from collections.abc import Callable

from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.site.stream import Stream

# Each reflector owns this many positions, so that any of them can be made by itself.
_STRIDE = 1 << 40


def reflector_normals(stream: Stream) -> Callable[[int], Float[Array, " coordinates"]]:
    """Return a function: ``k`` to the ``k`` normals of the reflector on the last k coordinates.

    They stand at positions ``k·2⁴⁰`` onwards, whatever the size of the matrix.
    """

    def normals(k: int) -> Float[Array, " coordinates"]:
        return stream.normals(k * _STRIDE, k)

    return normals


def uniform_matrix(stream: Stream, n_rows: int, n_columns: int) -> Float[Array, "rows columns"]:
    """Return a matrix of uniforms in [0, 1), filled row by row from position 0."""
    return stream.uniforms(0, n_rows * n_columns).reshape(n_rows, n_columns)


def normal_matrix(stream: Stream, n_rows: int, n_columns: int) -> Float[Array, "rows columns"]:
    """Return a matrix of standard normals, filled row by row from position 0."""
    return stream.normals(0, n_rows * n_columns).reshape(n_rows, n_columns)
