import hashlib
import io
import tracemalloc
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st

from concordant.errors import BundleRejected
from concordant.errors.wire import (
    ArraysDiffer,
    BundleDtype,
    BundleField,
    BundleLength,
    BundleNotFinite,
    BundleShape,
    BundleTampered,
    BundleTooLarge,
    WrongKind,
)
from concordant.wire import blocks
from concordant.wire.array_entries import describe_array
from concordant.wire.codec import (
    ALL_KINDS,
    decode_message,
    encode_message,
    list_arrays,
    read_message,
    span_fingerprint,
    write_message,
)
from concordant.wire.details import encode_details
from concordant.wire.header import encode_header
from concordant.wire.layouts import arrays_of
from concordant.wire.limits import Limits
from concordant.wire.manifest import Manifest
from concordant.wire.messages import AgreedSpan, Message
from tests.messages import (
    KINDS,
    N_DIMS,
    N_FEATURES,
    N_ROWS,
    forge,
    make_bundle,
    make_envelope,
    make_message,
    make_return,
    make_span,
    make_view,
)

AGREED = Limits(n_features=N_FEATURES, n_dims=N_DIMS)


def decode(raw: bytes, limits: Limits = AGREED, kinds: tuple[str, ...] = KINDS) -> Message:
    return decode_message(raw, limits, kinds)


def is_same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray):
        return bool(np.array_equal(left, right)) and left.dtype == right.dtype
    return bool(left == right)


def same_message(left: Message, right: Message) -> bool:
    return type(left) is type(right) and all(
        is_same(getattr(left, field.name), getattr(right, field.name)) for field in fields(left)
    )


def header_end(raw: bytes) -> int:
    return 8 + int.from_bytes(raw[:8], "little")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limits", [AGREED, Limits()], ids=["agreed", "no terms at hand"])
def test_a_message_is_read_back(kind, limits, rng):
    message = make_message(kind, rng)
    assert same_message(decode(encode_message(message), limits), message)


@pytest.mark.parametrize("model_format", ["onnx", "skops"])
def test_a_return_says_what_its_model_is(model_format, rng):
    message = replace(make_message("return", rng), model_format=model_format)
    read = decode(encode_message(message), AGREED)
    assert read.model_format == model_format


