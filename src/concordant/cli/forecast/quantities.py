"""Read speeds and times as people write them, and say times back.

In:  texts such as "10 Mbit/s" and "50 ms".
Out: bits per second, seconds; a refusal names the units that are known. Anybody may run this.
"""

import re
from collections.abc import Mapping
from math import isfinite

from concordant.errors.communication import QuantityNotUnderstood
from concordant.terms.communication_units import Amount

# Decimal, as networks count. "Mb/s" is left out: half of its readers take it for bytes.
SPEEDS: Mapping[str, float] = {
    "bit/s": 1.0,
    "kbit/s": 1e3,
    "Mbit/s": 1e6,
    "Gbit/s": 1e9,
    "kB/s": 8e3,
    "MB/s": 8e6,
    "GB/s": 8e9,
}
TIMES: Mapping[str, float] = {"ms": 1e-3, "s": 1.0}
_QUANTITY = re.compile(r"\s*([0-9.eE+-]+)\s*([A-Za-z/]+)\s*")
_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0


def read_speed(text: str) -> float:
    """Return bits per second.

    >>> read_speed("10 Mbit/s"), read_speed("2MB/s")
    (10000000.0, 16000000.0)
    """
    speed = _read(text, SPEEDS)
    if speed is None or speed <= 0:
        raise QuantityNotUnderstood(
            option="--bandwidth",
            given=text,
            kind="a speed above 0",
            example="10 Mbit/s",
            units=", ".join(SPEEDS),
        )
    return speed


def read_time(text: str) -> float:
    """Return seconds.

    >>> read_time("50 ms"), read_time("0.2s")
    (0.05, 0.2)
    """
    seconds = _read(text, TIMES)
    if seconds is None or seconds < 0:
        raise QuantityNotUnderstood(
            option="--rtt", given=text, kind="a time", example="50 ms", units=", ".join(TIMES)
        )
    return seconds


def say_seconds(seconds: Amount) -> str:
    """Return a time in the unit that people would say it in.

    >>> say_seconds(0.031), say_seconds(8.42), say_seconds(8400), say_seconds(200_000)
    ('0.03 s', '8.4 s', '2.3 hours', '2.3 days')
    """
    if seconds >= 2 * _DAY:
        return f"{seconds / _DAY:,.1f} days"
    if seconds >= 2 * _HOUR:
        return f"{seconds / _HOUR:.1f} hours"
    if seconds >= 2 * _MINUTE:
        return f"{seconds / _MINUTE:.1f} minutes"
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds:.2f} s"


def _read(text: str, units: Mapping[str, float]) -> float | None:
    found = _QUANTITY.fullmatch(text)
    if found is None or found[2] not in units:
        return None
    try:
        value = float(found[1]) * units[found[2]]
    except ValueError:
        return None
    return value if isfinite(value) else None
