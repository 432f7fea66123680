"""Predictions are the plain formula, and a return for somebody else is no return."""

from dataclasses import fields, replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import SplineTransformer
from sklearn.svm import LinearSVC

from concordant.errors.model_archive import ArchiveUnreadable, ArchiveUntrusted
from concordant.errors.site_release import (
    BasisNotOfThisCharter,
    ModelAnswerUnfit,
    ReturnClassesDiffer,
    ReturnMisshapen,
    ReturnNotOurs,
    ReturnNotUsable,
    RowsNotEncodable,
    UnknownChoice,
)
from concordant.errors.terms import ArgumentUnfit
from concordant.errors.wire import ModelFailed, ModelUnreadable
from concordant.site.contribute import contribute
from concordant.site.predict import predict
from concordant.terms.model_archive import encode_archive, list_types
from concordant.terms.preprocess import encode_rows
from concordant.terms.schema import ClassLabel
from concordant.terms.table import table_from_frame
from tests.returns import make_linear_return, model_bytes
from tests.studies import (
    STRICT,
    make_charter,
    make_columns,
    make_pact,
    make_regression,
    make_table,
)


class Site:
    """A site that contributed, with the return that came back."""

    def __init__(self, charter, rng, **changes):
        self.charter = charter
        table = make_table(rng, 80)
        made = contribute(charter, make_pact(), table, site="north", with_rows=False)
        self.basis, self.sent = made.basis, made.bundle.envelope
        self.linear = make_linear_return(rng, charter, self.sent, **changes)
        self.returned = self.linear.message

    def predict(self, table, **choices):
        return predict(self.charter, self.basis, self.returned, table, sent=self.sent, **choices)


def test_a_classifier_says_what_the_formula_says(rng):
    site = Site(make_charter(), rng)
    table = make_table(rng, 40)
    said = site.predict(table)
    scores = site.linear.plain_scores(encode_rows(site.charter, table).matrix, site.basis)
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(said.probabilities, shares, atol=1e-5)
    np.testing.assert_array_equal(said.codes, scores.argmax(axis=1))
    assert said.labels == [("ill", "well")[code] for code in scores.argmax(axis=1)]
    assert said.values is None
    assert said.n_blank == 0


def test_a_regression_says_what_the_formula_says(rng):
    site = Site(make_regression(), rng)
    table = make_table(rng, 40)
    said = site.predict(table)
    scores = site.linear.plain_scores(encode_rows(site.charter, table).matrix, site.basis)
    np.testing.assert_allclose(said.values, scores[:, 0], rtol=1e-4, atol=1e-4)
    assert said.labels == said.values.tolist()
    assert (said.codes, said.probabilities, said.classes) == (None, None, ())


def test_a_model_without_probabilities_gives_none(rng):
    site = Site(make_charter(), rng, probabilities=False)
    said = site.predict(make_table(rng, 10))
    assert said.probabilities is None
    assert set(said.codes.tolist()) <= {0, 1}


def test_the_label_column_may_be_there_absent_or_nonsense(rng):
    site = Site(make_charter(), rng)
    columns = make_columns(rng, 30)
    said = site.predict(columns).labels
    without = {name: cells for name, cells in columns.items() if name != "outcome"}
    assert site.predict(without).labels == said
    assert site.predict(columns | {"outcome": ["?"] * 30}).labels == said


def test_a_row_is_predicted_alike_whatever_stands_beside_it(rng):
    site = Site(make_charter(), rng)
    table = make_table(rng, 30)
    together = site.predict(table).probabilities
    for row in (0, 17):
        alone = site.predict(table.take(np.array([row]))).probabilities
        np.testing.assert_allclose(alone[0], together[row], atol=1e-6)


def test_no_rows_give_no_predictions(rng):
    site = Site(make_charter(), rng)
    assert site.predict(make_table(rng, 5).take(np.array([], dtype=np.int64))).labels == []


@pytest.mark.parametrize("make", [make_charter, make_regression])
def test_rows_that_cannot_be_encoded_are_refused_or_blank_and_never_dropped(make, rng):
    site = Site(make(columns=STRICT), rng)
    columns = make_columns(rng, 12)
    whole = site.predict(columns)
    columns["x0"][3] = columns["x0"][7] = None
    holed = table_from_frame(columns)
    with pytest.raises(RowsNotEncodable) as caught:
        site.predict(holed)
    assert caught.value.facts == {"n_refused": 2, "n_rows": 12, "columns": "'x0'"}

    said = site.predict(holed, unencodable="blank")
    assert said.n_blank == 2
    assert np.flatnonzero(said.blank).tolist() == [3, 7]
    expected = list(whole.labels)
    expected[3] = expected[7] = None
    assert said.labels == expected
    numbers = said.values if said.codes is None else said.probabilities
    assert np.isnan(numbers[[3, 7]]).all()
    assert np.isfinite(np.delete(numbers, [3, 7], axis=0)).all()


