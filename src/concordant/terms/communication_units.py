"""Say a size in the unit that people read it in; units are decimal.

In:  bytes.
Out: a short text. Anybody may run this.
"""

from typing import TypeAlias

# A count or a fraction of one: an average of rows, a share of copies.
Amount: TypeAlias = int | float

_STEP = 1000


def say_bytes(n_bytes: Amount) -> str:
    """Return a size in the largest unit that keeps it above one; 1 kB is 1,000 bytes.

    >>> say_bytes(812), say_bytes(1_536_000)
    ('812 bytes', '1.54 MB')
    """
    if n_bytes < _STEP:
        return f"{n_bytes:.0f} bytes"
    size = float(n_bytes)
    for unit in ("kB", "MB", "GB"):
        size /= _STEP
        # Three digits of 999.6 would read "1e+03".
        if size < _STEP - 0.5:
            return f"{size:.3g} {unit}"
    return f"{size:,.0f} GB"
