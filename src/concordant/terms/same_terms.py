"""Find where a file speaks of another study, or of other terms, than the charter.

In:  the charter and the envelope of a file; or any fields that should agree.
Out: the first field that differs, with both values as people can compare them; None when all
     agree. With what to refuse is for the caller to say. Anybody may run this.
"""

from collections.abc import Iterable
from typing import NamedTuple

from concordant.terms.charter import Charter
from concordant.wire.messages import Envelope

LONGEST_SHOWN = 32
DIGITS_SHOWN = 16


class Compared(NamedTuple):
    """One field in words, what the file says there, and what was agreed."""

    field: str
    sent: str
    agreed: str


def compare_terms(charter: Charter, envelope: Envelope) -> tuple[Compared, ...]:
    """Return the fields that every file of a study has in common."""
    return (
        Compared("study id", envelope.study_id, charter.study_id),
        Compared("terms digest", envelope.terms_digest, charter.terms_digest),
        Compared("rehearsal mark", str(envelope.rehearsal), str(charter.rehearsal)),
    )


def find_difference(fields: Iterable[Compared]) -> Compared | None:
    """Return the first field that differs; digests are cut, names and numbers are not.

    >>> find_difference([Compared("site", "a", "a"), Compared("tag", "0" * 64, "1" * 64)])
    Compared(field='tag', sent='0000000000000000', agreed='1111111111111111')
    """
    for field, sent, agreed in fields:
        if sent != agreed:
            return Compared(field, _cut(sent), _cut(agreed))
    return None


def _cut(value: str) -> str:
    return value if len(value) <= LONGEST_SHOWN else value[:DIGITS_SHOWN]
