"""The log of what left a site: one line per file, in the order in which they left.

In:  the vault's record of the log, and a line of plain facts (digests, counts, agreed names).
Out: the record with the line and the time in UTC. No cell, no key. Only a site runs this; it
     reads and writes no file.
"""

from typing import Any

from concordant.errors.site import VaultDamaged
from concordant.site.vault_state import now

FORMAT = 1
KIND = "concordant vault log"
_KEYS = {"format", "kind", "lines"}


def add_line(lines: list[dict[str, Any]], line: dict[str, Any]) -> dict[str, Any]:
    """Return the record of the log with one line more; ``at`` is when it was noted."""
    return {"format": FORMAT, "kind": KIND, "lines": [*lines, {"at": now(), **line}]}


def decode_log(record: dict[str, Any] | None, *, file: str) -> list[dict[str, Any]]:
    """Return the lines of a log; a log that was never written is empty."""
    if record is None:
        return []
    sound = record.keys() == _KEYS and record["kind"] == KIND and record["format"] == FORMAT
    sound = sound and isinstance(record["lines"], list)
    if not sound or not all(isinstance(line, dict) for line in record["lines"]):
        raise VaultDamaged(file=file, reason="it is no log of this version")
    return [dict(line) for line in record["lines"]]
