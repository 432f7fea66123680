"""The estimators inside scikit-learn's own tools; sites travel as metadata."""

import numpy as np
import pytest
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    LeaveOneGroupOut,
    StratifiedKFold,
    cross_val_predict,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from concordant import CollaborativeClassifier, CollaborativeRegressor
from concordant.rehearsal.encoder import CollaborativeEncoder
from tests.rehearsal.patients import SITES, make_patients


@pytest.fixture
def patients(rng):
    return make_patients(rng)


@pytest.fixture
def routed():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_a_pipeline_hands_sites_on_without_routing(patients):
    pipeline = make_pipeline(StandardScaler(), CollaborativeClassifier(n_dims=4, random_state=0))
    pipeline.fit(patients.matrix, patients.outcome, collaborativeclassifier__sites=patients.sites)
    assert pipeline[-1].sites_.tolist() == list(SITES)
    assert pipeline.score(patients.matrix, patients.outcome) > 0.7


@pytest.mark.usefixtures("routed")
def test_a_pipeline_routes_sites_to_fit_and_predict(patients):
    together = CollaborativeClassifier(n_dims=4, random_state=0)
    together.set_fit_request(sites=True).set_predict_request(sites=True)
    together.set_score_request(sites=True)
    pipeline = make_pipeline(StandardScaler(), together)
    pipeline.fit(patients.matrix, patients.outcome, sites=patients.sites)
    scaled = pipeline[0].transform(patients.matrix)
    np.testing.assert_array_equal(
        pipeline.predict(patients.matrix, sites=patients.sites),
        pipeline[-1].predict(scaled, sites=patients.sites),
    )
    with_sites = pipeline.score(patients.matrix, patients.outcome, sites=patients.sites)
    assert with_sites == pipeline[-1].score(scaled, patients.outcome, sites=patients.sites)


@pytest.mark.usefixtures("routed")
def test_cross_validation_cuts_the_names_of_sites_like_the_rows(patients):
    together = CollaborativeClassifier(n_dims=4, random_state=0)
    together.set_fit_request(sites=True).set_score_request(sites=True)
    folds = list(StratifiedKFold(3).split(patients.matrix, patients.sites))
    routed = cross_val_score(
        together, patients.matrix, patients.outcome, cv=folds, params={"sites": patients.sites}
    )
    by_hand = []
    for own, new in folds:
        together.fit(patients.matrix[own], patients.outcome[own], sites=patients.sites[own])
        by_hand.append(
            together.score(patients.matrix[new], patients.outcome[new], sites=patients.sites[new])
        )
    np.testing.assert_array_equal(routed, by_hand)


@pytest.mark.usefixtures("routed")
def test_a_site_that_is_left_out_answers_through_the_map_of_another(patients):
    together = CollaborativeClassifier(n_dims=4, random_state=0).set_fit_request(sites=True)
    options = {"cv": LeaveOneGroupOut(), "error_score": "raise"}
    metadata = {"sites": patients.sites, "groups": patients.sites}
    asked = together.set_score_request(sites=True)
    with pytest.raises(ValueError, match="'east' took no part"):
        cross_val_score(asked, patients.matrix, patients.outcome, params=metadata, **options)
    unasked = together.set_score_request(sites=False)
    scores = cross_val_score(unasked, patients.matrix, patients.outcome, params=metadata, **options)
    assert scores.shape == (4,)
    assert scores.min() > 0.5


def test_a_grid_reaches_the_study_and_the_model_inside_it(patients):
    search = GridSearchCV(
        CollaborativeClassifier(estimator=LogisticRegression(), random_state=0),
        {"span": ["own", "agreed"], "n_dims": [2, 4], "estimator__C": [0.01, 1.0]},
        cv=2,
        error_score="raise",
    )
    search.fit(patients.matrix, patients.outcome)
    assert len(search.cv_results_["params"]) == 8
    best = search.best_estimator_
    assert best.n_dims_ == search.best_params_["n_dims"]
    assert search.best_params_["estimator__C"] == best.estimator_.C


@pytest.mark.slow
def test_fits_in_several_processes_give_what_one_gives(patients):
    together = CollaborativeRegressor(n_dims=4, random_state=0)
    one, two = (
        cross_val_score(together, patients.matrix, patients.stay, cv=2, n_jobs=n_jobs)
        for n_jobs in (1, 2)
    )
    np.testing.assert_allclose(one, two, rtol=1e-9)


def test_probabilities_can_be_cross_validated(patients):
    chance = cross_val_predict(
        CollaborativeClassifier(n_dims=4, random_state=0),
        patients.matrix,
        patients.outcome,
        cv=2,
        method="predict_proba",
    )
    assert chance.shape == (200, 2)


@pytest.mark.usefixtures("routed")
def test_the_encoder_takes_sites_in_both_steps_of_a_pipeline(patients):
    encoder = CollaborativeEncoder(span="own", n_dims=4, random_state=0)
    encoder.set_fit_request(sites=True).set_transform_request(sites=True)
    pipeline = make_pipeline(encoder, LogisticRegression(max_iter=5000))
    pipeline.fit(patients.matrix, patients.outcome, sites=patients.sites)
    alone = CollaborativeClassifier(n_dims=4, random_state=0)
    alone.fit(patients.matrix, patients.outcome, sites=patients.sites)
    # Another label, another anchor and other bases: the same answers to the rounding of rows.
    np.testing.assert_allclose(
        pipeline.predict_proba(patients.matrix, sites=patients.sites),
        alone.predict_proba(patients.matrix, sites=patients.sites),
        atol=1e-3,
    )
