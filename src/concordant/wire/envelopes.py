"""Turn an envelope into plain fields, and back under the rules of each field.

In:  an Envelope, or the parsed fields of a manifest.
Out: the other of the two; refusals name the field. Anybody may run this.
"""

from typing import Any

from concordant.errors.wire import UNKNOWN_SENDER, WHOLE_STUDY
from concordant.wire.messages import Envelope
from concordant.wire.rules import HEX_256, SITE_NAME, STUDY_ID, is_count, matches, require_field

MOST_RELEASES = 1_000_000
KINDS_WITHOUT_RELEASE = ("view", "span")


def sender(envelope: Envelope) -> str:
    """Return the site's name, or words for a file of the whole study."""
    return envelope.site or WHOLE_STUDY


def encode_envelope(envelope: Envelope) -> dict[str, Any]:
    """Return the envelope's fields by their names on the wire."""
    return {
        "study": envelope.study_id,
        "terms": envelope.terms_digest,
        "site": envelope.site,
        "release": envelope.release,
        "tag": envelope.tag,
        "span": envelope.span,
        "rehearsal": envelope.rehearsal,
        "sealing": envelope.sealing,
    }


def decode_envelope(data: dict[str, Any]) -> Envelope:
    """Return the envelope in a manifest's fields; refuse every field that breaks its rule."""
    nobodys = data["kind"] == "span"
    site_holds = data["site"] == "" if nobodys else matches(SITE_NAME, data["site"])
    require_field(
        site_holds,
        site=UNKNOWN_SENDER,
        field="site",
        rule="empty" if nobodys else "1 to 32 of a-z, 0-9 and -, not starting with -",
    )
    site = data["site"] or WHOLE_STUDY
    unreleased = data["kind"] in KINDS_WITHOUT_RELEASE
    release_holds = is_count(data["release"], most=MOST_RELEASES)
    release_holds = release_holds and (data["release"] == 0) == unreleased
    rules = (
        ("study", matches(STUDY_ID, data["study"]), "32 hexadecimal digits"),
        ("terms", matches(HEX_256, data["terms"]), "64 hexadecimal digits"),
        ("release", release_holds, "0" if unreleased else "a count from 1"),
        ("tag", matches(HEX_256, data["tag"]), "64 hexadecimal digits"),
        ("span", data["span"] is None or matches(HEX_256, data["span"]), "none or 64 digits"),
        ("rehearsal", isinstance(data["rehearsal"], bool), "true or false"),
        ("sealing", data["sealing"] == "none", "none"),
    )
    for field, holds, rule in rules:
        require_field(holds, site=site, field=field, rule=rule)
    return Envelope(
        study_id=data["study"],
        terms_digest=data["terms"],
        site=data["site"],
        release=data["release"],
        tag=data["tag"],
        span=data["span"],
        rehearsal=data["rehearsal"],
        sealing="none",
    )
