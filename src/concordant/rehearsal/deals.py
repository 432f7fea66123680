"""Deal the units of a table (rows, or all rows of a person) out to sites.

In:  what the units are like, how many rows each has, a generator.
Out: the place of each unit's site. For rehearsals; a real study never deals rows.
"""

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.linalg.arrays import Array

MOST_REDRAWS = 100


def deal_evenly(
    rng: np.random.Generator, strata: Int64[Array, " units"] | None, n_units: int, n_sites: int
) -> Int64[Array, " units"]:
    """Deal shuffled units in turn, stratum by stratum: each site gets its share of all of them."""
    order = rng.permutation(n_units)
    if strata is not None:
        # A stable sort keeps the shuffle inside a stratum.
        order = order[np.argsort(strata[order], kind="stable")]
    places = np.empty(n_units, dtype=np.int64)
    places[order] = np.arange(n_units) % n_sites
    return places


def deal_levels(
    rng: np.random.Generator,
    levels: Int64[Array, " units"],
    weights: Int64[Array, " units"],
    n_sites: int,
) -> Int64[Array, " units"]:
    """Deal units by their level: levels stay whole unless there are more sites than levels.

    With as many levels as sites or more, each level in a random order goes to the site that has
    the fewest rows. With more sites each site has one level, and the larger ones are cut up among
    as many sites as make the parts most even.
    """
    found, codes = np.unique(levels, return_inverse=True)
    codes = codes.reshape(-1)
    if len(found) >= n_sites:
        return _whole_levels(rng, codes, np.bincount(codes, weights), n_sites)
    n_units = np.bincount(codes)
    parts = np.ones(len(found), dtype=np.int64)
    for _ in range(n_sites - len(found)):
        # No part may be empty, so a level has no more parts than units.
        per_part = np.where(parts < n_units, np.bincount(codes, weights) / parts, -1.0)
        parts[int(np.argmax(per_part))] += 1
    places = np.empty(len(levels), dtype=np.int64)
    first = 0
    for code in rng.permutation(len(found)):
        members = rng.permutation(np.flatnonzero(codes == code))
        places[members] = first + np.arange(len(members)) % parts[code]
        first += int(parts[code])
    return places


def deal_sorted(
    rng: np.random.Generator,
    values: Num[Array, " units"],
    weights: Int64[Array, " units"],
    n_sites: int,
) -> Int64[Array, " units"]:
    """Deal blocks of the sorted values, each with about as many rows; equal values in any order."""
    order = rng.permutation(len(values))
    order = order[np.argsort(values[order], kind="stable")]
    middles = np.cumsum(weights[order]) - weights[order] / 2
    places = np.empty(len(values), dtype=np.int64)
    places[order] = np.minimum(n_sites - 1, middles / weights.sum() * n_sites)
    return places


def deal_by_dirichlet(
    rng: np.random.Generator,
    strata: Int64[Array, " units"],
    weights: Int64[Array, " units"],
    n_sites: int,
    *,
    concentration: float,
    least: int,
) -> Int64[Array, " units"]:
    """Deal each stratum by shares of the sites that are drawn from a Dirichlet distribution.

    Drawn again, up to a hundred times, until each site has ``least`` rows; whatever is still
    missing then moves from the largest sites.
    """
    strata = np.unique(strata, return_inverse=True)[1].reshape(-1)
    for _ in range(MOST_REDRAWS):
        places = _one_dirichlet(rng, strata, n_sites, concentration)
        if np.bincount(places, weights, minlength=n_sites).min() >= least:
            return places
    return fill_up(rng, places, weights, n_sites, least=least)


def fill_up(
    rng: np.random.Generator,
    places: Int64[Array, " units"],
    weights: Int64[Array, " units"],
    n_sites: int,
    *,
    least: int,
) -> Int64[Array, " units"]:
    """Move random units from the largest site to those below ``least`` rows, while there are any.

    It stops where the largest site itself would fall below.
    """
    moved = places.copy()
    rows = np.bincount(moved, weights, minlength=n_sites)
    while rows.min() < least:
        poorest, richest = int(rows.argmin()), int(rows.argmax())
        taken = int(rng.choice(np.flatnonzero(moved == richest)))
        if rows[richest] - weights[taken] < least:
            break
        moved[taken] = poorest
        rows[richest] -= weights[taken]
        rows[poorest] += weights[taken]
    return moved


def quantile_codes(values: Float[Array, " units"], n_parts: int) -> Int64[Array, " units"]:
    """Return in which of ``n_parts`` equally large parts of the sorted values each one lies."""
    ranks = np.argsort(np.argsort(values, kind="stable"), kind="stable")
    return np.asarray(ranks * n_parts // len(values))


def _whole_levels(
    rng: np.random.Generator,
    codes: Int64[Array, " units"],
    rows: Float[Array, " levels"],
    n_sites: int,
) -> Int64[Array, " units"]:
    site_of = np.empty(len(rows), dtype=np.int64)
    held = np.zeros(n_sites)
    for code in rng.permutation(len(rows)):
        site_of[code] = int(held.argmin())
        held[site_of[code]] += rows[code]
    return site_of[codes]


def _one_dirichlet(
    rng: np.random.Generator, strata: Int64[Array, " units"], n_sites: int, concentration: float
) -> Int64[Array, " units"]:
    places = np.empty(len(strata), dtype=np.int64)
    for code in range(int(strata.max()) + 1):
        members = rng.permutation(np.flatnonzero(strata == code))
        shares = rng.dirichlet(np.full(n_sites, concentration))
        ends = np.rint(np.cumsum(shares)[:-1] * len(members)).astype(np.int64)
        places[members] = np.searchsorted(ends, np.arange(len(members)), side="right")
    return places
