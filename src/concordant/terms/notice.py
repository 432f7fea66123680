"""The public note of whoever made the pact: which tag uploads of these terms must carry.

In:  a tag that a site derived from pact and terms.
Out: ``pact.notice``, one line of canonical JSON without a secret in it. Anybody may read it;
     the analyst holds uploads against it, and a site its own pact.
"""

from dataclasses import dataclass

from concordant.errors.site import NoticeUnreadable
from concordant.errors.wire import NotCanonical
from concordant.wire.canonical import canonical_json, parse_canonical
from concordant.wire.rules import HEX_256, matches

MAX_NOTICE_BYTES = 4096
_KIND = "concordant pact notice"
_FORMAT = 1
_KEYS = {"format", "kind", "study_id", "tag", "terms_digest"}


@dataclass(frozen=True, slots=True)
class PactNotice:
    """The study, its terms and the tag that the right pact gives with them."""

    study_id: str
    terms_digest: str
    tag: str


def encode_notice(notice: PactNotice) -> bytes:
    """Return the bytes of ``pact.notice``."""
    content = {
        "format": _FORMAT,
        "kind": _KIND,
        "study_id": notice.study_id,
        "tag": notice.tag,
        "terms_digest": notice.terms_digest,
    }
    return canonical_json(content) + b"\n"


def decode_notice(raw: bytes) -> PactNotice:
    """Read a ``pact.notice``; whatever is not exactly one is refused."""
    if len(raw) > MAX_NOTICE_BYTES:
        raise NoticeUnreadable(reason="it is far too long")
    try:
        content = parse_canonical(raw.removeprefix(b"\xef\xbb\xbf").strip())
    except NotCanonical:
        raise NoticeUnreadable(reason="it is damaged, or no notice") from None
    if content.keys() != _KEYS or content["kind"] != _KIND:
        raise NoticeUnreadable(reason="it is another kind of file")
    if content["format"] != _FORMAT:
        raise NoticeUnreadable(reason="a newer version of concordant wrote it")
    fields = [content[key] for key in ("study_id", "terms_digest", "tag")]
    if not all(isinstance(field, str) for field in fields):
        raise NoticeUnreadable(reason="its fields have the wrong type")
    if not all(matches(HEX_256, digest) for digest in fields[1:]):
        raise NoticeUnreadable(reason="its digests are not digests")
    return PactNotice(*fields)
