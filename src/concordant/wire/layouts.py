"""Which arrays a message of each kind has, in which order, of which shape and type.

In:  a message; or a manifest and the Limits of the study.
Out: the arrays by name; or a refusal before any array is read. Anybody may run this.
"""

from dataclasses import dataclass

from concordant.errors.wire import (
    ArraysDiffer,
    BundleDtype,
    BundleField,
    BundleShape,
    BundleTooLarge,
)
from concordant.linalg.arrays import Array
from concordant.wire.blocks import count_blocks, cut_blocks
from concordant.wire.limits import Limits
from concordant.wire.manifest import Manifest
from concordant.wire.messages import (
    AgreedSpan,
    AnchorView,
    Message,
    ReturnBundle,
)

ARRAY_NAMES: dict[str, tuple[str, ...]] = {
    "view": ("view",),
    "bundle": ("anchor_view", "row_scale", "labels", "groups", "rows/"),
    "span": ("span",),
    "return": ("map", "centre", "scale", "model"),
}
NOTHING = "(nothing)"


@dataclass(frozen=True, slots=True)
class Expected:
    """An array that belongs at one place of a file; a side of None is free."""

    name: str
    shape: tuple[int | None, ...]
    dtypes: tuple[str, ...] = ("float64",)


def arrays_of(message: Message) -> list[tuple[str, Array]]:
    """Return the arrays of ``message`` by name; rows as views of their blocks."""
    match message:
        case AnchorView():
            return [("view", message.view)]
        case AgreedSpan():
            return [("span", message.span)]
        case ReturnBundle():
            return [
                ("map", message.map),
                ("centre", message.centre),
                ("scale", message.scale),
                ("model", message.model),
            ]
    optional = {
        "row_scale": message.row_scale,
        "labels": message.labels,
        "groups": message.groups,
    }
    named = [("anchor_view", message.anchor_view)]
    named += [(name, array) for name, array in optional.items() if array is not None]
    n_rows, n_dims = message.rows.shape
    blocks = cut_blocks(n_rows, n_dims, message.precision)
    return named + [(block.name, message.rows[block.start : block.stop]) for block in blocks]


def require_layout_of_kind(manifest: Manifest, limits: Limits) -> None:
    """Refuse a manifest whose arrays are not those of its kind; its details must be sound."""
    expected = _expected(manifest, limits)
    site = manifest.sender
    for position in range(max(len(expected), len(manifest.arrays))):
        wanted = expected[position].name if position < len(expected) else NOTHING
        sent = manifest.arrays[position].name if position < len(manifest.arrays) else NOTHING
        if wanted != sent:
            raise ArraysDiffer(site=site, position=position + 1, sent=sent, agreed=wanted)
    for place, entry in zip(expected, manifest.arrays, strict=True):
        if entry.dtype not in place.dtypes:
            raise BundleDtype(
                site=site, field=entry.name, sent=entry.dtype, agreed=" or ".join(place.dtypes)
            )
        if not _fits(entry.shape, place.shape):
            sides = ("any" if side is None else str(side) for side in place.shape)
            agreed = f"({', '.join(sides)})"
            raise BundleShape(site=site, field=entry.name, sent=entry.shape, agreed=agreed)


def _fits(shape: tuple[int, ...], agreed: tuple[int | None, ...]) -> bool:
    return len(shape) == len(agreed) and all(
        side > 0 if wanted is None else side == wanted
        for side, wanted in zip(shape, agreed, strict=True)
    )


def _expected(manifest: Manifest, limits: Limits) -> list[Expected]:
    if manifest.kind == "bundle":
        return _expected_in_bundle(manifest, limits)
    if manifest.kind == "return":
        return _expected_in_return(manifest, limits)
    return [Expected(manifest.kind, (limits.n_features, limits.n_dims))]


def _expected_in_bundle(manifest: Manifest, limits: Limits) -> list[Expected]:
    details = manifest.details
    n_rows, precision = details["n_rows"], details["precision"]
    n_dims = details["n_dims"]
    # Counted before they are listed: a lying header must not make us list millions of names.
    if count_blocks(n_rows, n_dims, precision) > len(manifest.arrays):
        raise BundleField(
            site=manifest.sender, field="details: n_rows", rule="as many rows as the blocks hold"
        )
    sent = {entry.name for entry in manifest.arrays}
    expected = [Expected("anchor_view", (limits.n_features, n_dims))]
    if precision == "int8":
        expected.append(Expected("row_scale", (n_dims,)))
    if n_rows and "labels" in sent:
        expected.append(Expected("labels", (n_rows,), ("int64", "float64")))
    if n_rows and "groups" in sent:
        expected.append(Expected("groups", (n_rows,), ("int64",)))
    expected += [
        Expected(block.name, (block.stop - block.start, n_dims), (precision,))
        for block in cut_blocks(n_rows, n_dims, precision)
    ]
    return expected


def _expected_in_return(manifest: Manifest, limits: Limits) -> list[Expected]:
    shapes = {entry.name: entry.shape for entry in manifest.arrays}
    n_dims = limits.n_dims or shapes.get("map", (0,))[0]
    n_model_bytes = shapes.get("model", (0,))[0]
    if n_model_bytes > limits.max_model_bytes:
        raise BundleTooLarge(
            site=manifest.sender,
            field="the model",
            sent=n_model_bytes,
            limit=limits.max_model_bytes,
        )
    return [
        Expected("map", (n_dims, n_dims)),
        Expected("centre", (n_dims,)),
        Expected("scale", (n_dims,)),
        Expected("model", (None,), ("uint8",)),
    ]
