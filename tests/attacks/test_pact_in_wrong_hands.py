"""Pact and uploads together are the rows [A4]; a few known rows act like the pact.

The attacker can read the inbox: the analyst, or whoever found the folder open. Besides, it has
the pact (because it is a site too, or a site gave it away), or it knows some persons of one site
whose rows it recognises.
"""

import numpy as np
import pytest

from concordant.site.anchor import draw_anchor
from concordant.site.contribute import contribute
from concordant.terms.charter import Consents
from concordant.terms.consent_words import CONSENT_WORDS
from tests.attacks.measures import share_right
from tests.attacks.victims import draw_people, numbers_charter, order_of, table_of
from tests.studies import make_pact, span_message

N_FEATURES, N_DIMS, N_PEOPLE = 20, 8, 200


def read_basis(bundle, charter, pact):
    """Return the secret basis behind an upload as a holder of ``pact`` reads it: F = OᵀA."""
    return draw_anchor(pact, charter).back(bundle.anchor_view)


@pytest.mark.parametrize("span", ["own", "shared", "agreed"])
def test_only_the_pact_turns_uploads_back_into_rows(span, rng):
    """The attacker also has a list of persons, and asks whose row each uploaded one is."""
    pact, people = make_pact(), draw_people(rng, N_PEOPLE, N_FEATURES)
    charter = numbers_charter(N_FEATURES, N_DIMS, span=span)
    agreed = None
    if span == "agreed":
        own = np.linalg.svd(people, full_matrices=False)[2][:N_DIMS].T
        agreed = span_message(charter, pact, draw_anchor(pact, charter).view(own))
    given = contribute(charter, pact, table_of(people), site="north", span=agreed, rng=rng)
    truth = order_of(given, people)

    def share_named(known_pact):
        basis = read_basis(given.bundle, charter, known_pact)
        return share_right(given.bundle.rows, people @ basis, truth)

    assert share_named(pact) > 0.95
    assert share_named(make_pact(1)) < 0.1


def test_with_as_many_dimensions_as_features_the_pact_gives_the_rows_themselves(rng):
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    charter = numbers_charter(N_FEATURES, N_FEATURES)
    given = contribute(charter, make_pact(), table_of(people), site="north", rng=rng)
    rows = given.bundle.rows @ read_basis(given.bundle, charter, make_pact()).T
    np.testing.assert_allclose(rows, people[order_of(given, people)], rtol=1e-4, atol=1e-4)


def test_an_analyst_that_is_a_site_is_declared_on_every_screen_of_a_site(rng):
    said = CONSENT_WORDS["analyst_is_site"]
    table = table_of(draw_people(rng, N_PEOPLE, N_FEATURES))

    def warnings_of(consents):
        charter = numbers_charter(N_FEATURES, N_DIMS, consents=consents)
        return contribute(charter, make_pact(), table, site="north", rng=rng).facts.warnings

    assert said in warnings_of(Consents(analyst_is_site=True))
    assert said not in warnings_of(Consents())


def test_known_persons_are_a_key_to_the_others(rng):
    """Nothing guards against this: the fewer of a site's rows anybody knows, the better."""
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    charter = numbers_charter(N_FEATURES, N_DIMS)
    given = contribute(charter, make_pact(), table_of(people), site="north", rng=rng)
    truth = order_of(given, people)
    sent = np.asarray(given.bundle.rows, dtype=np.float64)

    def decode_others(n_known):
        known, others = slice(0, n_known), slice(100, None)
        key = np.linalg.lstsq(sent[known], people[truth[known]], rcond=None)[0]
        return share_right(sent[others] @ key, people, truth[others])

    assert decode_others(2) < 0.3
    assert decode_others(50) > 0.8
