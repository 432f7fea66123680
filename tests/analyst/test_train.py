"""Training from end to end in memory: who enters, what comes out, how good it is."""

import inspect
import json
from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst.span_message import make_span
from concordant.analyst.train import as_record, train
from concordant.errors.analyst import (
    ModelHoldsRows,
    ModelNotConvertible,
    ModelNotTrained,
    NoRowsAtAll,
    NotAnEstimator,
    OneClassOnly,
    ParametersNotForEstimator,
    TooFewSites,
    UnknownModelFormat,
    UnknownScale,
    UnusableSites,
)
from concordant.errors.intake import OffTheSpan
from concordant.errors.model_archive import ArchiveUntrusted
from concordant.errors.recipes import ModelNotForTask, UnknownModel
from concordant.site.contribute import contribute
from concordant.site.evaluate import evaluate
from concordant.site.predict import predict
from concordant.terms.charter import Consents
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import table_from_frame
from concordant.wire.codec import decode_message, encode_message
from concordant.wire.limits import Limits
from tests.analyst.collaboration import (
    agreed_charter,
    make_bundles,
    make_contributions,
    make_grouped_bundles,
    make_views,
)
from tests.studies import (
    CLASSES,
    make_charter,
    make_columns,
    make_pact,
    make_regression,
    make_table,
)

COARSE = Consents(accept_unique_labels=True)


def fast(charter, bundles, **options):
    return train(charter, bundles, **({"model": "logistic", "validate": False} | options))


def accuracy_at(charter, given, training, table):
    """Return the share of right predictions of one site on new rows."""
    answers = predict(
        charter,
        given.basis,
        training.returns[given.bundle.envelope.site],
        table,
        sent=given.bundle.envelope,
    )
    return float(np.mean(answers.codes == encode_labels(charter, table)))


def pooled_accuracy(charter, tables, new, n_dims):
    """Return what one party with everybody's raw rows would reach with as many dimensions."""
    from sklearn.linear_model import LogisticRegression

    rows = [encode_rows(charter, table).matrix for table in tables]
    labels = np.concatenate([encode_labels(charter, table) for table in tables])
    basis = np.linalg.svd(np.vstack(rows), full_matrices=False)[2][:n_dims].T
    model = LogisticRegression(max_iter=5000).fit(np.vstack(rows) @ basis, labels)
    truth = encode_labels(charter, new)
    return float(np.mean(model.predict(encode_rows(charter, new).matrix @ basis) == truth))


# ---------------------------------------------------------------- end to end


@pytest.mark.parametrize("plan", ["agreed", "own", "shared"])
def test_every_site_predicts_about_as_well_as_with_all_rows_in_one_place(plan, rng):
    charter = agreed_charter(span=plan, n_dims=9 if plan == "shared" else 5)
    tables = [make_table(rng, 150) for _ in "abcde"]
    span = make_span(charter, make_views(charter, rng)) if plan == "agreed" else None
    given = [
        contribute(charter, make_pact(), table, site=site, span=span)
        for site, table in zip("abcde", tables, strict=True)
    ]
    training = fast(charter, [each.bundle for each in given], span=span)
    new = make_table(rng, 600)
    reached = [accuracy_at(charter, each, training, new) for each in given]
    assert min(reached) > pooled_accuracy(charter, tables, new, charter.n_dims) - 0.05
    assert min(reached) > 0.75


@pytest.mark.parametrize("method", ["auto", "odc", "imakura", "kawakami"])
def test_with_one_span_all_sites_say_the_same_of_one_row(method, rng):
    charter = make_charter(span="shared")
    given = make_contributions(charter, rng)
    training = fast(charter, [each.bundle for each in given.values()], method=method)
    new = make_table(rng, 50)
    said = [
        predict(charter, each.basis, training.returns[site], new).probabilities
        for site, each in given.items()
    ]
    np.testing.assert_allclose(said[0], said[1], atol=1e-5)
    np.testing.assert_allclose(said[0], said[2], atol=1e-5)