def test_only_blank_rows_are_all_blank(rng):
    site = Site(make_charter(columns=STRICT), rng)
    columns = make_columns(rng, 3) | {"x0": [None] * 3}
    said = site.predict(columns, unencodable="blank")
    assert said.labels == [None] * 3
    assert said.codes.tolist() == [-1] * 3


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"site": "south"}, "site"),
        ({"release": 2}, "release"),
        ({"tag": "f" * 64}, "tag of the pact"),
        ({"span": "f" * 64}, "fingerprint of the span"),
        ({"study_id": "f" * 32}, "study id"),
        ({"terms_digest": "f" * 64}, "terms digest"),
        ({"rehearsal": True}, "rehearsal mark"),
    ],
)
def test_a_return_for_something_else_is_refused_by_its_field(change, field, rng):
    site = Site(make_charter(), rng)
    site.returned = replace(site.returned, envelope=replace(site.sent, **change))
    with pytest.raises(ReturnNotOurs) as caught:
        site.predict(make_table(rng, 5))
    assert caught.value.facts["field"] == field


def test_without_the_envelope_only_study_and_terms_can_be_told(rng):
    site = Site(make_charter(), rng)
    foreign = replace(site.returned, envelope=replace(site.sent, site="south"))
    predict(site.charter, site.basis, foreign, make_table(rng, 5))
    foreign = replace(site.returned, envelope=replace(site.sent, terms_digest="f" * 64))
    with pytest.raises(ReturnNotOurs):
        predict(site.charter, site.basis, foreign, make_table(rng, 5))


@pytest.mark.parametrize("field", ["map", "centre", "scale"])
def test_arrays_of_a_return_are_checked(field, rng):
    site = Site(make_charter(), rng)
    array = getattr(site.returned, field)
    for changed, error in (
        (array[:3].copy(), ReturnMisshapen),
        (np.full_like(array, np.nan), ReturnNotUsable),
        (np.full_like(array, np.inf), ReturnNotUsable),
    ):
        # A file can hold any shape; made here, it would already fail on its annotations.
        bad = object.__new__(type(site.returned))
        for place in fields(site.returned):
            value = changed if place.name == field else getattr(site.returned, place.name)
            object.__setattr__(bad, place.name, value)
        with pytest.raises(error) as caught:
            predict(site.charter, site.basis, bad, make_table(rng, 5), sent=site.sent)
        assert caught.value.facts["field"] == field


@pytest.mark.parametrize("scale", [0.0, -1.0])
def test_a_scale_that_is_not_positive_is_refused(scale, rng):
    site = Site(make_charter(), rng)
    site.returned = replace(site.returned, scale=np.array([1.0, scale, 1.0, 1.0]))
    with pytest.raises(ReturnNotUsable) as caught:
        site.predict(make_table(rng, 5))
    assert caught.value.facts["n_bad"] == 1


def test_other_classes_or_their_order_are_refused(rng):
    site = Site(make_charter(), rng)
    site.returned = replace(site.returned, classes=("well", "ill"))
    with pytest.raises(ReturnClassesDiffer):
        site.predict(make_table(rng, 5))


def test_a_basis_of_other_terms_is_refused(rng):
    site = Site(make_charter(), rng)
    site.basis = Site(make_charter(n_dims=5), rng).basis
    with pytest.raises(BasisNotOfThisCharter):
        site.predict(make_table(rng, 5))


def test_a_model_of_more_classes_or_of_another_task_is_refused(rng):
    site = Site(make_charter(), rng)
    weights = rng.standard_normal((4, 3)).astype(np.float32)
    three = model_bytes(weights, np.zeros(3, np.float32), site.charter)
    site.returned = replace(site.returned, model=three)
    with pytest.raises(ModelAnswerUnfit):
        site.predict(make_table(rng, 30))
    only_labels = model_bytes(
        weights, np.array([0, 0, 99], np.float32), site.charter, probabilities=False
    )
    site.returned = replace(site.returned, model=only_labels)
    with pytest.raises(ModelAnswerUnfit, match="class that the terms do not name"):
        site.predict(make_table(rng, 30))
    numbers = model_bytes(weights[:, :1], np.zeros(1, np.float32), make_regression())
    site.returned = replace(site.returned, model=numbers)
    with pytest.raises(ModelAnswerUnfit):
        site.predict(make_table(rng, 30))


def test_a_classifier_is_no_answer_to_a_regression(rng):
    site = Site(make_regression(), rng)
    weights = rng.standard_normal((4, 2)).astype(np.float32)
    model = model_bytes(weights, np.zeros(2, np.float32), make_charter())
    site.returned = replace(site.returned, model=model)
    with pytest.raises(ModelAnswerUnfit):
        site.predict(make_table(rng, 5))


