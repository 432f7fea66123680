"""The estimators play a study in memory and answer as its sites would."""

import pickle  # noqa: TID251  scikit-learn sends estimators from process to process

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC

from concordant import CollaborativeClassifier, CollaborativeRegressor
from concordant.errors.analyst import NotAnEstimator
from concordant.errors.drafting import ChoiceUnknown
from concordant.errors.estimator import (
    DimsShrunk,
    NothingToLearn,
    NumberRefused,
    OneFeature,
    RowsTooFew,
    SiteTooSmall,
    TrainingWarned,
)
from concordant.errors.recipes import UnknownModel
from concordant.errors.rehearsal import TooManySites
from concordant.errors.site_release import AnchorNotForAgreedSpan
from concordant.rehearsal.encoder import CollaborativeEncoder
from concordant.terms.labels import round_to_step
from tests.rehearsal.patients import make_patients

SPANS = ["own", "shared", "agreed"]


@pytest.fixture
def patients(rng):
    return make_patients(rng)


@pytest.mark.parametrize("span", SPANS)
def test_sites_learn_together_what_none_of_them_was_shown(patients, span):
    together = CollaborativeClassifier(span=span, n_dims=5, random_state=0)
    together.fit(patients.matrix[:150], patients.outcome[:150], sites=patients.sites[:150])
    new, truth, sites = patients.matrix[150:], patients.outcome[150:], patients.sites[150:]
    assert together.score(new, truth, sites=sites) > np.mean(truth == "ill") + 0.1
    assert together.predict_proba(new).sum(axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize("span", SPANS)
def test_numbers_are_predicted_too(patients, span):
    together = CollaborativeRegressor(span=span, n_dims=5, random_state=0)
    together.fit(patients.matrix, patients.stay, sites=patients.sites)
    assert together.score(patients.matrix, patients.stay, sites=patients.sites) > 0.5


def test_a_seed_repeats_everything_and_another_one_draws_anew(patients):
    first, again, other = (
        CollaborativeClassifier(random_state=seed)
        .fit(patients.matrix, patients.outcome)
        .predict_proba(patients.matrix)
        for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_random_state_without_a_seed_moves_on_from_fit_to_fit(patients):
    state = np.random.RandomState(0)  # noqa: TID251  what scikit-learn's users may pass
    together = CollaborativeClassifier(random_state=state)
    first = together.fit(patients.matrix, patients.outcome).predict_proba(patients.matrix)
    second = together.fit(patients.matrix, patients.outcome).predict_proba(patients.matrix)
    assert not np.array_equal(first, second)


def test_a_pickled_estimator_answers_the_same_and_shows_nothing_of_a_row(patients):
    together = CollaborativeClassifier(random_state=0).fit(patients.frame, patients.outcome)
    again = pickle.loads(pickle.dumps(together))  # noqa: S301  made here
    np.testing.assert_array_equal(
        together.predict_proba(patients.frame), again.predict_proba(patients.frame)
    )
    assert repr(again) == "CollaborativeClassifier(random_state=0)"
    assert repr(again.study_) == f"PlayedStudy(<5 sites, {again.n_dims_} dims>)"
    assert "array" not in repr(again.charter_)


def test_the_constructor_stores_its_arguments_and_looks_at_none():
    model = SVC()
    together = CollaborativeClassifier(span="nonsense", n_dims=-1, estimator=model)
    assert vars(together)["span"] == "nonsense"
    assert together.estimator is model
    copy = clone(together)
    assert copy.get_params()["n_dims"] == -1
    assert copy.set_params(estimator__C=3.0).estimator.C == 3.0
    assert model.C == 1.0


def test_an_estimator_shows_itself_as_html(patients):
    together = CollaborativeClassifier(estimator=LogisticRegression(C=7.0))
    assert "C=7.0" in together._repr_html_()
    assert (
        "CollaborativeClassifier" in together.fit(patients.matrix, patients.outcome)._repr_html_()
    )


@pytest.mark.parametrize(
    ("model", "probabilities", "scores"),
    [
        (None, True, True),
        ("search", True, True),
        ("svm", False, True),
        ("forest", True, False),
        (SVC(), False, True),
        (LogisticRegression(), True, True),
        (3, False, False),
    ],
    ids=str,
)
def test_it_can_do_before_and_after_the_fit_what_its_model_can(
    patients, model, probabilities, scores
):
    together = CollaborativeClassifier(estimator=model, random_state=0)
    for _ in range(2):
        assert hasattr(together, "predict_proba") == probabilities
        assert hasattr(together, "decision_function") == scores
        if model in (3, "search"):  # the one cannot be fitted, the other may settle otherwise
            break
        together.fit(patients.matrix, patients.outcome)


def test_the_model_is_the_callers_own_and_their_object_stays_unfitted(patients):
    model = LogisticRegression(C=0.5)
    together = CollaborativeClassifier(estimator=model).fit(patients.matrix, patients.outcome)
    assert together.estimator_.C == 0.5
    assert not hasattr(model, "coef_")
    assert together.estimator_.coef_.shape == (1, together.n_dims_)


def test_scores_of_three_classes_come_class_by_class(rng):
    rows = rng.standard_normal((90, 4))
    target = np.array(["low", "middle", "high"])[np.digitize(rows[:, 0], [-0.5, 0.5])]
    together = CollaborativeClassifier(n_dims=3, random_state=0).fit(rows, target)
    assert together.classes_.tolist() == ["high", "low", "middle"]
    assert together.decision_function(rows).shape == (90, 3)
    assert together.predict_proba(rows).shape == (90, 3)
    best = together.classes_[together.decision_function(rows).argmax(axis=1)]
    np.testing.assert_array_equal(together.predict(rows), best)


@pytest.mark.parametrize(
    "classes", [("b", "a"), (False, True), (3, -7), (10, 9), ("NA", "none"), (" x", "x")], ids=str
)
def test_classes_of_any_spelling_come_back_as_they_were(rng, classes):
    rows = rng.standard_normal((60, 3))
    target = np.array(classes)[(rows[:, 0] > 0).astype(int)]
    together = CollaborativeClassifier(n_dims=2, random_state=0).fit(rows, target)
    np.testing.assert_array_equal(together.classes_, np.unique(target))
    said = together.predict(rows)
    assert said.dtype == target.dtype
    assert set(said.tolist()) <= set(target.tolist())


# ------------------------------------------------------------------ dimensions


def test_dimensions_shrink_silently_when_nobody_asked_for_a_number(patients):
    few = slice(0, 24)
    together = CollaborativeClassifier(random_state=0).fit(
        patients.matrix[few], patients.outcome[few], sites=patients.sites[few]
    )
    assert together.n_dims_ == 2


@pytest.mark.parametrize(("span", "most"), [("own", 6), ("shared", 6), ("agreed", 5)])
def test_dimensions_that_were_asked_for_shrink_with_a_warning(patients, span, most):
    few = slice(0, 24)
    together = CollaborativeClassifier(span=span, n_dims=7, random_state=0)
    with pytest.warns(DimsShrunk, match=rf"n_dims=7 was shrunk to {most}"):
        together.fit(patients.matrix[few], patients.outcome[few], sites=patients.sites[few])
    assert together.n_dims_ == together.charter_.n_dims == most
    assert together.n_dims == 7


def test_own_spans_have_no_more_dimensions_than_the_rows_of_a_site_vary_in(patients):
    flat = patients.matrix.copy()
    flat[patients.sites == "south", 2:] = flat[:, 2:].mean(axis=0)
    together = CollaborativeClassifier(n_dims=6, random_state=0)
    with pytest.warns(DimsShrunk, match="smallest of 4 sites allow"):
        together.fit(flat, patients.outcome, sites=patients.sites)
    assert together.n_dims_ == 3  # two columns that vary, and one direction that does not


# ------------------------------------------------------------------ targets


def test_targets_are_rounded_only_where_somebody_asks(patients):
    exact = patients.stay + np.linspace(0.0, 0.4, len(patients.stay))
    fitted = {
        step: CollaborativeRegressor(label_step=step, n_dims=5, random_state=0).fit(
            patients.matrix, exact, sites=patients.sites
        )
        for step in (None, 2.0)
    }
    assert fitted[None].charter_.label.step < 1e-5 * exact.std()
    assert fitted[2.0].charter_.label.step == 2.0
    rounded = CollaborativeRegressor(n_dims=5, random_state=0).fit(
        patients.matrix, round_to_step(exact, 2.0), sites=patients.sites
    )
    said = {step: each.predict(patients.matrix) for step, each in fitted.items()}
    np.testing.assert_allclose(said[2.0], rounded.predict(patients.matrix), atol=1e-3)
    assert np.abs(said[2.0] - said[None]).max() > 1e-3


def test_whole_and_broken_numbers_are_one_target(patients):
    whole = patients.stay.astype(int)
    first, second = (
        CollaborativeRegressor(random_state=0).fit(patients.matrix, target).predict(patients.matrix)
        for target in (whole, whole.astype(float))
    )
    np.testing.assert_array_equal(first, second)


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("error", "choices"),
    [
        (ChoiceUnknown, {"span": "public"}),
        (ChoiceUnknown, {"anchor": "public"}),
        (ChoiceUnknown, {"method": 3}),
        (ChoiceUnknown, {"scale": None}),
        (NumberRefused, {"n_dims": 0}),
        (NumberRefused, {"n_dims": 2.0}),
        (NumberRefused, {"n_dims": True}),
        (NumberRefused, {"n_dims": 1, "span": "shared"}),
        (NumberRefused, {"n_sites": 1}),
        (TooManySites, {"n_sites": 100}),
        (UnknownModel, {"estimator": "nonsense"}),
        (NotAnEstimator, {"estimator": CollaborativeRegressor()}),
        (NotAnEstimator, {"estimator": SVC}),
        (AnchorNotForAgreedSpan, {"span": "agreed", "anchor": "uniform"}),
    ],
    ids=str,
)
def test_a_choice_that_cannot_mean_anything_is_refused_in_fit(patients, error, choices):
    together = CollaborativeClassifier(**choices)
    with pytest.raises(error) as refusal:
        together.fit(patients.matrix, patients.outcome)
    assert isinstance(refusal.value, ValueError)
    with pytest.raises(NotFittedError):
        together.predict(patients.matrix)


@pytest.mark.parametrize("step", [0, -1.0, np.nan, np.inf, "1", True])
def test_a_step_is_a_number_above_zero(patients, step):
    with pytest.raises(NumberRefused, match="label_step"):
        CollaborativeRegressor(label_step=step).fit(patients.matrix, patients.stay)


def test_rows_that_no_study_can_be_made_of_are_refused(patients):
    with pytest.raises(RowsTooFew, match="n_samples=5"):
        CollaborativeEncoder().fit(patients.frame[:5])
    with pytest.raises(OneFeature):
        CollaborativeEncoder().fit(patients.matrix[:, :1])
    with pytest.raises(NothingToLearn, match="same class"):
        CollaborativeClassifier().fit(patients.matrix, np.ones(200))
    with pytest.raises(NothingToLearn, match="same target"):
        CollaborativeRegressor().fit(patients.matrix, np.ones(200))
    with pytest.raises(SiteTooSmall, match="'south' has 2 rows"):
        CollaborativeEncoder(span="agreed").fit(
            patients.matrix, sites=np.where(np.arange(200) < 2, "south", patients.sites != "west")
        )


def test_no_refusal_quotes_a_row(patients):
    secret = 98765.4321
    frame = patients.frame.assign(x0=secret)
    target = np.full(200, secret)
    for fails in (
        lambda: CollaborativeRegressor().fit(frame, target),
        lambda: CollaborativeRegressor(n_dims=frame).fit(frame, patients.stay),
        lambda: CollaborativeClassifier(span=frame.x0.tolist()).fit(frame, patients.outcome),
        lambda: CollaborativeClassifier(estimator="dummy").fit(frame.x0.to_frame(), patients.stay),
    ):
        with pytest.raises(ValueError) as refusal:  # noqa: PT011  whichever it is
            fails()
        assert "98765" not in str(refusal.value)


def test_what_the_training_warned_of_is_passed_on(patients):
    hasty = LogisticRegression(max_iter=1)
    with pytest.warns(TrainingWarned, match="ConvergenceWarning"):
        CollaborativeClassifier(estimator=hasty).fit(patients.matrix, patients.outcome)
