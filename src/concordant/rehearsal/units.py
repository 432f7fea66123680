"""What a cut may not take apart: single rows, or all rows of one person.

In:  an encoded table.
Out: Units: which rows belong together, and what they are like. For rehearsals.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.linalg.arrays import Array
from concordant.rehearsal.whole_table import WholeTable


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Units:
    """``unit_of_row`` numbers the units; ``weights`` are their rows; ``strata`` their classes.

    Numbers have no strata. A person with rows of several classes counts with the one that most
    of them have.
    """

    unit_of_row: Int64[Array, " rows"]
    weights: Int64[Array, " units"]
    strata: Int64[Array, " units"] | None

    def rows_of(self, chosen: Int64[Array, " chosen"]) -> Int64[Array, " some"]:
        """Return the rows of some units, in the order of the table."""
        is_chosen = np.zeros(len(self.weights), dtype=np.bool_)
        is_chosen[chosen] = True
        return np.flatnonzero(is_chosen[self.unit_of_row])

    def mean_of(self, values: Num[Array, " rows"]) -> Float[Array, " units"]:
        """Return the mean of a unit's values; NaN where one is missing."""
        return np.bincount(self.unit_of_row, values.astype(np.float64)) / self.weights

    def usual_of(self, codes: Int64[Array, " rows"]) -> Int64[Array, " units"]:
        """Return the most frequent of a unit's codes, the smallest of several."""
        return _most_frequent(self.unit_of_row, codes)


def units_of(whole: WholeTable) -> Units:
    """Return the persons of a table with groups, otherwise its rows."""
    groups = np.arange(whole.n_rows) if whole.groups is None else whole.groups
    strata = _most_frequent(groups, whole.labels) if whole.charter.classes else None
    return Units(groups, np.bincount(groups), strata)


def _most_frequent(
    groups: Int64[Array, " rows"], codes: Int64[Array, " rows"]
) -> Int64[Array, " groups"]:
    pairs, counts = np.unique(np.stack([groups, codes]), axis=1, return_counts=True)
    # By group, the larger count first; among equal counts the smaller code.
    order = np.lexsort((pairs[1], -counts, pairs[0]))
    firsts = np.unique(pairs[0][order], return_index=True)[1]
    return np.asarray(pairs[1][order][firsts])