def test_a_pipeline_that_does_not_convert_reaches_the_sites_as_an_archive(rng):
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures

    charter = make_charter(span="shared")
    given = make_contributions(charter, rng)
    bundles = [each.bundle for each in given.values()]
    model = make_pipeline(PolynomialFeatures(2), LogisticRegression())
    with pytest.raises(ModelNotConvertible, match="--model-format skops"):
        fast(charter, bundles, model=model)
    training = fast(charter, bundles, model=model, model_format="skops")
    conversion = as_record(training)["conversion"]
    assert conversion["model_format"] == "skops"
    site = given["a"]
    raw = encode_message(training.returns["a"])
    returned = decode_message(raw, Limits(n_dims=charter.n_dims), ("return",))
    new = make_table(rng, 50)
    with pytest.raises(ArchiveUntrusted):
        predict(charter, site.basis, returned, new)
    said = predict(charter, site.basis, returned, new, allow_types=conversion["types"])
    common = site.basis.project(encode_rows(charter, new).matrix) @ returned.map
    features = ((common - returned.centre) / returned.scale).astype(np.float32).astype(float)
    np.testing.assert_array_equal(said.codes, training.estimator.predict(features))
    np.testing.assert_array_equal(said.probabilities, training.estimator.predict_proba(features))
    scored = evaluate(
        charter, site.basis, returned, new, own_table=new, allow_types=conversion["types"]
    )
    assert "custom" in scored.why_not_alone


def test_a_site_without_rows_gets_a_return_that_predicts(rng):
    charter = make_charter(span="shared")
    given = make_contributions(charter, rng, "ab")
    late = make_contributions(charter, rng, "c", with_rows=False)["c"]
    training = fast(charter, [*(each.bundle for each in given.values()), late.bundle])
    assert accuracy_at(charter, late, training, make_table(rng, 200)) > 0.6
    assert training.n_sites == 3
    assert training.class_counts.keys() == {"a", "b"}
    assert training.sites[2].row_rank is None


def test_one_site_with_rows_may_train_for_one_without_and_it_is_said(rng):
    charter = make_charter(span="shared")
    bundles = [
        *make_bundles(charter, rng, "a"),
        *make_bundles(charter, rng, "b", with_rows=False),
    ]
    training = fast(charter, bundles, validate=True)
    assert any("Only a sent rows" in sentence for sentence in training.warnings)
    assert {score.how for score in training.scores} == {"by row"}


def test_a_return_carries_what_its_site_sent_under(rng):
    charter = agreed_charter()
    span = make_span(charter, make_views(charter, rng))
    first, second = make_contributions(charter, rng, "ab", span=span, release=3).values()
    training = fast(charter, [second.bundle, first.bundle], span=span)
    assert sorted(training.returns) == ["a", "b"]
    for given in (first, second):
        assert training.returns[given.bundle.envelope.site].envelope == given.bundle.envelope
    assert training.returns["a"].recipe_name == "logistic"
    assert training.returns["a"].classes == CLASSES


def test_the_same_seed_gives_the_same_model_and_scores(rng):
    charter = make_charter(span="shared")
    bundles = make_bundles(charter, rng)
    options = {"model": "forest", "parameters": {"n_trees": 5}, "seed": 3, "validate": True}
    first, second = (train(charter, bundles, **options) for _ in range(2))
    np.testing.assert_array_equal(first.returns["a"].model, second.returns["a"].model)
    assert first.scores == second.scores


def test_the_order_of_the_bundles_does_not_count(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng)
    one, other = fast(charter, bundles), fast(charter, bundles[::-1])
    np.testing.assert_array_equal(one.returns["b"].map, other.returns["b"].map)


# ---------------------------------------------------------------- scale


