"""How many bytes a file of the wire takes, without making it.

In:  the terms and a number of rows; or a message in memory.
Out: the exact size of the file, header and padding included; that of a return rests on the size
     of its model. Nothing is read or written; anybody may run this.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from concordant.terms.charter import Charter
from concordant.wire.array_entries import ArrayEntry, scale_of
from concordant.wire.blocks import cut_blocks
from concordant.wire.details import encode_details
from concordant.wire.header import encode_header
from concordant.wire.layouts import arrays_of
from concordant.wire.manifest import Manifest
from concordant.wire.messages import Envelope, Message

# Digests, tags and fingerprints have one length whatever they say.
_DIGEST = "0" * 64

Shapes = Iterable[tuple[str, tuple[int, ...], str]]


def message_bytes(message: Message) -> int:
    """Return the size of the file that ``write_message`` would write."""
    shapes = [(name, array.shape, array.dtype.name) for name, array in arrays_of(message)]
    return _file_bytes(message.kind, message.envelope, encode_details(message), shapes)


def view_bytes(charter: Charter, site: str) -> int:
    """Return the size of ``NAME.view``: the guarded view, ``n_features`` by ``n_dims``."""
    shape = (charter.n_features, charter.n_dims)
    envelope = _envelope(charter, site, release=0)
    return _file_bytes("view", envelope, {}, [("view", shape, "float64")])


def span_bytes(charter: Charter, sites: Iterable[str]) -> int:
    """Return the size of ``study.span``, which each site of the agreed span fetches."""
    shape = (charter.n_features, charter.n_dims)
    details = {"sites": list(sites)}
    envelope = _envelope(charter, "", release=0)
    return _file_bytes("span", envelope, details, [("span", shape, "float64")])


def bundle_bytes(charter: Charter, site: str, n_rows: int) -> int:
    """Return the size of ``NAME.bundle``; a site that only predicts sends no rows."""
    n_dims, precision = charter.n_dims, charter.precision
    shapes: list[tuple[str, tuple[int, ...], str]] = [
        ("anchor_view", (charter.n_features, n_dims), "float64")
    ]
    if precision == "int8":
        shapes.append(("row_scale", (n_dims,), "float64"))
    if n_rows:
        shapes.append(("labels", (n_rows,), "int64" if charter.classes else "float64"))
        if charter.group is not None:
            shapes.append(("groups", (n_rows,), "int64"))
    shapes += [
        (block.name, (block.stop - block.start, n_dims), precision)
        for block in cut_blocks(n_rows, n_dims, precision)
    ]
    details = {"n_rows": n_rows, "n_dims": n_dims, "precision": precision}
    return _file_bytes("bundle", _envelope(charter, site, release=1), details, shapes)


def return_bytes(charter: Charter, site: str, model_bytes: int) -> int:
    """Return the size of ``NAME.return`` with a model of so many bytes."""
    n_dims = charter.n_dims
    details = {
        "method": "auto",
        "recipe_name": "mlp",
        "recipe_parameters": {},
        "classes": list(charter.classes),
        "model_format": "onnx",
    }
    shapes = [
        ("map", (n_dims, n_dims), "float64"),
        ("centre", (n_dims,), "float64"),
        ("scale", (n_dims,), "float64"),
        ("model", (model_bytes,), "uint8"),
    ]
    return _file_bytes("return", _envelope(charter, site, release=1), details, shapes)


def _envelope(charter: Charter, site: str, *, release: int) -> Envelope:
    agreed = charter.span == "agreed" and release > 0
    return Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site=site,
        release=release,
        tag=_DIGEST,
        span=_DIGEST if agreed else None,
        rehearsal=charter.rehearsal,
    )


def _file_bytes(kind: str, envelope: Envelope, details: dict[str, Any], shapes: Shapes) -> int:
    entries = [
        ArrayEntry(name, tuple(shape), dtype, scale_of(dtype), _DIGEST)
        for name, shape, dtype in shapes
    ]
    # Wider types first, as the container lays them out.
    entries.sort(key=lambda entry: -np.dtype(entry.dtype).itemsize)
    header = encode_header(Manifest(kind, envelope, details, tuple(entries)))
    return len(header) + sum(entry.n_bytes for entry in entries)
