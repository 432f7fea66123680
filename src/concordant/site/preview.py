"""List every array of a message with what it tells whoever reads it.

In:  any of the four messages.
Out: Leaving lines for a person to read before the yes, and later (`site inspect`). No entry of
     an array is shown. Both the sender and the receiver may run this.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from concordant.site.disclosures import DISCLOSURES, archived, rows_inside
from concordant.wire.codec import ArrayLine, list_arrays
from concordant.wire.messages import Message

_BLOCK = re.compile(r"rows/\d+")


@dataclass(frozen=True, slots=True)
class Leaving:
    """One array: its name, shape, type and size on the wire, and what it discloses."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    n_bytes: int
    discloses: str


def preview(message: Message) -> tuple[Leaving, ...]:
    """Return one line per array; the blocks that rows travel in are one line together."""
    lines = list_arrays(message)
    rows = [line for line in lines if _BLOCK.fullmatch(line.name)]
    told = [_tell(message, line.name, line) for line in lines if line not in rows]
    if rows:
        told.append(_tell(message, "rows", _joined(rows)))
    return tuple(told)


def total_bytes(leaving: Sequence[Leaving]) -> int:
    """Return how many bytes the arrays have together."""
    return sum(line.n_bytes for line in leaving)


def preview_envelope(message: Message) -> tuple[tuple[str, str], ...]:
    """Return what the file says in clear about itself: names and values, in order."""
    envelope = message.envelope
    said = [
        ("kind", message.kind),
        ("site", envelope.site or "(everybody)"),
        ("study id", envelope.study_id),
        ("terms digest", envelope.terms_digest),
        ("release", str(envelope.release)),
        ("tag of the pact", envelope.tag),
        ("fingerprint of the span", envelope.span or "(none)"),
        ("sealing", envelope.sealing),
    ]
    if envelope.rehearsal:
        said.append(("rehearsal", "yes: made with known secrets"))
    return tuple(said)


def _tell(message: Message, name: str, line: ArrayLine) -> Leaving:
    words = DISCLOSURES[message.kind, name]
    if (message.kind, name) == ("return", "model"):
        words = rows_inside(message) + archived(message) + words
    return Leaving(name, tuple(line.shape), line.dtype, line.n_bytes, words)


def _joined(rows: Sequence[ArrayLine]) -> ArrayLine:
    shape = (sum(line.shape[0] for line in rows), *rows[0].shape[1:])
    n_bytes = sum(line.n_bytes for line in rows)
    return ArrayLine(name="rows", shape=shape, dtype=rows[0].dtype, n_bytes=n_bytes)
