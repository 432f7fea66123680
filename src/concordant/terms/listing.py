"""Name some of many things in a sentence, and say how many are left out.

In:  agreed names, levels, columns or sites; never a cell.
Out: a text. Anybody may run this.
"""

from collections.abc import Sequence


def list_some(names: Sequence[str], *, most: int) -> str:
    """Return the first ``most`` names, and how many more there are.

    >>> list_some(["red", "green"], most=2), list_some(["red", "green", "blue"], most=1)
    ('red, green', 'red and 2 more')
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
