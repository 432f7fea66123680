"""Round numbers so that they describe a column and no person in it.

In:  numbers and the width of the column they come from.
Out: the same numbers on a coarse decimal grid. Anybody may run this.
"""

import math
from typing import Literal

Direction = Literal["down", "nearest", "up"]


def round_significant(value: float, digits: int = 2) -> float:
    """Return ``value`` with so many significant digits.

    >>> round_significant(0.012345), round_significant(98765.0)
    (0.012, 99000.0)
    """
    if value == 0 or not math.isfinite(value):
        return 0.0
    return round_to_place(value, math.floor(math.log10(abs(value))) - digits + 1)


def round_count(count: int) -> int:
    """Return a count with two significant digits.

    >>> round_count(12345), round_count(7)
    (12000, 7)
    """
    return int(round_significant(float(count)))


def place_of_width(width: float, digits: int = 2) -> int:
    """Return the decimal place that leaves ``digits`` significant digits of ``width``.

    >>> place_of_width(73.0), place_of_width(0.8)
    (0, -2)
    """
    return math.floor(math.log10(width)) - digits + 1


def round_to_place(value: float, place: int, direction: Direction = "nearest") -> float:
    """Return the multiple of ``10**place`` next to ``value``.

    >>> round_to_place(36.64, -1, "down"), round_to_place(1234.0, 2, "up")
    (36.6, 1300.0)
    """
    # Powers of ten below one are not exact: divide by their exact reciprocal instead.
    units = value * 10.0**-place if place < 0 else value / 10.0**place
    units = _without_dust(units, direction)
    if direction == "nearest":
        return _on_grid(round(units), place)
    return _on_grid(math.floor(units) if direction == "down" else math.ceil(units), place)


def nice_step(value: float) -> float:
    """Return the largest of 1, 2, 5 times a power of ten that is not above ``value``.

    >>> nice_step(0.37), nice_step(14.0), nice_step(2.0)
    (0.2, 10.0, 2.0)
    """
    place = math.floor(math.log10(value))
    lead = value / 10.0**place
    # A lead such as 1.9999999999999998 is a 2 that went through a division.
    digit = next((step for step in (5, 2, 1) if lead >= step * (1 - 1e-12)), 1)
    return _on_grid(digit, place)


def next_nice_step(step: float) -> float:
    """Return the next larger one of 1, 2, 5 times a power of ten.

    >>> next_nice_step(0.2), next_nice_step(5.0)
    (0.5, 10.0)
    """
    return nice_step(step * 2.6)


def _without_dust(units: float, direction: Direction) -> float:
    near = round(units)
    is_whole = direction != "nearest" and math.isclose(units, near, rel_tol=1e-12, abs_tol=1e-9)
    return float(near) if is_whole else units


def _on_grid(units: int, place: int) -> float:
    return float(f"{units}e{place}")
