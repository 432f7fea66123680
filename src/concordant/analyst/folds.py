"""Cut rows into folds for cross-validation; the rows of one person stay together everywhere.

In:  labels, groups, sites of the pooled rows; a generator.
Out: for each fold the rows that test it; all others train it. The analyst runs this.
"""

import numpy as np
from jaxtyping import Int64, Num

from concordant.linalg.arrays import Array

Folds = tuple[Int64[Array, " _"], ...]
MOST_SITES = 20


def draw_folds(
    labels: Num[Array, " rows"],
    groups: Int64[Array, " rows"] | None,
    n_folds: int,
    rng: np.random.Generator,
) -> Folds:
    """Deal rows, or whole persons, to folds; classes (integer labels) are spread evenly.

    There are fewer folds where there are fewer rows or persons, and none for a single one.
    """
    units = np.arange(len(labels)) if groups is None else groups
    known, firsts, members = np.unique(units, return_index=True, return_inverse=True)
    members = members.reshape(-1)
    n_folds = min(n_folds, len(known))
    if n_folds < 2:
        return ()
    # A person counts by the class of its first row; numbers are not spread by size.
    kinds = labels[firsts] if labels.dtype.kind == "i" else np.zeros(len(known))
    order = rng.permutation(len(known))
    order = order[np.argsort(kinds[order], kind="stable")]
    fold_of_unit = np.empty(len(known), dtype=np.int64)
    # Dealt on from class to class, so that no fold gets all the remainders.
    fold_of_unit[order] = np.arange(len(known)) % n_folds
    fold_of_row = fold_of_unit[members]
    return tuple(np.flatnonzero(fold_of_row == fold) for fold in range(n_folds))


def draw_site_folds(sites: Int64[Array, " rows"], n_sites: int, rng: np.random.Generator) -> Folds:
    """Return one fold per site; of more than ``MOST_SITES`` a random choice is tested."""
    if n_sites < 2:
        return ()
    tested = np.arange(n_sites)
    if n_sites > MOST_SITES:
        tested = np.sort(rng.choice(n_sites, MOST_SITES, replace=False))
    return tuple(np.flatnonzero(sites == site) for site in tested)
