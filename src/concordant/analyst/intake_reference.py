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
from concordant.terms.same_terms import Compared, compare_terms, find_difference
from concordant.wire.codec import span_fingerprint
from concordant.wire.messages import AgreedSpan


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
    other = find_difference(
        (
            Compared("study id", notice.study_id, charter.study_id),
            Compared("terms digest", notice.terms_digest, charter.terms_digest),
        )
    )
    if other is not None:
        raise NoticeNotOurs(field=other.field, sent=other.sent, agreed=other.agreed)


def _require_own_span(charter: Charter, tag: str | None, span: AgreedSpan) -> None:
    if charter.span != "agreed":
        raise SpanFileNotPlanned(plan=charter.span)
    envelope = span.envelope
    other = find_difference(
        (
            *compare_terms(charter, envelope),
            Compared("tag of the pact", envelope.tag, tag or envelope.tag),
            Compared("shape", str(span.span.shape), str((charter.n_features, charter.n_dims))),
        )
    )
    if other is not None:
        raise SpanFileNotOurs(field=other.field, sent=other.sent, agreed=other.agreed)
    if not is_orthonormal(span.span):
        raise SpanFileNotOurs(field="span", sent="not orthonormal", agreed="orthonormal")
