"""What moves: the paper's numbers, its laws, and our own files to the byte."""

from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst.span_message import make_span
from concordant.analyst.train import train
from concordant.errors.communication import CountRefused
from concordant.site.contribute import contribute
from concordant.terms.charter import Charter
from concordant.terms.communication import (
    N_PHASES,
    anchor_bytes,
    break_even_rounds,
    collaboration_bytes,
    downlink_bytes,
    federated_bytes,
    healthcare_setting,
    transfer_seconds,
    uplink_bytes,
)
from concordant.terms.communication_files import (
    bundle_bytes,
    message_bytes,
    return_bytes,
    span_bytes,
    view_bytes,
)
from concordant.terms.communication_models import (
    averaged_parameters,
    count_outputs,
    stated_model,
    usual_models,
)
from concordant.terms.communication_study import (
    MOST_ROWS,
    compare_federated,
    forecast_traffic,
)
from concordant.terms.communication_words import compare_in_words, describe_leaving
from concordant.terms.recipes import build_model, require_parameters
from concordant.terms.table import table_from_frame
from concordant.wire.codec import encode_message
from tests.analyst.collaboration import agreed_charter, make_bundles, make_views
from tests.studies import make_charter, make_columns, make_pact, make_regression, make_table

HEALTHCARE = healthcare_setting()
SETTINGS = [
    HEALTHCARE,
    replace(HEALTHCARE, bits=16, anchor_copies=0),
    replace(HEALTHCARE, n_sites=3, n_rows=120.5, n_dims=7, n_parameters=12, anchor_copies=1),
]


# ---------------------------------------------------------------- the paper


def test_the_healthcare_example_has_the_printed_digits():
    assert f"{collaboration_bytes(HEALTHCARE):.2e}" == "1.04e+10"
    assert federated_bytes(n_sites=100, n_parameters=25_000_000) == 2.0e10
    assert round(break_even_rounds(HEALTHCARE, participation=0.1), 1) == 5.2


def test_half_the_traffic_is_saved_against_one_round_of_all_sites():
    saved = 1 - collaboration_bytes(HEALTHCARE) / federated_bytes(
        n_sites=100, n_parameters=25_000_000
    )
    assert saved == pytest.approx(0.5, abs=0.03)


def test_the_total_is_what_each_site_sends_and_fetches_and_the_anchor():
    for setting in SETTINGS:
        each = uplink_bytes(setting) + downlink_bytes(setting)
        assert collaboration_bytes(setting) == setting.n_sites * each + anchor_bytes(setting)


@pytest.mark.parametrize("participation", [0.1, 0.37, 1.0])
def test_at_the_break_even_both_have_moved_the_same(participation):
    for setting in SETTINGS:
        rounds = break_even_rounds(setting, participation=participation)
        moved = federated_bytes(
            n_sites=setting.n_sites,
            n_parameters=setting.n_parameters,
            n_rounds=rounds,
            participation=participation,
            bits=setting.bits,
        )
        assert moved == pytest.approx(collaboration_bytes(setting), rel=1e-12)