# ---------------------------------------------------------------- archives


def archive_of(estimator):
    raw = encode_archive(estimator)
    return {"model": np.frombuffer(raw, np.uint8), "model_format": "skops"}


def fitted(rng, labels, estimator):
    """Return the estimator, trained on as many rows as there are labels."""
    rows = rng.standard_normal((len(labels), 4))
    return estimator.fit(rows, np.asarray(labels))


def features_of(site, table):
    got = site.returned
    rows = encode_rows(site.charter, table).matrix @ site.basis.reveal()
    return ((rows @ got.map - got.centre) / got.scale).astype(np.float32)


def curved(last):
    return make_pipeline(SplineTransformer(extrapolation="linear"), last)


@pytest.mark.parametrize("seen", [(0, 1), (1, 2)], ids=["the first", "the last"])
def test_an_archive_says_what_its_estimator_says_and_0_for_a_class_it_never_saw(seen, rng):
    model = fitted(rng, list(seen) * 30, curved(LogisticRegression()))
    charter = make_charter(label=ClassLabel("outcome", ("ill", "well", "gone")))
    site = Site(charter, rng, **archive_of(model))
    table = make_table(rng, 25)
    said = site.predict(table, allow_types=list_types(site.returned.model.tobytes()))
    asked = features_of(site, table).astype(np.float64)
    np.testing.assert_array_equal(said.codes, model.predict(asked))
    np.testing.assert_array_equal(said.probabilities[:, list(seen)], model.predict_proba(asked))
    assert (np.delete(said.probabilities, seen, axis=1) == 0).all()


def test_an_archived_regression_says_doubles(rng):
    model = fitted(rng, rng.standard_normal(60), curved(Ridge()))
    site = Site(make_regression(), rng, **archive_of(model))
    table = make_table(rng, 25)
    said = site.predict(table, allow_types=list_types(site.returned.model.tobytes()))
    asked = features_of(site, table).astype(np.float64)
    np.testing.assert_array_equal(said.values, model.predict(asked))


@pytest.mark.parametrize("allowed", [None, (), ("numpy.ndarray",)])
def test_an_archive_is_refused_with_the_names_until_they_are_allowed(allowed, rng):
    model = fitted(rng, [0, 1] * 30, curved(LogisticRegression()))
    site = Site(make_charter(), rng, **archive_of(model))
    with pytest.raises(ArchiveUntrusted, match="allow-type") as caught:
        site.predict(make_table(rng, 5), allow_types=allowed)
    names = list_types(site.returned.model.tobytes())
    assert caught.value.facts["types"] == ", ".join(f"'{name}'" for name in names)
    assert caught.value.exit_code == 3


def test_a_text_is_no_list_of_types(rng):
    model = fitted(rng, [0, 1] * 30, LogisticRegression())
    site = Site(make_charter(), rng, **archive_of(model))
    names = " ".join(list_types(site.returned.model.tobytes()))
    with pytest.raises(ArgumentUnfit, match="allow_types"):
        site.predict(make_table(rng, 5), allow_types=names)


def test_the_answers_of_an_archive_are_held_to_the_terms(rng):
    numbers = fitted(rng, rng.standard_normal(60), Ridge())
    many = fitted(rng, [0, 1, 2] * 20, LinearSVC())
    many.intercept_[:] = (-1e6, -1e6, 1e6)  # it always says the third of two classes
    for model, error in ((numbers, ModelFailed), (many, ModelAnswerUnfit)):
        site = Site(make_charter(), rng, **archive_of(model))
        names = list_types(site.returned.model.tobytes())
        with pytest.raises(error):
            site.predict(make_table(rng, 60), allow_types=names)
    model = fitted(rng, rng.standard_normal(60), Ridge())
    model.coef_ = model.coef_ * np.nan
    site = Site(make_regression(), rng, **archive_of(model))
    names = list_types(site.returned.model.tobytes())
    with pytest.raises(ModelAnswerUnfit, match="finite"):
        site.predict(make_table(rng, 5), allow_types=names)


def test_a_model_as_onnx_is_no_archive_and_an_archive_is_no_onnx(rng):
    site = Site(make_charter(), rng)
    honest = site.returned
    site.returned = replace(honest, model_format="skops")
    with pytest.raises(ArchiveUnreadable):
        site.predict(make_table(rng, 5), allow_types=["sklearn.pipeline.Pipeline"])
    model = archive_of(fitted(rng, [0, 1] * 30, LogisticRegression()))["model"]
    site.returned = replace(honest, model=model)
    with pytest.raises(ModelUnreadable):
        site.predict(make_table(rng, 5))


def test_an_unknown_choice_is_named(rng):
    site = Site(make_charter(), rng)
    with pytest.raises(UnknownChoice):
        predict.__wrapped__(
            site.charter, site.basis, site.returned, make_table(rng, 5), unencodable="guess"
        )
