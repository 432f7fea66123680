"""Settle which row belongs to which site.

In:  one name a row as the caller has it, or how many sites to deal the rows to.
Out: SitesOfRows: the names in order, and the place of each row's site among them. Anybody may run
     this.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Int64

from concordant.errors.estimator import (
    OneSite,
    RowsTooFew,
    SiteNotNamed,
    SitesUneven,
    SiteWithoutMap,
    TinySites,
)
from concordant.errors.rehearsal import TooManySites
from concordant.linalg.arrays import Array
from concordant.rehearsal.deals import deal_evenly
from concordant.rehearsal.split import FEWEST_OWN, site_names
from concordant.terms.draft_column import sorted_levels
from concordant.terms.listing import list_some
from concordant.terms.roster import site_name_fault
from concordant.terms.table import table_from_frame

LEAST_SITES, USUAL_SITES = 2, 5
MOST_NAMED = 12


@dataclass(frozen=True, slots=True, eq=False)
class SitesOfRows:
    """The sites by name, and for each row the place of its site."""

    names: tuple[str, ...]
    places: Int64[Array, " rows"]

    @property
    def study_names(self) -> tuple[str, ...]:
        """The names under which the sites take part: their own, where a study allows these."""
        if any(site_name_fault(name) for name in self.names):
            return site_names(len(self.names))
        return self.names

    def rows(self) -> Iterator[tuple[str, Int64[Array, " own_rows"]]]:
        """Yield each site's name in the study, and where its rows are."""
        for place, name in enumerate(self.study_names):
            yield name, np.flatnonzero(self.places == place)


def require_rows(n_rows: int) -> None:
    """Refuse what no study can be made of, whoever the rows belong to."""
    least = LEAST_SITES * FEWEST_OWN
    if n_rows < least:
        raise RowsTooFew(n_rows=n_rows, least=least, per_site=FEWEST_OWN)


def named_sites(sites: Any, n_rows: int) -> SitesOfRows:
    """Return the sites that the caller names, numbers by size and words by the alphabet."""
    texts = _texts(sites, n_rows)
    names = sorted_levels(tuple(set(texts)))
    if len(names) < LEAST_SITES:
        raise OneSite(n_rows=n_rows, site=names[0])
    if FEWEST_OWN * len(names) > n_rows:
        sentence = (
            f"`sites` names {len(names)} sites for {n_rows} rows, fewer than {FEWEST_OWN} rows a "
            "site: is it the column that you meant?"
        )
        warnings.warn(sentence, TinySites, stacklevel=2)
    return SitesOfRows(names, _places(texts, names))


def deal_sites(
    rng: np.random.Generator,
    *,
    n_rows: int,
    n_sites: int | None,
    classes: Int64[Array, " rows"] | None = None,
) -> SitesOfRows:
    """Deal the rows to sites as evenly as possible, each class by itself.

    Without a number there are five sites, or as many as leave each one three rows.
    """
    most = n_rows // FEWEST_OWN
    if n_sites is None:
        n_sites = min(USUAL_SITES, most)
    if n_sites > most:
        raise TooManySites(n_sites=n_sites, n_rows=n_rows, most=most)
    return SitesOfRows(site_names(n_sites), deal_evenly(rng, classes, n_rows, n_sites))


def places_of_sites(
    names: tuple[str, ...], sites: Any, n_rows: int, *, otherwise: str | None
) -> Int64[Array, " rows"]:
    """Return the place of each row's site among ``names``; one that is not there is refused.

    Without ``sites`` all rows are of the site ``otherwise``; None stands for the first.
    """
    if sites is None:
        return np.full(n_rows, place_of_site(names, otherwise), dtype=np.int64)
    texts = _texts(sites, n_rows)
    for name in dict.fromkeys(texts):
        place_of_site(names, name)
    return _places(texts, names)


def place_of_site(names: tuple[str, ...], site: object) -> int:
    """Return the place of one site among ``names``; None stands for the first."""
    if site is None:
        return 0
    if str(site) not in names:
        raise SiteWithoutMap(site=str(site)[:80], known=list_some(names, most=MOST_NAMED))
    return names.index(str(site))


def _texts(sites: Any, n_rows: int) -> list[str]:
    """Return the names as texts, spelled alike whether they came as numbers or as words."""
    given = np.asarray(sites) if isinstance(sites, list | tuple) else sites
    found = table_from_frame({"sites": given}).texts("sites")
    if len(found) != n_rows:
        raise SitesUneven(n_sites=len(found), n_rows=n_rows)
    texts = [text for text in found if text is not None]
    if len(texts) < n_rows:
        raise SiteNotNamed(count=n_rows - len(texts), n_rows=n_rows)
    return texts


def _places(texts: list[str], names: tuple[str, ...]) -> Int64[Array, " rows"]:
    known = {name: place for place, name in enumerate(names)}
    return np.array([known[text] for text in texts], dtype=np.int64)
