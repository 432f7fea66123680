"""Known answers of draw 1: they never change, or uploads of one study would not fit together."""

import hashlib

import numpy as np
import pytest
from scipy import stats

from concordant.site.anchor import draw_anchor
from concordant.site.normals import normal_matrix, reflector_normals, uniform_matrix
from concordant.site.pact import pact_tag
from concordant.site.spans import shared_span
from concordant.site.stream import DRAW, SEED_BYTES, Stream
from tests.studies import make_charter, make_pact

COUNTING = Stream(bytes(range(48)))
FULL = Stream(b"\xff" * 48)

# Computed once. A change here is a new draw number, and needs both recipes side by side.
WORDS = (
    0xDC8D7B13F8A5DEAB,
    0xCFE7044A02C17B86,
    0xD12946D037C333FE,
    0xA7517EF2862E8B83,
    0xDA21BD4FBB3106C7,
    0xD505359B3BD9A795,
)
WORDS_PAST_THE_LAST_COUNT = (
    0x44B7493D1ACFC229,
    0x6636AF8E997921DD,
    0x3F73E132B5B3780E,
    0x605644DDE03B01B1,
    0x6D46CC0E71F0BE7E,
    0x924EA1693F9A8BC0,
)
FIRST_4096_WORDS = "7832a92548bb9aba625b688eb4155f2e5f1a811d7bec0a66bbef34ca592f2201"
UNIFORMS = (0.861533825279046, 0.8121187859239906, 0.8170360811561863, 0.6535872785663576)
NORMALS = (
    0.20772443195327878,
    -0.5049083891803485,
    -0.3619824866544361,
    -0.5226018786670349,
    0.2791391288883468,
    -0.4921761349435127,
)
REFLECTOR_OF_3 = (0.5481362516035793, 0.7953093130790331, 0.916676117171514)
TERMS = "5945573b35cf94c72b6c8994a03b51ca40fb1b21b2f80ce1305351590ac8532b"
TAG = "fb0d2c311f8e32a07c25f27b75f5a07060d261b9be21f58cee55682c3ee2e519"
ANCHOR = (
    -0.010195740410057219,
    -0.2274432263660407,
    -0.20507425207408725,
    -0.2055399949654336,
)
SHARED_SPAN = (
    -0.45933137464647644,
    0.5828965972047321,
    -0.026514254586881898,
    -0.25349787446004163,
)


def test_draw_one_gives_these_words():
    assert DRAW == 1
    assert tuple(int(word) for word in COUNTING.words(0, 6)) == WORDS
    assert tuple(int(word) for word in FULL.words(0, 6)) == WORDS_PAST_THE_LAST_COUNT
    raw = COUNTING.words(0, 4096).astype("<u8").tobytes()
    assert hashlib.sha256(raw).hexdigest() == FIRST_4096_WORDS


def test_draw_one_gives_these_uniforms_and_normals():
    np.testing.assert_array_equal(COUNTING.uniforms(0, 4), UNIFORMS)
    np.testing.assert_allclose(COUNTING.normals(0, 6), NORMALS, rtol=1e-15)
    np.testing.assert_allclose(reflector_normals(COUNTING)(3), REFLECTOR_OF_3, rtol=1e-15)


def test_draw_one_gives_the_test_study_this_tag_anchor_and_span():
    charter, pact = make_charter(), make_pact()
    assert charter.terms_digest == TERMS, "the terms of the test study changed, not the draw"
    assert pact_tag(pact, charter) == TAG
    np.testing.assert_allclose(draw_anchor(pact, charter).raw()[0, :4], ANCHOR, rtol=1e-12)
    np.testing.assert_allclose(shared_span(pact, charter)[0], SHARED_SPAN, rtol=1e-12)


def test_the_words_are_those_that_numpy_gives_for_key_and_counter():
    plain = np.random.Philox(
        key=int.from_bytes(bytes(range(16)), "little"),
        counter=int.from_bytes(bytes(range(16, 48)), "little"),
    )
    np.testing.assert_array_equal(COUNTING.words(0, 100), plain.random_raw(100))


@pytest.mark.parametrize("start", [0, 1, 3, 4, 7, 1000, 1 << 40, (1 << 62) + 2])
def test_a_part_of_the_stream_does_not_depend_on_what_was_read_before(start):
    ahead = COUNTING.words(start, 20)
    np.testing.assert_array_equal(ahead[5:11], COUNTING.words(start + 5, 6))
    assert COUNTING.words(start, 0).shape == (0,)


def test_normals_follow_the_written_formula():
    words = [int(word) >> 11 for word in COUNTING.words(6, 2)]
    u, v = (words[0] + 1) / 2**53, words[1] / 2**53
    radius = np.sqrt(-2 * np.log(u))
    expected = [radius * np.cos(2 * np.pi * v), radius * np.sin(2 * np.pi * v)]
    np.testing.assert_allclose(COUNTING.normals(6, 2), expected, rtol=1e-14)
    np.testing.assert_allclose(COUNTING.normals(6, 1), expected[:1], rtol=1e-14)


def test_normals_are_normal_and_uniforms_uniform():
    assert stats.kstest(COUNTING.normals(0, 20_000), "norm").pvalue > 1e-3
    assert stats.kstest(COUNTING.uniforms(0, 20_000), "uniform").pvalue > 1e-3


def test_normals_start_at_pairs_and_seeds_have_their_length():
    with pytest.raises(ValueError, match="even"):
        COUNTING.normals(3, 2)
    with pytest.raises(ValueError, match="48 bytes"):
        Stream(b"x" * (SEED_BYTES - 1))


def test_each_reflector_has_numbers_of_its_own():
    normals = reflector_normals(COUNTING)
    np.testing.assert_array_equal(normals(7), COUNTING.normals(7 << 40, 7))
    assert not np.intersect1d(normals(7), normals(8)).size


def test_matrices_are_filled_row_by_row():
    np.testing.assert_array_equal(uniform_matrix(COUNTING, 3, 2).ravel(), COUNTING.uniforms(0, 6))
    np.testing.assert_array_equal(normal_matrix(COUNTING, 3, 2).ravel(), COUNTING.normals(0, 6))
