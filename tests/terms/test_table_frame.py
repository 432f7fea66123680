"""A data frame of the caller's own becomes the same Table as its file would."""

from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pytest

from concordant.errors.terms import (
    ColumnsUneven,
    ColumnTypeRefused,
    DuplicateColumns,
    NotATable,
    OptionUnknown,
    TableEmpty,
)
from concordant.terms.table import table_from_frame


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (["a", None, " b "], ["a", None, "b"]),
        ([1, 2.5, None], ["1", "2.5", None]),
        ([1, 2, None], ["1", "2", None]),
        ([1.0, float("nan"), 3.0], ["1", None, "3"]),
        ([True, None, False], ["true", None, "false"]),
        ([1, "x", True], ["1", "x", "true"]),
        ([date(2024, 1, 31), None, date(1999, 12, 1)], ["2024-01-31", None, "1999-12-01"]),
        ([datetime(2024, 1, 31, tzinfo=UTC), None, None], ["2024-01-31", None, None]),
        ([Decimal("1.50"), Decimal(2), None], ["1.50", "2", None]),
        ([np.float64(2.0), np.int64(3), np.str_("x")], ["2", "3", "x"]),
        ([pd.NA, pd.NaT, "x"], [None, None, "x"]),
        ([2**70, 1, -(2**70)], [str(2**70), "1", str(-(2**70))]),
        (np.array([1.0, np.nan, 2.5]), ["1", None, "2.5"]),
        (np.array([1, 2, 3], dtype=np.int8), ["1", "2", "3"]),
        (np.array(["2024-01-31", "NaT", "1999-12-01"], dtype="datetime64[D]"),
         ["2024-01-31", None, "1999-12-01"]),
        (pl.Series([1, None, 3]), ["1", None, "3"]),
        (pl.Series([" x", None, "y"], dtype=pl.Categorical), ["x", None, "y"]),
        (pl.Series(["x", None, "y"], dtype=pl.Enum(["x", "y"])), ["x", None, "y"]),
        (pd.Series(["x", None, "y"], dtype="category"), ["x", None, "y"]),
        (pd.Series([1, None, 3], dtype="Int64"), ["1", None, "3"]),
        (pd.Series([True, None, False], dtype="boolean"), ["true", None, "false"]),
        (pd.Series([1.5, 2.0, np.nan]), ["1.5", "2", None]),
    ],
    ids=lambda given: type(given).__name__ if not isinstance(given, list) else None,
)  # fmt: skip
def test_a_cell_has_one_text_however_it_is_stored(values, texts):
    assert table_from_frame({"x": values}).texts("x") == texts


def test_the_frames_own_row_index_is_no_column():
    frame = pd.DataFrame({"x": [1, 2]}, index=pd.Index(["p1", "p2"], name="patient"))
    assert table_from_frame(frame).columns == ("x",)


def test_names_become_trimmed_texts():
    assert table_from_frame(pd.DataFrame([[1, 2]], columns=[0, " y "])).columns == ("0", "y")
    assert table_from_frame({" x": [1], 7: [2]}).columns == ("x", "7")


@pytest.mark.parametrize(
    "frame",
    [
        {"x": [1], " x ": [2]},
        pd.DataFrame([[1, 2]], columns=["x", "x"]),
        pl.DataFrame({"x": [1], "x ": [2]}),
    ],
    ids=["dict", "pandas", "polars"],
)
def test_one_name_for_two_columns_is_refused(frame):
    with pytest.raises(DuplicateColumns):
        table_from_frame(frame)


@pytest.mark.parametrize(
    "values",
    [[[1], [2]], [{"a": 1}, {}], [b"x", b"y"], [object(), object()], [1 + 2j, 0j]],
    ids=["lists", "dicts", "bytes", "objects", "complex"],
)
def test_a_cell_that_is_no_single_value_is_refused_with_its_column(values):
    with pytest.raises(ColumnTypeRefused, match="'odd'"):
        table_from_frame({"fine": [1, 2], "odd": values})


@pytest.mark.parametrize("frame", [{}, {"x": []}, pd.DataFrame(), pl.DataFrame({"x": []})])
def test_a_table_without_rows_is_refused(frame):
    with pytest.raises(TableEmpty):
        table_from_frame(frame)


@pytest.mark.parametrize(
    "thing", [None, [1, 2], "a,b\n1,2", np.zeros((2, 2)), pd.Series([1]), {"x": "abc"}, {"x": 1}]
)
def test_what_is_no_table_is_a_wrong_call(thing):
    with pytest.raises(NotATable):
        table_from_frame(thing)


def test_columns_of_different_lengths_are_refused():
    with pytest.raises(ColumnsUneven) as refused:
        table_from_frame({"x": [1, 2], "y": [1]})
    assert refused.value.facts == {"column": "y", "n_cells": 1, "n_rows": 2}


def test_the_decimal_sign_is_a_dot_or_a_comma():
    assert table_from_frame({"x": ["1.234"]}, decimal=",").numbers("x")[0].tolist() == [1234.0]
    with pytest.raises(OptionUnknown):
        table_from_frame({"x": [1]}, decimal=":")
