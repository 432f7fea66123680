"""A span that an honest analyst could not have made is refused by the site itself [A9]."""

from dataclasses import replace

import numpy as np
import pytest

from concordant.errors.site_release import (
    SpanMisshapen,
    SpanNotFinite,
    SpanNotOrthonormal,
    SpanNotOurs,
    TooFewSitesForSpan,
)
from concordant.linalg.orthonormal import draw_haar
from concordant.site.join_span import require_trustworthy_span
from concordant.site.pact import pact_tag
from concordant.terms.charter import Consents
from concordant.wire.codec import span_fingerprint
from tests.studies import make_charter, make_pact, span_message

CHARTER = make_charter(span="agreed")
TAG = pact_tag(make_pact(), CHARTER)
SITES = ("a", "b", "c", "d", "e")


@pytest.fixture
def span(rng):
    return span_message(CHARTER, make_pact(), draw_haar(rng, 11, 4), SITES)


def test_an_honest_span_is_known_by_its_fingerprint(span):
    assert require_trustworthy_span(CHARTER, TAG, span) == span_fingerprint(span)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"study_id": "f" * 32}, "study id"),
        ({"terms_digest": "f" * 64}, "terms digest"),
        ({"tag": "f" * 64}, "tag of the pact"),
        ({"rehearsal": True}, "rehearsal mark"),
    ],
)
def test_a_span_of_something_else_is_refused_by_its_field(span, change, field):
    foreign = replace(span, envelope=replace(span.envelope, **change))
    with pytest.raises(SpanNotOurs) as caught:
        require_trustworthy_span(CHARTER, TAG, foreign)
    assert caught.value.facts["field"] == field


def test_sizes_and_values_are_checked(span):
    with pytest.raises(SpanMisshapen):
        require_trustworthy_span(CHARTER, TAG, replace(span, span=span.span[:, :3].copy()))
    holed = span.span.copy()
    holed[3, 1] = np.nan
    with pytest.raises(SpanNotFinite) as caught:
        require_trustworthy_span(CHARTER, TAG, replace(span, span=holed))
    assert caught.value.facts == {"n_bad": 1}


@pytest.mark.parametrize("factor", [1 + 1e-9, 0.5, 1e-200, 1e200])
def test_columns_that_are_not_orthonormal_are_refused(span, factor):
    with pytest.raises(SpanNotOrthonormal):
        require_trustworthy_span(CHARTER, TAG, replace(span, span=span.span * factor))


def test_a_column_twice_is_refused(span):
    twice = span.span[:, [0, 0, 1, 2]].copy()
    with pytest.raises(SpanNotOrthonormal):
        require_trustworthy_span(CHARTER, TAG, replace(span, span=twice))


@pytest.mark.parametrize("sites", [("a", "b"), ("a", "b", "c", "d"), ("a",) * 5])
def test_a_span_of_few_sites_needs_a_word(span, sites):
    with pytest.raises(TooFewSitesForSpan):
        require_trustworthy_span(CHARTER, TAG, replace(span, sites=sites))


def test_with_the_word_few_sites_will_do(span):
    charter = make_charter(span="agreed", consents=Consents(agreed_below_floor=True))
    tag = pact_tag(make_pact(), charter)
    envelope = replace(span.envelope, terms_digest=charter.terms_digest, tag=tag)
    few = replace(span, envelope=envelope, sites=("a", "b"))
    assert require_trustworthy_span(charter, tag, few)
