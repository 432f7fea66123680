"""One line of a manifest per array: name, shape, type, scale, SHA-256.

In:  arrays, or the parsed lines of a manifest.
Out: frozen entries under their rules; refusals name the array. Anybody may run this.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from concordant.linalg.arrays import Array
from concordant.wire.rules import (
    ARRAY_NAME,
    HEX_256,
    is_count,
    matches,
    require_field,
    require_keys,
)

ENTRY_KEYS = ("name", "shape", "dtype", "scale", "sha256")
# Our name of a number type, and the one in a safetensors header.
SAFETENSORS_CODES = {
    "float64": "F64",
    "int64": "I64",
    "float32": "F32",
    "float16": "F16",
    "int8": "I8",
    "uint8": "U8",
}
MOST_ARRAYS = 100_000
_LONGEST_SIDE = 2**48
_MOST_AXES = 2


@dataclass(frozen=True, slots=True)
class ArrayEntry:
    """What the manifest says of one array; ``scale`` names the array that scales its columns."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    scale: str | None
    sha256: str

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The number type with the byte order of the file (little-endian)."""
        return np.dtype(self.dtype).newbyteorder("<")

    @property
    def n_bytes(self) -> int:
        """How many bytes the array takes in the file."""
        return math.prod(self.shape) * self.numpy_dtype.itemsize


def scale_of(dtype: str) -> str | None:
    """Return the name of the array that scales an array of ``dtype``: only int8 has one."""
    return "row_scale" if dtype == "int8" else None


def describe_array(name: str, array: Array, sha256: str) -> ArrayEntry:
    """Return the entry of ``array``."""
    dtype = array.dtype.name
    return ArrayEntry(name, tuple(array.shape), dtype, scale_of(dtype), sha256)


def in_file_order(arrays: Iterable[tuple[str, Array]]) -> list[tuple[str, Array]]:
    """Return named arrays with wider number types first, so that each is aligned."""
    return sorted(arrays, key=lambda pair: -pair[1].dtype.itemsize)


def encode_entry(entry: ArrayEntry) -> dict[str, Any]:
    """Return the entry's fields by their names on the wire."""
    return {
        "name": entry.name,
        "shape": list(entry.shape),
        "dtype": entry.dtype,
        "scale": entry.scale,
        "sha256": entry.sha256,
    }


def decode_entries(data: Any, *, site: str) -> tuple[ArrayEntry, ...]:
    """Return the entries; wider types come first, and no name comes twice."""
    holds = isinstance(data, list) and len(data) <= MOST_ARRAYS
    require_field(holds, site=site, field="arrays", rule=f"a list of at most {MOST_ARRAYS}")
    entries = tuple(_decode_entry(line, site=site) for line in data)
    require_layout(entries, site=site)
    return entries


def require_layout(entries: tuple[ArrayEntry, ...], *, site: str) -> None:
    """Refuse names that come twice, and an order in which an array would not be aligned."""
    names = {entry.name for entry in entries}
    require_field(len(names) == len(entries), site=site, field="arrays", rule="each name once")
    widths = [entry.numpy_dtype.itemsize for entry in entries]
    in_order = widths == sorted(widths, reverse=True)
    require_field(in_order, site=site, field="arrays", rule="wider number types first")


def _decode_entry(line: Any, *, site: str) -> ArrayEntry:
    require_field(isinstance(line, dict), site=site, field="arrays", rule="a list of objects")
    require_keys(line, ENTRY_KEYS, site=site, field="arrays")
    require_field(
        matches(ARRAY_NAME, line["name"]), site=site, field="arrays", rule="plain names of arrays"
    )
    shape, dtype = line["shape"], line["dtype"]
    shape_holds = isinstance(shape, list) and 1 <= len(shape) <= _MOST_AXES
    shape_holds = shape_holds and all(is_count(side, most=_LONGEST_SIDE) for side in shape)
    dtype_holds = isinstance(dtype, str) and dtype in SAFETENSORS_CODES
    rules = (
        ("shape", shape_holds, "one or two counts"),
        ("dtype", dtype_holds, f"one of {', '.join(SAFETENSORS_CODES)}"),
        ("scale", dtype_holds and line["scale"] == scale_of(dtype), "row_scale for int8 only"),
        ("sha256", matches(HEX_256, line["sha256"]), "64 hexadecimal digits"),
    )
    for key, holds, rule in rules:
        require_field(holds, site=site, field=f"arrays: {line['name']}: {key}", rule=rule)
    return ArrayEntry(line["name"], tuple(shape), dtype, line["scale"], line["sha256"])
