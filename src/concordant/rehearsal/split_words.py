"""Read how a table is to be cut among sites, from the word that a person typed.

In:  "iid", "by-label", "by-column:NAME" or "dirichlet:CONCENTRATION".
Out: a frozen Split. Anybody may run this.
"""

import math
from dataclasses import dataclass
from typing import Literal

from concordant.errors.rehearsal import SplitUnknown

SplitKind = Literal["iid", "by-label", "by-column", "dirichlet"]
KNOWN = "iid, by-label, by-column:NAME, dirichlet:NUMBER (from 0.001 to 1000000)"
LEAST_CONCENTRATION, MOST_CONCENTRATION = 1e-3, 1e6


@dataclass(frozen=True, slots=True)
class Split:
    """A way to cut, with the column or the concentration that belongs to it."""

    kind: SplitKind
    column: str | None = None
    concentration: float = math.inf


def read_split(text: str) -> Split:
    """Return the split that ``text`` names, or refuse it with those that exist.

    >>> read_split("dirichlet:0.3").concentration
    0.3
    """
    if text == "iid":
        return Split("iid")
    if text == "by-label":
        return Split("by-label")
    kind, colon, rest = text.partition(":")
    if kind == "by-column" and rest:
        return Split("by-column", column=rest)
    if kind == "dirichlet" and colon:
        try:
            concentration = float(rest)
        except ValueError:
            concentration = math.nan
        if LEAST_CONCENTRATION <= concentration <= MOST_CONCENTRATION:
            return Split("dirichlet", concentration=concentration)
    raise SplitUnknown(given=text[:80], known=KNOWN)
