"""The one file format: arrays in the layout of safetensors under a strict manifest.

In:  a ManifestDraft and arrays; or an open, seekable file.
Out: the file's bytes; or a Container that gives out arrays whose SHA-256 was taken of the very
     bytes it returns. Memory stays flat: pieces of 1 MiB. Meaning is left to ``codec``.

Digests guard against accidents, not against a forger, who can write new ones.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from concordant.errors.wire import BundleShape, BundleTampered, BundleTooLarge
from concordant.linalg.arrays import Array
from concordant.wire.array_entries import ArrayEntry, describe_array, in_file_order
from concordant.wire.exact_reading import ByteSource, measure_file, read_pieces
from concordant.wire.header import encode_header, read_header
from concordant.wire.manifest import Manifest, ManifestDraft, decode_manifest, encode_manifest


@runtime_checkable
class ByteSink(Protocol):
    """Whatever bytes can be written to, one after another."""

    def write(self, data: bytes | memoryview, /) -> int:
        """Take all of ``data``."""
        ...


def write_container(
    file: ByteSink, draft: ManifestDraft, arrays: Iterable[tuple[str, Array]]
) -> Manifest:
    """Write ``arrays`` under ``draft`` to ``file``; return the manifest that was written.

    Arrays of wider number types go first, otherwise the given order is kept. Each array is read
    twice (for its digest, then for its bytes) and never copied to a temporary file: some are
    secret. The same input gives the same bytes.
    """
    named = in_file_order(arrays)
    entries = tuple(describe_array(name, array, _digest(array)) for name, array in named)
    manifest = Manifest(draft.kind, draft.envelope, draft.details, entries)
    decode_manifest(encode_manifest(manifest))  # nothing is written that nobody would read
    file.write(encode_header(manifest))
    for _, array in named:
        file.write(_little_endian_bytes(array))
    return manifest


def open_container(file: ByteSource) -> "Container":
    """Return the container in ``file``; its header is verified, its arrays not yet."""
    manifest, begin = read_header(file, measure_file(file))
    places: dict[str, tuple[ArrayEntry, int]] = {}
    for entry in manifest.arrays:
        places[entry.name] = (entry, begin)
        begin += entry.n_bytes
    return Container(file, manifest, places)


@dataclass(frozen=True, slots=True)
class Container:
    """A file whose header is sound. Arrays are read, and verified, one by one."""

    file: ByteSource
    manifest: Manifest
    places: dict[str, tuple[ArrayEntry, int]]

    def read(self, name: str) -> Array:
        """Return the array ``name``; its digest was taken of the bytes that are returned."""
        entry, _ = self.places[name]
        try:
            array = np.empty(entry.shape, dtype=entry.numpy_dtype)
        except MemoryError:
            raise BundleTooLarge(
                site=self.manifest.sender,
                field=f"array {name!r}",
                sent=entry.n_bytes,
                limit="this machine's memory",
            ) from None
        self.read_into(name, array)
        return array

    def read_into(self, name: str, out: Array) -> None:
        """Fill ``out`` (contiguous, same shape and type) with the array ``name``, verified."""
        entry, begin = self.places[name]
        if out.shape != entry.shape:
            raise BundleShape(
                site=self.manifest.sender, field=name, sent=entry.shape, agreed=out.shape
            )
        target = out.reshape(-1).view(np.uint8)
        digest, filled = hashlib.sha256(), 0
        for piece in read_pieces(self.file, begin, entry.n_bytes, site=self.manifest.sender):
            digest.update(piece)
            target[filled : filled + len(piece)] = np.frombuffer(piece, dtype=np.uint8)
            filled += len(piece)
        if digest.hexdigest() != entry.sha256:
            raise BundleTampered(site=self.manifest.sender, field=f"array {entry.name!r}")


def _digest(array: Array) -> str:
    return hashlib.sha256(_little_endian_bytes(array)).hexdigest()


def _little_endian_bytes(array: Array) -> memoryview:
    plain = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    return plain.reshape(-1).view(np.uint8).data
