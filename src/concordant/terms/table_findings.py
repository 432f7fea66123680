"""What may be said about a site's table: by column and count, never by cell.

In:  nothing but what the checks counted.
Out: frozen records for the screen and for ``--json``. Anybody may run this.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np
from jaxtyping import Bool

from concordant.linalg.arrays import Array

Effect = Literal[
    "refused", "warned", "clipped", "kept", "counted as other", "counted as missing", "ignored"
]
_ORDER: tuple[Effect, ...] = (
    "refused",
    "warned",
    "clipped",
    "kept",
    "counted as other",
    "counted as missing",
    "ignored",
)
MOST_ROW_NUMBERS = 10
NOT_NAMED = "not in the terms"


@dataclass(frozen=True, slots=True)
class TableFinding:
    """``count`` rows of ``column`` are ``what``; ``effect`` says what happens to them.

    ``column`` is empty for what concerns the table as a whole. ``rows`` are the first numbers
    of data rows, counted from 1, where they were asked for.
    """

    column: str
    what: str
    effect: Effect
    count: int | None = None
    advice: str = ""
    rows: tuple[int, ...] = ()

    def as_record(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        return {**asdict(self), "rows": list(self.rows)}


@dataclass(frozen=True, slots=True)
class TableCheck:
    """Everything that was found, the gravest first.

    ``rank`` counts the directions in which the encoded rows vary; None where some column
    cannot be read at all.
    """

    n_rows: int
    n_dims: int
    n_features: int
    rank: int | None
    findings: tuple[TableFinding, ...]

    @property
    def n_refused(self) -> int:
        """How many findings would make the upload refused."""
        return sum(finding.effect == "refused" for finding in self.findings)

    def as_record(self) -> dict[str, Any]:
        """Return the check as plain data."""
        return {
            "accepted": self.n_refused == 0,
            "n_rows": self.n_rows,
            "n_dims": self.n_dims,
            "n_features": self.n_features,
            "rank": self.rank,
            "findings": [finding.as_record() for finding in self.findings],
        }


def gravest_first(findings: Iterable[TableFinding]) -> tuple[TableFinding, ...]:
    """Return refusals, then what somebody should do something about, then the rest by effect."""
    return tuple(sorted(findings, key=_gravity))


def _gravity(finding: TableFinding) -> tuple[bool, bool, int]:
    is_grave = finding.effect in ("refused", "warned")
    return (
        finding.effect != "refused",
        not (is_grave or finding.advice),
        _ORDER.index(finding.effect),
    )


def row_numbers(rows: Bool[Array, " rows"], *, with_rows: bool) -> tuple[int, ...]:
    """Return the first few numbers of marked data rows, from 1; none unless asked for."""
    if not with_rows:
        return ()
    return tuple(int(row) + 1 for row in np.flatnonzero(rows)[:MOST_ROW_NUMBERS])
