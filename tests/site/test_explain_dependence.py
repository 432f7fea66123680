"""What the model answers along a column: averages over rows, in the column's own units."""

import numpy as np
import pytest

from concordant.site.original_units import N_POINTS, column_grid
from concordant.site.partial_dependence import MOST_LEVELS, MOST_ROWS, partial_dependence
from concordant.site.predict import predict
from concordant.terms.preprocess import encode_column
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    DateColumn,
    NumericColumn,
)
from concordant.terms.table import table_from_frame
from tests.explained import ExplainedSite
from tests.studies import make_charter, make_columns, make_regression

COLUMNS = (
    NumericColumn("c", centre=50.0, scale=7.0, clip=2.0, missing="indicator"),
    NumericColumn("c", low=0.125, high=90.0),
    DateColumn("c", low="2019-02-28", high="2024-12-31", missing="indicator"),
    BinaryColumn("c", ("no", "yes"), missing="indicator"),
    CategoricalColumn("c", ("a", "b=c", "d"), unseen="other", missing="level"),
)


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.kind)
def test_a_point_is_encoded_as_its_name_is(column):
    """The name of a point, typed into a table, becomes the cells of that point."""
    grid = column_grid(column)
    typed = {"missing": None, "(missing)": None, "(other)": "something else"}
    table = table_from_frame({"c": [str(typed.get(p.name, p.name) or "") for p in grid]})
    encoded = encode_column(column, table).values
    cells = np.array([point.cells for point in grid])
    # A name has six digits.
    np.testing.assert_allclose(encoded, cells, atol=1e-5)


@pytest.mark.parametrize("column", COLUMNS[:3], ids=lambda column: column.kind)
def test_a_range_is_walked_from_end_to_end(column):
    on_axis = [point for point in column_grid(column) if point.at is not None]
    assert len(on_axis) == N_POINTS
    steps = np.diff([point.at for point in on_axis])
    assert (steps > 0).all()
    np.testing.assert_allclose(steps, steps.mean(), rtol=0.02)  # days are whole


def test_a_range_of_few_days_has_each_day_once():
    names = [point.name for point in column_grid(DateColumn("c", "2024-02-27", "2024-03-02"))]
    assert names == ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"]


def test_a_linear_model_has_a_straight_line_with_the_slope_of_its_coefficient(rng):
    site, columns = ExplainedSite(rng, make_regression()), make_columns(rng, 60)
    found = site.explain(columns)
    slopes = {each.column: each.effects[0] for each in found.linear.coefficients}
    for column in found.columns:
        points = column.dependence.points
        if column.kind not in ("numeric", "date"):
            continue
        x, y = (np.array([getattr(p, key) for p in points]) for key in ("at", "average"))
        rise = slopes[column.name] * (x - x[0])
        scale = max(1.0, float(np.abs(y).max()))
        np.testing.assert_allclose(y[:, 0] - y[0, 0], rise, atol=1e-5 * scale)


def test_an_average_is_that_of_predictions_with_the_value_in_every_row(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 40)
    found = {each.name: each for each in site.explain(columns).columns}
    for name, place in (("colour", 2), ("x1", 15), ("seen", 0)):
        point = found[name].dependence.points[place]
        all_alike = columns | {name: [point.name] * 40}
        said = predict(site.charter, site.basis, site.returned, all_alike).probabilities
        assert point.average[0] == pytest.approx(said[:, 1].mean(), abs=1e-5)


def test_a_band_runs_between_averages_of_quarters_and_never_shows_a_row(rng):
    site = ExplainedSite(rng, make_charter())
    few = site.explain(make_columns(rng, 39)).columns[0].dependence.points
    assert all((point.low, point.high) == ((), ()) for point in few)
    columns = make_columns(rng, 40)
    rows, block = site.rows(columns), site.block("x0")
    found = partial_dependence(site.ask, rows, block, n_classes=2)
    for point, grid in zip(found.points, column_grid(block.column), strict=True):
        cells = np.array([grid.cells])
        each = np.sort(site.ask(rows.with_cells(block, cells)).probabilities[:, 1])
        assert point.low[0] == pytest.approx(each[:10].mean(), abs=1e-6)
        assert point.high[0] == pytest.approx(each[30:].mean(), abs=1e-6)
        assert np.abs(each - point.low[0]).min() > 0
        assert point.low[0] <= point.average[0] <= point.high[0]


def test_points_with_fewer_than_ten_rows_further_out_are_marked(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 40)
    # The agreed range of x0 is -6 to 6 in steps of 0.6.
    columns["x0"] = [-3.0] * 9 + [-1.2] * 11 + [1.8] * 10 + [6.0] * 10
    found = {each.name: each for each in site.explain(columns).columns}
    marks = {point.name: point.has_rows for point in found["x0"].dependence.points}
    assert not marks["-3"]
    assert not marks["-1.8"]
    assert all(marks[name] for name in ("-1.2", "0", "6"))


def test_levels_with_fewer_than_ten_rows_are_marked(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 40)
    columns["colour"] = ["red"] * 9 + ["green"] * 10 + ["blue"] * 11 + ["grey"] * 10
    columns["smoker"] = ["no"] * 20 + [None] * 20
    found = {each.name: each for each in site.explain(columns).columns}
    marks = {
        p.name: p.has_rows for name in ("colour", "smoker") for p in found[name].dependence.points
    }
    assert marks == {"red": False, "green": True, "blue": True, "no": True, "yes": False}


def test_of_very_many_levels_the_common_ones_are_shown(rng):
    names = tuple(f"ward {place}" for place in range(MOST_LEVELS + 5))
    charter = make_charter(columns=(*make_charter().columns[:6], CategoricalColumn("ward", names)))
    site, columns = ExplainedSite(rng, charter), make_columns(rng, 120)
    columns["ward"] = [names[5 + row % MOST_LEVELS] for row in range(120)]
    found = {each.name: each for each in site.explain(columns).columns}["ward"].dependence
    assert [point.name for point in found.points] == list(names[5:])
    assert found.n_levels_left_out == 5


def test_a_long_table_is_averaged_over_rows_spread_over_it(rng):
    site = ExplainedSite(rng, make_regression())
    rows, block = site.rows(make_columns(rng, MOST_ROWS + 200)), site.block("x0")
    spread = rows.take(np.linspace(0, rows.n_rows - 1, MOST_ROWS).astype(np.int64))
    whole, part = (
        partial_dependence(site.ask, each, block, n_classes=0) for each in (rows, spread)
    )
    assert [p.average for p in whole.points] == [p.average for p in part.points]
