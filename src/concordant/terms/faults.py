"""Say what is wrong with a text that people edit, all of it at once.

In:  what a reader of charters or rosters found.
Out: one frozen Fault each, with its line, for the screen and for ``--json``. Anybody may run this.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: ``where`` names the key in words, ``line`` counts from 1 where it is known."""

    where: str
    line: int | None
    found: str
    remedy: str

    def __str__(self) -> str:
        place = self.where if self.line is None else f"line {self.line}, {self.where}"
        return f"{place}: {self.found} {self.remedy}"

    def as_record(self) -> dict[str, Any]:
        """Return the fault as plain data."""
        return asdict(self)


def list_faults(faults: Iterable[Fault], *, at_most: int = 50) -> str:
    """Return the faults as lines of text, the first ``at_most`` of them.

    >>> print(list_faults([Fault("study.name", 3, "It is empty.", "Give it a name.")]))
    - line 3, study.name: It is empty. Give it a name.
    """
    listed = [f"- {fault}" for fault in faults]
    rest = len(listed) - at_most
    return "\n".join(listed[:at_most] + ([f"- and {rest} more"] if rest > 0 else []))
