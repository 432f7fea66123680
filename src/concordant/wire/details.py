"""What a manifest says beyond the envelope, per kind of message, in closed lists of keys.

In:  a message, or the parsed ``details`` of a manifest.
Out: plain fields, or the same fields when each keeps its rule. Anybody may run this.
"""

from typing import Any, get_args

from concordant.errors.wire import BundleShape, BundleTooLarge
from concordant.wire.limits import Limits
from concordant.wire.manifest import Manifest
from concordant.wire.messages import (
    AgreedSpan,
    AnchorView,
    Message,
    ModelFormat,
    Precision,
    RepresentationBundle,
)
from concordant.wire.rules import (
    MOST_NAMES,
    MOST_PARAMETERS,
    SITE_NAME,
    WORD,
    is_count,
    is_plain_text,
    matches,
    require_field,
    require_keys,
)

DETAILS_KEYS: dict[str, tuple[str, ...]] = {
    "view": (),
    "bundle": ("n_dims", "n_rows", "precision"),
    "span": ("sites",),
    "return": ("classes", "method", "model_format", "recipe_name", "recipe_parameters"),
}
_MOST_DIMS = 2**24


def encode_details(message: Message) -> dict[str, Any]:
    """Return what the manifest of ``message`` says beyond the envelope and the arrays."""
    match message:
        case AnchorView():
            return {}
        case RepresentationBundle():
            n_rows, n_dims = message.rows.shape
            return {"n_rows": n_rows, "n_dims": n_dims, "precision": message.precision}
        case AgreedSpan():
            return {"sites": list(message.sites)}
    return {
        "method": message.method,
        "recipe_name": message.recipe_name,
        "recipe_parameters": dict(message.recipe_parameters),
        "classes": list(message.classes),
        "model_format": message.model_format,
    }


def require_details(manifest: Manifest, limits: Limits) -> None:
    """Refuse details that are not exactly those of the manifest's kind, within ``limits``."""
    details, site = manifest.details, manifest.sender
    require_keys(details, DETAILS_KEYS[manifest.kind], site=site, field="details")
    if manifest.kind == "bundle":
        _require_bundle(details, limits, site=site)
    elif manifest.kind == "span":
        _require_names(details["sites"], site=site)
    elif manifest.kind == "return":
        _require_return(details, site=site)


def _require_bundle(details: dict[str, Any], limits: Limits, *, site: str) -> None:
    n_rows, n_dims, precision = details["n_rows"], details["n_dims"], details["precision"]
    rules = (
        ("n_rows", is_count(n_rows, most=2**48), "a count"),
        ("n_dims", is_count(n_dims, most=_MOST_DIMS) and n_dims > 0, "a count from 1"),
        (
            "precision",
            isinstance(precision, str) and precision in get_args(Precision),
            f"one of {', '.join(get_args(Precision))}",
        ),
    )
    for key, holds, rule in rules:
        require_field(holds, site=site, field=f"details: {key}", rule=rule)
    if n_rows > limits.max_rows:
        raise BundleTooLarge(
            site=site, field="the number of rows", sent=n_rows, limit=limits.max_rows
        )
    if limits.n_dims not in (None, n_dims):
        raise BundleShape(
            site=site, field="rows", sent=(n_rows, n_dims), agreed=(n_rows, limits.n_dims)
        )


def _require_names(sites: Any, *, site: str) -> None:
    holds = isinstance(sites, list) and 0 < len(sites) <= MOST_NAMES
    holds = holds and all(matches(SITE_NAME, name) for name in sites)
    holds = holds and len(set(sites)) == len(sites)
    require_field(holds, site=site, field="details: sites", rule="names of sites, each once")


def _require_return(details: dict[str, Any], *, site: str) -> None:
    classes, parameters = details["classes"], details["recipe_parameters"]
    classes_hold = isinstance(classes, list) and len(classes) <= MOST_NAMES
    classes_hold = classes_hold and all(is_plain_text(name) for name in classes)
    classes_hold = classes_hold and len(set(classes)) == len(classes)
    parameters_hold = isinstance(parameters, dict) and len(parameters) <= MOST_PARAMETERS
    parameters_hold = parameters_hold and all(
        matches(WORD, name) and _is_plain_value(value) for name, value in parameters.items()
    )
    model_format, formats = details["model_format"], get_args(ModelFormat)
    rules = (
        ("method", matches(WORD, details["method"]), "one word"),
        ("recipe_name", matches(WORD, details["recipe_name"]), "one word"),
        ("classes", classes_hold, "short printable texts, each once"),
        ("recipe_parameters", parameters_hold, "plain values by name"),
        (
            "model_format",
            isinstance(model_format, str) and model_format in formats,
            f"one of {', '.join(formats)}",
        ),
    )
    for key, holds, rule in rules:
        require_field(holds, site=site, field=f"details: {key}", rule=rule)


def _is_plain_value(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float) or is_plain_text(value)
