"""A steward sees every array of every message, with what it tells, and no entry of any."""

import re
from dataclasses import replace

import pytest

from concordant.site.disclosures import CONTAINS_ROWS, DISCLOSURES
from concordant.site.preview import preview, preview_envelope, total_bytes
from concordant.wire.blocks import BLOCK_BYTES
from concordant.wire.codec import encode_message, list_arrays
from concordant.wire.layouts import ARRAY_NAMES
from tests.messages import KINDS, make_bundle, make_message, make_return


def test_every_array_of_every_kind_has_its_sentence_and_no_sentence_is_left_over():
    arrays = {(kind, name.rstrip("/")) for kind, names in ARRAY_NAMES.items() for name in names}
    assert set(DISCLOSURES) == arrays
    assert all(len(sentence.split()) > 5 for sentence in DISCLOSURES.values())


@pytest.mark.parametrize("kind", KINDS)
def test_the_lines_are_those_of_the_file(kind, rng):
    message = make_message(kind, rng)
    lines = preview(message)
    assert total_bytes(lines) == sum(line.n_bytes for line in list_arrays(message))
    assert total_bytes(lines) < len(encode_message(message))
    assert {line.discloses for line in lines} <= {
        sentence for (of, _), sentence in DISCLOSURES.items() if of == kind
    }


def test_a_bundle_with_everything_shows_everything(rng):
    bundle = make_bundle(rng, precision="int8", groups=True)
    lines = {line.name: line for line in preview(bundle)}
    assert set(lines) == {"anchor_view", "row_scale", "labels", "groups", "rows"}
    assert lines["rows"].shape == bundle.rows.shape
    assert lines["rows"].dtype == "int8"


def test_blocks_of_rows_are_one_line(rng):
    n_dims = BLOCK_BYTES // 4 // 10
    bundle = make_bundle(rng, n_rows=25, n_dims=n_dims)
    assert sum(line.name.startswith("rows/") for line in list_arrays(bundle)) == 3
    rows = [line for line in preview(bundle) if line.name == "rows"]
    assert [(line.shape, line.n_bytes) for line in rows] == [((25, n_dims), bundle.rows.nbytes)]


def test_no_entry_of_an_array_is_shown(rng):
    bundle = make_bundle(rng)
    shown = " ".join(str(line) for line in preview(bundle))
    assert not re.search(r"\d\.\d", shown)


@pytest.mark.parametrize("kind", KINDS)
def test_the_envelope_is_told_in_full(kind, rng):
    message = make_message(kind, rng)
    said = dict(preview_envelope(message))
    envelope = message.envelope
    assert said["kind"] == kind
    assert said["site"] == (envelope.site or "(everybody)")
    for value in (envelope.study_id, envelope.terms_digest, envelope.tag, str(envelope.release)):
        assert value in said.values()
    assert "rehearsal" not in said
    object.__setattr__(message, "envelope", replace(envelope, rehearsal=True))
    assert "rehearsal" in dict(preview_envelope(message))


@pytest.mark.parametrize(("recipe", "warned"), [("svm", True), ("knn", True), ("mlp", False)])
def test_a_model_that_contains_rows_says_so_in_capitals(recipe, warned, rng):
    message = make_return(rng)
    object.__setattr__(message, "recipe_name", recipe)
    told = {line.name: line.discloses for line in preview(message)}
    assert told["model"].startswith(CONTAINS_ROWS) == warned
    assert not told["map"].startswith(CONTAINS_ROWS)
