"""The manifest: what a file says about itself, in closed lists of keys.

In:  an envelope, details of the kind, and one entry per array.
Out: canonical JSON with a digest over everything else in it; or, from such bytes, a Manifest
     whose every field keeps its rule. Anybody may run this.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

from concordant.errors.wire import UNKNOWN_SENDER, BundleField, BundleTampered, UnsupportedFormat
from concordant.wire.array_entries import ArrayEntry, decode_entries, encode_entry
from concordant.wire.canonical import canonical_json, parse_canonical
from concordant.wire.envelopes import decode_envelope, encode_envelope, sender
from concordant.wire.messages import Envelope
from concordant.wire.rules import KIND, matches, require_keys

FORMAT = 1
ENVELOPE_KEYS = (
    "kind",
    "rehearsal",
    "release",
    "sealing",
    "site",
    "span",
    "study",
    "tag",
    "terms",
)
MANIFEST_KEYS = ("arrays", "details", "digest", "format", *ENVELOPE_KEYS)


@dataclass(frozen=True, slots=True)
class ManifestDraft:
    """What the writer knows before the arrays are hashed."""

    kind: str
    envelope: Envelope
    details: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a file says about itself; ``arrays`` are in the order of the file."""

    kind: str
    envelope: Envelope
    details: dict[str, Any]
    arrays: tuple[ArrayEntry, ...]

    def content(self) -> dict[str, Any]:
        """Everything but the digest, as plain data."""
        return {
            "format": FORMAT,
            "kind": self.kind,
            **encode_envelope(self.envelope),
            "details": self.details,
            "arrays": [encode_entry(entry) for entry in self.arrays],
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON of the content, in hexadecimal."""
        return hashlib.sha256(canonical_json(self.content())).hexdigest()

    @property
    def sender(self) -> str:
        """The site's name, or words for it, as error texts say it."""
        return sender(self.envelope)


def encode_manifest(manifest: Manifest) -> bytes:
    """Return the canonical JSON of ``manifest``, its digest included."""
    return canonical_json({**manifest.content(), "digest": manifest.digest})


def decode_manifest(raw: bytes) -> Manifest:
    """Return the manifest that ``raw`` is; refuse unknown keys, broken rules and a wrong digest."""
    data = parse_canonical(raw)
    if data.get("format") != FORMAT or data["format"] is True:
        raise UnsupportedFormat(
            site=UNKNOWN_SENDER, sent=_format_number(data.get("format")), known=FORMAT
        )
    require_keys(data, MANIFEST_KEYS, site=UNKNOWN_SENDER, field="manifest")
    if not matches(KIND, data["kind"]):
        raise BundleField(site=UNKNOWN_SENDER, field="kind", rule="a short name")
    envelope = decode_envelope(data)
    if not isinstance(data["details"], dict):
        raise BundleField(site=sender(envelope), field="details", rule="an object")
    arrays = decode_entries(data["arrays"], site=sender(envelope))
    manifest = Manifest(data["kind"], envelope, data["details"], arrays)
    if data["digest"] != manifest.digest:
        raise BundleTampered(site=sender(envelope), field="the manifest")
    return manifest


def _format_number(sent: object) -> int | str:
    if isinstance(sent, int) and not isinstance(sent, bool):
        return sent
    return "missing"
