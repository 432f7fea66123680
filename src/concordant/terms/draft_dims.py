"""Propose how many dimensions leave a site for each row, and explain the number.

In:  encoded rows that everybody may see, where there are any, and the size of the sources.
Out: a number with its reason in words. Anybody may run this; a site's own rows stay with it.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.charter import SpanPlan
from concordant.terms.floors import ROWS_PER_DIM

ENERGY = 0.95
"""The share of the squared length of the rows that the proposed dimensions hold."""

_WARNING = "More dimensions keep more: for the model, and for whoever colludes with the analyst."


@dataclass(frozen=True, slots=True)
class DraftedDims:
    """The proposed number, and why."""

    n_dims: int
    reason: str


def dims_of_spectrum(
    rows: Float[Array, "rows features"], *, span: SpanPlan, n_rows_smallest: int
) -> DraftedDims:
    """Return the fewest dimensions that hold 95 % of what the rows are.

    The rows are not centred: neither is the span that a site takes from its own rows.
    """
    n_features = rows.shape[1]
    held = energy_held(rows)
    fewest = int(np.searchsorted(held, ENERGY - 1e-12)) + 1
    reason = (
        f"Chosen by the table that was given: {fewest} of {n_features} dimensions hold "
        f"{100 * held[fewest - 1]:.0f} % of the squared length of its rows."
    )
    wanted = fewest
    if span == "shared":
        wanted = 2 * fewest
        reason += " A random span, drawn without looking at rows, needs about twice as many."
    return _capped(wanted, reason, n_features, n_rows_smallest)


def dims_of_counts(*, n_features: int, span: SpanPlan, n_rows_smallest: int) -> DraftedDims:
    """Return a number by a rule of thumb, for profiles: they show no spectrum."""
    is_random = span == "shared"
    # A random span also holds directions in which no row lies.
    wanted = max(1, n_features * 3 // 4 if is_random else (n_features + 1) // 2)
    reason = (
        "Chosen by a rule of thumb, because profiles show no spectrum: "
        f"{'three quarters' if is_random else 'half'} of the {n_features} features, {wanted}."
    )
    return _capped(wanted, reason, n_features, n_rows_smallest)


def energy_held(rows: Float[Array, "rows features"]) -> Float[Array, " features"]:
    """Return the share of the squared length that the first 1, 2, … directions hold."""
    energies = np.clip(np.linalg.eigvalsh(rows.T @ rows)[::-1], 0.0, None)
    total = float(energies.sum())
    if total <= 0:
        return np.ones(rows.shape[1])
    return np.cumsum(energies) / total


def _capped(wanted: int, reason: str, n_features: int, n_rows_smallest: int) -> DraftedDims:
    """Keep the number below the features, and at a fifth of the rows of the smallest source."""
    by_rows = max(1, n_rows_smallest // ROWS_PER_DIM)
    by_features = max(1, n_features - 1)
    n_dims = min(wanted, by_rows, by_features)
    if n_dims < wanted and n_dims == by_rows:
        reason += (
            f" Kept to {n_dims}, because the smallest source has about {n_rows_smallest} rows and "
            f"a site should have {ROWS_PER_DIM} for each dimension."
        )
    elif n_dims < wanted:
        reason += (
            f" Kept to {n_dims}: all {n_features} would drop nothing of a row and protect nothing "
            "from a colluder."
        )
    return DraftedDims(n_dims, f"{reason} {_WARNING}")
