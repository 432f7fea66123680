"""The smallest numbers that a release, a comparison or a picture may rest on.

In:  the agreed number of dimensions.
Out: limits that drafting proposes by, checking warns by, releasing refuses by and results are shown
     by: one number in one place. Anybody may run this.
"""

SMALLEST_FLOOR = 100
ROWS_PER_DIM = 5
SITES_FLOOR = 5
"""Below this, the others come close to one site's own span; with two, to it exactly [A8]."""
UNIQUE_LABELS_LIMIT = 0.05
FEWEST_ALONE = 10
"""A site with fewer rows than this is not compared with a model of its own rows alone."""
FEWEST_TOGETHER = 10
"""No bin, curve or average that is shown stands for fewer rows than these."""
SPANS_DIFFER = 0.1
"""Beyond this share of a site's directions outside the common ones, spans are said to differ."""
RARE_CLASS = 10
"""A class with fewer rows than this at a site is warned of, and withheld on request [A12]."""


def rows_floor(n_dims: int) -> int:
    """Return how many rows a site needs for the agreed span without a consent.

    >>> rows_floor(10), rows_floor(50)
    (100, 250)
    """
    return max(SMALLEST_FLOOR, ROWS_PER_DIM * n_dims)
