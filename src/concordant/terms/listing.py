"""Name and count things in a sentence: some of many names, all of few, a count with its noun.

In:  agreed names, levels, columns or sites, never a cell; counts.
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


def list_all(names: Sequence[str]) -> str:
    """Return the names as a sentence lists them.

    >>> list_all(["a"]), list_all(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def say_count(count: int, thing: str) -> str:
    """Return a count with its noun.

    >>> say_count(1, "row"), say_count(1200, "row")
    ('1 row', '1,200 rows')
    """
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
