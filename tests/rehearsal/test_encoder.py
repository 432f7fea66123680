"""The encoder gives the aligned rows that the model of a study would see."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.exceptions import NotFittedError

from concordant.rehearsal.encoder import CollaborativeEncoder
from tests.rehearsal.patients import make_patients


@pytest.fixture
def patients(rng):
    return make_patients(rng)


@pytest.mark.parametrize("span", ["own", "shared", "agreed"])
def test_each_row_goes_through_the_map_of_its_own_site(patients, span):
    encoder = CollaborativeEncoder(span=span, n_dims=4, random_state=0)
    trained_on = encoder.fit_transform(patients.matrix, sites=patients.sites)
    np.testing.assert_array_equal(
        trained_on, encoder.transform(patients.matrix, sites=patients.sites)
    )
    for name in encoder.sites_:
        own = patients.sites == name
        alone = encoder.set_params(site=name).transform(patients.matrix[own])
        np.testing.assert_allclose(trained_on[own], alone, atol=1e-6)


@pytest.mark.parametrize("span", ["shared", "agreed"])
def test_with_one_span_every_map_leads_to_the_same_place(patients, span):
    encoder = CollaborativeEncoder(span=span, n_dims=4, random_state=0)
    first = encoder.fit(patients.matrix, sites=patients.sites).transform(patients.matrix)
    last = encoder.set_params(site="west").transform(patients.matrix)
    np.testing.assert_allclose(first, last, atol=1e-5)


def test_with_own_spans_another_map_leads_elsewhere(patients):
    """So that fit_transform cannot be what fit and transform give, as scikit-learn would like."""
    encoder = CollaborativeEncoder(span="own", n_dims=3, random_state=0)
    own = encoder.fit_transform(patients.frame, sites=patients.sites)
    one = encoder.transform(patients.frame)
    east = patients.sites == "east"
    np.testing.assert_allclose(own[east], one[east], atol=1e-6)
    assert np.abs(own[~east] - one[~east]).max() > 0.05


def test_what_the_model_sees_is_centred_and_of_unit_scale_on_request(patients):
    encoder = CollaborativeEncoder(n_dims=4, random_state=0)
    aligned = encoder.fit_transform(patients.matrix)
    np.testing.assert_allclose(aligned.mean(axis=0), 0.0, atol=1e-5)
    assert np.sqrt(np.mean(aligned**2)) == pytest.approx(1.0, abs=1e-5)
    raw = encoder.set_params(scale="none").fit_transform(patients.matrix)
    assert np.abs(raw.mean(axis=0)).max() > 0.01
    assert aligned.dtype == np.float64
    np.testing.assert_array_equal(aligned, aligned.astype(np.float32))


def test_the_target_is_not_looked_at(patients):
    encoder = CollaborativeEncoder(random_state=0)
    without = encoder.fit_transform(patients.matrix)
    for target in (patients.outcome, patients.stay):
        np.testing.assert_array_equal(encoder.fit_transform(patients.matrix, target), without)


@pytest.mark.parametrize(("library", "kind"), [("pandas", pd.DataFrame), ("polars", pl.DataFrame)])
def test_frames_come_out_on_request_with_names_that_tell_nothing(patients, library, kind):
    encoder = CollaborativeEncoder(n_dims=3, random_state=0).set_output(transform=library)
    for aligned in (
        encoder.fit_transform(patients.frame, sites=patients.sites),
        encoder.transform(patients.frame, sites=patients.sites),
    ):
        assert isinstance(aligned, kind)
        assert list(aligned.columns) == ["dim0", "dim1", "dim2"]


def test_an_encoder_without_a_fit_has_neither_names_nor_rows(patients):
    for call in (
        lambda: CollaborativeEncoder().get_feature_names_out(),
        lambda: CollaborativeEncoder().transform(patients.matrix),
    ):
        with pytest.raises(NotFittedError):
            call()
