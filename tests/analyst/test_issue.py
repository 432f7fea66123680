"""Every model that is handed out says what its estimator says, and holds nobody's rows."""

from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst.conversion import LIMIT, ConversionCheck, compare_answers
from concordant.analyst.issue import issue_model
from concordant.analyst.models import choose_model, in_precision, train_model
from concordant.analyst.onnx_arrays import list_model_arrays
from concordant.analyst.pool import Pool
from concordant.analyst.row_search import find_rows
from concordant.analyst.train import train
from concordant.errors.analyst import ConversionDiffers, ModelHoldsRows, ModelNotConvertible
from concordant.errors.model_archive import ArchiveNotWritten, ArchiveUnreadable, ArchiveUntrusted
from concordant.terms.answers import ask
from concordant.terms.charter import Consents
from concordant.terms.model_archive import decode_archive, list_types, run_archived
from concordant.terms.recipes import recipe_names
from concordant.terms.schema import ClassLabel
from concordant.wire.model import ModelRunner
from tests.analyst.collaboration import make_bundles
from tests.studies import make_charter, make_regression

ROWS_ALLOWED = Consents(model_may_contain_rows=True)
SMALL = {
    "mlp": {"hidden_units": 16, "max_iter": 60},
    "forest": {"n_trees": 12},
    "boosting": {"n_rounds": 20},
    "kernel": {"n_components": 80},
}
CLASSIFIERS, REGRESSORS = recipe_names("classification"), recipe_names("regression")


def draw_pool(rng, n_classes, *, n_rows=150, n_dims=4, missing=(), centre=0.0):
    """Return pooled rows of one site; classes in ``missing`` do not occur."""
    features = rng.standard_normal((n_rows, n_dims)).astype(np.float32)
    signal = features @ rng.standard_normal(n_dims) + 0.5 * rng.standard_normal(n_rows)
    labels = centre + 3.0 * signal
    if n_classes:
        present = np.setdiff1d(np.arange(n_classes), missing)
        ranks = np.argsort(np.argsort(signal)) * len(present) // n_rows
        labels = present[ranks]
    sites = np.zeros(n_rows, np.int64)
    return Pool(("a",), features, labels, sites, None, np.zeros(n_dims), np.ones(n_dims))


def charter_of(n_classes, **changes):
    if not n_classes:
        return make_regression(**changes)
    names = tuple(f"class {code}" for code in range(n_classes))
    return make_charter(label=ClassLabel("outcome", names), **changes)


def issue(
    model, pool, n_classes, *, parameters=None, consents=ROWS_ALLOWED, seed=1, model_format="onnx"
):
    charter = charter_of(n_classes, consents=consents)
    choice = choose_model(model, parameters, charter.task, seed)
    estimator, _ = train_model(choice, pool.features, pool.labels)
    draws = np.random.default_rng(0)
    issued, check = issue_model(charter, choice, estimator, pool, draws, model_format=model_format)
    return choice, estimator, issued, check


def conversions():
    cases = [(name, n, ()) for name in CLASSIFIERS for n in (2, 3)]
    cases += [(name, 3, (missing,)) for name in CLASSIFIERS for missing in (0, 1)]
    return cases + [(name, 0, ()) for name in REGRESSORS]


@pytest.mark.parametrize(("name", "n_classes", "missing"), conversions())
def test_every_named_model_converts_and_a_site_gets_its_answers(name, n_classes, missing, rng):
    pool = draw_pool(rng, n_classes, missing=missing)
    choice, estimator, issued, check = issue(name, pool, n_classes, parameters=SMALL.get(name))
    assert check.holds
    assert check.n_rows == 2000 + pool.n_rows
    assert check.n_bytes == len(issued)
    new = rng.standard_normal((200, 4)).astype(np.float32)
    ours = ModelRunner(issued, 4).predict(new)
    theirs = ask(estimator, in_precision(choice, new), n_classes)
    if not n_classes:
        assert np.abs(ours.values - theirs.values).max() < LIMIT * pool.labels.std()
        return
    differs = ours.labels != theirs.codes
    assert not differs.any() or (theirs.margin[differs] < LIMIT).all()
    if theirs.probabilities is None:
        assert ours.probabilities is None
        return
    assert ours.probabilities.shape == (200, n_classes)
    assert np.abs(ours.probabilities - theirs.probabilities).max() < LIMIT
    assert (ours.probabilities[:, list(missing)] == 0).all()


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("n_dims", [1, 2])
def test_named_models_convert_in_one_and_two_dimensions(n_dims, task, rng):
    n_classes = 3 if task == "classification" else 0
    pool = draw_pool(rng, n_classes, n_dims=n_dims)
    for name in recipe_names(task, issuable_only=True):
        _, _, _, check = issue(
            name, pool, n_classes, parameters=SMALL.get(name), consents=Consents()
        )
        assert check.holds


