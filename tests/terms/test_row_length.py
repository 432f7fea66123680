"""No row under the terms is longer than what the analyst holds uploads against."""

import math

import numpy as np

from concordant.terms.preprocess import encode_rows
from concordant.terms.row_length import longest_row
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    DateColumn,
    IgnoredColumn,
    NumericColumn,
)
from concordant.terms.table import table_from_frame
from tests.studies import make_charter

COLUMNS = (
    NumericColumn("age", low=0.0, high=100.0, missing="indicator"),
    NumericColumn("pressure", centre=120.0, scale=10.0, clip=4.0),
    DateColumn("seen", low="2020-01-01", high="2020-12-31"),
    BinaryColumn("smoker", ("no", "yes"), missing="indicator"),
    CategoricalColumn("colour", ("red", "green"), missing="level", unseen="other"),
    IgnoredColumn("name"),
)


def test_the_longest_rows_come_close_and_none_goes_beyond():
    charter = make_charter(columns=COLUMNS, n_dims=2)
    table = table_from_frame(
        {
            "age": [1e9, -1e9, None, 100.0],
            "pressure": [1e9, -1e9, 120.0, 160.0],
            "seen": ["2099-01-01", "1900-01-01", "2020-12-31", None],
            "smoker": ["yes", "no", None, "sometimes"],
            "colour": ["red", "blue", None, "green"],
            "name": ["a", "b", "c", "d"],
        }
    )
    lengths = np.linalg.norm(encode_rows(charter, table).matrix, axis=1)
    longest = longest_row(charter)
    assert lengths.max() <= longest
    # Only a flag for a missing cell is absent from a row whose cells are all extreme.
    assert longest**2 - lengths.max() ** 2 <= 2.0


def test_a_column_that_keeps_what_is_out_of_range_has_no_bound():
    kept = NumericColumn("age", low=0.0, high=100.0, out_of_range="keep")
    assert longest_row(make_charter(columns=(*COLUMNS, kept), n_dims=2)) == math.inf
