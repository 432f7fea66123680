"""One line of the results: one way to train, one seed, the test rows of one site or of all.

In:  what was tried and how it scored.
Out: a frozen RunLine. Anybody may run this; it holds no row.
"""

from collections.abc import Mapping
from dataclasses import dataclass

ALL_SITES = ""
"""The site of a line that scores the test rows of all sites together."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to train. Fields that a method does not depend on are empty, or 0 for ``n_dims``."""

    method: str
    model: str
    span: str = ""
    anchor: str = ""
    condition: str = ""
    n_dims: int = 0


@dataclass(frozen=True, slots=True)
class RunLine:
    """How one way scored with one seed.

    ``scores`` are by the names of ``terms.scores``; a measure that means nothing on these rows
    is absent. ``n_own`` rows were learned from, ``n_new`` rows were predicted.
    """

    way: Way
    seed: int
    site: str
    n_own: int
    n_new: int
    scores: Mapping[str, float]
