"""Decide whether the agreed span that the analyst sent may be used.

In:  the charter, the tag of this site's pact, and the span message.
Out: the span's fingerprint, or an error. Only a site runs this.

An analyst could send one site's own view as "the" span, another span to every site, or a
second one; each would single a site out [A9]. What a site can see alone is refused here; a
second span is refused by the vault, and two sites compare fingerprints by telephone.
"""

import numpy as np

from concordant.errors.site_release import (
    SpanMisshapen,
    SpanNotFinite,
    SpanNotOrthonormal,
    SpanNotOurs,
)
from concordant.linalg.orthonormal import ORTHONORMAL_LIMIT, orthonormality_error
from concordant.site.release_checks import require_sites_floor
from concordant.terms.charter import Charter
from concordant.terms.same_terms import Compared, compare_terms, find_difference
from concordant.wire.codec import span_fingerprint
from concordant.wire.messages import AgreedSpan


def require_trustworthy_span(charter: Charter, tag: str, span: AgreedSpan) -> str:
    """Return the fingerprint of a span that an honest analyst could have made.

    It speaks of this study, these terms and this pact; it has the agreed size, is finite and
    has orthonormal columns; and it was made from enough sites.
    """
    _require_same_envelope(charter, tag, span)
    agreed = (charter.n_features, charter.n_dims)
    if span.span.shape != agreed:
        raise SpanMisshapen(sent=tuple(span.span.shape), agreed=agreed)
    n_bad = int(np.count_nonzero(~np.isfinite(span.span)))
    if n_bad:
        raise SpanNotFinite(n_bad=n_bad)
    deviation = orthonormality_error(span.span)
    if deviation > ORTHONORMAL_LIMIT:
        raise SpanNotOrthonormal(deviation=f"{deviation:.1e}", limit=f"{ORTHONORMAL_LIMIT:.0e}")
    require_sites_floor(charter, len(set(span.sites)))
    return span_fingerprint(span)


def _require_same_envelope(charter: Charter, tag: str, span: AgreedSpan) -> None:
    envelope = span.envelope
    other = find_difference(
        (*compare_terms(charter, envelope), Compared("tag of the pact", envelope.tag, tag))
    )
    if other is not None:
        raise SpanNotOurs(field=other.field, sent=other.sent, agreed=other.agreed)
