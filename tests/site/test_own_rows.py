"""A table becomes rows, labels and persons, and what has to stay at home stays."""

import numpy as np

from concordant.site.own_rows import as_table, encode_labelled_rows, encode_own_rows
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import table_from_frame
from tests.studies import CLASSES, make_charter, make_columns, make_regression, make_table


def test_rows_labels_and_persons_stay_in_the_order_of_the_table(rng):
    columns = make_columns(rng, 30) | {"mrn": [f"p{k // 2}" for k in range(30)]}
    charter = make_charter(group="mrn")
    own = encode_labelled_rows(charter, as_table(columns))
    np.testing.assert_array_equal(own.matrix, encode_rows(charter, as_table(columns)).matrix)
    assert [CLASSES[code] for code in own.labels] == columns["outcome"]
    assert own.persons == tuple(columns["mrn"])


def test_bare_rows_read_neither_label_nor_person(rng):
    columns = make_columns(rng, 30)
    del columns["outcome"]
    own = encode_own_rows(make_charter(group="mrn"), as_table(columns))
    assert (own.labels, own.persons, own.share_unique) == (None, None, None)


def test_only_rows_of_rare_classes_are_withheld(rng):
    columns = make_columns(rng, 30)
    columns["outcome"] = ["ill"] * 9 + ["well"] * 21
    table = table_from_frame(columns)
    kept = encode_labelled_rows(make_charter(), table, withhold_rare_classes=True)
    assert (len(kept.matrix), kept.n_withheld, kept.rare_classes) == (21, 9, ("ill",))
    np.testing.assert_array_equal(kept.matrix, encode_rows(make_charter(), table).matrix[9:])
    columns["outcome"][9] = "ill"
    common = encode_labelled_rows(make_charter(), as_table(columns), withhold_rare_classes=True)
    assert (len(common.matrix), common.n_withheld) == (30, 0)


def test_a_table_or_a_frame_will_do(rng):
    table = make_table(rng, 10)
    assert as_table(table) is table
    assert as_table(make_columns(rng, 10)).n_rows == 10


def test_numbers_have_no_rare_classes(rng):
    own = encode_labelled_rows(make_regression(), make_table(rng, 400), withhold_rare_classes=True)
    assert (own.rare_classes, own.n_withheld) == ((), 0)
    assert 0.0 <= own.share_unique <= 0.05
