"""The same row becomes the same bits, whatever file it came in and whoever its neighbours are."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from concordant.errors.terms import ColumnNotThere, DecimalUnclear
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import MISSING, UNSEEN, Table, read_table, table_from_frame
from tests.terms.written import CHARTER, KINDS, ROWS, as_frame, write

EXPECTED = encode_rows(CHARTER, table_from_frame(dict(ROWS))).matrix


def bits(table):
    return encode_rows(CHARTER, table).matrix.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_gives_the_same_bits(kind, tmp_path):
    assert bits(read_table(write(kind, ROWS, tmp_path))) == EXPECTED.tobytes()


@pytest.mark.parametrize(
    "frame",
    [
        as_frame(ROWS),
        as_frame(ROWS).lazy(),
        pd.DataFrame(dict(ROWS)),
        pd.DataFrame(dict(ROWS)).convert_dtypes(),
        pd.DataFrame(dict(ROWS)).astype({"ward": "category"}),
        pd.DataFrame(dict(ROWS)).assign(seen=pd.to_datetime(pd.Series(ROWS["seen"]))),
        {name: np.array(cells, dtype=object) for name, cells in ROWS.items()},
    ],
    ids=["polars", "lazy", "pandas", "pandas nullable", "category", "datetime", "arrays"],
)
def test_every_kind_of_frame_gives_the_same_bits(frame):
    assert bits(table_from_frame(frame)) == EXPECTED.tobytes()


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    kind=st.sampled_from(sorted(KINDS)),
    rows=st.lists(st.integers(0, len(EXPECTED) - 1), min_size=1, max_size=12),
    names=st.permutations(list(ROWS)),
)
def test_a_row_does_not_depend_on_its_neighbours_or_on_the_order_of_columns(
    kind, rows, names, tmp_path
):
    # The first row always comes along: it shows which sign starts the decimals.
    chosen = [0, *rows]
    columns = {name: [ROWS[name][row] for row in chosen] for name in names}
    assert bits(read_table(write(kind, columns, tmp_path))) == EXPECTED[chosen].tobytes()


def test_a_part_of_a_table_reads_its_cells_as_the_whole_does():
    table = table_from_frame({"x": ["1,5", "2,250"], "y": ["a", "b"]})
    part = table.take(np.array([1]))
    assert part.numbers("x")[0].tolist() == [2.25]
    by_mask = table.take(np.array([False, True]))
    assert by_mask.texts("y") == ["b"]
    assert by_mask.n_rows == 1


def test_a_table_prints_no_cell():
    table = table_from_frame({"x": ["canary"]})
    assert "canary" not in repr(table) + str(table)


def test_codes_count_from_the_agreed_levels():
    table = table_from_frame({"x": ["b", " a ", "", "c", "none"]})
    assert table.codes("x", ("a", "b")).tolist() == [1, 0, MISSING, UNSEEN, MISSING]
    assert table.codes("x", ("none", "c")).tolist() == [UNSEEN, UNSEEN, MISSING, 1, 0]


@pytest.mark.parametrize("levels", [("0", "1"), ("false", "true")])
@pytest.mark.parametrize(
    "cells", [[True, False], ["TRUE", "False"], [1, 0], ["1.0", "0"], [1.0, 0.0], ["true", "0"]]
)
def test_truth_has_two_spellings(cells, levels):
    assert table_from_frame({"x": cells}).codes("x", levels).tolist() == [1, 0]


def test_numbers_say_where_a_cell_is_no_number():
    values, no_number = table_from_frame({"x": ["1", "", "abc", "1e400", "NaN"]}).numbers("x")
    assert np.isnan(values).tolist() == [False, True, True, True, True]
    assert no_number.tolist() == [False, False, True, True, False]


@pytest.mark.parametrize(
    "cells",
    [
        [1.5, None, float("inf")],
        np.array([1.5, np.nan, np.inf]),
        np.array([1.5, np.nan, np.inf], dtype=np.float32),
        ["1.5", "", "inf"],
    ],
    ids=["list", "float64", "float32", "text"],
)
def test_an_infinity_is_no_number_and_not_missing(cells):
    values, no_number = table_from_frame({"x": cells}).numbers("x")
    assert values[0] == 1.5
    assert no_number.tolist() == [False, False, True]


def test_a_float32_means_the_shortest_number_that_names_it():
    table = table_from_frame({"x": np.array([0.1, 2.0], dtype=np.float32)})
    assert table.numbers("x")[0].tolist() == [0.1, 2.0]


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("1970-01-31", 30.0),
        ("1970-01-31T23:59:59+02:00", 30.0),
        ("1970-01-31 00:00", 30.0),
        ("19700131", None),
        ("20200131", 18292.0),
        ("1970-02-30", None),
        ("31.01.1970", None),
        ("never", None),
    ],
)
def test_a_day_is_the_day_that_is_written(cell, day):
    values, no_day = table_from_frame({"x": [cell]}).days("x")
    if cell == "19700131":
        day = 30.0
    assert no_day.tolist() == [day is None]
    assert np.array_equal(values, [np.nan if day is None else day], equal_nan=True)


@pytest.mark.parametrize(
    ("cells", "hint"),
    [
        ([1, 2], "number"),
        (["1", "2,5"], "number"),
        (["1", "x"], "text"),
        ([True, None], "bool"),
        (["true", "FALSE", ""], "bool"),
        (["2024-01-31", "2024-02-01T10:00"], "date"),
        (["2024-01-31", "2024-02-31"], "text"),
        (["", None], "text"),
    ],
)
def test_a_column_says_what_it_looks_like(cells, hint):
    assert table_from_frame({"x": cells}).kind_hint("x") == hint


class TestDecimals:
    @pytest.mark.parametrize(
        ("cells", "numbers"),
        [
            (["1.5", "1.234"], [1.5, 1.234]),
            (["1,5", "1,234"], [1.5, 1.234]),
            (["1,234.5", "1,234"], [1234.5, 1234.0]),
            (["1.234,5", "1.234"], [1234.5, 1234.0]),
            (["1 234,5", "12"], [1234.5, 12.0]),
            (["1'234.5", "12"], [1234.5, 12.0]),
            (["−1.5", "+2.25"], [-1.5, 2.25]),
            (["1,234,567", "1"], [1234567.0, 1.0]),
            (["0,125", "1,125"], [0.125, 1.125]),
        ],
    )
    def test_a_column_shows_which_sign_it_uses(self, cells, numbers):
        assert table_from_frame({"x": cells}).numbers("x")[0].tolist() == numbers

    @pytest.mark.parametrize("cells", [["1,234"], ["1.5", "2,5"], ["1,234", "5.678"]])
    def test_a_factor_of_a_thousand_is_never_guessed(self, cells):
        with pytest.raises(DecimalUnclear) as refused:
            table_from_frame({"x": cells}).numbers("x")
        assert not any(cell in str(refused.value) for cell in cells)

    @pytest.mark.parametrize(("sign", "number"), [(".", 1234.0), (",", 1.234)])
    def test_a_person_can_name_the_sign(self, sign, number):
        table = table_from_frame({"x": ["1,234"]}, decimal=sign)
        assert table.numbers("x")[0].tolist() == [number]

    def test_a_lone_dot_is_a_point_unless_the_file_uses_commas(self):
        alone = pl.DataFrame({"x": ["1.234"]})
        assert Table(alone).numbers("x")[0].tolist() == [1.234]
        with pytest.raises(DecimalUnclear):
            Table(alone, lone_dot=False).numbers("x")
        with pytest.raises(DecimalUnclear):
            Table(alone.with_columns(y=pl.lit("1,5"))).numbers("x")
        shown = Table(alone.with_columns(y=pl.lit("1.5")), lone_dot=False)
        assert shown.numbers("x")[0].tolist() == [1.234]


def test_a_column_that_is_not_there_is_refused_with_the_nearest_name():
    with pytest.raises(ColumnNotThere, match="weight"):
        table_from_frame({"weight": [1]}).numbers("wieght")
