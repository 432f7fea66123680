"""Rows as they travel: in the agreed number type, cut into blocks of at most 32 MB.

In:  float64 rows and the agreed precision; or a bundle.
Out: rows of the wire with the scale of each column for int8, or float64 rows again; names and
     limits of the blocks, each an array with its own digest. Both ends cut at the same rows, so
     a file has one layout. Anybody may run this.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Num

from concordant.errors.wire import PrecisionOverflow
from concordant.linalg.arrays import Array
from concordant.wire.messages import Precision, RepresentationBundle

BLOCK_BYTES = 32 * 1024 * 1024
LARGEST_INT8 = 127


@dataclass(frozen=True, slots=True)
class Block:
    """Rows ``start`` to ``stop`` (not included) of a bundle."""

    name: str
    start: int
    stop: int


def cut_blocks(n_rows: int, n_dims: int, precision: Precision) -> tuple[Block, ...]:
    """Return the blocks of ``n_rows`` rows, in order; none for no rows.

    >>> [(block.name, block.start, block.stop) for block in cut_blocks(3, 2, "float32")]
    [('rows/00000', 0, 3)]
    """
    rows_per_block = _rows_per_block(n_dims, precision)
    starts = range(0, n_rows, rows_per_block)
    return tuple(
        Block(f"rows/{number:05d}", start, min(start + rows_per_block, n_rows))
        for number, start in enumerate(starts)
    )


def count_blocks(n_rows: int, n_dims: int, precision: Precision) -> int:
    """Return how many blocks ``n_rows`` rows take."""
    return -(-n_rows // _rows_per_block(n_dims, precision))


def _rows_per_block(n_dims: int, precision: Precision) -> int:
    return max(1, BLOCK_BYTES // (n_dims * np.dtype(precision).itemsize))


def to_precision(
    rows: Float[Array, "rows dims"], precision: Precision
) -> tuple[Num[Array, "rows dims"], Float[Array, " dims"] | None]:
    """Return ``rows`` in the wire's ``precision``, and for int8 the scale of each column.

    What is lost: float64 nothing; float32 a relative 6e-8 of each value; float16 a relative
    5e-4; int8 up to half a step, where a step is the column's largest absolute value / 127 (that
    largest value, one row's, is told by the scale). A value beyond the type is refused.
    """
    n_infinite = int(np.count_nonzero(~np.isfinite(rows)))
    if n_infinite:
        raise PrecisionOverflow(count=n_infinite, precision=precision)
    if precision == "int8":
        return _to_int8(rows)
    n_beyond = int(np.count_nonzero(np.abs(rows) > np.finfo(precision).max))
    if n_beyond:
        raise PrecisionOverflow(count=n_beyond, precision=precision)
    return rows.astype(precision), None


def from_precision(bundle: RepresentationBundle) -> Float[Array, "rows dims"]:
    """Return the rows of ``bundle`` as float64."""
    rows = bundle.rows.astype(np.float64)
    return rows if bundle.row_scale is None else rows * bundle.row_scale


def _to_int8(
    rows: Float[Array, "rows dims"],
) -> tuple[Num[Array, "rows dims"], Float[Array, " dims"]]:
    largest = np.abs(rows).max(axis=0, initial=0.0)
    step = largest.astype(np.float64) / LARGEST_INT8
    step[step == 0.0] = 1.0
    codes = np.clip(np.rint(rows / step), -LARGEST_INT8, LARGEST_INT8)
    return codes.astype(np.int8), step
