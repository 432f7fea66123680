"""Each policy of a column does what the charter says, and a row depends on constants alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.errors.terms import CellsRefused
from concordant.terms import preprocess
from concordant.terms.preprocess import (
    ColumnCount,
    day_number,
    encode_column,
    encode_rows,
    encoded_range,
    try_rows,
)
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    DateColumn,
    IgnoredColumn,
    NumericColumn,
)
from concordant.terms.table import table_from_frame
from tests.studies import make_charter, make_columns, make_table

SCALED = {"centre": 10.0, "scale": 2.0}
RANGED = {"low": 0.0, "high": 8.0}
DAYS = {"low": "2020-01-01", "high": "2020-01-11"}
LEVELS = ("red", "green")


def encoded(column, cells):
    return encode_column(column, table_from_frame({column.name: cells}))


def values(column, cells):
    return encoded(column, cells).values.tolist()


class TestNumbers:
    def test_centre_and_scale_map_to_scales(self):
        assert values(NumericColumn("x", **SCALED), [10, 12.0, 7]) == [[0.0], [1.0], [-1.5]]

    def test_low_and_high_map_to_zero_and_one(self):
        assert values(NumericColumn("x", **RANGED), [0, 8, 2]) == [[0.0], [1.0], [0.25]]

    @pytest.mark.parametrize("constants", [SCALED, RANGED, {**SCALED, "clip": 1.5}])
    def test_clip_keeps_to_the_agreed_range(self, constants):
        column = NumericColumn("x", **constants, out_of_range="clip")
        lowest, _, highest = encoded_range(column)
        assert values(column, [-1e9, 1e9]) == [[lowest], [highest]]

    @pytest.mark.parametrize("constants", [SCALED, RANGED])
    def test_keep_counts_and_keeps(self, constants):
        found = encoded(NumericColumn("x", **constants, out_of_range="keep"), [1e6, 5.0])
        assert found.values[0, 0] > 1e4
        assert found.findings == (ColumnCount("x", preprocess.TOO_FAR, 1),)
        assert not found.refused.any()

    def test_refuse_refuses_the_rows_that_are_too_far(self):
        found = encoded(NumericColumn("x", **RANGED, out_of_range="refuse"), [4, 9, -1, 8, None])
        assert found.refused.tolist() == [False, True, True, False, False]
        assert found.refusals == (ColumnCount("x", preprocess.TOO_FAR, 2),)

    @pytest.mark.parametrize("missing", ["centre", "indicator"])
    @pytest.mark.parametrize("constants", [SCALED, RANGED])
    def test_a_missing_number_is_the_middle(self, missing, constants):
        column = NumericColumn("x", **constants, missing=missing)
        _, middle, _ = encoded_range(column)
        rows = encoded(column, ["4", "", "nonsense"]).values
        assert rows[1:, 0].tolist() == [middle, middle]
        flags = [0.0, 1.0, 1.0] if missing == "indicator" else []
        assert rows[:, 1:].T.flatten().tolist() == flags

    def test_missing_and_no_number_are_counted_apart(self):
        found = encoded(NumericColumn("x", **RANGED, missing="refuse"), ["4", "", "NA", "nonsense"])
        assert set(found.refusals) == {
            ColumnCount("x", preprocess.NO_CELL, 2),
            ColumnCount("x", preprocess.NO_NUMBER, 1),
        }
        assert found.refused.tolist() == [False, True, True, True]

    def test_a_number_too_large_to_compute_with_is_refused_even_when_kept(self):
        column = NumericColumn("x", centre=0.0, scale=1e-200, out_of_range="keep")
        found = encoded(column, [1e300, 0.0])
        assert found.refused.tolist() == [True, False]

    @settings(max_examples=40, deadline=None)
    @given(st.floats(-1e9, 1e9), st.floats(0.01, 1e6), st.lists(st.floats(-1e12, 1e12), min_size=1))
    def test_clipped_values_are_finite_bounded_and_without_a_signed_zero(
        self, centre, scale, cells
    ):
        rows = encoded(NumericColumn("x", centre=centre, scale=scale), cells).values
        assert np.all(np.abs(rows) <= 3.0)
        assert not np.any(np.signbit(rows) & (rows == 0.0))


class TestDays:
    def test_days_map_to_zero_and_one(self):
        column = DateColumn("x", **DAYS)
        cells = ["2020-01-01", "2020-01-11T23:00", "20200106"]
        assert values(column, cells) == [[0.0], [1.0], [0.5]]

    def test_policies_are_those_of_numbers(self):
        cells = ["2020-01-06", "", "2021-01-01", "soon"]
        found = encoded(DateColumn("x", **DAYS, missing="indicator"), cells)
        assert found.values.tolist() == [[0.5, 0.0], [0.5, 1.0], [1.0, 0.0], [0.5, 1.0]]
        strict = DateColumn("x", **DAYS, missing="refuse", out_of_range="refuse")
        assert encoded(strict, cells).refused.tolist() == [False, True, True, True]

    def test_day_number_counts_from_1970(self):
        assert day_number("1970-01-01") == 0.0
        assert day_number("2024-03-01") - day_number("2024-02-28") == 2.0


class TestLevels:
    CELLS = ("red", "green", "", "blue")

    @pytest.mark.parametrize(
        ("missing", "unseen", "rows"),
        [
            ("zero", "zero", [[1, 0], [0, 1], [0, 0], [0, 0]]),
            ("level", "zero", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]),
            ("zero", "other", [[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]]),
            ("level", "other", [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]),
        ],
    )
    def test_missing_and_unseen_follow_their_policies(self, missing, unseen, rows):
        column = CategoricalColumn("x", LEVELS, missing=missing, unseen=unseen)
        found = encoded(column, list(self.CELLS))
        assert found.values.tolist() == rows
        assert not found.refused.any()
        assert {finding.what for finding in found.findings} == {
            preprocess.NO_CELL,
            preprocess.NOT_AGREED,
        }

    def test_refuse_refuses(self):
        column = CategoricalColumn("x", LEVELS, missing="refuse", unseen="refuse")
        assert encoded(column, list(self.CELLS)).refused.tolist() == [False, False, True, True]

    def test_two_levels_are_one_number(self):
        column = BinaryColumn("x", LEVELS, missing="indicator")
        rows = values(column, list(self.CELLS))
        assert rows == [[0.0, 0.0], [1.0, 0.0], [0.5, 1.0], [0.5, 0.0]]

    def test_two_levels_can_refuse(self):
        column = BinaryColumn("x", LEVELS, missing="refuse", unseen="refuse")
        assert encoded(column, list(self.CELLS)).refused.tolist() == [False, False, True, True]


class TestTables:
    def test_columns_stand_in_the_order_of_the_charter(self, rng):
        charter, table = make_charter(), make_table(rng)
        matrix = encode_rows(charter, table).matrix
        assert matrix.shape == (table.n_rows, charter.n_features)
        parts = [encode_column(column, table).values for column in charter.columns]
        assert np.array_equal(matrix, np.hstack(parts))

    def test_an_ignored_column_becomes_no_number(self, rng):
        table = make_table(rng)
        charter = make_charter()
        more = make_charter(columns=(IgnoredColumn("stay"), *charter.columns))
        assert np.array_equal(encode_rows(more, table).matrix, encode_rows(charter, table).matrix)

    @pytest.mark.parametrize(
        ("column", "row"),
        [
            (NumericColumn("gone", **SCALED, missing="indicator"), [0.0, 1.0]),
            (DateColumn("gone", **DAYS), [0.5]),
            (CategoricalColumn("gone", LEVELS, missing="level"), [0.0, 0.0, 1.0]),
            (BinaryColumn("gone", LEVELS), [0.5]),
        ],
        ids=lambda given: getattr(given, "kind", ""),
    )
    def test_a_column_that_a_site_lacks_counts_as_missing(self, column, row):
        table = table_from_frame({"other": [1, 2]})
        found = encode_column(column, table)
        assert found.values.tolist() == [row, row]
        assert found.findings == (ColumnCount("gone", preprocess.ABSENT, 2),)
        assert not found.refused.any()

    def test_a_column_that_a_site_lacks_can_be_refused(self, rng):
        strict = NumericColumn("gone", **SCALED, missing="refuse")
        charter = make_charter(columns=(*make_charter().columns, strict))
        with pytest.raises(CellsRefused, match="'gone'"):
            encode_rows(charter, make_table(rng))

    def test_all_columns_at_fault_are_counted_and_no_cell_is_told(self, rng):
        cells = make_columns(rng)
        cells["x0"][:2] = [1e9, 2e9]
        cells["colour"][5] = "canary"
        strict = (
            NumericColumn("x0", **SCALED, out_of_range="refuse"),
            CategoricalColumn("colour", LEVELS, unseen="refuse"),
        )
        charter = make_charter(columns=strict)
        table = table_from_frame(cells)
        with pytest.raises(CellsRefused) as refused:
            encode_rows(charter, table)
        assert refused.value.facts["n_columns"] == 2
        assert "canary" not in str(refused.value)
        tried = try_rows(charter, table)
        kept = ~tried.refused
        assert 0 < np.count_nonzero(kept) < table.n_rows
        # What is left of a table that was tried is what the rows alone would become.
        alone = encode_rows(charter, table.take(kept)).matrix
        assert tried.matrix[kept].tobytes() == alone.tobytes()

    def test_a_row_depends_on_the_agreed_constants_alone(self, rng):
        charter, table = make_charter(), make_table(rng)
        whole = encode_rows(charter, table).matrix
        for rows in (rng.permutation(table.n_rows), rng.integers(0, table.n_rows, 7)):
            part = encode_rows(charter, table.take(rows)).matrix
            assert part.tobytes() == whole[rows].tobytes()
