"""A notice is exactly one line of its own kind, or it is refused."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.errors.site import NoticeUnreadable
from concordant.terms.notice import MAX_NOTICE_BYTES, PactNotice, decode_notice, encode_notice
from concordant.wire.canonical import canonical_json, parse_canonical

HEX = st.text("0123456789abcdef", min_size=64, max_size=64)
NOTICE = PactNotice("ab" * 16, "cd" * 32, "ef" * 32)
RAW = encode_notice(NOTICE)


def changed(**changes):
    return canonical_json(parse_canonical(RAW.strip()) | changes)


@settings(max_examples=30, deadline=None)
@given(HEX, HEX, HEX)
def test_a_written_notice_is_read_as_it_was(study, digest, tag):
    notice = PactNotice(study[:32], digest, tag)
    assert decode_notice(encode_notice(notice)) == notice


@pytest.mark.parametrize("raw", [b"\xef\xbb\xbf" + RAW, RAW.strip(), RAW.replace(b"\n", b"\r\n")])
def test_what_a_mail_program_adds_does_not_count(raw):
    assert decode_notice(raw) == NOTICE


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"[]",
        RAW[:-5],
        RAW + RAW,
        RAW.replace(b":", b": "),
        b" " * (MAX_NOTICE_BYTES + 1),
        changed(format=2),
        changed(kind="a letter"),
        changed(more=1),
        changed(tag=5),
        changed(tag="short"),
        changed(terms_digest="CD" * 32),
        changed(study_id=None),
    ],
)
def test_whatever_is_not_exactly_a_notice_is_refused(raw):
    with pytest.raises(NoticeUnreadable):
        decode_notice(raw)


@settings(max_examples=60, deadline=None)
@given(
    st.binary(max_size=80)
    | st.integers(0, len(RAW) - 1).map(lambda at: RAW[:at] + b"?" + RAW[at + 1 :])
)
def test_foreign_bytes_are_read_or_refused_and_nothing_else(raw):
    with suppress(NoticeUnreadable):
        assert encode_notice(decode_notice(raw)).strip() == raw.strip()
