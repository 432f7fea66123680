"""A view leaves alone: no row, no label, no person."""

import numpy as np
import pytest

from concordant.errors.site_release import BelowFloor, KnownRandomness, ViewNotPlanned
from concordant.errors.terms import CharterNotConfirmed, SiteNotInRoster
from concordant.linalg.orthonormal import orthonormality_error
from concordant.linalg.subspaces import distance_from_span
from concordant.site.anchor import draw_anchor
from concordant.site.pact import pact_tag
from concordant.site.send_view import view
from concordant.site.spans import own_span
from concordant.terms.charter import Consents
from concordant.terms.preprocess import encode_rows
from concordant.terms.roster import Roster
from tests.studies import make_charter, make_columns, make_pact, make_table

CHARTER = make_charter(span="agreed")


def test_a_view_is_an_orthonormal_frame_of_this_study_and_nothing_more(rng):
    made = view(CHARTER, make_pact(), make_table(rng, 100), site="north")
    assert made.view.shape == (11, 4)
    assert orthonormality_error(made.view) < 1e-12
    assert (made.envelope.site, made.envelope.release) == ("north", 0)
    assert made.envelope.tag == pact_tag(make_pact(), CHARTER)
    assert made.__slots__ == ("envelope", "view")


def test_a_view_shows_the_sites_directions_blurred(rng):
    table = make_table(rng, 400)
    made = view(CHARTER, make_pact(), table, site="north")
    seen = draw_anchor(make_pact(), CHARTER).back(made.view)
    span = own_span(encode_rows(CHARTER, table).matrix, 4, rng).span
    distance = distance_from_span(seen, span)
    assert 0.05 < distance < 0.6, "neither the span itself nor noise alone"


def test_two_views_of_one_table_differ(rng):
    table = make_table(rng, 100)
    first, second = (view(CHARTER, make_pact(), table, site="a") for _ in range(2))
    assert distance_from_span(first.view, second.view) > 0.01


def test_the_label_and_the_persons_are_not_even_read(rng):
    charter = make_charter(span="agreed", group="mrn")
    columns = make_columns(rng, 100)
    del columns["outcome"]
    assert view(charter, make_pact(), columns, site="a").view.shape == (11, 4)


def test_wrong_calls_are_refused(rng):
    table, pact = make_table(rng, 100), make_pact()
    with pytest.raises(ViewNotPlanned):
        view(make_charter(), pact, table, site="a")
    with pytest.raises(CharterNotConfirmed):
        view(make_charter(span="agreed", confirm=False), pact, table, site="a")
    with pytest.raises(SiteNotInRoster):
        view(CHARTER, pact, table, site="a", roster=Roster(1, ("b",)))
    with pytest.raises(KnownRandomness):
        view(CHARTER, pact, table, site="a", rng=rng)
    with pytest.raises(BelowFloor):
        view(CHARTER, pact, make_table(rng, 99), site="a")


def test_a_rehearsal_below_the_floor_repeats_itself(rng):
    charter = make_charter(
        span="agreed", rehearsal=True, consents=Consents(agreed_below_floor=True)
    )
    table = make_table(rng, 20)
    first, second = (
        view(charter, make_pact(), table, site="a", rng=np.random.default_rng(1)) for _ in range(2)
    )
    np.testing.assert_array_equal(first.view, second.view)
    assert first.envelope.rehearsal
