import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from concordant.wire.words import fingerprint_words

WORDS = Mnemonic("english").wordlist
DIGESTS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(DIGESTS, st.integers(1, 23))
def test_the_words_are_the_first_bits_of_the_digest(digest, n_words):
    codes = [WORDS.index(word) for word in fingerprint_words(digest, n_words).split()]
    bits = "".join(f"{code:011b}" for code in codes)
    assert f"{int(digest, 16):0256b}"[: 11 * n_words] == bits


def test_twelve_words_are_read_over_the_telephone():
    digest = hashlib.sha256(b"a span").hexdigest()
    assert len(fingerprint_words(digest).split()) == 12


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
def test_only_a_digest_has_words(digest):
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        fingerprint_words(digest)


@pytest.mark.parametrize("n_words", [0, -1, 24])
def test_a_digest_holds_so_many_words_and_no_more(n_words):
    with pytest.raises(ValueError, match="1 to 23 words"):
        fingerprint_words("0" * 64, n_words)
