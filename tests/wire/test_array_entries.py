import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from concordant.errors.wire import BundleField
from concordant.wire import array_entries
from concordant.wire.array_entries import (
    SAFETENSORS_CODES,
    decode_entries,
    describe_array,
    encode_entry,
)

DIGEST = "d" * 64
LINE = {"name": "view", "shape": [2, 3], "dtype": "float64", "scale": None, "sha256": DIGEST}


@given(
    hnp.arrays(
        st.sampled_from(sorted(SAFETENSORS_CODES)),
        hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=5),
    )
)
def test_the_entry_of_an_array_is_read_back_and_knows_its_size(array):
    entry = describe_array("rows/00001", array, DIGEST)
    assert decode_entries([encode_entry(entry)], site="north") == (entry,)
    assert entry.n_bytes == array.nbytes
    assert entry.numpy_dtype == array.dtype


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "View"),
        ("name", "view/1"),
        ("name", "../view"),
        ("name", 3),
        ("shape", 6),
        ("shape", []),
        ("shape", [1, 2, 3]),
        ("shape", [-1, 2]),
        ("shape", [True, 2]),
        ("shape", [1.5, 2]),
        ("shape", [2**48 + 1, 2]),
        ("dtype", "object"),
        ("dtype", "complex128"),
        ("dtype", ["float64"]),
        ("scale", "row_scale"),
        ("scale", 1),
        ("sha256", "D" * 64),
        ("sha256", "d" * 63),
        ("sha256", None),
    ],
)
def test_a_broken_field_is_refused_by_its_name(key, value):
    assert decode_entries([LINE], site="north")
    with pytest.raises(BundleField) as caught:
        decode_entries([{**LINE, key: value}], site="north")
    assert str(caught.value.facts["field"]).startswith("arrays")
    assert caught.value.facts["site"] == "north"


def test_int8_needs_its_scale_and_nothing_else_has_one():
    line = {**LINE, "dtype": "int8", "scale": "row_scale"}
    assert decode_entries([line], site="north")[0].scale == "row_scale"
    with pytest.raises(BundleField, match="row_scale for int8 only"):
        decode_entries([{**line, "scale": None}], site="north")


@pytest.mark.parametrize(
    "data",
    [
        {},
        "view",
        None,
        [3],
        ["view"],
        [{**LINE, "extra": 1}],
        [{key: value for key, value in LINE.items() if key != "scale"}],
    ],
    ids=str,
)
def test_only_a_list_of_closed_objects_is_a_list_of_arrays(data):
    with pytest.raises(BundleField):
        decode_entries(data, site="north")


def test_the_number_of_arrays_is_bounded(monkeypatch):
    monkeypatch.setattr(array_entries, "MOST_ARRAYS", 1)
    with pytest.raises(BundleField, match="a list of at most"):
        decode_entries([LINE, {**LINE, "name": "other"}], site="north")


def test_a_name_comes_once():
    with pytest.raises(BundleField, match="each name once"):
        decode_entries([LINE, LINE], site="north")


def test_wider_numbers_come_first_so_that_arrays_are_aligned():
    narrow = {**LINE, "name": "model", "dtype": "uint8"}
    assert len(decode_entries([LINE, narrow], site="north")) == 2
    with pytest.raises(BundleField, match="wider number types first"):
        decode_entries([narrow, LINE], site="north")


def test_an_entry_is_little_endian_on_every_machine():
    entry = describe_array("view", np.zeros((1, 2), dtype=">f8"), DIGEST)
    assert entry.numpy_dtype.str == "<f8"
