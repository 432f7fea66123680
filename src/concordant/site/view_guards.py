"""The guarded span that a site shows before the agreed span exists: no single row shines through.

In:  encoded rows and a generator for secret draws.
Out: a rotated, blurred span with counts of what was guarded. Only sites run this.

Each guard answers a measured attack: a column that one patient alone fills makes a row of the
agreed span non-zero; one odd row bends a direction towards itself.
"""

import numpy as np
from jaxtyping import Bool, Float

from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import draw_haar, orthonormal_factor
from concordant.site.kept_secret import KeptSecret
from concordant.site.spans import complete_span, principal_directions

MIN_ROWS_PER_COLUMN = 10
NORM_QUANTILE = 0.9
BLUR = 0.3


class GuardedSpan(KeptSecret):
    """A span fit to be shown, and how many columns, rows and directions the guards touched."""

    __slots__ = ("n_clipped_rows", "n_completed", "n_zeroed_columns", "span")
    span: Float[Array, "features dims"]
    n_zeroed_columns: int
    n_clipped_rows: int
    n_completed: int

    def __init__(
        self,
        span: Float[Array, "features dims"],
        *,
        n_zeroed_columns: int,
        n_clipped_rows: int,
        n_completed: int,
    ) -> None:
        object.__setattr__(self, "span", span)
        object.__setattr__(self, "n_zeroed_columns", n_zeroed_columns)
        object.__setattr__(self, "n_clipped_rows", n_clipped_rows)
        object.__setattr__(self, "n_completed", n_completed)


def guarded_span(
    rows: Float[Array, "rows features"], n_dims: int, rng: np.random.Generator
) -> GuardedSpan:
    """Return the span of ``rows`` behind all guards, times a fresh Haar rotation."""
    rare = is_rare_column(rows)
    clipped, n_clipped = clip_norms(np.where(rare, 0.0, rows))
    found = principal_directions(clipped, n_dims)
    blurred = blur_span(complete_span(found, n_dims, rng), rng)
    return GuardedSpan(
        blurred @ draw_haar(rng, n_dims),
        n_zeroed_columns=int(np.count_nonzero(rare)),
        n_clipped_rows=n_clipped,
        n_completed=n_dims - int(found.shape[1]),
    )


def is_rare_column(rows: Float[Array, "rows features"]) -> Bool[Array, " features"]:
    """Answer, by column, whether fewer than ten rows differ from the most frequent value."""
    n_rows, n_features = rows.shape
    most_frequent = [
        int(np.unique(rows[:, column], return_counts=True)[1].max(initial=0))
        for column in range(n_features)
    ]
    return np.asarray(n_rows - np.array(most_frequent, dtype=np.int64) < MIN_ROWS_PER_COLUMN)


def clip_norms(rows: Float[Array, "rows features"]) -> tuple[Float[Array, "rows features"], int]:
    """Shorten the longest tenth of the rows to the 90 % quantile of all norms; count them."""
    norms = np.linalg.norm(rows, axis=1)
    limit = float(np.quantile(norms, NORM_QUANTILE)) if norms.size else 0.0
    long = norms > limit
    factor = np.where(long, limit / np.where(long, norms, 1.0), 1.0)
    return rows * factor[:, None], int(np.count_nonzero(long))


def blur_span(
    span: Float[Array, "features dims"], rng: np.random.Generator
) -> Float[Array, "features dims"]:
    """Add fresh noise of 0.3 times a typical entry and orthonormalise; the noise is forgotten."""
    noise = rng.standard_normal(span.shape) * (BLUR / np.sqrt(span.shape[0]))
    return orthonormal_factor(span + noise).columns