def test_the_bits_of_a_number_scale_the_bytes_and_leave_the_break_even():
    for setting in SETTINGS:
        half = replace(setting, bits=setting.bits // 2)
        assert collaboration_bytes(half) == collaboration_bytes(setting) / 2
        assert break_even_rounds(half) == break_even_rounds(setting)


def test_the_break_even_depends_on_the_sites_through_the_anchor_alone():
    for copies_of in (lambda n: n, lambda _: 0):
        settings = [
            replace(HEALTHCARE, n_sites=n, anchor_copies=copies_of(n)) for n in (2, 10, 5000)
        ]
        rounds = [break_even_rounds(setting) for setting in settings]
        assert rounds == pytest.approx([rounds[0]] * 3)


def test_the_break_even_falls_with_participation_as_its_inverse():
    rounds = [break_even_rounds(HEALTHCARE, participation=p) * p for p in (0.1, 0.5, 1.0)]
    assert rounds == pytest.approx([rounds[0]] * 3)


def test_time_is_bytes_over_the_line_and_a_round_trip_a_phase():
    line = {"bits_per_second": 8e6, "round_trip": 0.25}
    assert transfer_seconds(1_000_000, n_phases=0, **line) == 1.0
    assert transfer_seconds(0, n_phases=N_PHASES, **line) == 0.75
    # Two messages a round: many rounds of a tiny model are slow for that alone.
    assert transfer_seconds(0, n_phases=2 * 100, **line) == 50.0


@pytest.mark.parametrize(
    "changes",
    [{"n_sites": 0}, {"n_rows": -1}, {"n_dims": 0}, {"n_rows": float("nan")}, {"bits": 0}],
)
def test_a_setting_that_cannot_be_is_refused_by_the_name_of_the_number(changes):
    with pytest.raises(CountRefused, match=next(iter(changes))):
        replace(HEALTHCARE, **changes)


@pytest.mark.parametrize("participation", [0, -0.1, 1.01, float("nan")])
def test_a_share_of_sites_is_above_0_and_at_most_1(participation):
    with pytest.raises(CountRefused, match="participation"):
        break_even_rounds(HEALTHCARE, participation=participation)


# ---------------------------------------------------------------- our own files


def precision_of(name: str) -> Charter:
    return make_charter(precision=name)


@pytest.mark.parametrize("precision", ["float64", "float32", "float16", "int8"])
@pytest.mark.parametrize("n_rows", [60, 500])
def test_a_bundle_is_foretold_to_the_byte(precision, n_rows, rng):
    charter = precision_of(precision)
    for bundle in make_bundles(charter, rng, ["a", "a-long-name"], n_rows):
        foretold = bundle_bytes(charter, bundle.envelope.site, n_rows)
        assert foretold == len(encode_message(bundle)) == message_bytes(bundle)


def test_a_bundle_of_persons_of_numbers_and_of_nobody_is_foretold_too(rng):
    columns = make_columns(rng, 60) | {"person": [f"p{row // 4}" for row in range(60)]}
    charter = make_charter(group="person")
    grouped = contribute(charter, make_pact(), table_from_frame(columns), site="a").bundle
    assert bundle_bytes(charter, "a", 60) == len(encode_message(grouped))
    charter = make_charter(n_dims=3)
    nobody = contribute(charter, make_pact(), make_table(rng), site="a", with_rows=False).bundle
    assert bundle_bytes(charter, "a", 0) == len(encode_message(nobody))
    charter = make_regression()
    (numbers,) = make_bundles(charter, rng, "a", 500)
    assert bundle_bytes(charter, "a", 500) == len(encode_message(numbers))


def test_rows_of_several_blocks_are_foretold_without_being_made():
    charter = make_charter()
    # 32 MB hold 2^21 rows of four float32: the third block holds the rest.
    n_rows = 5_000_000
    data = n_rows * (4 * 4 + 8)
    assert data < bundle_bytes(charter, "a", n_rows) < data + 5_000


def test_views_and_the_agreed_span_are_foretold_to_the_byte(rng):
    charter = agreed_charter()
    views = make_views(charter, rng)
    for each in views:
        assert view_bytes(charter, each.envelope.site) == len(encode_message(each))
    span = make_span(charter, views)
    assert span_bytes(charter, "abcde") == len(encode_message(span))


@pytest.mark.parametrize(("model", "place"), [("logistic", 0), ("mlp", 1)])
@pytest.mark.parametrize("n_dims", [2, 6])
def test_a_return_is_foretold_within_a_few_percent(model, place, n_dims, rng):
    charter = make_charter(n_dims=n_dims)
    bundles = make_bundles(charter, rng, "ab")
    parameters = {"max_iter": 5} if model == "mlp" else {}
    trained = train(charter, bundles, model=model, parameters=parameters, validate=False)
    real = len(encode_message(trained.returns["a"]))
    foretold = return_bytes(charter, "a", usual_models(charter)[place].issued_bytes)
    assert foretold == pytest.approx(real, rel=0.06)


def test_a_study_is_the_sum_of_its_files_and_agreeing_takes_two_phases_more():
    n_rows = {"north": 800, "west": 0}
    model = stated_model(1_000)
    own = forecast_traffic(make_charter(), n_rows, model=model)
    agreed = forecast_traffic(agreed_charter(), n_rows, model=model)
    assert own.total == own.up + own.down == sum(each.up + each.down for each in own.sites)
    assert (own.n_phases, agreed.n_phases) == (2, 4)
    assert all(each.view_bytes == each.span_bytes == 0 for each in own.sites)
    for first, second in zip(own.sites, agreed.sites, strict=True):
        assert second.up > first.up
        assert second.down > first.down
    line = {"bits_per_second": 1e6, "round_trip": 1.0}
    assert own.seconds(**line) == 8 * own.total / 1e6 + 2.0
    assert own.slowest_site_seconds(**line) < own.seconds(**line)


def test_sites_of_one_size_are_alike_whatever_their_number():
    model = stated_model(1_000)
    rows = {f"site-{number}": 100 for number in range(1000, 3000)}
    traffic = forecast_traffic(make_charter(), rows, model=model)
    assert len({(each.up, each.down) for each in traffic.sites}) == 1
    assert traffic.up == 2000 * traffic.sites[0].up


@pytest.mark.parametrize("count", [-1, MOST_ROWS + 1])
def test_rows_that_no_site_has_are_refused(count):
    with pytest.raises(CountRefused, match="rows of a"):
        forecast_traffic(make_charter(), {"a": count}, model=stated_model(1))


def test_a_study_without_any_row_is_none():
    with pytest.raises(CountRefused, match="all sites together"):
        forecast_traffic(make_charter(), {"a": 0, "b": 0}, model=stated_model(1))


# ---------------------------------------------------------------- models


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("logistic", {}),
        ("kernel", {"n_components": 30}),
        ("mlp", {"hidden_units": 5, "max_iter": 2}),
        ("mlp", {"hidden_units": 4, "hidden_layers": 3, "max_iter": 2}),
    ],
)
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_parameters_are_counted_as_scikit_learn_has_them(name, parameters, n_classes, rng):
    model = build_model(name, parameters, "classification", 0, n_rows=40)
    model.fit(rng.standard_normal((40, 7)), np.arange(40) % n_classes)
    counted = averaged_parameters(
        name,
        require_parameters(name, parameters, "classification"),
        n_inputs=7,
        n_outputs=count_outputs(n_classes),
    )
    last = model[-1] if name == "kernel" else model
    arrays = [*last.coefs_, *last.intercepts_] if name == "mlp" else [last.coef_, last.intercept_]
    assert counted == sum(array.size for array in arrays)


@pytest.mark.parametrize("name", ["forest", "boosting", "svm", "knn", "dummy", "custom"])
def test_what_is_no_vector_of_numbers_is_not_averaged(name):
    assert averaged_parameters(name, {}, n_inputs=7, n_outputs=1) is None


# ---------------------------------------------------------------- words


def test_the_words_name_what_the_terms_let_leave():
    plain = " ".join(describe_leaving(make_charter()))
    assert "guarded" not in plain
    assert "person" not in plain
    assert "guarded view" in " ".join(describe_leaving(agreed_charter()))
    assert "rounded" in " ".join(describe_leaving(make_regression(group="person")))
    assert "person" in " ".join(describe_leaving(make_charter(group="person")))


def test_the_comparison_says_who_moves_less_either_way():
    lighter = compare_federated(1_000, n_sites=2, n_parameters=100, n_rounds=10)
    assert "moves less from round 1 on" in compare_in_words("a model", lighter)
    heavier = compare_federated(1_000_000, n_sites=2, n_parameters=100, n_rounds=10)
    assert "only in round 626" in compare_in_words("a model", heavier)
    assert heavier.break_even_rounds == 625
