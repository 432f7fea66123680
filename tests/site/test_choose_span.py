"""Each plan gets the span it names, or says what is missing."""

import numpy as np
import pytest

from concordant.errors.site_release import PublicRowsTooPlain, TableNeeded
from concordant.linalg.subspaces import distance_from_span
from concordant.site.anchor import draw_anchor
from concordant.site.choose_span import choose_span
from concordant.site.spans import shared_span
from tests.studies import make_charter, make_pact, span_message


def choose(charter, rng, **given):
    sources = {"rows": None, "agreed": None, "public": None} | given
    return choose_span(charter, make_pact(), draw_anchor(make_pact(), charter), rng, **sources)


def top_directions(rows):
    return np.linalg.svd(rows)[2][:4].T


def test_own_takes_the_rows(rng):
    rows = rng.standard_normal((30, 11))
    span = choose(make_charter(), rng, rows=rows).span
    assert distance_from_span(span, top_directions(rows)) < 1e-12
    with pytest.raises(TableNeeded):
        choose(make_charter(), rng)


def test_shared_takes_the_pact_and_no_row(rng):
    charter = make_charter(span="shared")
    result = choose(charter, rng, rows=rng.standard_normal((30, 11)))
    np.testing.assert_array_equal(result.span, shared_span(make_pact(), charter))
    assert result.n_completed == 0


def test_agreed_takes_the_message_and_no_row(rng):
    charter = make_charter(span="agreed")
    truth = np.linalg.qr(rng.standard_normal((11, 4)))[0]
    view = draw_anchor(make_pact(), charter).view(truth)
    agreed = span_message(charter, make_pact(), view)
    result = choose(charter, rng, rows=rng.standard_normal((30, 11)), agreed=agreed)
    np.testing.assert_allclose(result.span, truth, atol=1e-12)


def test_public_takes_the_public_rows_and_they_must_fill_it(rng):
    charter = make_charter(span="public")
    public = rng.standard_normal((30, 11))
    span = choose(charter, rng, rows=rng.standard_normal((30, 11)), public=public).span
    assert distance_from_span(span, top_directions(public)) < 1e-12
    plain = rng.standard_normal((30, 3)) @ rng.standard_normal((3, 11))
    with pytest.raises(PublicRowsTooPlain) as caught:
        choose(charter, rng, public=plain)
    assert caught.value.facts == {"rank": 3, "n_dims": 4}
