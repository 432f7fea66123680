"""Make the span that a site's basis is drawn in, by the charter's plan.

In:  charter, pact, anchor; the site's rows, the agreed span or public rows; secret randomness.
Out: a span that is secret to the sites, and how many of its directions are random. Only a site
     runs this.
"""

import numpy as np
from jaxtyping import Float

from concordant.errors.site_release import PublicRowsTooPlain, TableNeeded
from concordant.linalg.arrays import Array
from concordant.site.anchor import Anchor
from concordant.site.pact import Pact
from concordant.site.spans import (
    SpanResult,
    agreed_span_at_site,
    own_span,
    public_span,
    shared_span,
)
from concordant.terms.charter import Charter
from concordant.wire.messages import AgreedSpan


def choose_span(
    charter: Charter,
    pact: Pact,
    anchor: Anchor,
    rng: np.random.Generator,
    *,
    rows: Float[Array, "rows features"] | None,
    agreed: AgreedSpan | None,
    public: Float[Array, "public_rows features"] | None,
) -> SpanResult:
    """Return the span of the plan; what the plan needs must be given."""
    if charter.span == "shared":
        return SpanResult(shared_span(pact, charter), 0)
    if charter.span == "agreed" and agreed is not None:
        return SpanResult(agreed_span_at_site(anchor, agreed), 0)
    if charter.span == "public" and public is not None:
        result = public_span(public, charter.n_dims, rng)
        # Each site would complete it by other directions, and the spans would not be the same.
        if result.n_completed:
            rank = charter.n_dims - result.n_completed
            raise PublicRowsTooPlain(rank=rank, n_dims=charter.n_dims)
        return result
    if rows is None:
        raise TableNeeded
    return own_span(rows, charter.n_dims, rng)
