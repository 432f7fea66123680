"""Two charters have one digest exactly when the numbers that follow from them are the same."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings

from concordant.terms.charter import AnchorPlan, Charter, Confirmation, Consents
from concordant.terms.schema import ClassLabel, NumericColumn, NumericLabel
from tests.studies import COLUMNS, make_charter, make_regression
from tests.terms.charters import charters

CHANGES = {
    "study": "another",
    "study_id": "f" * 32,
    "task": "regression",
    "label": ClassLabel("outcome", ("well", "ill")),
    "columns": COLUMNS[::-1],
    "n_dims": 5,
    "span": "shared",
    "anchor": AnchorPlan(draw=2),
    "precision": "float64",
    "group": "patient",
    "public_sha256": "0" * 64,
    "threat_model": "malicious",
    "retention": "a year",
    "consents": Consents(analyst_is_site=True),
    "rehearsal": True,
}


def test_every_field_but_the_stamp_counts():
    charter = make_charter()
    assert set(CHANGES) == {field.name for field in fields(Charter)} - {"confirmed"}
    digests = {replace(charter, **{name: value}).terms_digest for name, value in CHANGES.items()}
    assert len(digests | {charter.terms_digest}) == len(CHANGES) + 1


def test_the_stamp_is_no_part_of_what_it_stamps():
    charter = make_charter()
    for stamp in (None, Confirmation(9, "0" * 64)):
        assert replace(charter, confirmed=stamp).terms_digest == charter.terms_digest


@settings(max_examples=30, deadline=None)
@given(charters())
def test_the_content_is_plain_data(make):
    charter = make()
    content = charter.content()
    assert json.loads(json.dumps(content, allow_nan=False)) == content
    assert replace(charter).terms_digest == charter.terms_digest


def test_the_sign_of_a_zero_does_not_count():
    plus, minus = (
        make_charter(columns=(NumericColumn("x", centre=zero, scale=1.0),)) for zero in (0.0, -0.0)
    )
    assert plus.terms_digest == minus.terms_digest


def test_classes_are_those_of_the_label():
    assert make_charter().classes == ("ill", "well")
    assert make_regression().classes == ()
    assert isinstance(make_regression().label, NumericLabel)


@pytest.mark.parametrize("name", [field.name for field in fields(Consents)])
def test_a_consent_that_is_true_is_spoken(name):
    assert Consents(**{name: True}).spoken() == (name,)
    assert Consents().spoken() == ()
