"""Everything that the pact gives one study: streams of random numbers and the public tag.

In:  the 32 secret bytes of the pact and a charter.
Out: StudyKeys. Only sites run this.

PRK = HKDF-Extract(salt = SHA-256("concordant/v1/pact" ‖ terms digest), pact) with SHA-256, the
terms digest as 32 bytes; each key is HKDF-Expand(PRK, "concordant/v1/" ‖ purpose). The tag is
HMAC-SHA-256 under the key for "anchor-tag" of these fields, each preceded by its length in 8
bytes, big-endian: anchor plan, rows, columns, generator, draw, and the SHA-256 of the first
4,096 words of the stream for "anchor-stream" (little-endian).
"""

from hashlib import sha256
from typing import Literal

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from concordant.errors.site import UnknownDraw
from concordant.site.kept_secret import KeptSecret
from concordant.site.stream import DRAW, GENERATOR, SEED_BYTES, Stream
from concordant.terms.charter import Charter

Purpose = Literal["anchor-stream", "compression-stream", "shared-span-stream"]

_DOMAIN = b"concordant/v1/"
_TAG_WORDS = 4096


class StudyKeys(KeptSecret):
    """What sites derive from pact and terms; different terms give unrelated keys."""

    __slots__ = ("_salt", "_secret", "tag")
    _secret: bytes
    _salt: bytes
    tag: str

    def __init__(self, secret: bytes, charter: Charter) -> None:
        if charter.anchor.draw != DRAW:
            raise UnknownDraw(asked=charter.anchor.draw, known=DRAW)
        salt = sha256(_DOMAIN + b"pact" + bytes.fromhex(charter.terms_digest)).digest()
        object.__setattr__(self, "_secret", secret)
        object.__setattr__(self, "_salt", salt)
        object.__setattr__(self, "tag", self._commit(charter))

    def stream(self, purpose: Purpose) -> Stream:
        """Return the stream for one purpose, unrelated to the other purposes."""
        return Stream(self._expand(purpose, SEED_BYTES))

    def _expand(self, purpose: str, n_bytes: int) -> bytes:
        info = _DOMAIN + purpose.encode("ascii")
        return HKDF(SHA256(), n_bytes, self._salt, info).derive(self._secret)

    def _commit(self, charter: Charter) -> str:
        words = self.stream("anchor-stream").words(0, _TAG_WORDS)
        # A public anchor's rows are pinned by the file's digest in the terms.
        n_rows = charter.anchor.n_rows or 0
        if charter.anchor.kind == "orthonormal":
            n_rows = charter.n_features
        fields = (
            charter.anchor.kind.encode("ascii"),
            str(n_rows).encode("ascii"),
            str(charter.n_features).encode("ascii"),
            GENERATOR.encode("ascii"),
            str(charter.anchor.draw).encode("ascii"),
            sha256(words.astype("<u8").tobytes()).digest(),
        )
        mac = HMAC(self._expand("anchor-tag", 32), SHA256())
        for field in fields:
            mac.update(len(field).to_bytes(8, "big") + field)
        return mac.finalize().hex()
