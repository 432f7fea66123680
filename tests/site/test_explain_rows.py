"""Other cells in one column, and what they change: by a small update as by encoding anew."""

import numpy as np
import pytest

from concordant.site.common_features import common_features
from concordant.site.explained_rows import column_blocks
from concordant.terms.charter import Charter
from concordant.terms.preprocess import encode_rows
from concordant.terms.schema import CategoricalColumn, IgnoredColumn, NumericColumn
from concordant.terms.table import table_from_frame
from tests.explained import ExplainedSite
from tests.studies import COLUMNS, make_charter, make_columns

RICH = (
    NumericColumn("x0", low=-5.0, high=5.0, missing="indicator"),
    *COLUMNS[1:6],
    IgnoredColumn("stay"),
    CategoricalColumn("colour", ("red", "green"), missing="level", unseen="other"),
    *COLUMNS[7:],
)


def holed(rng, n_rows):
    columns = make_columns(rng, n_rows)
    columns["x0"][3] = columns["colour"][4] = None
    return columns


def rich_charter() -> Charter:
    return make_charter(columns=RICH)


@pytest.mark.parametrize("name", ["x0", "colour", "smoker", "seen"])
def test_a_shuffled_column_gives_the_features_of_a_table_with_shuffled_cells(name, rng):
    site, columns = ExplainedSite(rng, rich_charter()), holed(rng, 30)
    rows, block = site.rows(columns), site.block(name)
    order = rng.permutation(30)
    shuffled = columns | {name: [columns[name][row] for row in order]}
    encoded = encode_rows(site.charter, table_from_frame(shuffled)).matrix
    anew = common_features(site.basis, site.returned, encoded)
    updated = rows.with_cells(block, rows.cells(block)[order])
    assert updated.dtype == np.float32
    np.testing.assert_allclose(updated, anew, rtol=1e-5, atol=1e-6)


def test_a_column_in_its_place_changes_no_bit(rng):
    site, columns = ExplainedSite(rng, rich_charter()), holed(rng, 30)
    rows = site.rows(columns)
    encoded = encode_rows(site.charter, table_from_frame(columns)).matrix
    plain = common_features(site.basis, site.returned, encoded)
    np.testing.assert_array_equal(rows.features, plain)
    for block in column_blocks(site.charter):
        np.testing.assert_array_equal(rows.with_cells(block, rows.cells(block)), plain)


def test_every_encoded_number_belongs_to_one_column(rng):
    charter = rich_charter()
    blocks = column_blocks(charter)
    places = [place for block in blocks for place in range(block.start, block.stop)]
    assert places == list(range(charter.n_features))
    assert "stay" not in {block.column.name for block in blocks}
    rows = ExplainedSite(rng, charter).rows(make_columns(rng, 20) | {"smoker": ["no"] * 20})
    varying = [block.column.name for block in blocks if rows.varies(block)]
    assert varying == [block.column.name for block in blocks if block.column.name != "smoker"]


def test_some_rows_keep_what_belongs_to_them(rng):
    rows = ExplainedSite(rng, rich_charter()).rows(holed(rng, 30))
    places = np.array([4, 7, 9])
    few = rows.take(places)
    np.testing.assert_array_equal(few.features, rows.features[places])
    np.testing.assert_array_equal(few.truth, rows.truth[places])
    assert (few.n_rows, few.persons) == (3, None)


def test_rows_to_explain_do_not_show_themselves(rng):
    columns = make_columns(rng, 20) | {"x1": [14.4321] * 20}
    text = repr(ExplainedSite(rng, make_charter()).rows(columns))
    assert "ExplainedRows" in text
    assert "array" not in text