@pytest.mark.parametrize("name", REGRESSORS)
def test_a_target_far_from_zero_keeps_its_digits(name, rng):
    pool = draw_pool(rng, 0, centre=2000.0)
    _, _, issued, check = issue(name, pool, 0, parameters=SMALL.get(name))
    assert check.holds
    said = ModelRunner(issued, 4).predict(pool.features).values
    assert np.abs(said - 2000.0).mean() < 20.0


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("n_classes", [0, 2])
def test_neighbours_with_rows_that_lie_on_each_other_convert(n_classes, weights, rng):
    pool = draw_pool(rng, n_classes)
    parameters = {"n_neighbors": 3, "weights": weights}
    _, _, _, check = issue("knn", pool, n_classes, parameters=parameters)
    assert check.holds


def classifiers_of_ones_own():
    from sklearn.calibration import CalibratedClassifierCV
    from sklearn.decomposition import PCA
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, VotingClassifier
    from sklearn.linear_model import LogisticRegression, SGDClassifier
    from sklearn.naive_bayes import GaussianNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import LinearSVC
    from sklearn.tree import DecisionTreeClassifier

    return (
        make_pipeline(StandardScaler(), PCA(3), LogisticRegression()),
        ExtraTreesClassifier(n_estimators=5),
        GradientBoostingClassifier(n_estimators=5),
        DecisionTreeClassifier(max_depth=4),
        LinearDiscriminantAnalysis(),
        GaussianNB(),
        LinearSVC(),
        SGDClassifier(),
        VotingClassifier(
            [("tree", DecisionTreeClassifier(max_depth=2)), ("line", LogisticRegression())],
            voting="soft",
            flatten_transform=False,
        ),
        CalibratedClassifierCV(DecisionTreeClassifier(max_depth=2), cv=2, method="sigmoid"),
    )


@pytest.mark.parametrize(
    "estimator", classifiers_of_ones_own(), ids=lambda estimator: type(estimator).__name__
)
def test_estimators_of_ones_own_convert(estimator, rng):
    pool = draw_pool(rng, 3)
    _, _, _, check = issue(estimator, pool, 3, consents=Consents())
    assert check.holds


# ---------------------------------------------------------------- refusals


def test_a_conversion_that_says_something_else_is_not_issued(rng, monkeypatch):
    from concordant.analyst import issue as room

    pool, other = draw_pool(rng, 2), draw_pool(rng, 2)
    _, stranger, _, _ = issue("logistic", other, 2)
    honest = room.convert_estimator
    monkeypatch.setattr(
        room, "convert_estimator", lambda _estimator, **facts: honest(stranger, **facts)
    )
    with pytest.raises(ConversionDiffers, match="logistic") as caught:
        issue("logistic", pool, 2)
    assert caught.value.facts["n_labels"] > 0


def test_what_a_site_would_refuse_is_not_issued(rng, monkeypatch):
    from concordant.analyst import issue as room

    honest = room.convert_estimator
    monkeypatch.setattr(
        room, "convert_estimator", lambda *args, **facts: honest(*args, **(facts | {"n_dims": 5}))
    )
    with pytest.raises(ModelNotConvertible, match="input"):
        issue("dummy", draw_pool(rng, 2), 2)


def test_what_no_converter_knows_is_refused_with_the_names_that_convert(rng):
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import Ridge
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.preprocessing import QuantileTransformer

    random = DummyClassifier(strategy="uniform")
    far = KNeighborsClassifier(metric="manhattan")
    bent = TransformedTargetRegressor(
        Ridge(), transformer=QuantileTransformer(n_quantiles=10, output_distribution="normal")
    )
    for estimator, n_classes, known in (
        (random, 2, "logistic"),
        (far, 2, "logistic"),
        (bent, 0, "ridge"),
    ):
        with pytest.raises(ModelNotConvertible, match=known):
            issue(estimator, draw_pool(rng, n_classes), n_classes)


def test_a_regressor_of_ones_own_needs_no_standard_target(rng):
    from sklearn.linear_model import LinearRegression

    _, _, _, check = issue(LinearRegression(), draw_pool(rng, 0), 0, consents=Consents())
    assert check.holds


def test_a_target_that_is_only_centred_or_only_scaled_converts(rng):
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.linear_model import Ridge
    from sklearn.preprocessing import StandardScaler

    for options in ({"with_mean": False}, {"with_std": False}):
        model = TransformedTargetRegressor(Ridge(), transformer=StandardScaler(**options))
        _, _, _, check = issue(model, draw_pool(rng, 0, centre=7.0), 0)
        assert check.holds


# ---------------------------------------------------------------- archives


