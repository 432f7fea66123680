"""Suspect a column of being in another unit than the one agreed.

In:  an agreed numeric column and the table's numbers in it.
Out: at most one finding, in words such as "in °F where °C was agreed". Whoever may read the
     table may run this.
"""

from collections.abc import Iterable

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.schema import NumericColumn
from concordant.terms.table_findings import TableFinding
from concordant.terms.units import Spot, guess_conversion

FEWEST_VALUES = 5
# Between the 1st and the 99th percentile of a normal distribution lie about so many deviations.
DEVIATIONS_IN_RANGE = 4.65


def unit_findings(column: NumericColumn, values: Float[Array, " rows"]) -> Iterable[TableFinding]:
    """Return the suspicion, if there is one: it needs a few values that vary."""
    observed, agreed = observed_spot(values), agreed_spot(column)
    if observed is None:
        return
    guess = guess_conversion(observed, agreed, f"{column.name} {column.unit}")
    if guess is None:
        return
    words = guess.conversion.words
    yield TableFinding(
        column.name,
        f"the numbers look {words}" if guess.is_clear else f"the numbers are perhaps {words}",
        "warned",
        advice="Compare the unit with the charter's, and convert the column.",
    )


def observed_spot(values: Float[Array, " rows"]) -> Spot | None:
    """Return where the numbers lie, without their outermost hundredths; None for too few."""
    finite = values[np.isfinite(values)]
    if finite.size < FEWEST_VALUES:
        return None
    low, high = np.quantile(finite, (0.01, 0.99))
    clipped = np.clip(finite, low, high)
    is_whole = bool((finite == np.round(finite)).all())
    return Spot(float(clipped.mean()), float(clipped.std()), is_whole)


def agreed_spot(column: NumericColumn) -> Spot:
    """Return where the numbers were agreed to lie."""
    if column.centre is not None and column.scale is not None:
        return Spot(column.centre, column.scale)
    low, high = column.low or 0.0, 1.0 if column.high is None else column.high
    return Spot((low + high) / 2, (high - low) / DEVIATIONS_IN_RANGE)
