"""Stamp the terms that everybody agreed on, and hold later copies against the stamp.

In:  a Charter; for the stamp also the text that it was read from.
Out: nothing or a refusal; the same text with ``[confirmed]`` in it. Anybody may run this.
"""

from dataclasses import replace
from typing import Any, cast

from concordant.errors.terms import CharterEdited, CharterMismatch, CharterNotConfirmed
from concordant.terms.charter import Charter, Confirmation
from concordant.terms.charter_text import decode_charter
from concordant.terms.charter_write import confirmed_block

_MARK = "\ufeff"


def require_confirmed(charter: Charter) -> None:
    """Refuse terms that nobody confirmed, or that were changed since."""
    stamp = charter.confirmed
    if stamp is None:
        raise CharterNotConfirmed(study=charter.study)
    if stamp.terms_digest != charter.terms_digest:
        raise CharterEdited(
            study=charter.study,
            version=stamp.version,
            actual=charter.terms_digest,
            confirmed=stamp.terms_digest,
            next_version=stamp.version + 1,
        )


def stamp_confirmation(text: str, charter: Charter, version: int) -> str:
    """Return ``text`` with a stamp for ``charter``, its comments and its layout kept.

    The charter must be the one that the text holds; an older stamp is replaced.
    """
    written = decode_charter(text)
    stamp = Confirmation(version, charter.terms_digest)
    if written.terms_digest != charter.terms_digest:
        raise CharterMismatch
    stamped = _with_stamp(text, written, stamp)
    if decode_charter(stamped) != replace(written, confirmed=stamp):
        raise CharterMismatch
    return stamped


def _with_stamp(text: str, written: Charter, stamp: Confirmation) -> str:
    """Work on plain line ends, so that what is added ends its lines as the text does."""
    mark = _MARK if text.startswith(_MARK) else ""
    line_end = "\r\n" if "\r\n" in text else "\n"
    plain = text.removeprefix(_MARK).replace("\r\n", "\n")
    if written.confirmed is None:
        # A table may stand anywhere in TOML: at the end it disturbs nothing.
        stamped = f"{plain.rstrip()}\n\n{confirmed_block(stamp)}\n"
    else:
        stamped = _replaced(plain, stamp)
    return mark + stamped.replace("\n", line_end)


def _replaced(text: str, stamp: Confirmation) -> str:
    from tomlkit import dumps, parse  # slow to load, and only this needs it

    document = parse(text)
    table = cast("Any", document["confirmed"])
    table["version"] = stamp.version
    table["terms_digest"] = stamp.terms_digest
    return dumps(document)
