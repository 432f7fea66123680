"""Say a size in the unit that people read it in; units are decimal.

In:  bytes.
Out: a short text. Anybody may run this.
"""

from typing import TypeAlias

# A count or a fraction of one: an average of rows, a share of copies.
Amount: TypeAlias = int | float

_STEP = 1000
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def say_bytes(n_bytes: Amount) -> str:
    """Return a size in the largest unit that keeps it above one; 1 kB is 1,000 bytes.

    >>> say_bytes(812), say_bytes(1_536_000)
    ('812 bytes', '1.54 MB')
    """
    factor, unit = unit_of_bytes(n_bytes)
    size = n_bytes / factor
    # Three digits of 1,234 TB would read "1.23e+03".
    return f"{size:,.0f} {unit}" if unit == _UNITS[0] or size >= _STEP else f"{size:.3g} {unit}"


def unit_of_bytes(n_bytes: Amount) -> tuple[float, str]:
    """Return the unit that a size is said in, and how many bytes it has.

    >>> unit_of_bytes(20), unit_of_bytes(999_600), unit_of_bytes(5e15)
    ((1.0, 'bytes'), (1000000.0, 'MB'), (1000000000000.0, 'TB'))
    """
    factor = 1.0
    for unit in _UNITS[:-1]:
        # Of 999.6 kB three digits are 1 MB; bytes are counted to the last.
        if n_bytes < factor * (_STEP - (0.5 if factor > 1 else 0.0)):
            return factor, unit
        factor *= _STEP
    return factor, _UNITS[-1]
