"""Small messages of every kind, and files that were forged with right digests.

A forged file keeps the container's own rules (lengths, digests, canonical JSON), so that what
refuses it is the rule under test and not a checksum.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from concordant.wire.container import write_container
from concordant.wire.details import encode_details
from concordant.wire.layouts import arrays_of
from concordant.wire.manifest import ManifestDraft
from concordant.wire.messages import (
    AgreedSpan,
    AnchorView,
    Envelope,
    Message,
    Precision,
    RepresentationBundle,
    ReturnBundle,
)

KINDS = ("view", "bundle", "span", "return")
N_FEATURES, N_DIMS, N_ROWS = 6, 3, 11


def make_envelope(kind: str = "bundle", **changes: Any) -> Envelope:
    """Return an envelope that fits the kind."""
    released = kind in ("bundle", "return")
    envelope = Envelope(
        study_id="0123456789abcdef" * 2,
        terms_digest="a" * 64,
        site="" if kind == "span" else "north",
        release=1 if released else 0,
        tag="b" * 64,
    )
    return replace(envelope, **changes)


def make_view(rng: np.random.Generator) -> AnchorView:
    """Return a view of 6 anchor rows and 3 dimensions."""
    return AnchorView(make_envelope("view"), rng.standard_normal((N_FEATURES, N_DIMS)))


def make_bundle(
    rng: np.random.Generator,
    *,
    n_rows: int = N_ROWS,
    n_dims: int = N_DIMS,
    precision: Precision = "float32",
    groups: bool = False,
    numeric: bool = False,
) -> RepresentationBundle:
    """Return a bundle with labels, as codes or ``numeric``; 0 rows have none."""
    rows = rng.standard_normal((n_rows, n_dims))
    is_int8 = precision == "int8"
    labels = rng.standard_normal(n_rows) if numeric else rng.integers(0, 2, n_rows)
    return RepresentationBundle(
        envelope=make_envelope(span="c" * 64),
        anchor_view=rng.standard_normal((N_FEATURES, n_dims)),
        rows=rng.integers(-127, 128, rows.shape).astype("i1")
        if is_int8
        else rows.astype(precision),
        precision=precision,
        row_scale=rng.random(n_dims) + 0.5 if is_int8 else None,
        labels=labels if n_rows else None,
        groups=rng.integers(0, 5, n_rows) if groups and n_rows else None,
    )


def make_span(rng: np.random.Generator) -> AgreedSpan:
    """Return a span of 6 anchor rows and 3 dimensions."""
    span = rng.standard_normal((N_FEATURES, N_DIMS))
    return AgreedSpan(make_envelope("span"), span, ("north", "south"))


def make_return(rng: np.random.Generator, model: bytes = b"no model" * 40) -> ReturnBundle:
    """Return a return whose model is any bytes."""
    return ReturnBundle(
        envelope=make_envelope("return"),
        map=rng.standard_normal((N_DIMS, N_DIMS)),
        centre=rng.standard_normal(N_DIMS),
        scale=rng.random(N_DIMS) + 0.5,
        model=np.frombuffer(model, dtype=np.uint8),
        method="auto",
        recipe_name="logistic",
        recipe_parameters={"C": 0.5, "max_iter": 100, "class_weight": None, "name": "plain"},
        classes=("ill", "well"),
    )


def make_message(kind: str, rng: np.random.Generator) -> Message:
    """Return a small message of ``kind``."""
    makers: dict[str, Callable[[np.random.Generator], Message]] = {
        "view": make_view,
        "bundle": make_bundle,
        "span": make_span,
        "return": make_return,
    }
    return makers[kind](rng)


def forge(
    message: Message,
    *,
    kind: str | None = None,
    details: dict[str, Any] | None = None,
    arrays: Sequence[tuple[str, np.ndarray]] | None = None,
) -> bytes:
    """Return the file of ``message`` with other details or arrays, and right digests."""
    draft = ManifestDraft(
        kind or message.kind,
        message.envelope,
        encode_details(message) if details is None else details,
    )
    file = io.BytesIO()
    write_container(file, draft, arrays_of(message) if arrays is None else arrays)
    return file.getvalue()
