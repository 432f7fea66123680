"""What uploads are held against: the terms, and what came beside them.

In:  the charter; the roster, the notice of the pact and the agreed span, where there are any.
Out: a Reference, or a refusal of a notice or span that belongs to something else.
     The analyst runs this.
"""

from dataclasses import dataclass

from concordant.errors.intake import NoticeNotOurs, SpanFileNotOurs
from concordant.errors.site_release import SpanFileNotPlanned
from concordant.linalg.orthonormal import is_orthonormal
from concordant.terms.charter import Charter
from concordant.terms.notice import PactNotice
from concordant.terms.roster import Roster
from concordant.wire.codec import span_fingerprint
from concordant.wire.messages import AgreedSpan

_SHOWN_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Reference:
    """The terms, with the tag and the span that uploads must carry where those are known."""

    charter: Charter
    roster: Roster | None = None
    tag: str | None = None
    span: AgreedSpan | None = None
    fingerprint: str | None = None


def make_reference(
    charter: Charter,
    *,
    roster: Roster | None = None,
    notice: PactNotice | None = None,
    span: AgreedSpan | None = None,
) -> Reference:
    """Return what uploads are held against; refuse a notice or a span of other terms."""
    if notice is not None:
        _require_own_notice(charter, notice)
    tag = None if notice is None else notice.tag
    if span is None:
        return Reference(charter, roster, tag)
    _require_own_span(charter, tag, span)
    return Reference(charter, roster, tag or span.envelope.tag, span, span_fingerprint(span))


def _require_own_notice(charter: Charter, notice: PactNotice) -> None:
    for field, sent, agreed in (
        ("study id", notice.study_id, charter.study_id),
        ("terms digest", notice.terms_digest, charter.terms_digest),
    ):
        if sent != agreed:
            raise NoticeNotOurs(
                field=field, sent=sent[:_SHOWN_DIGITS], agreed=agreed[:_SHOWN_DIGITS]
            )


def _require_own_span(charter: Charter, tag: str | None, span: AgreedSpan) -> None:
    if charter.span != "agreed":
        raise SpanFileNotPlanned(plan=charter.span)
    envelope = span.envelope
    for field, sent, agreed in (
        ("study id", envelope.study_id, charter.study_id),
        ("terms digest", envelope.terms_digest, charter.terms_digest),
        ("rehearsal mark", str(envelope.rehearsal), str(charter.rehearsal)),
        ("tag of the pact", envelope.tag, tag or envelope.tag),
        ("shape", str(span.span.shape), str((charter.n_features, charter.n_dims))),
    ):
        if sent != agreed:
            raise SpanFileNotOurs(
                field=field, sent=sent[:_SHOWN_DIGITS], agreed=agreed[:_SHOWN_DIGITS]
            )
    if not is_orthonormal(span.span):
        raise SpanFileNotOurs(field="span", sent="not orthonormal", agreed="orthonormal")
