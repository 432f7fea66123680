"""The pact: words and files give it back, damage and passphrases do not pass."""

import hashlib
import json

import pytest

from concordant.errors import InputRejected
from concordant.errors.site import (
    NoticeOfOtherTerms,
    PactDiffersFromNotice,
    PactForOtherStudy,
    PactIsPassphrase,
    PactNotRandom,
    PactUnreadable,
    PactWordsChecksum,
    PactWordsCount,
    PactWordsUnknown,
    PactWrongLength,
)
from concordant.site.pact import (
    Pact,
    decode_pact,
    encode_pact,
    pact_notice,
    pact_tag,
    require_noticed,
)
from concordant.site.pact_text import MAX_FILE_BYTES
from concordant.wire.canonical import canonical_json
from concordant.wire.words import fingerprint_words
from tests.studies import STUDY_ID, make_charter, make_pact


def test_words_give_the_pact_back():
    pact = make_pact()
    assert len(pact.words().split()) == 24
    assert Pact.from_words(pact.words()) == pact


def test_four_letters_case_commas_and_line_breaks_are_enough():
    words = make_pact().words().split()
    short = ",\n".join(word[:4].upper() for word in words)
    assert Pact.from_words(short) == make_pact()


@pytest.mark.parametrize("style", ["{}. {}", "{}) {}", "{}{}", "{}: {}", "{} {}"])
def test_numbered_words_are_read_in_the_order_of_their_numbers(style):
    words = make_pact().words().split()
    lines = [style.format(place, word) for place, word in enumerate(words, start=1)]
    in_columns = lines[::2] + lines[1::2]
    assert Pact.from_words("\n".join(in_columns)) == make_pact()


def test_a_word_of_the_list_in_the_wrong_place_is_noticed():
    words = make_pact().words().split()
    words[0], words[1] = words[1], words[0]
    with pytest.raises(PactWordsChecksum):
        Pact.from_words(" ".join(words))


def test_too_few_words_are_counted():
    with pytest.raises(PactWordsCount) as caught:
        Pact.from_words(" ".join(make_pact().words().split()[:23]))
    assert caught.value.facts == {"sent": 23}


def test_unknown_words_are_told_by_position_and_never_echoed():
    words = make_pact().words().split()
    words[4] = words[9] = "xylophonist"
    with pytest.raises(PactWordsUnknown) as caught:
        Pact.from_words(" ".join(words))
    assert caught.value.facts == {"positions": (5, 10)}
    assert "xylo" not in str(caught.value)


@pytest.mark.parametrize(
    ("secret", "error"),
    [
        ("correct horse battery staple 1234", PactIsPassphrase),
        (b"correct horse battery staple 123", PactIsPassphrase),
        (b"\x00" * 32, PactNotRandom),
        (bytes(range(15)) * 2 + b"\x00\x01", PactNotRandom),
        (bytes(range(31)), PactWrongLength),
        (bytes(range(33)), PactWrongLength),
    ],
)
def test_what_a_person_could_have_chosen_is_no_pact(secret, error):
    with pytest.raises(error):
        Pact(secret)


def test_new_pacts_differ():
    assert len({Pact.new().words() for _ in range(20)}) == 20


def test_equality_is_of_the_secret_and_the_hash_tells_nothing_of_it():
    assert make_pact() == make_pact()
    assert make_pact() != make_pact(1)
    assert make_pact() != b"a pact"
    assert hash(make_pact()) == hash(make_pact(1))


def test_the_file_gives_the_pact_back_and_survives_carriers():
    raw = encode_pact(make_pact(), STUDY_ID)
    for carried in (raw, raw.strip(), b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n")):
        assert decode_pact(carried, STUDY_ID) == make_pact()
    assert decode_pact(raw) == make_pact()


def test_a_file_of_another_study_is_named():
    raw = encode_pact(make_pact(), STUDY_ID)
    with pytest.raises(PactForOtherStudy):
        decode_pact(raw, "f" * 32)


def test_every_altered_byte_of_the_file_is_refused():
    raw = encode_pact(make_pact(), STUDY_ID).strip()
    for place in range(len(raw)):
        damaged = raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]
        with pytest.raises(InputRejected):
            decode_pact(damaged, STUDY_ID)


def test_cut_and_swollen_files_are_refused():
    raw = encode_pact(make_pact(), STUDY_ID).strip()
    for piece in (b"", raw[:-1], raw[: len(raw) // 2], raw + raw, b" " * (MAX_FILE_BYTES + 1)):
        with pytest.raises(PactUnreadable):
            decode_pact(piece, STUDY_ID)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("kind", "diary", "another kind"), ("format", 2, "a newer version"), ("more", 1, "checksum")],
)
def test_other_kinds_and_versions_are_told_apart(field, value, reason):
    content = json.loads(encode_pact(make_pact(), STUDY_ID))
    raw = json.dumps(content | {field: value}, sort_keys=True, separators=(",", ":")).encode()
    with pytest.raises(PactUnreadable, match=reason):
        decode_pact(raw, STUDY_ID)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [("secret", 7, "wrong type"), ("study_id", None, "wrong type"), ("secret", "§", "base64")],
)
def test_a_forged_checksum_opens_no_door(field, value, reason):
    content = json.loads(encode_pact(make_pact(), STUDY_ID))
    del content["checksum"]
    content[field] = value
    checksum = hashlib.sha256(canonical_json(content)).hexdigest()
    with pytest.raises(PactUnreadable, match=reason):
        decode_pact(canonical_json(content | {"checksum": checksum}), STUDY_ID)


def test_the_fingerprint_is_of_pact_and_terms():
    charter, other = make_charter(), make_charter(n_dims=5)
    said = make_pact().fingerprint(charter)
    assert said == fingerprint_words(pact_tag(make_pact(), charter))
    assert said != make_pact(1).fingerprint(charter)
    assert said != make_pact().fingerprint(other)


def test_a_pact_is_held_against_the_notice():
    charter = make_charter()
    notice = pact_notice(make_pact(), charter)
    require_noticed(make_pact(), charter, notice)
    with pytest.raises(PactDiffersFromNotice):
        require_noticed(make_pact(1), charter, notice)
    with pytest.raises(NoticeOfOtherTerms):
        require_noticed(make_pact(), make_charter(n_dims=5), notice)
