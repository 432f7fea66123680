"""The four messages that cross the wall, as plain frozen records.

In:  arrays and agreed names.
Out: what ``codec`` writes to bytes and reads back. Both roles may run this. No array is in a
     ``repr``, which ends up in logs.
Adding a field here changes what leaves an institution: the frozen lists in
``tests/wall/test_bundle_fields.py`` and ``manifest.py`` fail until somebody edits them on purpose.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from jaxtyping import Float, Int64, Num, UInt8

from concordant.linalg.arrays import Array

Precision = Literal["float64", "float32", "float16", "int8"]
ModelFormat = Literal["onnx", "skops"]


@dataclass(frozen=True, slots=True)
class Envelope:
    """What every message says about itself before any array.

    ``site`` is the sender of a view or a bundle and the receiver of a return; it is empty in a
    span, which goes to everybody. ``release`` counts a site's releases from 1 (0: view, span).
    ``tag`` is the keyed tag of the pact. ``span`` is the fingerprint of the agreed span, where
    there is one. ``rehearsal`` marks files made with known randomness, for teaching.
    """

    study_id: str
    terms_digest: str
    site: str
    release: int
    tag: str
    span: str | None = None
    rehearsal: bool = False
    sealing: Literal["none"] = "none"


@dataclass(frozen=True, slots=True, eq=False)
class AnchorView:
    """``NAME.view``: the guarded view for the agreed span; no row and no label is in it."""

    kind: ClassVar[Literal["view"]] = "view"
    envelope: Envelope
    view: Float[Array, "anchor_rows dims"] = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class RepresentationBundle:
    """``NAME.bundle``: a site's projected rows, their labels and its anchor view.

    ``rows`` are in the wire's ``precision``; with int8 a row entry is ``rows * row_scale``
    column by column (``row_scale`` is None otherwise). ``labels`` are class codes or rounded
    numbers; ``groups`` are random integers, one per person. A site that joins only to predict
    sends no rows: then ``rows`` has length 0 and ``labels`` is None.
    """

    kind: ClassVar[Literal["bundle"]] = "bundle"
    envelope: Envelope
    anchor_view: Float[Array, "anchor_rows dims"] = field(repr=False)
    rows: Num[Array, "rows dims"] = field(repr=False)
    precision: Precision
    row_scale: Float[Array, " dims"] | None = field(default=None, repr=False)
    labels: Num[Array, " rows"] | None = field(default=None, repr=False)
    groups: Int64[Array, " rows"] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class AgreedSpan:
    """``study.span``: the span that all sites share best, in the anchor's coordinates.

    ``sites`` are the names whose views it was made from.
    """

    kind: ClassVar[Literal["span"]] = "span"
    envelope: Envelope
    span: Float[Array, "anchor_rows dims"] = field(repr=False)
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ReturnBundle:
    """``NAME.return``: one site's map and the model.

    Features of a new row are ``((row @ basis) @ map - centre) / scale``, as float32, into the
    model. ``model_format`` is "onnx", data that cannot execute code, or "skops", an archive that
    a site reads only under a list of types that it trusts. ``recipe_name`` and
    ``recipe_parameters`` say how the same model is built (``terms.recipes``); ``classes`` are the
    label's classes in order, empty for a regression.
    """

    kind: ClassVar[Literal["return"]] = "return"
    envelope: Envelope
    map: Float[Array, "dims dims"] = field(repr=False)
    centre: Float[Array, " dims"] = field(repr=False)
    scale: Float[Array, " dims"] = field(repr=False)
    model: UInt8[Array, " model_bytes"] = field(repr=False)
    method: str
    recipe_name: str
    recipe_parameters: dict[str, str | int | float | bool | None]
    classes: tuple[str, ...]
    model_format: ModelFormat = "onnx"


Message = AnchorView | RepresentationBundle | AgreedSpan | ReturnBundle
