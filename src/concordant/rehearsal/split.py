"""Cut one table into rows that everybody may see, sites, and rows that each site keeps back.

In:  how many rows there are and of which class, how many sites there shall be, a generator.
Out: row numbers. For rehearsals and the demo; a real study never cuts a table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int

from concordant.errors.rehearsal import TooManySites
from concordant.linalg.arrays import Array

SHARE_NEW = 0.3
SHARE_PUBLIC = 0.1
FEWEST_PUBLIC, MOST_PUBLIC = 24, 100
FEWEST_OWN = 3
"""Two dimensions, and one row more than dimensions: no site of a rehearsal has fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class SiteRows:
    """The rows of one site: ``own`` to learn from, ``new`` kept back to be predicted."""

    site: str
    own: Int[Array, " own_rows"]
    new: Int[Array, " new_rows"]


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A table cut up: every row is public, or one site's own, or kept back at one site."""

    public: Int[Array, " public_rows"]
    sites: tuple[SiteRows, ...]

    @property
    def fewest_own(self) -> int:
        """The rows of the smallest site."""
        return min(len(site.own) for site in self.sites)


def site_names(n_sites: int) -> tuple[str, ...]:
    """Return names of equal width, so that they sort as they count.

    >>> site_names(3)
    ('site-1', 'site-2', 'site-3')
    """
    width = len(str(n_sites))
    return tuple(f"site-{number:0{width}d}" for number in range(1, n_sites + 1))


def n_public_rows(n_rows: int) -> int:
    """Return how many rows of a table are set aside for everybody to see.

    >>> n_public_rows(569), n_public_rows(100)
    (57, 24)
    """
    return min(MOST_PUBLIC, max(FEWEST_PUBLIC, round(SHARE_PUBLIC * n_rows)))


def most_sites(n_rows: int) -> int:
    """Return the largest number of sites that leaves each one enough rows to learn from.

    >>> most_sites(178)
    38
    """
    per_site = FEWEST_OWN + 1
    return (n_rows - n_public_rows(n_rows)) // per_site


def rows_needed(n_own: int) -> int:
    """Return how many rows a site needs to have ``n_own`` left to learn from.

    >>> rows_needed(7), rows_needed(1)
    (10, 2)
    """
    n_rows = n_own + 1
    while n_rows - n_kept_back(n_rows) < n_own:
        n_rows += 1
    return n_rows


def n_kept_back(n_units: int) -> int:
    """Return how many of a site's units are kept back.

    >>> n_kept_back(10), n_kept_back(2)
    (3, 1)
    """
    return max(1, round(SHARE_NEW * n_units))


def require_enough_rows(n_rows: int, n_sites: int) -> None:
    """Refuse a number of sites that leaves some of them too few rows."""
    if n_sites > most_sites(n_rows):
        raise TooManySites(n_sites=n_sites, n_rows=n_rows, most=most_sites(n_rows))


def draw_cut(
    rng: np.random.Generator, *, n_rows: int, n_sites: int, classes: Sequence[str] | None = None
) -> Cut:
    """Deal shuffled rows out: first the public ones, then to the sites as evenly as possible.

    With ``classes`` (one word per row) every part gets each class in about its share of the
    table, so that a site has several classes wherever its rows suffice.
    """
    require_enough_rows(n_rows, n_sites)
    order = rng.permutation(n_rows)
    if classes is not None:
        # A stable sort keeps the shuffle inside a class; what is dealt in turn is then even.
        order = order[np.argsort(np.asarray(classes)[order], kind="stable")]
    public, dealt = take_evenly(rng, order, n_public_rows(n_rows))
    hands = [dealt[place::n_sites] for place in range(n_sites)]
    sites = []
    for site, hand in zip(site_names(n_sites), hands, strict=True):
        new, own = take_evenly(rng, hand, n_kept_back(len(hand)))
        sites.append(SiteRows(site, rng.permutation(own), rng.permutation(new)))
    return Cut(rng.permutation(public), tuple(sites))


def take_evenly(
    rng: np.random.Generator, rows: Int[Array, " rows"], n_taken: int
) -> tuple[Int[Array, " taken"], Int[Array, " left"]]:
    """Take rows at even distances from a random start; return them and the others."""
    places = ((np.arange(n_taken) + rng.random()) * len(rows) / n_taken).astype(np.int64)
    is_taken = np.zeros(len(rows), dtype=np.bool_)
    is_taken[places] = True
    return rows[is_taken], rows[~is_taken]