@pytest.mark.parametrize("method", ["auto", "odc", "imakura", "kawakami"])
def test_pooled_features_are_centred_and_of_one_scale_by_the_constants_of_the_return(method, rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng)
    for scale in ("unit", "none"):
        returns = fast(charter, bundles, method=method, scale=scale).returns
        features = np.concatenate(
            [
                (each.rows.astype(np.float64) @ returns[site].map - returns[site].centre)
                / returns[site].scale
                for site, each in zip("abc", bundles, strict=True)
            ]
        )
        if scale == "unit":
            np.testing.assert_allclose(features.mean(axis=0), 0.0, atol=1e-9)
            assert np.sqrt(np.mean(features**2)) == pytest.approx(1.0)
        assert len(set(returns["a"].scale)) == 1
    np.testing.assert_array_equal(returns["a"].centre, 0.0)
    np.testing.assert_array_equal(returns["a"].scale, 1.0)


# ---------------------------------------------------------------- who enters


def stretched(charter, rng):
    """Return bundles of a rehearsal; site b's basis is not orthonormal."""
    bundles = make_bundles(charter, rng, "abcd")
    bundles[1] = replace(
        bundles[1], anchor_view=bundles[1].anchor_view * 2, rows=bundles[1].rows * np.float32(2)
    )
    return bundles


def test_an_unusable_site_enters_only_when_left_out_and_is_named(rng):
    charter = make_charter(rehearsal=True, span="shared")
    bundles = stretched(charter, rng)
    with pytest.raises(UnusableSites, match="b: Its view is stretched") as caught:
        fast(charter, bundles, method="odc")
    assert caught.value.exit_code == 5
    training = fast(charter, bundles, method="odc", partial=True)
    assert training.excluded.keys() == {"b"}
    assert sorted(training.returns) == ["a", "c", "d"]
    assert [each.site for each in training.sites if each.excluded] == ["b"]
    assert "stretched" in training.excluded["b"]
    with pytest.raises(TooFewSites):
        fast(charter, bundles[:2], method="odc", partial=True)


def test_a_doubtful_site_enters_and_it_is_said(rng):
    charter = make_charter(rehearsal=True, span="shared")
    training = fast(charter, stretched(charter, rng))
    assert training.excluded == {}
    assert any(sentence.startswith("b is doubtful") for sentence in training.warnings)


@pytest.mark.parametrize("precision", ["float64", "float32", "float16", "int8"])
def test_rows_of_low_rank_make_a_site_doubtful_in_every_precision(precision, rng):
    charter = make_charter(precision=precision, n_dims=6)
    rich = make_bundles(charter, rng, "ab")
    poor = make_bundles(charter, rng, "c", n_rows=2)
    training = fast(charter, [*rich, *poor])
    assert [each.row_rank for each in training.sites] == [6, 6, 2]
    assert training.sites[2].verdict == "doubtful"
    assert "2 of 6 dimensions" in training.sites[2].reason
    assert training.sites[0].verdict != "doubtful"


def test_a_table_of_zeros_has_no_rank(rng):
    charter = make_charter(span="shared")
    bundles = make_bundles(charter, rng)
    bundles[2] = replace(bundles[2], rows=np.zeros_like(bundles[2].rows))
    assert fast(charter, bundles).sites[2].row_rank == 0


def test_what_the_door_refuses_is_refused_here_too(rng):
    charter = make_charter(span="shared")
    bundles = make_bundles(charter, rng)
    view = np.linalg.qr(rng.standard_normal((charter.n_features, charter.n_dims))).Q
    bundles[1] = replace(bundles[1], anchor_view=view)
    with pytest.raises(OffTheSpan, match="b"):
        fast(charter, bundles, partial=True)


def test_a_collaboration_needs_two_sites_and_rows_of_one(rng):
    charter = make_charter(span="shared")
    with pytest.raises(TooFewSites):
        fast(charter, make_bundles(charter, rng, "a"))
    with pytest.raises(NoRowsAtAll):
        fast(charter, make_bundles(charter, rng, "ab", with_rows=False))


def test_labels_that_are_all_the_same_teach_nothing(rng):
    charter = make_charter()
    bundles = [
        replace(each, labels=np.zeros_like(each.labels)) for each in make_bundles(charter, rng)
    ]
    with pytest.raises(OneClassOnly):
        fast(charter, bundles)


