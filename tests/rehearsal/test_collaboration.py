"""A study played in memory is the study that the commands play, to rounding."""

import numpy as np
import pytest

from concordant.analyst.span_message import make_span
from concordant.analyst.train import train
from concordant.rehearsal.collaboration import collaborate
from concordant.rehearsal.rehearsed_terms import confirmed, draft_terms, draw_pact
from concordant.rehearsal.uploads import upload_rows
from concordant.site.contribute import contribute
from concordant.site.own_rows import encode_labelled_rows
from concordant.site.predict import predict
from concordant.site.send_view import view
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import table_from_frame
from tests.studies import make_columns

SITES = ("east", "north", "south", "west", "yard")


def make_played_study(rng, span):
    columns = make_columns(rng, 300)
    table = table_from_frame(columns)
    charter = confirmed(
        draft_terms(
            table, label="outcome", task="classification", rng=rng, n_dims=3, span=span
        ).charter
    )
    tables = {site: table.take(np.arange(place, 250, 5)) for place, site in enumerate(SITES)}
    return charter, draw_pact(rng), tables, table.take(np.arange(250, 300))


def through_the_commands_functions(charter, pact, tables, rng):
    span = None
    if charter.span == "agreed":
        views = [view(charter, pact, table, site=site, rng=rng) for site, table in tables.items()]
        span = make_span(charter, views, rng=rng)
    return span, {
        site: contribute(charter, pact, table, site=site, span=span, rng=rng)
        for site, table in tables.items()
    }


@pytest.mark.parametrize("span", ["own", "shared", "agreed"])
def test_memory_and_commands_give_the_same_uploads_and_predictions(rng, span):
    charter, pact, tables, new = make_played_study(rng, span)
    agreed, contributed = through_the_commands_functions(
        charter, pact, tables, np.random.default_rng(5)
    )
    own = {site: encode_labelled_rows(charter, table) for site, table in tables.items()}
    uploads = upload_rows(charter, pact, own, rng=np.random.default_rng(5))
    for bundle, other in zip(uploads.bundles, contributed.values(), strict=True):
        np.testing.assert_array_equal(bundle.rows, other.bundle.rows)
        np.testing.assert_array_equal(bundle.anchor_view, other.bundle.anchor_view)
        assert bundle.envelope == other.bundle.envelope

    training = train(
        charter,
        [each.bundle for each in contributed.values()],
        model="logistic",
        span=agreed,
        validate=False,
    )
    played = collaborate(uploads, model="logistic")
    rows = encode_rows(charter, new).matrix
    for site in SITES:
        at_home = predict(charter, contributed[site].basis, training.returns[site], new)
        answers = played.answers(site, rows)
        np.testing.assert_array_equal(at_home.codes, answers.codes)
        np.testing.assert_allclose(at_home.probabilities, answers.probabilities, atol=2e-5)


def test_no_repr_of_a_played_study_shows_a_number(rng):
    charter, pact, tables, _ = make_played_study(rng, "own")
    own = {site: encode_labelled_rows(charter, table) for site, table in tables.items()}
    uploads = upload_rows(charter, pact, own, rng=rng)
    played = collaborate(uploads, model="logistic")
    assert repr(uploads) == "Uploads(<5 sites>)"
    assert repr(played) == "Collaboration('logistic', <5 sites>)"
