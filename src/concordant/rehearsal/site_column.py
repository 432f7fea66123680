"""Sites as a column of the table names them.

In:  an encoded table with its site column, and the dimensions that are to be tried.
Out: the place of each unit's site, names that the roster allows, and who is left out. For
     rehearsals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from concordant.errors.rehearsal import GroupAcrossSites, TooFewSitesInColumn
from concordant.linalg.arrays import Array
from concordant.rehearsal.split import FEWEST_OWN, rows_needed, site_names
from concordant.rehearsal.units import Units
from concordant.rehearsal.whole_table import NO_VALUE, WholeTable
from concordant.terms.roster import site_name_fault

LEAST_SITES = 2
NOWHERE = -1
"""The place of units whose site is left out."""

USEFUL_OWN = 10
"""With fewer rows to learn from a site is left out, where nobody named the dimensions."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnSites:
    """``values`` are those of the column by our names; ``left_out`` have so many rows, by value."""

    places: Int64[Array, " units"]
    values: Mapping[str, str]
    left_out: Mapping[str, int]


def read_column_sites(whole: WholeTable, units: Units, dims: Sequence[int]) -> ColumnSites:
    """Return the sites of the column.

    Left out are those too small for the largest of ``dims``, and rows without a site.
    """
    assert whole.sites is not None  # noqa: S101  the table was encoded with its site column
    codes = units.usual_of(whole.sites)
    n_torn = len(np.unique(units.unit_of_row[codes[units.unit_of_row] != whole.sites]))
    if n_torn:
        raise GroupAcrossSites(n_groups=n_torn)
    n_values = len(whole.site_values)
    n_rows, n_units = np.bincount(whole.sites, minlength=n_values), np.bincount(codes)
    wanted = max(FEWEST_OWN, max(dims) + 1) if dims else USEFUL_OWN
    is_named = np.array([value != NO_VALUE for value in whole.site_values])
    is_kept = (n_rows >= rows_needed(wanted)) & (n_units >= 2) & is_named
    if np.count_nonzero(is_kept) < LEAST_SITES:
        raise TooFewSitesInColumn(
            n_sites=int(np.count_nonzero(is_kept)), n_values=n_values, n_rows=rows_needed(wanted)
        )
    kept = np.flatnonzero(is_kept)
    place_of = np.full(n_values, NOWHERE)
    place_of[kept] = np.arange(len(kept))
    values = [whole.site_values[code] for code in kept]
    return ColumnSites(
        places=place_of[codes],
        values=dict(zip(_fit_names(values), values, strict=True)),
        left_out={whole.site_values[code]: int(n_rows[code]) for code in np.flatnonzero(~is_kept)},
    )


def _fit_names(values: Sequence[str]) -> Sequence[str]:
    """Return names that the roster allows: the column's own if all are fit, else numbers."""
    is_fit = all(site_name_fault(value) is None for value in values)
    return values if is_fit else site_names(len(values))
