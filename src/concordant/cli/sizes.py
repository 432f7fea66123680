"""Say sizes and scores as people read them.

In:  numbers.
Out: short texts. Anybody may run this.
"""

from collections.abc import Sequence
from math import isfinite

from concordant.terms.communication_units import say_bytes
from concordant.terms.listing import say_count

__all__ = ["say_bytes", "say_count", "say_number", "say_shape"]

_SMALLEST, _LARGEST = 5e-5, 100.0


def say_shape(shape: Sequence[int]) -> str:
    """Return a shape as it is read aloud.

    >>> say_shape((1500, 40)), say_shape((3,))
    ('1,500 x 40', '3')
    """
    return " x ".join(f"{side:,}" for side in shape)


def say_number(value: float | None, *, signed: bool = False) -> str:
    """Return a score with four decimals, large numbers with five digits in all.

    What could not be measured is a dash.

    >>> say_number(0.91234), say_number(0.02, signed=True), say_number(31234.5), say_number(None)
    ('0.9123', '+0.0200', '31234', '-')
    """
    if value is None or not isfinite(value):
        return "-"
    size = abs(value)
    if size and not _SMALLEST <= size < _LARGEST:
        return f"{value:+.5g}" if signed else f"{value:.5g}"
    return f"{value:+.4f}" if signed else f"{value:.4f}"
