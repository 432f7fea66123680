"""Coefficients are the model's own: what they add up to is what the model answers."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from concordant.site import linear_effects as module
from concordant.site.explained_rows import column_blocks
from concordant.site.linear_effects import linear_effects
from concordant.site.predict import predict
from concordant.terms.preprocess import encode_rows
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    ClassLabel,
    DateColumn,
    NumericColumn,
)
from concordant.terms.table import table_from_frame
from concordant.wire.model_linear import LinearModel
from tests.explained import ExplainedSite
from tests.studies import make_charter, make_columns, make_regression

RICH = (
    NumericColumn("x0", centre=0.0, scale=2.0, missing="indicator"),
    NumericColumn("x1", low=5.0, high=15.0, unit="years"),
    NumericColumn("x2", centre=20.0, scale=2.0, clip=1.0),
    CategoricalColumn("colour", ("red", "green"), missing="level", unseen="other"),
    CategoricalColumn("shade", ("dark", "light")),
    BinaryColumn("smoker", ("no", "yes"), missing="indicator"),
    DateColumn("seen", low="2020-01-01", high="2024-12-31"),
)
THREE = ("a", "b", "c")


def rich_columns(rng, n_rows):
    columns = make_columns(rng, n_rows)
    columns["shade"] = [("dark", "light", "grey", None)[row % 4] for row in range(n_rows)]
    for name, row in (("x0", 2), ("x1", 5), ("colour", 3), ("smoker", 8), ("seen", 9)):
        columns[name][row] = None
    return columns


def walk(linear, columns, row):
    """Return the answers for one row, as a person adds them up from the table of coefficients."""
    answer = np.array(linear.intercept)
    for each in linear.coefficients:
        column = next(column for column in RICH if column.name == each.column)
        answer = answer + how_often(column, each.term, columns[each.column][row]) * np.array(
            each.effects
        )
    return answer


def how_often(column, term, cell):
    if isinstance(column, NumericColumn):
        if column.centre is None:
            low, high = column.low, column.high
        else:
            away = column.clip * column.scale
            low, high = column.centre - away, column.centre + away
        if term.startswith("missing"):
            return float(cell is None)
        return (low + high) / 2 if cell is None else min(max(cell, low), high)
    if isinstance(column, DateColumn):
        days = [date.fromisoformat(text).toordinal() for text in (column.low, column.high)]
        day = sum(days) / 2 if cell is None else date.fromisoformat(cell).toordinal()
        return (day - date(1970, 1, 1).toordinal()) / 365.25
    if isinstance(column, BinaryColumn):
        if term.startswith("missing"):
            return float(cell is None)
        return {"no": 0.0, "yes": 1.0, None: 0.5}[cell]
    spelled = cell
    if cell not in column.levels:
        spelled = {"colour": "(missing)" if cell is None else "(other)"}.get(
            column.name, "none of these"
        )
    return float(spelled == term)


@pytest.mark.parametrize("label", [THREE, ("ill", "well")])
def test_a_person_can_add_up_log_odds_from_the_cells(label, rng):
    site = ExplainedSite(rng, make_charter(columns=RICH, label=ClassLabel("outcome", label)))
    columns = rich_columns(rng, 40)
    columns["outcome"] = [label[row % len(label)] for row in range(40)]
    linear = site.explain(columns).linear
    said = predict(site.charter, site.basis, site.returned, columns).probabilities
    for row in range(40):
        expected = np.log(said[row, 1:] / said[row, 0])
        np.testing.assert_allclose(walk(linear, columns, row), expected, atol=1e-4)
    assert linear.outputs == tuple(f"log-odds of {name} against {label[0]}" for name in label[1:])


def test_a_person_can_add_up_a_number_from_the_cells(rng):
    site, columns = ExplainedSite(rng, make_regression(columns=RICH)), rich_columns(rng, 40)
    linear = site.explain(columns).linear
    said = predict(site.charter, site.basis, site.returned, columns).values
    for row in range(40):
        np.testing.assert_allclose(walk(linear, columns, row), said[row], atol=1e-4)
    assert linear.outputs == ("stay (days)",)
    assert ("x1", "per year") in {(each.column, each.term) for each in linear.coefficients}


@pytest.mark.parametrize(
    ("make", "estimator"),
    [
        (make_charter, LogisticRegression()),
        (make_charter, make_pipeline(StandardScaler(), LogisticRegression())),
        (make_regression, Ridge()),
        (make_regression, make_pipeline(StandardScaler(), Ridge())),
    ],
    ids=["logistic", "scaled logistic", "ridge", "scaled ridge"],
)
def test_encoded_coefficients_add_up_to_the_answer_of_a_trained_model(make, estimator, rng):
    site, columns = ExplainedSite(rng, make()), make_columns(rng, 90)
    site.train(estimator, columns)
    found = site.explain(columns).linear
    rows = encode_rows(site.charter, table_from_frame(columns)).matrix
    summed = rows @ np.array(found.encoded) + found.encoded_intercept
    said = predict(site.charter, site.basis, site.returned, columns)
    if said.values is not None:
        np.testing.assert_allclose(summed[:, 0], said.values, atol=1e-4)
    else:
        np.testing.assert_allclose(
            1 / (1 + np.exp(-summed[:, 0])), said.probabilities[:, 1], atol=1e-4
        )
    assert found.largest_difference <= 1e-4


def test_coefficients_that_were_put_in_come_out(rng):
    site = ExplainedSite(rng, make_charter(n_dims=11))
    site.give_coefficients({}, {"x0": 1.0, "colour=red": 0.9, "colour=blue": -0.3, "smoker=yes": 2})
    linear = site.explain(make_columns(rng, 30)).linear
    effects = {(each.column, each.term): each.effects[0] for each in linear.coefficients}
    for key, effect in {
        ("x0", "per 1"): 0.5,
        ("x1", "per 1"): 0.0,
        ("colour", "red"): 0.7,
        ("colour", "green"): -0.2,
        ("colour", "blue"): -0.5,
        ("colour", "none of these"): -0.2,
        ("smoker", "yes against no"): 2.0,
        ("seen", "per year"): 0.0,
    }.items():
        assert effects.pop(key) == pytest.approx(effect, abs=1e-5)
    assert {name for name, _ in effects} == {"x2", "x3", "x4", "x5"}


def test_a_class_that_no_row_had_has_no_log_odds(rng):
    site = ExplainedSite(rng, make_charter(label=ClassLabel("outcome", THREE)))
    columns = make_columns(rng, 60)
    columns["outcome"] = [("a", "c")[row % 2] for row in range(60)]
    site.train(LogisticRegression(), columns)
    assert site.explain(columns).linear.outputs == ("log-odds of c against a",)


@pytest.mark.parametrize("n_classes", [2, 3, 6])
def test_coefficients_tell_directions_of_the_basis_and_the_explanation_counts_them(n_classes, rng):
    """Whoever holds the model solves for the basis once there are as many outputs as dims."""
    names = tuple(f"class {place}" for place in range(n_classes))
    site = ExplainedSite(rng, make_charter(label=ClassLabel("outcome", names), n_dims=4))
    columns = make_columns(rng, 40)
    columns["outcome"] = [names[row % n_classes] for row in range(40)]
    linear = site.explain(columns).linear
    assert linear.n_directions == min(n_classes - 1, 4)
    model = module.read_linear(site.returned.model.tobytes(), 4)
    contrasts = model.weights[:, 1:] - model.weights[:, :1]
    scaled = np.linalg.pinv(contrasts.T) @ np.array(linear.encoded).T
    guessed = (np.linalg.inv(site.returned.map).T @ (site.returned.scale[:, None] * scaled)).T
    found = np.allclose(guessed, site.basis.reveal(), atol=1e-6)
    assert found is (linear.n_directions == 4)


def test_a_direction_counts_however_short_its_weights_are_beside_others(rng):
    """Whoever made the model chose the lengths, and can divide by them again."""
    names = tuple("abcde")
    site = ExplainedSite(rng, make_charter(label=ClassLabel("outcome", names), n_dims=4))
    weights = np.zeros((4, 5))
    weights[:, 1:] = rng.standard_normal((4, 4)) * [1e30, 1e10, 1.0, 1e-10]
    site.give_weights(weights, np.zeros(5))
    columns = make_columns(rng, 40)
    columns["outcome"] = [names[row % 5] for row in range(40)]
    linear = site.explain(columns).linear
    assert linear.n_directions == 4
    held = weights.astype(np.float32).astype(np.float64)[:, 1:]
    read_off = np.array(linear.encoded) @ np.linalg.inv(held)
    np.testing.assert_allclose(read_off, site.weights, atol=1e-9)


def test_weights_that_do_not_explain_the_answers_are_not_shown(rng, monkeypatch):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 30)
    honest = module.read_linear(site.returned.model.tobytes(), 4)
    for wrong in (
        LinearModel(2 * honest.weights, honest.offsets, honest.codes),
        LinearModel(np.nan * honest.weights, honest.offsets, honest.codes),
        LinearModel(honest.weights, honest.offsets, (0, 7)),
    ):
        monkeypatch.setattr(module, "read_linear", lambda *_, wrong=wrong: wrong)
        found = site.explain(columns)
        assert found.linear is None
        assert "do not explain" in found.why_not_linear
    only = LinearModel(honest.weights[:, :1], honest.offsets[:1], (0,))
    monkeypatch.setattr(module, "read_linear", lambda *_: only)
    assert "not linear" in site.explain(columns).why_not_linear


def test_a_model_that_always_says_zero_has_no_effects(rng):
    site, columns = ExplainedSite(rng, make_regression()), make_columns(rng, 30)
    site.give_weights(np.zeros((4, 1)), np.zeros(1))
    rows = site.rows(columns)
    found = linear_effects(site.charter, site.returned, site.ask, rows, column_blocks(site.charter))
    assert found.largest_difference == 0.0
    assert not np.any(found.encoded)
    assert found.n_directions == 0


def test_an_archive_is_not_read_for_coefficients(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 30)
    archived = replace(site.returned, model_format="skops")
    blocks = column_blocks(site.charter)
    said = linear_effects(site.charter, archived, site.ask, site.rows(columns), blocks)
    assert "archive" in said
