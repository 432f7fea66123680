"""What leaves an institution, written out: a new field fails here until somebody means it.

These lists are not computed from the code on purpose. Whoever changes one changes what is
disclosed, and says so in the changelog and in the tables of what each party learns.
"""

import dataclasses
import json

import pytest

from concordant.wire.array_entries import ENTRY_KEYS
from concordant.wire.codec import encode_message
from concordant.wire.details import DETAILS_KEYS
from concordant.wire.envelopes import encode_envelope
from concordant.wire.layouts import ARRAY_NAMES
from concordant.wire.manifest import MANIFEST_KEYS
from concordant.wire.messages import (
    AgreedSpan,
    AnchorView,
    Envelope,
    RepresentationBundle,
    ReturnBundle,
)
from tests.messages import KINDS, make_bundle, make_envelope, make_message

ENVELOPE = {"study", "terms", "site", "release", "tag", "span", "rehearsal", "sealing"}
MANIFEST = ENVELOPE | {"format", "kind", "details", "arrays", "digest"}
ENTRY = {"name", "shape", "dtype", "scale", "sha256"}
DETAILS = {
    "view": set(),
    "bundle": {"n_rows", "n_dims", "precision"},
    "span": {"sites"},
    "return": {"classes", "method", "model_format", "recipe_name", "recipe_parameters"},
}
ARRAYS = {
    "view": {"view"},
    "bundle": {"anchor_view", "row_scale", "labels", "groups", "rows/"},
    "span": {"span"},
    "return": {"map", "centre", "scale", "model"},
}
FIELDS = {
    Envelope: [
        "study_id",
        "terms_digest",
        "site",
        "release",
        "tag",
        "span",
        "rehearsal",
        "sealing",
    ],
    AnchorView: ["envelope", "view"],
    RepresentationBundle: [
        "envelope",
        "anchor_view",
        "rows",
        "precision",
        "row_scale",
        "labels",
        "groups",
    ],
    AgreedSpan: ["envelope", "span", "sites"],
    ReturnBundle: [
        "envelope",
        "map",
        "centre",
        "scale",
        "model",
        "method",
        "recipe_name",
        "recipe_parameters",
        "classes",
        "model_format",
    ],
}


def read_manifest(raw: bytes) -> dict[str, object]:
    """Read a file's manifest with nothing of ours."""
    header = json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])
    return json.loads(header["__metadata__"]["concordant"])


@pytest.mark.parametrize("message", FIELDS, ids=lambda message: message.__name__)
def test_a_message_has_these_fields_and_no_other(message):
    assert [field.name for field in dataclasses.fields(message)] == FIELDS[message]


def test_the_manifest_has_these_keys_and_no_other():
    assert set(MANIFEST_KEYS) == MANIFEST
    assert set(ENTRY_KEYS) == ENTRY
    assert set(encode_envelope(make_envelope())) == ENVELOPE


def test_the_details_and_arrays_of_each_kind_are_these_and_no_other():
    assert {kind: set(keys) for kind, keys in DETAILS_KEYS.items()} == DETAILS
    assert {kind: set(names) for kind, names in ARRAY_NAMES.items()} == ARRAYS


@pytest.mark.parametrize("kind", KINDS)
def test_a_real_file_holds_what_the_lists_say(kind, rng):
    message = make_message(kind, rng)
    if kind == "bundle":
        message = make_bundle(rng, precision="int8", groups=True)
    manifest = read_manifest(encode_message(message))
    assert set(manifest) == MANIFEST
    assert set(manifest["details"]) == DETAILS[kind]
    assert all(set(entry) == ENTRY for entry in manifest["arrays"])
    names = {entry["name"] for entry in manifest["arrays"]}
    assert {"rows/" if name.startswith("rows/") else name for name in names} == ARRAYS[kind]
