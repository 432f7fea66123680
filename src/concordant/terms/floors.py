"""The smallest numbers that a release may rest on: rows, sites, rows of one class.

In:  the agreed number of dimensions.
Out: limits that drafting proposes by, checking warns by and releasing refuses by: one number
     in one place. Anybody may run this.
"""

SMALLEST_FLOOR = 100
ROWS_PER_DIM = 5
SITES_FLOOR = 5
"""Below this, the others come close to one site's own span; with two, to it exactly [A8]."""
UNIQUE_LABELS_LIMIT = 0.05
RARE_CLASS = 10
"""A class with fewer rows than this at a site is warned of, and withheld on request [A12]."""


def rows_floor(n_dims: int) -> int:
    """Return how many rows a site needs for the agreed span without a consent.

    >>> rows_floor(10), rows_floor(50)
    (100, 250)
    """
    return max(SMALLEST_FLOOR, ROWS_PER_DIM * n_dims)
