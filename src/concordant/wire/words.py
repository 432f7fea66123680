"""Turn a fingerprint into words that people can read to each other over the telephone.

In:  a hexadecimal digest.
Out: words of the BIP-39 list, 11 bits each. Anybody may run this.
"""

from concordant.wire.rules import HEX_256, matches

_BITS_PER_WORD = 11
_DIGEST_BITS = 256


def fingerprint_words(hex_digest: str, n_words: int = 12) -> str:
    """Return the first ``n_words`` words of a SHA-256.

    Twelve words hold 132 bits. Six would stop a wrong file, but not an analyst who searches for
    two spans with the same words: half the bits is what such a search costs.

    >>> fingerprint_words("00" * 32, n_words=3)
    'abandon abandon abandon'
    """
    from mnemonic import Mnemonic

    if not matches(HEX_256, hex_digest):
        raise ValueError("a fingerprint has 64 hexadecimal digits")
    if not 0 < n_words <= _DIGEST_BITS // _BITS_PER_WORD:
        raise ValueError("a SHA-256 holds 1 to 23 words")
    words = Mnemonic("english").wordlist
    number = int(hex_digest, 16)
    shifts = (_DIGEST_BITS - _BITS_PER_WORD * (place + 1) for place in range(n_words))
    return " ".join(words[(number >> shift) % len(words)] for shift in shifts)
