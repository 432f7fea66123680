"""Turn messages into the bytes of a file, and back under every check that needs no terms.

In:  a message; or an open file from anybody, the kinds expected and the Limits of the study.
Out: the file and its SHA-256; or a message whose digests, shapes, types and values were
     verified, each before anything of its size is allocated. Both roles may run this.
"""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.errors.wire import BundleShape, BundleTooLarge, WrongKind
from concordant.linalg.arrays import Array
from concordant.wire.array_entries import describe_array, in_file_order
from concordant.wire.blocks import cut_blocks
from concordant.wire.container import ByteSink, Container, open_container, write_container
from concordant.wire.contents import require_contents
from concordant.wire.details import DETAILS_KEYS, encode_details, require_details
from concordant.wire.envelopes import sender
from concordant.wire.exact_reading import ByteSource
from concordant.wire.layouts import arrays_of, require_layout_of_kind
from concordant.wire.limits import Limits
from concordant.wire.manifest import Manifest, ManifestDraft, decode_manifest, encode_manifest
from concordant.wire.messages import (
    AgreedSpan,
    AnchorView,
    Message,
    RepresentationBundle,
    ReturnBundle,
)

ALL_KINDS = tuple(DETAILS_KEYS)
_NO_DIGEST = "0" * 64


@dataclass(frozen=True, slots=True)
class WrittenMessage:
    """What was written: the SHA-256 of the whole file, and its size."""

    sha256: str
    n_bytes: int


@dataclass(frozen=True, slots=True)
class ArrayLine:
    """One array of a message, for people to look at before it leaves."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    n_bytes: int


def write_message(message: Message, file: ByteSink) -> WrittenMessage:
    """Write ``message`` to ``file``; refuse what no reader would accept, before the first byte."""
    arrays = _sound_arrays(message)
    draft = ManifestDraft(message.kind, message.envelope, encode_details(message))
    hashing = _HashingFile(file)
    write_container(hashing, draft, arrays)
    return WrittenMessage(hashing.digest.hexdigest(), hashing.n_bytes)


def require_sound(message: Message) -> None:
    """Refuse a message in memory that could not be written, whatever the terms are."""
    _sound_arrays(message)


def read_message(file: ByteSource, *, limits: Limits, kinds: Sequence[str]) -> Message:
    """Return the message in ``file``, which must be of one of ``kinds`` and within ``limits``."""
    container = open_container(file)
    manifest = container.manifest
    if manifest.kind not in kinds or manifest.kind not in DETAILS_KEYS:
        raise WrongKind(site=manifest.sender, sent=manifest.kind, expected=" or ".join(kinds))
    require_details(manifest, limits)
    require_layout_of_kind(manifest, limits)
    if manifest.kind == "bundle":
        return _read_bundle(container)
    arrays = {entry.name: _read_sound(container, entry.name) for entry in manifest.arrays}
    if manifest.kind == "view":
        return AnchorView(manifest.envelope, arrays["view"])
    if manifest.kind == "span":
        return AgreedSpan(manifest.envelope, arrays["span"], tuple(manifest.details["sites"]))
    return ReturnBundle(
        envelope=manifest.envelope,
        map=arrays["map"],
        centre=arrays["centre"],
        scale=arrays["scale"],
        model=arrays["model"],
        method=manifest.details["method"],
        recipe_name=manifest.details["recipe_name"],
        recipe_parameters=manifest.details["recipe_parameters"],
        classes=tuple(manifest.details["classes"]),
        model_format=manifest.details["model_format"],
    )


def encode_message(message: Message) -> bytes:
    """Return the bytes of the file that holds ``message``."""
    file = io.BytesIO()
    write_message(message, file)
    return file.getvalue()


def decode_message(raw: bytes, limits: Limits, kinds: Sequence[str]) -> Message:
    """Return the message in the bytes of a file; see ``read_message``."""
    return read_message(io.BytesIO(raw), limits=limits, kinds=kinds)


def list_arrays(message: Message) -> tuple[ArrayLine, ...]:
    """Return every array that the file of ``message`` would hold, in the order of the file."""
    return tuple(
        ArrayLine(name, tuple(array.shape), array.dtype.name, array.nbytes)
        for name, array in in_file_order(arrays_of(message))
    )


def span_fingerprint(span: AgreedSpan) -> str:
    """Return the SHA-256, in hexadecimal, of the tag, the terms, the shape and every value."""
    array = np.ascontiguousarray(span.span, dtype="<f8")
    n_rows, n_dims = array.shape
    words = (
        "concordant/v1/span",
        span.envelope.tag,
        span.envelope.terms_digest,
        f"{n_rows}x{n_dims}",
    )
    digest = hashlib.sha256()
    for word in (*(text.encode("utf-8") for text in words), array.tobytes()):
        digest.update(len(word).to_bytes(8, "little"))
        digest.update(word)
    return digest.hexdigest()


def _sound_arrays(message: Message) -> list[tuple[str, Array]]:
    site = sender(message.envelope)
    if isinstance(message, RepresentationBundle) and (
        message.rows.ndim != 2 or not message.rows.shape[1]
    ):
        raise BundleShape(
            site=site, field="rows", sent=tuple(message.rows.shape), agreed=("rows", "dims")
        )
    arrays = in_file_order(arrays_of(message))
    entries = tuple(describe_array(name, array, _NO_DIGEST) for name, array in arrays)
    details = encode_details(message)
    draft = Manifest(message.kind, message.envelope, details, entries)
    manifest = decode_manifest(encode_manifest(draft))
    require_details(manifest, Limits())
    require_layout_of_kind(manifest, Limits())
    for name, array in arrays:
        require_contents(name, array, site=site)
    return arrays


def _read_sound(container: Container, name: str) -> Array:
    array = container.read(name)
    require_contents(name, array, site=container.manifest.sender)
    return array


def _read_bundle(container: Container) -> RepresentationBundle:
    manifest = container.manifest
    names = [entry.name for entry in manifest.arrays if not entry.name.startswith("rows/")]
    arrays = {name: _read_sound(container, name) for name in names}
    return RepresentationBundle(
        envelope=manifest.envelope,
        anchor_view=arrays["anchor_view"],
        rows=_read_rows(container),
        precision=manifest.details["precision"],
        row_scale=arrays.get("row_scale"),
        labels=arrays.get("labels"),
        groups=arrays.get("groups"),
    )


def _read_rows(container: Container) -> Array:
    details, site = container.manifest.details, container.manifest.sender
    shape = (details["n_rows"], details["n_dims"])
    dtype: np.dtype[Any] = np.dtype(details["precision"]).newbyteorder("<")
    try:
        rows: Array = np.empty(shape, dtype=dtype)
    except MemoryError:
        raise BundleTooLarge(
            site=site, field="the rows", sent=shape, limit="this machine's memory"
        ) from None
    for block in cut_blocks(*shape, details["precision"]):
        part = rows[block.start : block.stop]
        container.read_into(block.name, part)
        require_contents(block.name, part, site=site)
    return rows


class _HashingFile:
    """A file that only writes, and knows the SHA-256 of all that it wrote."""

    def __init__(self, file: ByteSink) -> None:
        self.file = file
        self.digest = hashlib.sha256()
        self.n_bytes = 0

    def write(self, data: bytes | memoryview, /) -> int:
        self.digest.update(data)
        self.n_bytes += len(data)
        return self.file.write(data)