@given(
    st.integers(0, 9),
    st.integers(1, 5),
    st.sampled_from(["float64", "float32", "float16", "int8"]),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_every_sort_of_bundle_is_read_back(n_rows, n_dims, precision, groups, numeric, seed):
    bundle = make_bundle(
        np.random.default_rng(seed),
        n_rows=n_rows,
        n_dims=n_dims,
        precision=precision,
        groups=groups,
        numeric=numeric,
    )
    assert same_message(decode(encode_message(bundle), Limits(n_dims=n_dims)), bundle)


def test_rows_in_many_blocks_are_read_back(rng, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 2 * N_DIMS * 4)
    bundle = make_bundle(rng)
    raw = encode_message(bundle)
    assert sum(line.name.startswith("rows/") for line in list_arrays(bundle)) == -(-N_ROWS // 2)
    assert same_message(decode(raw), bundle)


@pytest.mark.parametrize("kind", KINDS)
def test_the_safetensors_library_reads_the_same_arrays(kind, rng):
    message = make_message(kind, rng)
    theirs = safetensors.numpy.load(encode_message(message))
    ours = dict(arrays_of(message))
    assert set(theirs) == set(ours)
    assert all(is_same(theirs[name], ours[name]) for name in ours)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_written_is_told_truly(kind, rng):
    file = io.BytesIO()
    message = make_message(kind, rng)
    written = write_message(message, file)
    raw = file.getvalue()
    assert written.n_bytes == len(raw)
    assert written.sha256 == hashlib.sha256(raw).hexdigest()
    listed = list_arrays(message)
    assert sum(line.n_bytes for line in listed) == len(raw) - header_end(raw)
    assert [line.name for line in listed] == list(dict.fromkeys(line.name for line in listed))


@pytest.mark.parametrize("kind", KINDS)
def test_every_altered_byte_is_refused(kind, rng):
    raw = encode_message(make_message(kind, rng))
    offsets = [*range(header_end(raw)), *range(header_end(raw), len(raw), 97)]
    for turn, offset in enumerate(offsets):
        altered = bytearray(raw)
        altered[offset] ^= 1 << (turn % 8)
        with pytest.raises(BundleRejected) as caught:
            decode(bytes(altered))
        assert caught.value.exit_code == 3


@pytest.mark.parametrize("kind", KINDS)
def test_every_header_byte_may_become_any_other_and_is_refused(kind, rng):
    raw = encode_message(make_message(kind, rng))
    for offset in range(header_end(raw)):
        altered = bytearray(raw)
        altered[offset] = int(rng.choice([c for c in range(256) if c != raw[offset]]))
        with pytest.raises(BundleRejected):
            decode(bytes(altered), Limits())


@pytest.mark.parametrize("kind", KINDS)
def test_a_truncated_file_is_refused_at_every_length(kind, rng):
    raw = encode_message(make_message(kind, rng))
    for length in [*range(0, len(raw), 13), header_end(raw), len(raw) - 1]:
        with pytest.raises(BundleLength):
            decode(raw[:length])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("extra", [b"\0", b" " * 8, b"x" * 10_000])
def test_appended_bytes_are_refused(kind, extra, rng):
    with pytest.raises(BundleLength):
        decode(encode_message(make_message(kind, rng)) + extra)


@pytest.mark.parametrize("kind", KINDS)
def test_one_file_inside_another_is_refused(kind, rng):
    raw = encode_message(make_message(kind, rng))
    for doubled in (raw + raw, raw[:8] + raw, b"\0" * 8 + raw):
        with pytest.raises(BundleRejected):
            decode(doubled)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_accepted_only_where_it_is_expected(kind, rng):
    raw = encode_message(make_message(kind, rng))
    others = tuple(other for other in KINDS if other != kind)
    with pytest.raises(WrongKind) as caught:
        decode(raw, kinds=others)
    assert caught.value.facts["sent"] == kind


def test_a_kind_that_nobody_knows_is_refused_even_where_it_is_expected(rng):
    raw = forge(make_bundle(rng), kind="letter")
    with pytest.raises(WrongKind, match="'letter'"):
        decode(raw, kinds=("letter",))


def test_the_kinds_are_four():
    assert ALL_KINDS == KINDS


@pytest.mark.parametrize("kind", ["view", "bundle"])
def test_a_sound_file_under_the_name_of_another_kind_is_refused(kind, rng):
    other = {"view": "bundle", "bundle": "view"}[kind]
    with pytest.raises(BundleRejected):
        decode(forge(make_message(kind, rng), kind=other))


def test_swapped_blocks_are_refused(rng, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK_BYTES", 4 * N_DIMS * 4)
    bundle = make_bundle(rng, n_rows=8)
    raw = encode_message(bundle)
    half = 4 * N_DIMS * 4
    with pytest.raises(BundleTampered, match="rows/00000"):
        decode(raw[: -2 * half] + raw[-half:] + raw[-2 * half : -half])
    arrays = arrays_of(bundle)
    with pytest.raises(ArraysDiffer, match="rows/00001"):
        decode(forge(bundle, arrays=[*arrays[:-2], arrays[-1], arrays[-2]]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_forged_value_that_is_not_finite_is_refused_by_its_array(kind, value, rng):
    message = make_message(kind, rng)
    for name, array in arrays_of(message):
        if array.dtype.kind != "f":
            continue
        wrong = array.copy()
        wrong[..., -1] = value
        arrays = [(n, wrong if n == name else a) for n, a in arrays_of(message)]
        with pytest.raises(BundleNotFinite) as caught:
            decode(forge(message, arrays=arrays))
        assert caught.value.facts["field"] == name


def test_a_forged_number_type_is_refused_by_its_array(rng):
    view = make_view(rng)
    with pytest.raises(BundleDtype, match="'view' has type int64"):
        decode(forge(view, arrays=[("view", view.view.astype(np.int64))]))


def test_a_forged_scale_of_zero_is_refused(rng):
    message = make_return(rng)
    arrays = [(n, np.zeros(N_DIMS) if n == "scale" else a) for n, a in arrays_of(message)]
    with pytest.raises(BundleField, match="only positive numbers"):
        decode(forge(message, arrays=arrays))


def test_a_forged_int8_code_beyond_its_scale_is_refused(rng):
    message = make_bundle(rng, precision="int8")
    wrong = np.full(message.rows.shape, -128, dtype=np.int8)
    arrays = [(n, wrong if n == "rows/00000" else a) for n, a in arrays_of(message)]
    with pytest.raises(BundleField, match="-127 to 127"):
        decode(forge(message, arrays=arrays))


@pytest.mark.parametrize("change", [{"n_rows": 10}, {"n_rows": 12}, {"precision": "float16"}])
def test_details_that_do_not_fit_the_arrays_are_refused(change, rng):
    details = {"n_rows": N_ROWS, "n_dims": N_DIMS, "precision": "float32"}
    with pytest.raises((BundleShape, BundleDtype)):
        decode(forge(make_bundle(rng), details=details | change))


class EndlessFile(io.BytesIO):
    """A file that says it is huge; whoever reads past its header gets zeros for ever."""

    def __init__(self, raw: bytes, n_bytes: int) -> None:
        super().__init__(raw)
        self.n_bytes = n_bytes

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        return self.n_bytes if whence == io.SEEK_END else super().seek(offset)

    def read(self, size: int | None = -1, /) -> bytes:
        raw = super().read(size)
        return raw or bytes(size or 0)


def describe_huge(
    shape: tuple[int, ...], kind: str, rng: np.random.Generator, **details: Any
) -> tuple[bytes, int]:
    """Return a header that keeps every digest and describes a huge array, and the file's size."""
    message = make_message(kind, rng)
    arrays = sorted(arrays_of(message), key=lambda pair: -pair[1].dtype.itemsize)
    entries = [describe_array(name, array, "d" * 64) for name, array in arrays]
    entries[-1] = replace(entries[-1], shape=shape)
    manifest = Manifest(
        message.kind, message.envelope, encode_details(message) | details, tuple(entries)
    )
    header = encode_header(manifest)
    return header, len(header) + sum(entry.n_bytes for entry in entries)


HUGE = [
    ("view", (2**40, N_DIMS), {}),
    ("view", (2**25, 2**24), {}),
    ("span", (2**40, N_DIMS), {}),
    ("return", (2**40,), {}),
    ("bundle", (2**40, N_DIMS), {"n_rows": 2**40}),
    ("bundle", (2**20, 2**24), {"n_rows": 2**20, "n_dims": 2**24}),
]


@pytest.mark.parametrize(("kind", "shape", "details"), HUGE)
@pytest.mark.parametrize("limits", [AGREED, Limits()], ids=["agreed", "no terms at hand"])
def test_a_huge_described_size_is_refused_before_anything_is_allocated(
    kind, shape, details, limits, rng
):
    header, _ = describe_huge(shape, kind, rng, **details)
    tracemalloc.start()
    with pytest.raises(BundleLength):
        decode(header + bytes(1000), limits)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50 * len(header) + 2**20


@pytest.mark.parametrize(("kind", "shape", "details"), HUGE)
def test_a_file_that_is_as_huge_as_it_says_is_refused_by_the_terms_before_it_is_read(
    kind, shape, details, rng, monkeypatch
):
    header, n_bytes = describe_huge(shape, kind, rng, **details)
    monkeypatch.setattr(np, "empty", None)
    with pytest.raises((BundleShape, BundleTooLarge, BundleField)):
        read_message(EndlessFile(header, n_bytes), limits=AGREED, kinds=KINDS)


def test_rows_beyond_the_machines_memory_are_refused_by_name(rng, monkeypatch):
    raw = encode_message(make_bundle(rng))
    really_empty = np.empty

    def no_memory(shape: tuple[int, ...], **choices: Any) -> np.ndarray:
        if shape == (N_ROWS, N_DIMS):
            raise MemoryError
        return really_empty(shape, **choices)

    monkeypatch.setattr(np, "empty", no_memory)
    with pytest.raises(BundleTooLarge, match="the rows"):
        decode(raw)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda rng: replace(make_view(rng), view=np.full((6, 3), np.nan)),
        lambda rng: replace(make_view(rng), view=np.zeros((6, 3), dtype=np.float32)),
        lambda rng: replace(make_view(rng), envelope=make_envelope("bundle")),
        lambda rng: replace(make_view(rng), envelope=make_envelope("view", site="A B")),
        lambda rng: replace(make_span(rng), sites=()),
        lambda rng: replace(make_return(rng), scale=np.zeros(3)),
        lambda rng: replace(make_return(rng), recipe_parameters={"a": float("inf")}),
        lambda rng: replace(make_return(rng), model=np.zeros(0, dtype=np.uint8)),
        lambda rng: replace(make_bundle(rng), precision="float16"),
        lambda rng: replace(make_bundle(rng), row_scale=np.ones(3)),
        lambda rng: replace(make_bundle(rng, n_rows=0), labels=np.zeros(0)),
        lambda rng: replace(
            make_bundle(rng, n_rows=0),
            rows=np.zeros((0, 0), np.float32),
            anchor_view=np.zeros((6, 0)),
        ),
    ],
)
def test_what_no_reader_would_accept_is_refused_before_the_first_byte(wrong, rng):
    file = io.BytesIO()
    with pytest.raises(BundleRejected):
        write_message(wrong(rng), file)
    assert file.getvalue() == b""


def test_a_refusal_names_site_and_field_and_no_value(rng):
    view = make_view(rng)
    with pytest.raises(BundleNotFinite) as caught:
        encode_message(replace(view, view=np.where(view.view > 0, np.nan, view.view)))
    assert caught.value.facts["site"] == "north"
    assert caught.value.facts["field"] == "view"


def test_a_fingerprint_tells_spans_terms_and_pacts_apart(rng):
    span = make_span(rng)
    turned = span.span.copy()
    turned[0, 0] = np.nextafter(turned[0, 0], np.inf)
    others = [
        replace(span, span=turned),
        replace(span, span=span.span.reshape(3, 6)),
        replace(span, envelope=make_envelope("span", tag="e" * 64)),
        replace(span, envelope=make_envelope("span", terms_digest="e" * 64)),
    ]
    assert len({span_fingerprint(each) for each in (span, *others)}) == len(others) + 1


def test_a_fingerprint_does_not_depend_on_memory_order_or_on_the_journey(rng):
    span = make_span(rng)
    read = decode(encode_message(span))
    assert isinstance(read, AgreedSpan)
    turned = replace(span, span=np.asfortranarray(span.span))
    assert span_fingerprint(span) == span_fingerprint(read) == span_fingerprint(turned)
