"""The header of a file, in the layout of safetensors, written in exactly one way.

In:  a manifest.
Out: the bytes before the data: 8 bytes of length, canonical JSON, spaces up to a multiple of 8.
     Reading takes the manifest out of those bytes and writes them again: they must be the same,
     so no second meaning fits into a header. Anybody may run this.
"""

import json

from concordant.errors.wire import (
    UNKNOWN_SENDER,
    BundleLength,
    BundleMalformed,
    BundleTooLarge,
    NotCanonical,
)
from concordant.wire.array_entries import SAFETENSORS_CODES
from concordant.wire.canonical import canonical_json
from concordant.wire.exact_reading import ByteSource, read_exactly
from concordant.wire.manifest import Manifest, decode_manifest, encode_manifest

MAX_HEADER_BYTES = 16 * 1024 * 1024
LENGTH_BYTES = 8
_OPENING = '{"__metadata__":{"concordant":'


def encode_header(manifest: Manifest) -> bytes:
    """Return length and header of the file that ``manifest`` describes."""
    sections: dict[str, object] = {
        "__metadata__": {"concordant": encode_manifest(manifest).decode("utf-8")}
    }
    offset = 0
    for entry in manifest.arrays:
        end = offset + entry.n_bytes
        sections[entry.name] = {
            "dtype": SAFETENSORS_CODES[entry.dtype],
            "shape": list(entry.shape),
            "data_offsets": [offset, end],
        }
        offset = end
    header = canonical_json(sections)
    header += b" " * (-len(header) % LENGTH_BYTES)
    if len(header) > MAX_HEADER_BYTES:
        raise BundleTooLarge(
            site=manifest.sender, field="the header", sent=len(header), limit=MAX_HEADER_BYTES
        )
    return len(header).to_bytes(LENGTH_BYTES, "little") + header


def read_header(file: ByteSource, n_file_bytes: int) -> tuple[Manifest, int]:
    """Return the manifest at the start of ``file`` and where the data begins.

    The file's real size must be exactly what the manifest describes.
    """
    length = read_exactly(file, 0, LENGTH_BYTES, n_file_bytes=n_file_bytes)
    n_header_bytes = int.from_bytes(length, "little")
    if n_header_bytes > MAX_HEADER_BYTES:
        raise BundleTooLarge(
            site=UNKNOWN_SENDER, field="the header", sent=n_header_bytes, limit=MAX_HEADER_BYTES
        )
    header = read_exactly(file, LENGTH_BYTES, n_header_bytes, n_file_bytes=n_file_bytes)
    manifest = decode_manifest(_manifest_text(header))
    begin = LENGTH_BYTES + n_header_bytes
    described = begin + sum(entry.n_bytes for entry in manifest.arrays)
    if described != n_file_bytes:
        raise BundleLength(site=manifest.sender, sent=n_file_bytes, described=described)
    if encode_header(manifest) != length + header:
        raise BundleMalformed(site=manifest.sender, field="the header")
    return manifest, begin


def _manifest_text(header: bytes) -> bytes:
    try:
        text = header.decode("utf-8")
        if not text.startswith(_OPENING + '"'):
            raise BundleMalformed(site=UNKNOWN_SENDER, field="the header")
        manifest, _ = json.JSONDecoder().raw_decode(text, len(_OPENING))
        return str(manifest).encode("utf-8")
    except ValueError:  # not UTF-8, an unfinished text, or half a surrogate pair
        raise NotCanonical(reason="the header is not JSON") from None
