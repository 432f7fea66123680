"""How much a column matters: zero where nothing can pass, and an interval that tells the truth."""

import numpy as np
import pytest

from concordant.site.column_shares import share_carried
from concordant.site.importance import measure_importance, start_importance
from concordant.terms.draws import draws_for
from concordant.terms.labels import encode_labels
from concordant.terms.scores import regression_measures
from concordant.terms.table import table_from_frame
from tests.explained import ExplainedSite
from tests.studies import make_charter, make_columns, make_regression
from tests.worlds import draw_orthogonal


def blind_basis(rng, charter, place):
    """Return a basis whose span lets nothing of one encoded number through."""
    rest = draw_orthogonal(rng, charter.n_features - 1)[:, : charter.n_dims]
    return np.insert(rest, place, 0.0, axis=0)


def importance(site, columns, name, *, repeats=10):
    rows = site.rows(columns)
    start = start_importance(site.ask, rows, repeats=repeats, seed=0)
    return measure_importance(site.ask, rows, site.block(name), start)


@pytest.mark.parametrize("make", [make_charter, make_regression])
def test_a_column_orthogonal_to_the_span_has_no_importance_and_no_share(make, rng):
    charter = make()
    site = ExplainedSite(rng, charter, blind_basis(rng, charter, 0))
    columns = make_columns(rng, 80)
    for score in importance(site, columns, "x0"):
        assert (score.value, score.low, score.high) == (0.0, 0.0, 0.0)
    found = {each.name: each for each in site.explain(columns).columns}
    assert found["x0"].share == 0.0
    assert all(each.share > 0 for name, each in found.items() if name != "x0")
    answers = {point.average for point in found["x0"].dependence.points}
    assert len(answers) == 1


def test_with_as_many_dims_as_numbers_every_share_is_one(rng):
    site = ExplainedSite(rng, make_charter(n_dims=11))
    shares = [each.share for each in site.explain(make_columns(rng, 50)).columns]
    assert shares == [1.0] * 9


def test_the_shares_of_single_numbers_add_up_to_the_dimensions(rng):
    basis = draw_orthogonal(rng, 7)[:, :3]
    cells = rng.standard_normal((20, 7))
    shares = [share_carried(cells[:, [place]], basis[[place]]) for place in range(7)]
    assert sum(shares) == pytest.approx(3.0)
    np.testing.assert_allclose(shares, np.square(basis).sum(axis=1))


def test_the_share_of_levels_is_the_formula_of_their_covariance(rng):
    cells, lines = np.eye(3)[rng.integers(0, 3, 50)], draw_orthogonal(rng, 8)[:3, :4]
    covariance = np.cov(cells.T)
    share = np.trace(lines.T @ covariance @ lines) / np.trace(covariance)
    assert share_carried(cells, lines) == pytest.approx(share)


def test_a_turn_of_the_basis_changes_no_share(rng):
    cells, basis = rng.standard_normal((30, 2)), draw_orthogonal(rng, 9)[:2, :4]
    turned = basis @ draw_orthogonal(rng, 4)
    assert share_carried(cells, turned) == pytest.approx(share_carried(cells, basis))


def test_a_column_that_does_not_vary_is_neither_important_nor_carried(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 40)
    columns["x3"] = [0.1 + 0.2] * 40
    found = {each.name: each for each in site.explain(columns).columns}["x3"]
    assert found.share is None
    assert all((s.value, s.low, s.high) == (0.0, 0.0, 0.0) for s in found.importance)


def test_a_rise_of_the_rmse_is_the_difference_of_both(rng):
    site, columns = ExplainedSite(rng, make_regression()), make_columns(rng, 50)
    (score,) = importance(site, columns, "x1", repeats=4)
    rows, block = site.rows(columns), site.block("x1")
    truth = encode_labels(site.charter, table_from_frame(columns))

    def rmse(features):
        measure = regression_measures(truth, site.ask(features).values)["RMSE"]
        return float(measure(np.ones((1, 50)))[0])

    orders = [draws_for(0, "shuffle", block.start, each).permutation(50) for each in range(4)]
    after = [rmse(rows.with_cells(block, rows.cells(block)[order])) for order in orders]
    assert score.value == pytest.approx(np.mean(after) - rmse(rows.features))
    assert score.low <= score.value <= score.high


def test_a_model_that_is_always_right_has_an_rmse_that_rises_from_zero(rng):
    site = ExplainedSite(rng, make_regression(n_dims=11))
    columns = make_columns(rng, 40)
    site.give_coefficients({"x0": 4.0})
    columns["stay"] = [round(2 * 4 * cell / 2) / 2 for cell in columns["x0"]]
    score = importance(site, columns, "x0")[0]
    assert score.low > 0


def test_the_interval_covers_what_many_rows_say(rng):
    """Of 40 small tables about 38 intervals hold the importance of 4,000 rows."""
    site = ExplainedSite(rng, make_charter(n_dims=11))
    site.give_coefficients({}, {"x0": 1.5, "x2": -1.5})
    truth = importance(site, make_columns(rng, 4000), "x0")[0].value
    held = 0
    for _ in range(40):
        score = importance(site, make_columns(rng, 100), "x0")[0]
        held += score.low <= truth <= score.high
    assert held >= 33
