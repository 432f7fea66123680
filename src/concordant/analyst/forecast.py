"""Decide whether cross-validation at the analyst tells how the model will do at the sites.

In:  the pooled rows and the alignment.
Out: the reasons against it, in words; none when it does. The analyst runs this.

Where a site holds mostly one class, or spans differ, the place of a row tells its label: random
folds reward a model for naming the site (91 where the truth was 57).
"""

import numpy as np
from jaxtyping import Float, Int64

from concordant.analyst.align import Alignment
from concordant.analyst.pool import Pool
from concordant.linalg.arrays import Array
from concordant.terms.floors import SPANS_DIFFER
from concordant.terms.listing import list_some

# A site is one-sided beyond these; chance alone reaches four standard errors once in 15,000.
SHARE_LIMIT = 0.2
MEAN_LIMIT = 0.75
STANDARD_ERRORS = 4.0
# How rarely a class may be missing at a site by chance.
MISSING_LIMIT = 1e-4
# One-sided sites that hold less than this part of all rows cannot lead a model astray by much.
ROWS_LIMIT = 0.1
_MOST_NAMES = 8


def forecast_reasons(alignment: Alignment, pool: Pool, n_classes: int) -> tuple[str, ...]:
    """Return why the scores are no forecast, in sentences; nothing when they are one."""
    reasons = []
    one_sided = find_one_sided_sites(pool, n_classes)
    counts = np.bincount(pool.sites, minlength=len(pool.names))
    share = counts[one_sided].sum() / pool.n_rows
    if share > ROWS_LIMIT:
        reasons.append(
            f"The labels are one-sided at {_name_sites(pool, one_sided)} ({share:.0%} of all "
            "rows): which site a row comes from tells its label."
        )
    difference = alignment.mean_span_difference
    if difference > SPANS_DIFFER:
        reasons.append(
            f"The sites' spans differ ({difference:.0%} of what their dimensions hold): new rows "
            "at one site are not like the pooled rows of the others."
        )
    return tuple(reasons)


def find_one_sided_sites(pool: Pool, n_classes: int) -> Int64[Array, " sites"]:
    """Return the places of sites whose labels are far from those of all, beyond chance."""
    if not n_classes:
        return _find_one_sided_means(pool)
    table = np.zeros((len(pool.names), n_classes))
    np.add.at(table, (pool.sites, pool.labels), 1)
    counts = table.sum(axis=1, keepdims=True)
    common = table.sum(axis=0) / table.sum()
    limit = np.maximum(SHARE_LIMIT, STANDARD_ERRORS * np.sqrt(common * (1 - common) / counts))
    too_much = table / counts - common > limit
    missing = (table == 0) & ((1 - common) ** counts < MISSING_LIMIT)
    return np.flatnonzero((too_much | missing).any(axis=1))


def _find_one_sided_means(pool: Pool) -> Int64[Array, " sites"]:
    counts = np.bincount(pool.sites)
    means: Float[Array, " sites"] = np.bincount(pool.sites, weights=pool.labels) / counts
    limit = pool.labels.std() * np.maximum(MEAN_LIMIT, STANDARD_ERRORS / np.sqrt(counts))
    return np.flatnonzero(np.abs(means - pool.labels.mean()) > limit)


def _name_sites(pool: Pool, places: Int64[Array, " sites"]) -> str:
    return list_some([pool.names[place] for place in places], most=_MOST_NAMES)
