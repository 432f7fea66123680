"""Keys of one study: unrelated by purpose and by terms, and the tag as it is written down."""

import hashlib
import hmac
import itertools

import numpy as np
import pytest

from concordant.errors.site import UnknownDraw
from concordant.site.pact import derive, pact_tag
from concordant.terms.charter import AnchorPlan
from tests.studies import make_charter, make_pact

PURPOSES = ("anchor-stream", "compression-stream", "shared-span-stream")
SECRET = bytes((37 * place) % 256 for place in range(32))


def hkdf(secret: bytes, terms_digest: str, purpose: str, n_bytes: int) -> bytes:
    salt = hashlib.sha256(b"concordant/v1/pact" + bytes.fromhex(terms_digest)).digest()
    key = hmac.new(salt, secret, hashlib.sha256).digest()
    block, out = b"", b""
    for count in range(1, 3):
        info = b"concordant/v1/" + purpose.encode()
        block = hmac.new(key, block + info + bytes([count]), hashlib.sha256).digest()
        out += block
    return out[:n_bytes]


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_stream_is_the_hkdf_of_pact_and_terms(purpose):
    charter = make_charter()
    seed = hkdf(SECRET, charter.terms_digest, purpose, 48)
    plain = np.random.Philox(
        key=int.from_bytes(seed[:16], "little"), counter=int.from_bytes(seed[16:], "little")
    )
    words = derive(make_pact(), charter).stream(purpose).words(0, 8)
    np.testing.assert_array_equal(words, plain.random_raw(8))


@pytest.mark.parametrize(
    ("anchor", "n_rows"),
    [(AnchorPlan(), 11), (AnchorPlan("gaussian", 40), 40), (AnchorPlan("public"), 0)],
)
def test_the_tag_is_the_keyed_hash_that_the_documentation_says(anchor, n_rows):
    charter = make_charter(anchor=anchor)
    stream = derive(make_pact(), charter).stream("anchor-stream")
    fields = (
        anchor.kind.encode(),
        str(n_rows).encode(),
        str(charter.n_features).encode(),
        b"philox4x64-10",
        b"1",
        hashlib.sha256(stream.words(0, 4096).astype("<u8").tobytes()).digest(),
    )
    text = b"".join(len(field).to_bytes(8, "big") + field for field in fields)
    key = hkdf(SECRET, charter.terms_digest, "anchor-tag", 32)
    assert pact_tag(make_pact(), charter) == hmac.new(key, text, hashlib.sha256).hexdigest()


def test_purposes_terms_and_pacts_give_unrelated_streams():
    studies = itertools.product((0, 1), (make_charter(), make_charter(n_dims=5)), PURPOSES)
    heads = {
        derive(make_pact(first), charter).stream(purpose).words(0, 4).tobytes()
        for first, charter, purpose in studies
    }
    assert len(heads) == 12


def test_a_roster_or_a_stamp_changes_no_tag():
    assert pact_tag(make_pact(), make_charter()) == pact_tag(
        make_pact(), make_charter(confirm=False)
    )


def test_another_study_id_gives_another_tag():
    other = make_charter(study_id="f" * 32)
    assert pact_tag(make_pact(), make_charter()) != pact_tag(make_pact(), other)


def test_a_draw_of_the_future_is_refused_by_its_number():
    with pytest.raises(UnknownDraw) as caught:
        derive(make_pact(), make_charter(anchor=AnchorPlan(draw=2)))
    assert caught.value.facts == {"asked": 2, "known": 1}
