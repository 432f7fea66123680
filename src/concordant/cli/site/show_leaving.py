"""Show what a message holds: every array with what it tells, and what the file says in clear.

In:  any of the four messages.
Out: two tables on the screen, or the same as plain data. No entry of an array is shown.
"""

from typing import Any

from concordant.cli.console import Screen
from concordant.cli.sizes import say_bytes, say_shape
from concordant.site.preview import Leaving, preview, preview_envelope, total_bytes
from concordant.wire.details import encode_details
from concordant.wire.messages import Message

_WORDS = {
    "n_rows": "rows",
    "n_dims": "dimensions",
    "sites": "made from the views of",
    "method": "aligned by",
    "recipe_name": "model",
    "model_format": "format of the model",
    "recipe_parameters": "parameters of the model",
}


def show_leaving(screen: Screen, message: Message, *, title: str) -> None:
    """Print every array with its size and what it discloses, then the envelope."""
    leaving = preview(message)
    screen.table(
        f"{title} ({say_bytes(total_bytes(leaving))})",
        ("array", "shape", "type", "bytes"),
        [(line.name, say_shape(line.shape), line.dtype, f"{line.n_bytes:,}") for line in leaving],
    )
    screen.tell("What each tells whoever reads it:", style="bold")
    for line in leaving:
        screen.tell(f"- {line.name}: {line.discloses}")
    screen.tell()
    screen.table("What the file says in clear", ("", ""), said_in_clear(message))
    screen.tell()


def said_in_clear(message: Message) -> list[tuple[str, str]]:
    """Return the envelope and the details of a message, field by field."""
    details = encode_details(message).items()
    told = [(_WORDS.get(name, name), _spell(value)) for name, value in details]
    return [*preview_envelope(message), *told]


def leaving_record(message: Message) -> dict[str, Any]:
    """Return the same as plain data, for ``--json``."""
    leaving = preview(message)
    return {
        "arrays": [_array_record(line) for line in leaving],
        "n_bytes_of_arrays": total_bytes(leaving),
        "envelope": dict(preview_envelope(message)),
        "details": encode_details(message),
    }


def _array_record(line: Leaving) -> dict[str, Any]:
    return {
        "name": line.name,
        "shape": list(line.shape),
        "type": line.dtype,
        "n_bytes": line.n_bytes,
        "discloses": line.discloses,
    }


def _spell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} = {_spell(each)}" for key, each in value.items()) or "(none)"
    if isinstance(value, list):
        return ", ".join(str(each) for each in value) or "(none)"
    return "(none)" if value is None else str(value)
