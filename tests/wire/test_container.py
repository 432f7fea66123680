import hashlib
import io

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from concordant.errors.wire import BundleField, BundleShape, BundleTampered, BundleTooLarge
from concordant.wire import exact_reading
from concordant.wire.array_entries import SAFETENSORS_CODES
from concordant.wire.container import open_container, write_container
from concordant.wire.manifest import ManifestDraft
from tests.messages import make_envelope

DRAFT = ManifestDraft("view", make_envelope("view"), {"any": 1})
NAMES = ("view", "rows/00000", "model", "labels")

ARRAYS = st.lists(
    hnp.arrays(
        st.sampled_from(sorted(SAFETENSORS_CODES)),
        hnp.array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=4),
    ),
    max_size=len(NAMES),
).map(lambda arrays: list(zip(NAMES, arrays, strict=False)))


def write(arrays: list[tuple[str, np.ndarray]]) -> bytes:
    file = io.BytesIO()
    write_container(file, DRAFT, arrays)
    return file.getvalue()


def same_bytes(left: np.ndarray, right: np.ndarray) -> bool:
    return (left.shape, left.dtype, left.tobytes()) == (right.shape, right.dtype, right.tobytes())


@given(ARRAYS)
def test_arrays_are_read_back_to_the_bit(arrays):
    container = open_container(io.BytesIO(write(arrays)))
    assert {entry.name for entry in container.manifest.arrays} == {name for name, _ in arrays}
    for name, array in arrays:
        assert same_bytes(container.read(name), array)


@given(ARRAYS.filter(len))
def test_the_safetensors_library_opens_our_files_and_reads_the_same_arrays(arrays):
    theirs = safetensors.numpy.load(write(arrays))
    assert set(theirs) == {name for name, _ in arrays}
    for name, array in arrays:
        assert same_bytes(theirs[name], array)


@given(ARRAYS)
def test_the_same_input_gives_the_same_bytes(arrays):
    assert write(arrays) == write([(name, array.copy()) for name, array in arrays])


def test_the_memory_order_and_the_byte_order_of_an_array_do_not_count(rng):
    array = rng.standard_normal((4, 5))
    odd = [np.asfortranarray(array), array.astype(">f8"), np.tile(array, (2, 1))[:4]]
    assert {write([("view", each)]) for each in odd} == {write([("view", array)])}


def test_wider_numbers_are_written_first_and_every_array_is_aligned():
    arrays = [
        ("model", np.zeros(3, dtype=np.uint8)),
        ("rows/00000", np.zeros((3, 1), dtype=np.float32)),
        ("labels", np.zeros(3, dtype=np.int64)),
    ]
    container = open_container(io.BytesIO(write(arrays)))
    assert [entry.name for entry in container.manifest.arrays] == ["labels", "rows/00000", "model"]
    for entry, begin in container.places.values():
        assert begin % entry.numpy_dtype.itemsize == 0


def test_what_nobody_would_read_is_not_written():
    file = io.BytesIO()
    with pytest.raises(BundleField, match="each name once"):
        write_container(file, DRAFT, [("view", np.zeros(1)), ("view", np.zeros(1))])
    assert file.getvalue() == b""


def test_a_changed_array_is_refused_by_its_name(rng):
    raw = bytearray(write([("view", rng.standard_normal((2, 3))), ("span", np.zeros(2))]))
    raw[-1] ^= 1
    container = open_container(io.BytesIO(bytes(raw)))
    assert container.read("view").shape == (2, 3)
    with pytest.raises(BundleTampered, match="array 'span'"):
        container.read("span")


def test_the_digest_in_the_manifest_is_of_the_bytes_in_the_file(rng):
    array = rng.standard_normal((2, 3))
    entry = open_container(io.BytesIO(write([("view", array)]))).manifest.arrays[0]
    assert entry.sha256 == hashlib.sha256(array.tobytes()).hexdigest()


def test_an_array_is_read_into_its_own_shape_only(rng):
    container = open_container(io.BytesIO(write([("view", rng.standard_normal((2, 3)))])))
    with pytest.raises(BundleShape, match="view"):
        container.read_into("view", np.empty((3, 2)))


def test_memory_stays_flat_while_a_large_array_is_verified(monkeypatch, rng):
    monkeypatch.setattr(exact_reading, "PIECE_BYTES", 7)
    array = rng.standard_normal((20, 3))
    container = open_container(io.BytesIO(write([("view", array)])))
    assert same_bytes(container.read("view"), array)


def test_an_array_beyond_the_machines_memory_is_refused_by_its_name(monkeypatch, rng):
    container = open_container(io.BytesIO(write([("view", rng.standard_normal((2, 3)))])))

    def no_memory(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "empty", no_memory)
    with pytest.raises(BundleTooLarge, match="array 'view'"):
        container.read("view")
