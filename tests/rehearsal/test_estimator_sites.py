"""Whose row is whose: named sites, dealt rows, and through whose map a new row goes."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant import CollaborativeClassifier
from concordant.errors.estimator import (
    OneSite,
    SiteNotNamed,
    SitesUneven,
    SiteWithoutMap,
    TinySites,
)
from concordant.errors.terms import ColumnTypeRefused
from concordant.rehearsal.estimator_sites import deal_sites, named_sites
from tests.rehearsal.patients import SITES, make_patients


@pytest.fixture
def patients(rng):
    return make_patients(rng)


@pytest.fixture
def together(patients):
    fitted = CollaborativeClassifier(n_dims=4, random_state=0)
    return fitted.fit(patients.matrix, patients.outcome, sites=patients.sites)


def test_rows_go_through_the_map_of_the_site_that_is_named_for_them(patients, together):
    mixed = together.predict_proba(patients.matrix, sites=patients.sites)
    for name in SITES:
        alone = together.set_params(site=name).predict_proba(patients.matrix)
        own = patients.sites == name
        np.testing.assert_allclose(mixed[own], alone[own], rtol=1e-6)
        assert np.abs(mixed[~own] - alone[~own]).max() > 1e-3


def test_the_first_site_answers_where_none_is_named(patients, together):
    unnamed = together.predict_proba(patients.matrix)
    first = together.predict_proba(patients.matrix, sites=["east"] * 200)
    np.testing.assert_array_equal(unnamed, first)
    assert together.sites_[0] == "east"


def test_where_each_site_knows_few_classes_the_map_gives_the_class_away(rng):
    """Docs say so: with own spans a row does far better at its own site than at the first."""
    digits = rng.integers(0, 10, 600)
    centres = rng.standard_normal((10, 30))
    rows = centres[digits] + 0.5 * rng.standard_normal((600, 30))
    wards = digits // 2
    accuracy = {}
    for span in ("own", "agreed"):
        fitted = CollaborativeClassifier(span=span, n_dims=4, random_state=0)
        fitted.fit(rows[:400], digits[:400], sites=wards[:400])
        at_home = fitted.score(rows[400:], digits[400:], sites=wards[400:])
        accuracy[span] = at_home, fitted.score(rows[400:], digits[400:])
    assert accuracy["own"][0] > accuracy["own"][1] + 0.1
    assert accuracy["agreed"][0] == pytest.approx(accuracy["agreed"][1], abs=0.01)


def test_every_method_and_the_score_send_rows_to_their_sites(patients, together):
    sites = patients.sites
    said = together.predict(patients.matrix, sites=sites)
    chance = together.predict_proba(patients.matrix, sites=sites)
    strength = together.decision_function(patients.matrix, sites=sites)
    np.testing.assert_array_equal(said, together.classes_[chance.argmax(axis=1)])
    np.testing.assert_array_equal(said, together.classes_[(strength > 0).astype(int)])
    right = np.mean(said == patients.outcome)
    assert together.score(patients.matrix, patients.outcome, sites=sites) == pytest.approx(right)


def test_a_site_that_took_no_part_is_refused_by_its_name(patients, together):
    with pytest.raises(SiteWithoutMap, match=r"'nowhere' took no part.*east, north, south, west"):
        together.predict(patients.matrix[:2], sites=["east", "nowhere"])
    with pytest.raises(SiteWithoutMap, match="'nowhere'"):
        together.set_params(site="nowhere").predict(patients.matrix)
    with pytest.raises(SiteWithoutMap, match="'nowhere'"):
        together.fit(patients.matrix, patients.outcome)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (np.array, SITES),
        (list, SITES),
        (pd.Series, SITES),
        (lambda sites: pd.Series(sites, dtype="category"), SITES),
        (lambda sites: pl.Series(sites.tolist()), SITES),
        (lambda sites: np.array(sites, dtype=object), SITES),
    ],
    ids=["array", "list", "pandas", "category", "polars", "objects"],
)
def test_sites_may_come_as_anything_that_holds_a_name_a_row(patients, kind, names):
    fitted = CollaborativeClassifier(n_dims=4, random_state=0)
    fitted.fit(patients.matrix, patients.outcome, sites=kind(patients.sites))
    assert fitted.sites_.tolist() == list(names)


def test_numbers_name_sites_in_their_order_however_they_are_spelled(patients):
    numbers = np.arange(200) % 11
    fitted = CollaborativeClassifier(n_dims=4, random_state=0)
    fitted.fit(patients.matrix, patients.outcome, sites=numbers)
    assert fitted.sites_.tolist() == [str(number) for number in range(11)]
    by_number = fitted.predict_proba(patients.matrix, sites=numbers)
    for spelled in (numbers.astype(float), numbers.astype(str)):
        np.testing.assert_array_equal(
            fitted.predict_proba(patients.matrix, sites=spelled), by_number
        )


def test_names_that_no_study_allows_are_kept_for_the_caller_alone(patients):
    names = np.array(["St. Mary's", "Ost-Klinik", "§3", "CON"])[np.arange(200) % 4]
    fitted = CollaborativeClassifier(n_dims=4, random_state=0)
    fitted.fit(patients.matrix, patients.outcome, sites=names)
    assert fitted.sites_.tolist() == sorted(set(names))
    taking_part = [each.site for each in fitted.alignment_.sites]
    assert taking_part == ["site-1", "site-2", "site-3", "site-4"]
    assert fitted.predict(patients.matrix, sites=names).shape == (200,)


def test_reports_and_verdicts_call_the_sites_by_their_names(together):
    assert [each.site for each in together.alignment_.sites] == list(SITES)
    assert {each.site: each.n_rows for each in together.site_reports_} == dict.fromkeys(SITES, 50)
    assert together.alignment_.shares.shape == (4,)


def test_sites_that_do_not_go_with_the_rows_are_refused(patients, together):
    for sites, error in (
        (patients.sites[:-1], SitesUneven),
        ([None, *patients.sites[1:]], SiteNotNamed),
        (np.where(np.arange(200) == 7, np.nan, 1.0), SiteNotNamed),
        (["east"] * 200, OneSite),
        ([["east"]] * 200, ColumnTypeRefused),
    ):
        with pytest.raises(error):
            together.fit(patients.matrix, patients.outcome, sites=sites)


# ------------------------------------------------------------------ dealing rows out


def test_dealt_rows_are_even_by_site_and_by_class(rng):
    classes = np.repeat([0, 1, 2], [30, 41, 9])
    dealt = deal_sites(rng, n_rows=80, n_sites=4, classes=classes)
    assert dealt.names == ("site-1", "site-2", "site-3", "site-4")
    assert np.ptp(np.bincount(dealt.places)) <= 1
    for code in range(3):
        counts = np.bincount(dealt.places[classes == code], minlength=4)
        assert np.ptp(counts) <= 1


def test_five_sites_unless_there_are_too_few_rows(rng):
    for n_rows, n_sites in ((6, 2), (11, 3), (15, 5), (500, 5)):
        dealt = deal_sites(rng, n_rows=n_rows, n_sites=None)
        assert len(dealt.names) == n_sites
        assert np.bincount(dealt.places).min() >= 3


def test_every_row_is_of_one_site():
    settled = named_sites([*"babcbabbb"], 9)
    found = {name: rows.tolist() for name, rows in settled.rows()}
    assert found == {"a": [1, 5], "b": [0, 2, 4, 6, 7, 8], "c": [3]}


def test_names_of_rows_in_the_place_of_sites_are_wondered_at():
    with pytest.warns(TinySites, match="names 60 sites for 60 rows"):
        named_sites(np.arange(60), 60)
    assert len(named_sites(np.arange(60) // 3, 60).names) == 20
