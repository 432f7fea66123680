import hashlib
from dataclasses import fields, replace

import pytest

from concordant.errors.wire import (
    BundleField,
    BundleTampered,
    NotCanonical,
    UnsupportedFormat,
)
from concordant.wire.array_entries import ArrayEntry
from concordant.wire.canonical import canonical_json, parse_canonical
from concordant.wire.manifest import (
    FORMAT,
    MANIFEST_KEYS,
    Manifest,
    decode_manifest,
    encode_manifest,
)
from tests.messages import make_envelope

MANIFEST = Manifest(
    kind="view",
    envelope=make_envelope("view"),
    details={},
    arrays=(ArrayEntry("view", (2, 3), "float64", None, "d" * 64),),
)


def rewritten(**changes: object) -> bytes:
    """Return the manifest with changed fields and a digest that fits them."""
    data = parse_canonical(encode_manifest(MANIFEST)) | changes
    digest = data.pop("digest")
    fitting = hashlib.sha256(canonical_json(data)).hexdigest()
    return canonical_json({**data, "digest": changes.get("digest", fitting) or digest})


def without(key: str) -> bytes:
    data = parse_canonical(encode_manifest(MANIFEST))
    del data[key]
    return canonical_json(data)


def test_a_manifest_is_read_back():
    assert decode_manifest(encode_manifest(MANIFEST)) == MANIFEST
    assert decode_manifest(rewritten()) == MANIFEST


def test_the_digest_covers_every_field_but_itself():
    other = {"release": 5, "rehearsal": True}
    names = [field.name for field in fields(MANIFEST.envelope) if field.name != "sealing"]
    changed = [
        replace(MANIFEST, kind="bundle"),
        replace(MANIFEST, details={"a": 1}),
        replace(MANIFEST, arrays=()),
        *(
            replace(MANIFEST, envelope=replace(MANIFEST.envelope, **{name: other.get(name, "x")}))
            for name in names
        ),
    ]
    digests = {manifest.digest for manifest in (MANIFEST, *changed)}
    assert len(digests) == len(changed) + 1


def test_a_wrong_digest_is_refused():
    with pytest.raises(BundleTampered, match="the manifest"):
        decode_manifest(rewritten(digest="0" * 64))


@pytest.mark.parametrize("number", [FORMAT + 1, 0, -1, 10**15, None, "1", True, 1.5, [1]])
def test_another_format_number_is_refused_before_anything_else(number):
    with pytest.raises(UnsupportedFormat) as caught:
        decode_manifest(rewritten(format=number, unheard_of=1))
    assert caught.value.facts["known"] == FORMAT


def test_a_manifest_without_format_is_refused():
    with pytest.raises(UnsupportedFormat, match="number missing"):
        decode_manifest(b"{}")


@pytest.mark.parametrize("key", sorted(set(MANIFEST_KEYS) - {"format"}))
def test_every_key_is_needed(key):
    with pytest.raises(BundleField, match="exactly the keys"):
        decode_manifest(without(key))


def test_an_unknown_key_is_refused():
    with pytest.raises(BundleField, match="exactly the keys"):
        decode_manifest(rewritten(note="hello"))


@pytest.mark.parametrize("kind", ["", "View", "view ", "v" * 17, None, 5, ["view"]])
def test_a_kind_is_a_short_name(kind):
    with pytest.raises(BundleField, match="a short name"):
        decode_manifest(rewritten(kind=kind))


@pytest.mark.parametrize("details", [[], "a", None, 1])
def test_details_are_an_object(details):
    with pytest.raises(BundleField, match="an object"):
        decode_manifest(rewritten(details=details))


def test_keys_in_another_order_are_refused():
    raw = encode_manifest(MANIFEST)
    first, rest = raw[1:].split(b',"details"', 1)
    turned = b'{"details"' + rest[: -len(b"}")] + b"," + first + b"}"
    assert sorted(turned) == sorted(raw)
    with pytest.raises(NotCanonical, match="other bytes"):
        decode_manifest(turned)
