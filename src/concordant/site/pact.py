"""The pact: the one secret that all sites of a study share and the analyst never gets.

In:  the operating system's randomness, 24 words, or a ``pact.key`` file.
Out: a Pact, the keys that a study derives from it, and its public tag. Only sites run this.
"""

import hmac
import secrets

from concordant.errors.site import (
    NoticeOfOtherTerms,
    PactDiffersFromNotice,
    PactForOtherStudy,
    PactIsPassphrase,
    PactNotRandom,
    PactWrongLength,
)
from concordant.site.kept_secret import KeptSecret
from concordant.site.pact_text import (
    decode_key_file,
    encode_key_file,
    secret_to_words,
    words_to_secret,
)
from concordant.site.study_keys import StudyKeys
from concordant.terms.charter import Charter
from concordant.terms.notice import PactNotice
from concordant.wire.words import fingerprint_words

PACT_BYTES = 32
# Random bytes hold fewer distinct values, or only printable ones, once in more than 10¹² pacts.
_LEAST_DISTINCT = 16
_PRINTABLE = frozenset(range(0x20, 0x7F))


class Pact(KeptSecret):
    """32 random bytes from which every site makes the same anchor.

    Whoever holds them and can read the uploads of a study can undo its projections, also of
    uploads made in the past.
    """

    __slots__ = ("_secret",)
    _secret: bytes

    def __init__(self, secret: bytes | str) -> None:
        if isinstance(secret, str):
            raise PactIsPassphrase
        if len(secret) != PACT_BYTES:
            raise PactWrongLength(sent=len(secret))
        if _PRINTABLE.issuperset(secret):
            raise PactIsPassphrase
        if len(set(secret)) < _LEAST_DISTINCT:
            raise PactNotRandom(distinct=len(set(secret)))
        object.__setattr__(self, "_secret", bytes(secret))

    @classmethod
    def new(cls) -> "Pact":
        """Draw a pact from the operating system's randomness."""
        return cls(secrets.token_bytes(PACT_BYTES))

    @classmethod
    def from_words(cls, text: str) -> "Pact":
        """Read a pact from its 24 words."""
        return cls(words_to_secret(text))

    def words(self) -> str:
        """Return the pact as 24 words. They are the secret: say them to sites only."""
        return secret_to_words(self._secret)

    def fingerprint(self, charter: Charter) -> str:
        """Return words that are safe to read aloud; equal words mean an equal pact and terms.

        They come from the public tag, so even the analyst may hear them.
        """
        return fingerprint_words(pact_tag(self, charter))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pact) and hmac.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        # The same for all: a hash made of the secret would be a hint of it.
        return hash(Pact)


def derive(pact: Pact, charter: Charter) -> StudyKeys:
    """Return the keys of one study; other terms give other keys."""
    return StudyKeys(pact._secret, charter)  # noqa: SLF001  the one reader outside the class


def pact_tag(pact: Pact, charter: Charter) -> str:
    """Return the public commitment to pact and terms, in hexadecimal: it names a wrong pact."""
    return derive(pact, charter).tag


def pact_notice(pact: Pact, charter: Charter) -> PactNotice:
    """Return what the maker of a pact publishes: the reference that uploads are held against."""
    return PactNotice(charter.study_id, charter.terms_digest, pact_tag(pact, charter))


def require_noticed(pact: Pact, charter: Charter, notice: PactNotice) -> None:
    """Refuse a pact that the notice of these terms does not speak of."""
    if (notice.study_id, notice.terms_digest) != (charter.study_id, charter.terms_digest):
        raise NoticeOfOtherTerms
    if notice != pact_notice(pact, charter):
        raise PactDiffersFromNotice


def encode_pact(pact: Pact, study_id: str) -> bytes:
    """Return the bytes of ``pact.key``, bound to one study id."""
    return encode_key_file(pact._secret, study_id)  # noqa: SLF001  the file is the pact


def decode_pact(raw: bytes, study_id: str | None = None) -> Pact:
    """Read a ``pact.key``; with ``study_id``, refuse one that belongs to another study."""
    secret, bound_to = decode_key_file(raw)
    if study_id is not None and bound_to != study_id:
        raise PactForOtherStudy(sent=bound_to, agreed=study_id)
    return Pact(secret)
