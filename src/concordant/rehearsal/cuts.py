"""Cut a whole table for one seed: who learns from which rows, and who predicts which.

In:  an encoded table, the plan, a seed.
Out: row numbers by site. For rehearsals; a real study never cuts a table.

Persons are never cut: where the plan names a group column, all rows with one value of it go to
one site, and there all are learned from or all kept back.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from concordant.errors.rehearsal import TooManySites
from concordant.linalg.arrays import Array
from concordant.rehearsal.deals import (
    deal_by_dirichlet,
    deal_evenly,
    deal_levels,
    deal_sorted,
    fill_up,
    quantile_codes,
)
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.site_column import USEFUL_OWN, read_column_sites
from concordant.rehearsal.split import (
    FEWEST_OWN,
    SiteRows,
    n_kept_back,
    rows_needed,
    site_names,
    take_evenly,
)
from concordant.rehearsal.split_words import read_split
from concordant.rehearsal.units import Units, units_of
from concordant.rehearsal.whole_table import WholeTable
from concordant.terms.draws import draws_for

N_QUANTILES = 10
"""Numbers are dealt by Dirichlet shares as if each tenth of them were a class."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """The rows of each site, and the kept-back rows that it is asked to predict."""

    sites: tuple[SiteRows, ...]
    asked: Mapping[str, Int64[Array, " asked"]]

    @property
    def fewest_own(self) -> int:
        """How many rows the smallest site learns from."""
        return min(len(site.own) for site in self.sites)

    @property
    def most_own(self) -> int:
        """How many rows the largest site learns from."""
        return max(len(site.own) for site in self.sites)


def draw_placed(whole: WholeTable, plan: Plan, seed: int) -> Placed:
    """Cut the table and place the rows to be predicted; one seed gives one cut."""
    sites = draw_sites(whole, plan, draws_for(seed, "cut"))
    if plan.test == "own-site":
        return Placed(sites, {site.site: site.new for site in sites})
    kept_back = draws_for(seed, "placement").permutation(
        np.concatenate([site.new for site in sites])
    )
    hands = np.array_split(kept_back, len(sites))
    return Placed(sites, {site.site: hand for site, hand in zip(sites, hands, strict=True)})


def draw_sites(whole: WholeTable, plan: Plan, rng: np.random.Generator) -> tuple[SiteRows, ...]:
    """Return each site's rows: 30 % of its units kept back, at least one, the others to learn."""
    units = units_of(whole)
    if plan.site_column is not None:
        column = read_column_sites(whole, units, plan.dims)
        places, names = column.places, tuple(column.values)
    else:
        _require_units(units, plan.n_sites)
        places, names = _deal(rng, whole, units, plan), site_names(plan.n_sites)
    return tuple(
        _keep_back(rng, units, np.flatnonzero(places == place), name)
        for place, name in enumerate(names)
    )


def _require_units(units: Units, n_sites: int) -> None:
    most = len(units.weights) // (FEWEST_OWN + 1)
    if n_sites > most:
        raise TooManySites(n_sites=n_sites, n_rows=len(units.unit_of_row), most=most)


def _deal(
    rng: np.random.Generator, whole: WholeTable, units: Units, plan: Plan
) -> Int64[Array, " units"]:
    split, n_units, n_sites = read_split(plan.split), len(units.weights), plan.n_sites
    if split.kind == "iid":
        return deal_evenly(rng, units.strata, n_units, n_sites)
    if split.kind == "dirichlet":
        strata = units.strata
        if strata is None:
            strata = quantile_codes(units.mean_of(whole.labels), N_QUANTILES)
        wanted = max(USEFUL_OWN, *(n_dims + 1 for n_dims in plan.dims or (0,)))
        least = min(rows_needed(wanted), whole.n_rows // n_sites)
        return deal_by_dirichlet(
            rng, strata, units.weights, n_sites, concentration=split.concentration, least=least
        )
    values = whole.labels if split.kind == "by-label" else whole.column
    assert values is not None  # noqa: S101  the table was encoded for this split
    if np.issubdtype(values.dtype, np.integer):
        return deal_levels(rng, units.usual_of(values), units.weights, n_sites)
    places = deal_sorted(rng, units.mean_of(values), units.weights, n_sites)
    # Heavy persons can leave a block empty.
    return fill_up(rng, places, units.weights, n_sites, least=FEWEST_OWN + 1)


def _keep_back(
    rng: np.random.Generator, units: Units, members: Int64[Array, " members"], name: str
) -> SiteRows:
    order = rng.permutation(members)
    if units.strata is not None:
        order = order[np.argsort(units.strata[order], kind="stable")]
    new, own = take_evenly(rng, order, n_kept_back(len(order)))
    return SiteRows(name, rng.permutation(units.rows_of(own)), rng.permutation(units.rows_of(new)))
