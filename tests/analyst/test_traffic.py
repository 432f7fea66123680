"""What a training moved is counted to the byte, whatever is trained."""

import pytest

from concordant.analyst.span_message import make_span
from concordant.analyst.train import train
from concordant.site.contribute import contribute
from concordant.terms.communication_models import linear_parameters, network_parameters
from concordant.wire.codec import encode_message
from tests.analyst.collaboration import agreed_charter, make_bundles, make_views
from tests.studies import make_charter, make_pact, make_table


def traffic_of(charter, bundles, model="logistic", **options):
    return train(charter, bundles, model=model, validate=False, **options)


def test_sizes_are_those_of_the_files(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng)
    trained = traffic_of(charter, bundles)
    for bundle, each in zip(bundles, trained.traffic.sites, strict=True):
        assert each.bundle_bytes == len(encode_message(bundle))
        assert each.return_bytes == len(encode_message(trained.returns[each.site]))
        assert each.view_bytes == each.span_bytes == 0
    assert trained.traffic.total_bytes == sum(each.up + each.down for each in trained.traffic.sites)


def test_an_agreed_span_counts_the_views_of_those_who_sent_one_and_the_span_of_all(rng):
    charter = agreed_charter()
    views = make_views(charter, rng, "ab")
    span = make_span(charter, views)
    bundles = [
        contribute(charter, make_pact(), make_table(rng, 120), site=site, span=span).bundle
        for site in "abc"
    ]
    traffic = traffic_of(charter, bundles, span=span).traffic
    sizes = {each.envelope.site: len(encode_message(each)) for each in views}
    assert {each.site: each.view_bytes for each in traffic.sites} == {**sizes, "c": 0}
    assert {each.span_bytes for each in traffic.sites} == {len(encode_message(span))}
    # Without the file of the span, each site is taken to have sent a view.
    assert all(each.view_bytes for each in traffic_of(charter, bundles).traffic.sites)


def test_a_site_that_was_left_out_has_sent_and_gets_nothing(rng, monkeypatch):
    from concordant.analyst import verdicts

    def judge(numbers, method):
        if numbers.site == "c":
            return verdicts.Verdict("unusable", "It was made so by a test.")
        return verdicts.judge_site(numbers, method)

    monkeypatch.setattr("concordant.analyst.align.judge_site", judge)
    charter = make_charter()
    trained = traffic_of(charter, make_bundles(charter, rng), partial=True)
    last = trained.traffic.sites[-1]
    assert last.site == "c"
    assert last.bundle_bytes > 0
    assert last.return_bytes == 0


@pytest.mark.parametrize(
    ("model", "parameters", "expected"),
    [
        ("logistic", {}, linear_parameters(11, 1)),
        ("mlp", {"hidden_units": 8, "max_iter": 2}, network_parameters(11, 1, hidden_units=8)),
        ("kernel", {"n_components": 20}, 21),
    ],
)
def test_the_same_model_is_averaged_where_it_can_be(model, parameters, expected, rng):
    charter = make_charter()
    traffic = traffic_of(charter, make_bundles(charter, rng), model, parameters=parameters).traffic
    assert traffic.rival.n_parameters == expected
    assert model in traffic.rival_model
    assert traffic.rival.bytes_per_round == 2 * 3 * 4 * expected
    rounds = traffic.total_bytes / traffic.rival.bytes_per_round
    assert traffic.rival.break_even_rounds == pytest.approx(rounds)


def test_trees_cannot_be_averaged_and_a_network_stands_in(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng)
    traffic = traffic_of(charter, bundles, "forest", parameters={"n_trees": 3}).traffic
    assert traffic.rival.n_parameters == network_parameters(11, 1)
    assert "cannot be averaged" in traffic.sentences[0]
    assert "256 hidden units" in traffic.rival_model


def test_sites_that_only_predict_take_part_in_no_round(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng, "ab")
    guest = contribute(charter, make_pact(), make_table(rng), site="c", with_rows=False).bundle
    traffic = traffic_of(charter, [*bundles, guest]).traffic
    assert traffic.rival.bytes_per_round == 2 * 2 * 4 * linear_parameters(11, 1)
    assert traffic.sites[-1].return_bytes > 0
