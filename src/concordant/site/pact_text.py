"""A pact as text: 24 words for the telephone, a small file for a stick.

In:  32 secret bytes, or text that a person typed or a file from a carrier.
Out: the same bytes again, or a refusal that echoes none of them. Only sites run this.
"""

import base64
import binascii
import re
from hashlib import sha256

from mnemonic import Mnemonic

from concordant.errors.site import (
    PactUnreadable,
    PactWordsChecksum,
    PactWordsCount,
    PactWordsUnknown,
)
from concordant.errors.wire import NotCanonical
from concordant.wire.canonical import canonical_json, parse_canonical

N_WORDS = 24
MAX_FILE_BYTES = 4096
_KIND = "concordant pact"
_FORMAT = 1
_ABBREVIATION = 4
_NUMBERED_WORD = re.compile(r"(?:(\d{1,2})\s*[.):\-]?\s*)?([^\W\d_]+)")
_KEYS = {"checksum", "format", "kind", "secret", "study_id"}


def secret_to_words(secret: bytes) -> str:
    """Return the 24 words of 32 bytes (BIP-39, English); the last one carries a checksum."""
    return str(Mnemonic("english").to_mnemonic(secret))


def words_to_secret(text: str) -> bytes:
    """Return the 32 bytes of 24 words.

    Case, line breaks and commas do not count, four letters stand for a word, and a list that
    numbers all its words ("1. apple") is read in the order of its numbers.
    """
    words = _in_order(_NUMBERED_WORD.findall(text.lower()))
    if len(words) != N_WORDS:
        raise PactWordsCount(sent=len(words))
    known = Mnemonic("english").wordlist
    full = {word[:_ABBREVIATION]: word for word in known} | {word: word for word in known}
    unknown = tuple(place for place, word in enumerate(words, start=1) if word not in full)
    if unknown:
        raise PactWordsUnknown(positions=unknown)
    try:
        return bytes(Mnemonic("english").to_entropy([full[word] for word in words]))
    except ValueError:
        raise PactWordsChecksum from None


def _in_order(found: list[tuple[str, str]]) -> list[str]:
    numbers = [int(number) for number, _ in found if number]
    if sorted(numbers) == list(range(1, len(found) + 1)):
        # Lists are often written in columns and copied line by line.
        found = sorted(found, key=lambda pair: int(pair[0]))
    return [word for _, word in found]


def encode_key_file(secret: bytes, study_id: str) -> bytes:
    """Return the bytes of ``pact.key``: one line of canonical JSON, bound to one study id.

    The terms are not in it: they enter when keys are derived, so that the file stays valid
    while a charter is still being edited.
    """
    content = {
        "format": _FORMAT,
        "kind": _KIND,
        "secret": base64.b64encode(secret).decode("ascii"),
        "study_id": study_id,
    }
    return canonical_json(content | {"checksum": _checksum(content)}) + b"\n"


def decode_key_file(raw: bytes) -> tuple[bytes, str]:
    """Return the secret bytes and the study id of a ``pact.key``; damage is told apart."""
    if len(raw) > MAX_FILE_BYTES:
        raise PactUnreadable(reason="it is far too long")
    try:
        # Carriers and editors add line ends and byte-order marks.
        content = parse_canonical(raw.removeprefix(b"\xef\xbb\xbf").strip())
    except NotCanonical:
        raise PactUnreadable(reason="it is damaged, or no pact file") from None
    if content.get("kind") != _KIND:
        raise PactUnreadable(reason="it is another kind of file")
    if content.get("format") != _FORMAT:
        raise PactUnreadable(reason="a newer version of concordant wrote it")
    checksum = content.pop("checksum", None)
    if content.keys() | {"checksum"} != _KEYS or checksum != _checksum(content):
        raise PactUnreadable(reason="it is damaged: its checksum does not fit")
    if not (isinstance(content["secret"], str) and isinstance(content["study_id"], str)):
        raise PactUnreadable(reason="its fields have the wrong type")
    try:
        return base64.b64decode(content["secret"], validate=True), content["study_id"]
    except (ValueError, binascii.Error):
        raise PactUnreadable(reason="its secret is not base64") from None


def _checksum(content: dict[str, object]) -> str:
    return sha256(canonical_json(content)).hexdigest()