def curved_classifier():
    """Return a pipeline that does not convert to plain operations."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import SplineTransformer

    return make_pipeline(SplineTransformer(extrapolation="linear"), LogisticRegression())


def test_what_does_not_convert_is_refused_with_both_ways_out(rng):
    with pytest.raises(ModelNotConvertible) as caught:
        issue(curved_classifier(), draw_pool(rng, 2), 2)
    for way in ("logistic", "kernel", "--model-format skops", "chooses to trust"):
        assert way in caught.value.remedy_text


@pytest.mark.parametrize("missing", [(), (1,)])
def test_an_archive_says_what_the_estimator_says_under_exactly_the_types_it_names(missing, rng):
    pool = draw_pool(rng, 3, missing=missing)
    model = curved_classifier()
    _, estimator, issued, check = issue(model, pool, 3, consents=Consents(), model_format="skops")
    assert (check.holds, check.model_format, check.largest_difference) == (True, "skops", 0.0)
    assert check.n_bytes == len(issued)
    assert check.types == list_types(issued)
    new = rng.standard_normal((50, 4)).astype(np.float32)
    said = run_archived(decode_archive(issued, check.types), new, 3)
    theirs = ask(estimator, new.astype(np.float64), 3)
    np.testing.assert_array_equal(said.labels, theirs.codes)
    np.testing.assert_array_equal(said.probabilities, theirs.probabilities)
    assert (said.probabilities[:, list(missing)] == 0).all()
    for name in check.types:
        with pytest.raises(ArchiveUntrusted, match=name.rpartition(".")[2]):
            decode_archive(issued, set(check.types) - {name})


@pytest.mark.parametrize("name", recipe_names("classification", issuable_only=True))
def test_a_model_by_name_may_go_out_as_an_archive(name, rng):
    _, _, _, check = issue(
        name, draw_pool(rng, 2), 2, parameters=SMALL.get(name), model_format="skops"
    )
    assert check.holds
    assert check.types


def test_a_regression_in_an_archive_keeps_all_its_digits(rng):
    pool = draw_pool(rng, 0, centre=2000.0)
    _, estimator, issued, check = issue("ridge", pool, 0, model_format="skops")
    said = run_archived(decode_archive(issued, check.types), pool.features, 0)
    np.testing.assert_array_equal(
        said.values, estimator.predict(pool.features.astype(np.float64)).ravel()
    )


def test_an_archive_that_holds_rows_is_refused_as_any_model(rng):
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    pool = draw_pool(rng, 2)
    for model in (KNeighborsClassifier(), make_pipeline(FunctionTransformer(), nearest())):
        with pytest.raises(ModelHoldsRows):
            issue(model, pool, 2, consents=Consents(), model_format="skops")
        assert issue(model, pool, 2, model_format="skops")[3].holds


def nearest():
    from sklearn.svm import SVC

    return SVC()


def test_an_archive_that_does_not_come_back_is_not_issued(rng, monkeypatch):
    from concordant.analyst import issue as room

    def unreadable(_raw, _allowed):
        raise ArchiveUnreadable(reason="ImportError")

    monkeypatch.setattr(room, "decode_archive", unreadable)
    with pytest.raises(ArchiveNotWritten, match="ImportError"):
        issue("logistic", draw_pool(rng, 2), 2, model_format="skops")


def test_an_archive_that_answers_otherwise_is_not_issued(rng, monkeypatch):
    from concordant.analyst import issue as room

    _, stranger, _, _ = issue("logistic", draw_pool(rng, 2), 2)
    monkeypatch.setattr(room, "decode_archive", lambda _raw, _allowed: stranger)
    with pytest.raises(ConversionDiffers, match="logistic"):
        issue("logistic", draw_pool(rng, 2), 2, model_format="skops")


# ---------------------------------------------------------------- the comparison


def check_with(**changes):
    facts = {
        "n_rows": 1,
        "n_pooled_rows": 1,
        "largest_difference": 0.0,
        "limit": LIMIT,
        "n_labels_differ": 0,
        "n_ties": 0,
        "n_bytes": 1,
    }
    return ConversionCheck(**(facts | changes))


def test_a_model_is_issued_only_where_all_limits_hold():
    assert check_with().holds
    assert check_with(largest_difference=None).holds
    assert check_with(n_labels_differ=2, n_ties=2).holds
    assert not check_with(n_labels_differ=2, n_ties=1).holds
    assert not check_with(largest_difference=1.01 * LIMIT).holds
    assert not check_with(largest_difference=float("inf")).holds


def test_labels_may_differ_only_where_two_answers_are_equally_good():
    from concordant.terms.answers import Answers
    from concordant.wire.model import ModelOutputs

    shares = np.array([[0.5 + 1e-7, 0.5 - 1e-7], [0.9, 0.1]])
    said = Answers(np.array([0, 0]), shares, np.array([2e-7, 0.8]))
    facts = {"spread": 0.0, "n_pooled_rows": 2, "n_bytes": 1}
    single = shares.astype(np.float32)
    tied = compare_answers(said, ModelOutputs(np.array([1, 0]), single, None), **facts)
    wrong = compare_answers(said, ModelOutputs(np.array([0, 1]), single, None), **facts)
    assert (tied.n_labels_differ, tied.n_ties, tied.holds) == (1, 1, True)
    assert (wrong.n_labels_differ, wrong.n_ties, wrong.holds) == (1, 0, False)
    silent = compare_answers(said, ModelOutputs(np.array([0, 0]), None, None), **facts)
    assert not silent.holds
    sullen = compare_answers(
        Answers(np.array([0, 0])), ModelOutputs(np.array([0, 1]), None, None), **facts
    )
    assert (sullen.n_ties, sullen.holds) == (0, False)
    mute = compare_answers(
        Answers(values=np.zeros(2)), ModelOutputs(np.array([0, 0]), None, None), **facts
    )
    assert not mute.holds


# ---------------------------------------------------------------- rows


@pytest.mark.parametrize("name", recipe_names("classification", issuable_only=True))
def test_no_model_that_is_issued_holds_a_row_of_any_site(name, rng):
    charter = make_charter(span="shared")
    bundles = make_bundles(charter, rng, n_rows=50)
    training = train(charter, bundles, model=name, parameters=SMALL.get(name), validate=False)
    model = training.returns["a"].model.tobytes()
    for bundle in bundles:
        returned = training.returns[bundle.envelope.site]
        rows = (bundle.rows.astype(np.float64) @ returned.map - returned.centre) / returned.scale
        assert find_rows(list_model_arrays(model), rows.astype(np.float32)) is None
        for dtype in (np.float32, np.float64):
            assert not any(row.astype(dtype).tobytes() in model for row in rows)


def test_a_model_that_keeps_rows_under_a_harmless_name_is_caught_by_their_numbers(rng):
    from sklearn.naive_bayes import GaussianNB

    pool = draw_pool(rng, 2)
    labels = pool.labels.copy()
    # The mean of a class with one row is that row.
    labels[7] = 2
    pool = replace(pool, labels=labels)
    with pytest.raises(ModelHoldsRows, match="theta_"):
        issue(GaussianNB(), pool, 3, consents=Consents())


def test_an_estimator_that_keeps_rows_by_its_nature_is_refused_by_the_attribute(rng):
    from sklearn.svm import SVC

    with pytest.raises(ModelHoldsRows, match="support_vectors_"):
        issue(SVC(), draw_pool(rng, 2), 2, consents=Consents())


def test_the_converted_model_is_searched_as_well(rng, monkeypatch):
    from concordant.analyst import issue as room

    pool = draw_pool(rng, 2)
    _, keeper, _, _ = issue("knn", pool, 2, parameters={"weights": "distance"})
    honest = room.convert_estimator
    monkeypatch.setattr(
        room, "convert_estimator", lambda _estimator, **facts: honest(keeper, **facts)
    )
    with pytest.raises(ModelHoldsRows, match="converted model's rows"):
        issue("logistic", pool, 2, consents=Consents())


def test_constants_and_attributes_of_a_model_are_listed_too(rng):
    pool = draw_pool(rng, 2)
    _, _, near, _ = issue("knn", pool, 2, parameters={"weights": "distance"})
    _, _, line, _ = issue("logistic", pool, 2)
    assert any("Constant: value" in name for name, _ in list_model_arrays(near))
    assert any("coefficients" in name for name, _ in list_model_arrays(line))


def test_large_pools_are_compared_on_a_part(rng, monkeypatch):
    from concordant.analyst import issue as room

    monkeypatch.setattr(room, "MOST_POOLED_ROWS", 60)
    _, _, _, check = issue("logistic", draw_pool(rng, 2), 2)
    assert (check.n_pooled_rows, check.n_rows) == (60, 60 + room.N_RANDOM_ROWS)


def test_with_the_consent_models_that_contain_rows_are_issued(rng):
    charter = make_charter(span="shared", consents=ROWS_ALLOWED)
    bundles = make_bundles(charter, rng, n_rows=50)
    for name in ("svm", "knn"):
        training = train(charter, bundles, model=name, validate=False)
        assert training.conversion.holds
        assert training.charter.consents.spoken() == ("model_may_contain_rows",)


def test_the_parameters_of_a_recipe_travel_complete(rng):
    charter = make_charter(span="shared")
    training = train(
        charter, make_bundles(charter, rng), model="logistic", parameters={"C": 2.0}, validate=False
    )
    assert training.returns["b"].recipe_parameters == {
        "C": 2.0,
        "class_weight": None,
        "max_iter": 5000,
    }
