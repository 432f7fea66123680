"""One person's row shows in the agreed span unless every view is guarded [A6, A7].

The attacker is a site. It holds the pact, so it reads the agreed span in the coordinates of the
features, and it knows the row of the person it looks for and what people are like in general.
It never sees another site's view. Each number below is an AUC over studies with and without that
person: 0.5 is guessing, 1.0 is certainty.
"""

import numpy as np
import pytest

from concordant.analyst.agree import agree_span
from concordant.errors.site_release import BelowFloor, TooFewRowsForDims, TooFewSitesForSpan
from concordant.site.anchor import draw_anchor
from concordant.site.contribute import contribute
from concordant.site.send_view import view
from concordant.site.spans import complete_span, principal_directions
from concordant.site.view_guards import guarded_span
from concordant.terms.charter import Consents
from concordant.terms.consent_words import CONSENT_WORDS
from tests.attacks.measures import auc
from tests.attacks.victims import draw_people, numbers_charter, table_of
from tests.studies import make_pact, span_message
from tests.worlds import draw_orthogonal

N_FEATURES, N_DIMS, N_STUDIES = 20, 5, 60
STRENGTHS = np.geomspace(3.0, 0.3, N_FEATURES)


def unguarded_span(rows, n_dims, rng):
    return complete_span(principal_directions(rows, n_dims), n_dims, rng)


def guarded(rows, n_dims, rng):
    return guarded_span(rows, n_dims, rng).span


def presence_auc(make_sites, score, make_view, rng):
    """Return how well ``score`` of the agreed span tells studies with the person from others."""
    scores = {True: [], False: []}
    for _ in range(N_STUDIES):
        for is_there, found in scores.items():
            views = [make_view(rows, N_DIMS, rng) for rows in make_sites(is_there)]
            found.append(score(agree_span(views, N_DIMS, rng)))
    return auc(scores[True], scores[False])


def test_a_column_that_one_patient_alone_fills_does_not_show_in_the_span(rng):
    def make_sites(is_there):
        sites = [rng.standard_normal((120, N_FEATURES)) * STRENGTHS for _ in range(3)]
        for rows in sites:
            rows[:, -1] = 0.0
        sites[0][0, -1] = float(is_there)
        return sites

    def size_of_that_row(span):
        return float(np.linalg.norm(span[-1]))

    assert presence_auc(make_sites, size_of_that_row, unguarded_span, rng) > 0.99
    assert presence_auc(make_sites, size_of_that_row, guarded, rng) < 0.7


def test_an_odd_row_that_the_attacker_knows_hides_among_enough_guarded_rows(rng):
    odd = draw_orthogonal(rng, N_FEATURES)[0] * 3.0 * np.linalg.norm(STRENGTHS)

    def make_sites(is_there):
        sites = [rng.standard_normal((300, N_FEATURES)) * STRENGTHS for _ in range(5)]
        if is_there:
            sites[0][0] = odd
        return sites

    def part_of_the_row_inside(span):
        return float(np.linalg.norm(odd @ span))

    off = presence_auc(make_sites, part_of_the_row_inside, unguarded_span, rng)
    on = presence_auc(make_sites, part_of_the_row_inside, guarded, rng)
    assert off > 0.8
    assert on < off - 0.1
    assert on < 0.72


def test_a_site_with_too_few_rows_for_the_agreed_span_sends_no_view(rng):
    small, enough = (table_of(draw_people(rng, n_rows, N_FEATURES)) for n_rows in (99, 100))
    charter = numbers_charter(N_FEATURES, N_DIMS, span="agreed")
    with pytest.raises(BelowFloor):
        view(charter, make_pact(), small, site="north", rng=rng)
    assert view(charter, make_pact(), enough, site="north", rng=rng).view.shape

    daring = numbers_charter(
        N_FEATURES, N_DIMS, span="agreed", consents=Consents(agreed_below_floor=True)
    )
    assert view(daring, make_pact(), small, site="north", rng=rng).view.shape
    few = table_of(draw_people(rng, N_DIMS, N_FEATURES))
    with pytest.raises(TooFewRowsForDims):
        view(daring, make_pact(), few, site="north", rng=rng)


def test_a_span_of_too_few_sites_is_not_joined_without_the_word_of_all(rng):
    table = table_of(draw_people(rng, 100, N_FEATURES))

    def join(consents):
        charter = numbers_charter(N_FEATURES, N_DIMS, span="agreed", consents=consents)
        columns = draw_anchor(make_pact(), charter).view(np.eye(N_FEATURES, N_DIMS))
        span = span_message(charter, make_pact(), columns, sites=("a", "b", "c", "d"))
        return contribute(charter, make_pact(), table, site="a", span=span, rng=rng)

    with pytest.raises(TooFewSitesForSpan):
        join(Consents())
    accepted = join(Consents(agreed_below_floor=True))
    assert CONSENT_WORDS["agreed_below_floor"] in accepted.facts.warnings
