"""Endless random numbers that every site of a study makes alike from the pact.

In:  48 secret bytes (``study_keys`` derives them).
Out: 64-bit words, uniforms and normals at any position. Only sites run this.

Recipe ``draw = 1``, which never changes: the generator is Philox 4x64-10, whose raw words
NumPy promises to keep. The first 16 bytes are its key and the other 32 its first counter, both
little-endian. A uniform is the upper 53 bits of a word times 2⁻⁵³. Words 2j and 2j+1 give
normals 2j and 2j+1 by Box and Muller: with u = (upper 53 bits of word 2j, plus one) · 2⁻⁵³, which
lies in (0, 1] so that its logarithm is finite, and v = (upper 53 bits of word 2j+1) · 2⁻⁵³,
they are √(−2 ln u)·cos 2πv and √(−2 ln u)·sin 2πv.
"""

import numpy as np
from jaxtyping import Float, UInt64

from concordant.linalg.arrays import Array
from concordant.site.kept_secret import KeptSecret

DRAW = 1
GENERATOR = "philox4x64-10"
SEED_BYTES = 48

_WORDS_PER_COUNT = 4
_COUNTER_RANGE = 1 << 256
_ULP = 2.0**-53


class Stream(KeptSecret):
    """Random numbers by position; reading one part does not move another."""

    __slots__ = ("_first", "_key")
    _key: int
    _first: int

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            msg = f"a stream needs {SEED_BYTES} bytes"
            raise ValueError(msg)
        object.__setattr__(self, "_key", int.from_bytes(seed[:16], "little"))
        object.__setattr__(self, "_first", int.from_bytes(seed[16:], "little"))

    def words(self, start: int, count: int) -> UInt64[Array, " count"]:
        """Return ``count`` raw words from position ``start`` on."""
        counts, skipped = divmod(start, _WORDS_PER_COUNT)
        counter = (self._first + counts) % _COUNTER_RANGE
        raw = np.random.Philox(key=self._key, counter=counter).random_raw(skipped + count)
        return np.asarray(raw[skipped:], dtype=np.uint64)

    def uniforms(self, start: int, count: int) -> Float[Array, " count"]:
        """Return ``count`` numbers in [0, 1)."""
        return (self.words(start, count) >> np.uint64(11)).astype(np.float64) * _ULP

    def normals(self, start: int, count: int) -> Float[Array, " count"]:
        """Return ``count`` standard normals; ``start`` must be even.

        Equal on every machine up to a few units in the last place of the logarithm, sine and
        cosine of its mathematical library.
        """
        if start % 2:
            msg = "normals come in pairs: start at an even position"
            raise ValueError(msg)
        pairs = self.words(start, count + count % 2).reshape(-1, 2) >> np.uint64(11)
        radius = np.sqrt(-2.0 * np.log((pairs[:, 0].astype(np.float64) + 1.0) * _ULP))
        angle = 2.0 * np.pi * (pairs[:, 1].astype(np.float64) * _ULP)
        both = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
        return np.asarray(both.reshape(-1)[:count])