def test_a_class_without_rows_is_said_and_gets_no_probability(rng):
    charter = make_charter(
        span="shared", label=replace(make_charter().label, classes=("ill", "unheard of", "well"))
    )
    given = make_contributions(charter, rng)
    training = fast(charter, [each.bundle for each in given.values()])
    assert any("'unheard of'" in sentence for sentence in training.warnings)
    answers = predict(charter, given["a"].basis, training.returns["a"], make_table(rng))
    np.testing.assert_array_equal(answers.probabilities[:, 1], 0.0)


# ---------------------------------------------------------------- the call


def test_calls_that_mean_nothing_are_refused_before_any_work():
    from sklearn.linear_model import LogisticRegression, Ridge

    charter = make_charter()
    # Without the tests' own check of types, which would refuse some of them first.
    unchecked = inspect.unwrap(train)
    steps = []
    for options, kind in (
        ({"model": "best"}, UnknownModel),
        ({"model": "ridge"}, ModelNotForTask),
        ({"model": Ridge()}, NotAnEstimator),
        ({"model": LogisticRegression}, NotAnEstimator),
        ({"model": 3}, NotAnEstimator),
        ({"model": "svm"}, ModelHoldsRows),
        ({"model": "knn"}, ModelHoldsRows),
        ({"model": "search", "parameters": {"C": 1.0}}, ParametersNotForEstimator),
        ({"model": LogisticRegression(), "parameters": {"C": 1.0}}, ParametersNotForEstimator),
        ({"scale": "column"}, UnknownScale),
        ({"model_format": "pickle"}, UnknownModelFormat),
    ):
        with pytest.raises(kind):
            unchecked(charter, [], on_step=steps.append, **options)
    assert steps == []


def test_an_estimator_that_stops_is_named_without_its_words(rng):
    from sklearn.linear_model import LogisticRegression

    charter = make_charter()
    broken = LogisticRegression(C=-1.0)
    with pytest.raises(ModelNotTrained, match="custom") as caught:
        fast(charter, make_bundles(charter, rng), model=broken)
    assert "-1" not in str(caught.value)


def test_any_estimator_or_pipeline_of_scikit_learn_is_trained_as_a_seeded_copy(rng):
    from sklearn.ensemble import ExtraTreesClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    charter = make_charter()
    bundles = make_bundles(charter, rng)
    given = make_pipeline(StandardScaler(), ExtraTreesClassifier(n_estimators=5))
    training = fast(charter, bundles, model=given, seed=4)
    assert (training.model_name, training.parameters) == ("custom", {})
    assert training.returns["a"].recipe_name == "custom"
    assert training.estimator[-1].random_state == 4
    assert given[-1].random_state is None
    assert not hasattr(given[-1], "classes_")


def test_steps_are_told_as_they_begin(rng):
    charter = make_charter(span="shared")
    steps = []
    train(charter, make_bundles(charter, rng), model="dummy", on_step=steps.append)
    assert steps[0] == "aligning 3 sites"
    assert [step for step in steps if "leave one site out" in step]


# ---------------------------------------------------------------- scores and forecasts


def test_scores_are_by_row_and_by_site_and_a_forecast_where_sites_are_alike(rng):
    charter = make_charter(span="shared", n_dims=8)
    training = train(charter, make_bundles(charter, rng, n_rows=80), model="logistic")
    measures = {"accuracy", "balanced accuracy", "ROC-AUC", "log loss"}
    for how, n_folds in (("by row", 5), ("leave one site out", 3)):
        scores = {each.measure: each for each in training.scores if each.how == how}
        assert scores.keys() == measures
        assert {each.n_folds for each in scores.values()} == {n_folds}
        assert 0.6 < scores["accuracy"].mean <= 1.0
        assert scores["accuracy"].spread >= 0.0
    assert training.forecast
    assert training.forecast_reasons == ()


def test_a_regression_is_scored_by_its_own_measures(rng):
    charter = make_regression(span="shared", n_dims=8, consents=COARSE)
    training = train(charter, make_bundles(charter, rng, n_rows=80), model="ridge")
    scores = {each.measure: each.mean for each in training.scores if each.how == "by row"}
    assert scores.keys() == {"RMSE", "MAE", "R²"}
    assert scores["R²"] > 0.5
    assert scores["MAE"] < scores["RMSE"]
    assert training.class_counts == {}


