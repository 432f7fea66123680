"""Summarise numbers so that at least a smallest count of rows stands behind each figure.

In:  the finite numbers of one column.
Out: rounded percentiles, a centre and a scale, or None when there are too few rows.
     Whoever may read the table may run this.
"""

import math

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.profile_facts import QUANTILES, NumberFacts
from concordant.terms.rounding import Direction, place_of_width, round_significant, round_to_place

RANGE_TAIL = 0.01
WIDEST_TAIL = 0.25
SMALLEST_CODE_SHARE = 0.004
MISSING_CODES = (
    *(-1.0, -9.0, -99.0, -999.0, -9999.0, -99999.0, -88.0, -888.0, -77.0, -777.0),
    *(999999.0, 99999.0, 9999.0, 999.0, 99.0, 8888.0, 888.0, 7777.0, 777.0),
)


def number_facts(values: Float[Array, " rows"], *, min_count: int) -> NumberFacts | None:
    """Return the rounded facts of ``values`` (finite), or None when too few rows support them."""
    code = missing_code(values, min_count=min_count)
    kept = np.sort(values if code is None else values[values != code])
    tail = max(RANGE_TAIL, min_count / kept.size) if kept.size else 1.0
    if tail > WIDEST_TAIL:
        return None
    low, high = percentile(kept, tail), percentile(kept, 1 - tail)
    clipped = np.clip(kept, low, high)
    scale = float(clipped.std())
    return NumberFacts(
        low=_rounded(low, high - low, "down"),
        high=_rounded(high, high - low, "up"),
        tail=round_significant(tail),
        quantiles=tuple(_quantile(kept, share, high - low, min_count) for share in QUANTILES),
        centre=_rounded(float(clipped.mean()), scale, "nearest"),
        scale=round_significant(scale),
        is_whole=int(np.count_nonzero(kept != np.round(kept))) < min_count,
        code=code,
        share_code=0.0 if code is None else round(float(np.mean(values == code)), 2),
    )


def missing_code(values: Float[Array, " rows"], *, min_count: int) -> float | None:
    """Return a number such as -1 or 9999 that stands apart and often, or None.

    A negative code is one when all other values are at least 0, a positive one when all
    others stay below half of it.
    """
    fewest = max(min_count, SMALLEST_CODE_SHARE * values.size)
    present, counts = np.unique(values, return_counts=True)
    for code in MISSING_CODES:
        others = present[present != code]
        is_common = bool(counts[present == code].sum() >= fewest)
        if is_common and others.size >= 2 and _stands_apart(code, others):
            return code
    return None


def _stands_apart(code: float, others: Float[Array, " values"]) -> bool:
    return bool(others.min() >= 0) if code < 0 else bool(others.max() < code / 2)


def percentile(ordered: Float[Array, " rows"], share: float) -> float:
    """Return an order statistic with at least ``share`` (or its complement) at or beyond it."""
    beyond = math.ceil(min(share, 1 - share) * ordered.size - 1e-9)
    return float(ordered[beyond - 1] if share < 1 / 2 else ordered[-beyond])


def _quantile(
    ordered: Float[Array, " rows"], share: float, width: float, min_count: int
) -> float | None:
    if min(share, 1 - share) * ordered.size < min_count:
        return None
    return _rounded(percentile(ordered, share), width, "nearest")


def _rounded(value: float, width: float, direction: Direction) -> float:
    """Round to two digits of the width: 2014 to 2016 are years, not "about 2000"."""
    if width > 0:
        return round_to_place(value, place_of_width(width), direction)
    # Nearly all rows hold this one value: it is nobody's own.
    return round_significant(value, 6)
