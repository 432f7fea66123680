"""Make a record fit for JSON, which has no word for a number that could not be measured.

In:  dictionaries, lists, texts, numbers and None, one inside the other.
Out: the same with None for NaN and infinity, and lists for tuples. Anybody may run this.
"""

import math
from typing import Any


def without_nan(value: Any) -> Any:
    """Return plain data in which every number is finite.

    >>> without_nan({"scores": (0.5, math.nan), "name": "north"})
    {'scores': [0.5, None], 'name': 'north'}
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: without_nan(each) for key, each in value.items()}
    return [without_nan(each) for each in value] if isinstance(value, list | tuple) else value
