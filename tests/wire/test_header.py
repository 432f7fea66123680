import io
import json

import numpy as np
import pytest

from concordant.errors.wire import (
    BundleField,
    BundleLength,
    BundleMalformed,
    BundleTooLarge,
    NotCanonical,
)
from concordant.wire import header as module
from concordant.wire.array_entries import describe_array
from concordant.wire.header import LENGTH_BYTES, MAX_HEADER_BYTES, encode_header, read_header
from concordant.wire.manifest import Manifest, encode_manifest
from tests.messages import make_envelope

DATA = np.arange(6.0).reshape(2, 3)
MANIFEST = Manifest("view", make_envelope("view"), {}, (describe_array("view", DATA, "d" * 64),))


def read(raw: bytes) -> tuple[Manifest, int]:
    return read_header(io.BytesIO(raw), len(raw))


def with_header(text: bytes) -> bytes:
    return len(text).to_bytes(LENGTH_BYTES, "little") + text + DATA.tobytes()


def header_text() -> bytes:
    return encode_header(MANIFEST)[LENGTH_BYTES:]


def test_a_header_is_read_back_and_the_data_is_aligned():
    header = encode_header(MANIFEST)
    manifest, begin = read(header + DATA.tobytes())
    assert manifest == MANIFEST
    assert begin == len(header)
    assert begin % 8 == 0


def test_the_json_alone_says_where_the_arrays_are():
    sections = json.loads(header_text())
    assert sections["view"] == {"dtype": "F64", "shape": [2, 3], "data_offsets": [0, DATA.nbytes]}
    assert json.loads(sections["__metadata__"]["concordant"])["kind"] == "view"


@pytest.mark.parametrize("n_extra", [-DATA.nbytes, -1, 1, 8, 10**6])
def test_the_file_has_exactly_the_size_that_is_described(n_extra):
    raw = encode_header(MANIFEST) + bytes(max(0, DATA.nbytes + n_extra))
    with pytest.raises(BundleLength, match="north"):
        read(raw)


@pytest.mark.parametrize("n_bytes", range(LENGTH_BYTES + 2))
def test_a_file_without_a_header_is_refused(n_bytes):
    with pytest.raises(BundleLength):
        read(encode_header(MANIFEST)[:n_bytes])


@pytest.mark.parametrize("length", [MAX_HEADER_BYTES + 1, 2**63, 2**64 - 1])
def test_a_huge_header_is_refused_before_it_is_read(length):
    with pytest.raises(BundleTooLarge, match="the header"):
        read(length.to_bytes(LENGTH_BYTES, "little") + header_text())


def test_a_header_that_nobody_would_read_is_not_written(monkeypatch):
    monkeypatch.setattr(module, "MAX_HEADER_BYTES", 100)
    with pytest.raises(BundleTooLarge, match="the header"):
        encode_header(MANIFEST)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + b"        ",
        lambda text: text.rstrip() + b"\n" * 8,
        lambda text: text.replace(b'"dtype":"F64"', b'"dtype":"F32"'),
        lambda text: text.replace(b'"data_offsets":[0,48]', b'"data_offsets":[1,49]'),
        lambda text: text.replace(b'"shape":[2,3]}}', b'"shape":[3,2]}}'),
        lambda text: text.rstrip()[:-1] + b',"second":{}}',
        lambda text: text.rstrip()[:-1] + b',"view":{}}',
        lambda text: text.replace(b'"__metadata__":{', b'"__metadata__":{"other":"",'),
        lambda text: b" " + text,
        lambda text: text.replace(b'{"__metadata__":{"concordant":"', b'{"__metadata__":{"a":"'),
        lambda text: text.replace(b'{"__metadata__":{"concordant":"', b'{"concordant":{"a":"'),
    ],
)
def test_nothing_but_our_own_header_is_accepted(change):
    text = change(header_text())
    assert text != header_text()
    with pytest.raises((BundleMalformed, NotCanonical)):
        read(with_header(text))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff" * 64,
        b'{"__metadata__":{"concordant":"',
        b'{"__metadata__":{"concordant":"abc',
        b'{"__metadata__":{"concordant":"\\ud800"}}',
        b'{"__metadata__":{"concordant":"' + b"[" * 100_000 + b'"}}',
        b'{"__metadata__":{"concordant":' + b"[" * 100_000,
        b'{"__metadata__":{"concordant":{}}}',
        b"[" * 100_000,
    ],
    ids=lambda text: ascii(text[:48]),
)
def test_garbage_in_place_of_a_header_is_refused(text):
    with pytest.raises((BundleMalformed, NotCanonical)):
        read(with_header(text))


def test_a_manifest_that_breaks_a_rule_is_refused_by_its_field():
    raw = encode_manifest(MANIFEST).replace(b'"site":"north"', b'"site":"NORTH"')
    text = b'{"__metadata__":{"concordant":' + json.dumps(raw.decode()).encode() + b"}}"
    with pytest.raises(BundleField, match="site"):
        read(with_header(text))