def test_where_there_are_groups_rows_are_never_scored_one_by_one(rng):
    charter = make_charter(group="person", span="shared")
    training = train(charter, make_grouped_bundles(charter, rng, "abc"), model="logistic")
    assert {each.how for each in training.scores} == {"by group", "leave one site out"}


def one_sided(charter, rng, n_rows=120):
    """Return bundles of sites that hold (almost) one class each."""
    bundles = []
    for place, site in enumerate("abcd"):
        columns = make_columns(rng, 4 * n_rows)
        wanted = CLASSES[place % 2]
        rows = [row for row, name in enumerate(columns["outcome"]) if name == wanted][:n_rows]
        rows += [row for row, name in enumerate(columns["outcome"]) if name != wanted][:5]
        table = table_from_frame(
            {name: [cells[row] for row in rows] for name, cells in columns.items()}
        )
        bundles.append(contribute(charter, make_pact(), table, site=site).bundle)
    return bundles


def test_one_sided_labels_are_no_forecast_and_search_falls_back(rng):
    charter = make_charter(span="shared")
    training = train(charter, one_sided(charter, rng), model="search", validate=True)
    assert not training.forecast
    assert "one-sided at a, b, c, d" in training.forecast_reasons[0]
    assert (training.model_name, training.candidates) == ("logistic", ())
    assert any("fell back to 'logistic'" in sentence for sentence in training.warnings)
    assert training.scores


def test_differing_spans_are_no_forecast_with_the_number(rng):
    charter = make_charter(span="own", n_dims=3)
    bundles = make_bundles(charter, rng, n_rows=60)
    strange = np.linalg.qr(rng.standard_normal((charter.n_features, 3))).Q
    bundles[0] = replace(bundles[0], anchor_view=strange)
    training = train(charter, bundles, model="dummy")
    assert not training.forecast
    assert "spans differ" in training.forecast_reasons[-1]
    assert training.alignment.recommendation is not None


def test_search_tells_what_it_tried_and_chooses_one_of_it(rng):
    charter = make_charter(span="shared", n_dims=8)
    training = train(charter, make_bundles(charter, rng), model="search", validate=False)
    assert [each.chosen for each in training.candidates].count(True) == 1
    (chosen,) = (each for each in training.candidates if each.chosen)
    assert (chosen.name, chosen.parameters) == (training.model_name, training.parameters)
    best = min(training.candidates, key=lambda each: each.loss)
    assert chosen.loss <= best.loss + 2 * (chosen.error + best.error)


# ---------------------------------------------------------------- the record


@pytest.mark.parametrize("make", [make_charter, make_regression])
def test_the_record_is_plain_json_and_names_everything_spoken(make, rng):
    charter = make(span="shared", consents=replace(COARSE, analyst_is_site=True))
    bundles = make_bundles(charter, rng)
    record = as_record(train(charter, bundles, model="dummy", seed=9))
    again = json.loads(json.dumps(record, allow_nan=False))
    assert again == record
    assert record["seed"] == 9
    assert set(record["consents"]) == {"analyst_is_site", "accept_unique_labels"}
    assert [each["site"] for each in record["sites"]] == ["a", "b", "c"]
    assert record["conversion"]["holds"]
    assert {"python", "numpy", "concordant", "scikit-learn", "onnx"} <= record["versions"].keys()
    assert record["model"]["name"] == "dummy"
    assert record["alignment"]["method"] == "auto"


def test_neither_record_nor_repr_holds_a_row(rng):
    charter = make_charter(span="shared")
    bundles = make_bundles(charter, rng)
    training = fast(charter, bundles)
    shown = json.dumps(as_record(training)) + repr(training)
    for number in (bundles[0].rows[0, 0], bundles[0].anchor_view[0, 0]):
        assert repr(float(number)) not in shown
        assert repr(float(number))[:8] not in shown
