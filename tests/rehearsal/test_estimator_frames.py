"""What may be handed over as X: matrices, and frames with columns of every kind."""

import traceback
from datetime import date

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant import CollaborativeClassifier, CollaborativeRegressor
from concordant.errors.drafting import NoUsableColumn
from concordant.errors.estimator import CellsNotNumbers, InfiniteCells, NotAMatrix
from concordant.errors.terms import DuplicateColumns
from concordant.rehearsal.encoder import CollaborativeEncoder
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    DateColumn,
    IgnoredColumn,
    NumericColumn,
)
from tests.rehearsal.patients import NUMBERS, make_patients


@pytest.fixture
def patients(rng):
    return make_patients(rng)


def fitted(rows, patients):
    return CollaborativeClassifier(random_state=0).fit(rows, patients.outcome)


def kinds(together):
    return {column.name: type(column) for column in together.charter_.columns}


def in_pandas(frame):
    return frame.assign(
        colour=frame.colour.astype("category"),
        smoker=frame.smoker == "yes",
        seen=pd.to_datetime(frame.seen),
        x0=frame.x0.astype("Float64"),
        x1=frame.x1.astype("float32").astype("float64"),
    )


def in_polars(frame):
    columns = {name: frame[name].tolist() for name in frame.columns}
    columns["seen"] = [date.fromisoformat(day) for day in columns["seen"]]
    columns["smoker"] = [word == "yes" for word in columns["smoker"]]
    return pl.DataFrame(columns).with_columns(pl.col("colour").cast(pl.Categorical))


def test_columns_of_every_kind_become_what_a_draft_makes_of_them(patients):
    expected = dict.fromkeys(NUMBERS, NumericColumn) | {
        "colour": CategoricalColumn,
        "smoker": BinaryColumn,
        "seen": DateColumn,
    }
    for frame in (patients.frame, in_pandas(patients.frame), in_polars(patients.frame)):
        together = fitted(frame, patients)
        assert kinds(together) == expected
        assert together.feature_names_in_.tolist() == list(expected)
        assert together.n_features_in_ == 9


def test_the_same_rows_are_answered_alike_in_whatever_frame_they_come(patients):
    plain = fitted(patients.frame, patients).predict_proba(patients.frame)
    frames = in_pandas(patients.frame), in_polars(patients.frame)
    for frame, other in (frames, frames[::-1]):
        together = fitted(frame, patients)
        said = together.predict_proba(frame)
        np.testing.assert_allclose(said, plain, atol=1e-4)
        np.testing.assert_allclose(said, together.predict_proba(other), atol=1e-4)


def test_numbers_of_a_matrix_are_those_of_a_frame(patients):
    frame = patients.frame[NUMBERS]
    np.testing.assert_array_equal(
        fitted(patients.matrix, patients).predict_proba(patients.matrix),
        fitted(frame, patients).predict_proba(frame),
    )


def test_a_column_that_counts_is_a_feature_in_a_matrix_and_an_identifier_in_a_frame(patients):
    matrix = np.column_stack([patients.matrix, np.arange(200)])
    assert set(kinds(fitted(matrix, patients)).values()) == {NumericColumn}
    frame = patients.frame[NUMBERS].assign(visit=np.arange(200), patient_id=[7, 9] * 100)
    columns = {column.name: column for column in fitted(frame, patients).charter_.columns}
    assert isinstance(columns["visit"], IgnoredColumn)
    assert "counts the rows" in columns["visit"].reason
    # Two values are two levels, whatever the column is called.
    assert isinstance(columns["patient_id"], BinaryColumn)


def test_what_was_ignored_stands_in_the_terms_with_its_reason(patients):
    frame = patients.frame.assign(
        constant=1.0,
        name=[f"patient {place}" for place in range(200)],
        empty=np.full(200, np.nan),
    )
    together = fitted(frame, patients)
    ignored = {
        column.name: column.reason
        for column in together.charter_.columns
        if isinstance(column, IgnoredColumn)
    }
    assert ignored.keys() == {"constant", "name", "empty"}
    assert all(ignored.values())
    np.testing.assert_array_equal(
        together.predict_proba(frame), together.predict_proba(frame.assign(name="x", constant=7.0))
    )


