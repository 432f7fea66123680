import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors.wire import NotCanonical
from concordant.wire.canonical import (
    _TEXTS,
    MAX_BRACKETS,
    MAX_DEPTH,
    canonical_json,
    parse_canonical,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=10,
)
OBJECTS = st.dictionaries(TEXTS, PLAIN, max_size=4)


@given(OBJECTS)
def test_what_is_written_is_read_back(data):
    assert parse_canonical(canonical_json(data)) == data


@given(OBJECTS)
def test_the_order_of_keys_does_not_count(data):
    assert canonical_json(dict(reversed(data.items()))) == canonical_json(data)


@pytest.mark.parametrize(
    "data",
    [float("nan"), float("inf"), 2**53, "\ud800", {1: 2}, {2, 3}],
    ids=["nan", "infinity", "2**53", "half a character", "number as key", "set"],
)
def test_what_has_no_canonical_form_is_not_written(data):
    with pytest.raises(NotCanonical, match="cannot be written"):
        canonical_json({"value": data})


def test_endless_nesting_is_not_written():
    data: list[object] = []
    for _ in range(100_000):
        data = [data]
    with pytest.raises(NotCanonical, match="RecursionError"):
        canonical_json(data)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'{"a":1,"a":1}', "a key appears twice"),
        (b'{"a":{"b":1,"b":2}}', "a key appears twice"),
        (b'{"b":1,"a":2}', "writing it again gives other bytes"),
        (b'{"a": 1}', "writing it again gives other bytes"),
        (b'{"a":1}\n', "writing it again gives other bytes"),
        (b'{"a":1.0}', "writing it again gives other bytes"),
        (b'{"a":1e0}', "writing it again gives other bytes"),
        (b'{"a":-0}', "writing it again gives other bytes"),
        (b'{"a":"\\u0041"}', "writing it again gives other bytes"),
        (b'{"a":9007199254740993}', "writing it again gives other bytes"),
        (b'{"a":"\\ud800"}', "it cannot be written"),
        (b'{"a":1e400}', "it cannot be written"),
        (b'{"a":NaN}', "a number is not finite"),
        (b'{"a":-Infinity}', "a number is not finite"),
        (b'{"a":%s}' % (b"1" * 33), "a number is too long"),
        (b'{"a":0.%s}' % (b"1" * 33), "a number is too long"),
        (b"[1]", "it is not an object"),
        (b"1", "it is not an object"),
        (b"", "it is not JSON"),
        (b'{"a":1', "it is not JSON"),
        (b'{"a":1}}', "it is not JSON"),
        (b"{'a':1}", "it is not JSON"),
        (b'{"a":1}{"a":1}', "it is not JSON"),
        (b'{"a":"\xff"}', "it is not JSON"),
        (b'\xef\xbb\xbf{"a":1}', "it is not JSON"),
        (json.dumps({"a": 1}).encode("utf-16"), "it is not JSON"),
    ],
    ids=lambda part: ascii(part)[:30],
)
def test_a_second_way_of_saying_the_same_is_refused(raw, reason):
    with pytest.raises(NotCanonical, match=reason):
        parse_canonical(raw)


def test_numbers_beyond_exact_integers_come_back_as_floats():
    data = parse_canonical(b'{"a":100000000000000000000}')
    assert data == {"a": 1e20}
    assert isinstance(data["a"], float)


def nested(depth: int) -> bytes:
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def test_nesting_is_read_to_its_limit_and_no_deeper():
    assert parse_canonical(nested(MAX_DEPTH))
    with pytest.raises(NotCanonical, match="nested too deeply"):
        parse_canonical(nested(MAX_DEPTH + 1))


@pytest.mark.parametrize("bracket", [b"[", b'{"a":'])
def test_a_nested_bomb_is_refused_before_it_is_parsed(bracket, monkeypatch):
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(NotCanonical, match="nested too deeply"):
        parse_canonical(bracket * 100_000)


def test_a_file_of_brackets_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(NotCanonical, match="too many parts"):
        parse_canonical(b'{"a":[' + b"[]," * MAX_BRACKETS + b"[]]}")


def test_brackets_inside_texts_do_not_count():
    data = {"a": '[["\\"[[{' * MAX_DEPTH}
    assert parse_canonical(canonical_json(data)) == data


def test_a_text_without_end_is_scanned_once():
    seen = []

    def count(text):
        seen.append(len(text[0]))
        return b""

    endless = b'{"' + rb"\"" * 1000
    assert _TEXTS.sub(count, endless) == b"{"
    assert seen == [len(endless) - 1]
    with pytest.raises(NotCanonical, match="not JSON"):
        parse_canonical(endless)