def test_missing_cells_are_answered_by_the_policies_of_the_terms(patients):
    rows = patients.matrix.copy()
    rows[::10, 0] = np.nan
    together = fitted(rows, patients)
    assert together.charter_.columns[0].missing == "indicator"
    rows[:, :] = np.nan
    assert np.ptp(together.predict_proba(rows), axis=0).max() == 0.0


def test_infinity_is_refused_in_matrices_and_in_frames(patients):
    rows = patients.matrix.copy()
    rows[3, 2] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        fitted(rows, patients)
    for frame in (pd.DataFrame(rows, columns=NUMBERS), pl.DataFrame(rows, schema=NUMBERS)):
        with pytest.raises(InfiniteCells, match=r"'x2' contains infinity in 1 of 200"):
            fitted(frame, patients)


def test_two_columns_of_one_name_are_refused(patients):
    rows = pd.DataFrame(patients.matrix, columns=["a", "b", "a", "c", "d", "e"])
    with pytest.raises(DuplicateColumns, match=": 7\\."):
        fitted(rows.set_axis([7, 1, 7, 2, 3, 4], axis=1), patients)
    with pytest.raises(DuplicateColumns, match=": a\\."):
        fitted(rows, patients)
    with pytest.raises(DuplicateColumns):
        fitted(rows.set_axis(["a", "b", "a ", "c", "d", "e"], axis=1), patients)


def test_a_frame_whose_columns_are_numbered_is_a_matrix(patients):
    matrix = np.column_stack([patients.matrix, np.arange(200)])
    said = fitted(matrix, patients).predict_proba(matrix)
    for numbers in (range(7), [3, 2, 1, 0, 7, 9, 8]):
        frame = pd.DataFrame(matrix, columns=list(numbers))
        np.testing.assert_array_equal(fitted(frame, patients).predict_proba(frame), said)


def test_columns_that_are_named_like_the_target_do_no_harm(patients):
    for names in (["target", "target_", "y", "sites", "x", " target__"], list("abcdef")):
        rows = pd.DataFrame(patients.matrix, columns=names)
        together = fitted(rows, patients)
        assert together.charter_.n_features == 6
        assert together.score(rows, patients.outcome) > 0.6


def test_frames_without_rows_or_columns_are_refused(patients):
    together = fitted(patients.frame, patients)
    with pytest.raises(NotAMatrix, match="9 columns and 0 rows"):
        together.predict(patients.frame[:0])
    with pytest.raises(NotAMatrix, match="0 columns and 200 rows"):
        CollaborativeEncoder().fit(pd.DataFrame(index=range(200)))


def test_columns_without_anything_to_learn_from_are_refused_with_their_reasons():
    with pytest.raises(NoUsableColumn, match="'x0': it has one value only"):
        CollaborativeEncoder().fit(np.ones((50, 2)))


def test_few_rows_are_rows_too(rng):
    rows = rng.standard_normal((6, 4))
    encoder = CollaborativeEncoder(random_state=0).fit(rows)
    assert encoder.sites_.tolist() == ["site-1", "site-2"]
    assert encoder.charter_.n_features == 4
    assert np.isfinite(encoder.transform(rows)).all()


@pytest.mark.parametrize("where", ["X", "y"])
def test_a_text_among_numbers_is_refused_and_not_quoted(where, patients):
    cells = patients.frame[NUMBERS].to_numpy().astype(object)
    target = patients.stay.astype(object)
    (cells if where == "X" else target)[3] = "a diagnosis that names a person"
    with pytest.raises(CellsNotNumbers, match=f"In {where}, some cells are texts") as caught:
        CollaborativeRegressor(random_state=0).fit(cells, target)
    assert "diagnosis" not in "".join(traceback.format_exception(caught.value))
