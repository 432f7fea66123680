import pytest

from concordant.errors.terms import NoAgreedColumn
from concordant.terms.schema import IgnoredColumn
from concordant.terms.table import table_from_frame
from concordant.terms.table_warnings import require_agreed_column, table_warnings
from tests.studies import COLUMNS, make_charter, make_columns

CHARTER = make_charter()


def warned(columns):
    return table_warnings(CHARTER, table_from_frame(columns))


def test_a_table_that_fits_is_passed_in_silence(rng):
    assert warned(make_columns(rng)) == ()


@pytest.mark.parametrize("factor", [1000.0, 100.0])
def test_a_column_in_another_unit_is_said(rng, factor):
    columns = make_columns(rng)
    columns["x3"] = [factor * value for value in columns["x3"]]
    (sentence,) = warned(columns)
    assert sentence.startswith("'x3': the numbers look")
    assert f"{factor:g} times too large" in sentence


def test_columns_that_are_not_there_are_said_in_one_sentence(rng):
    columns = make_columns(rng)
    del columns["x1"], columns["smoker"]
    (sentence,) = warned(columns)
    assert "2 of the 9 agreed columns are not in the table: 'x1', 'smoker'" in sentence


def test_a_renamed_column_is_recognised(rng):
    columns = make_columns(rng)
    columns["Smoker "] = columns.pop("smoker")
    (sentence,) = warned(columns)
    assert "'smoker'" in sentence
    assert "Rename it" in sentence


def test_an_ignored_column_may_be_absent(rng):
    charter = make_charter(columns=(*COLUMNS, IgnoredColumn("note", "free text")))
    assert table_warnings(charter, table_from_frame(make_columns(rng))) == ()


def test_a_table_without_any_agreed_column_is_refused(rng):
    columns = make_columns(rng)
    require_agreed_column(CHARTER, table_from_frame({"x2": columns["x2"]}))
    with pytest.raises(NoAgreedColumn, match="none of the 9 agreed columns"):
        require_agreed_column(CHARTER, table_from_frame({"outcome": columns["outcome"]}))


def test_a_sign_for_missing_is_said_once_for_all_its_columns(rng):
    columns = make_columns(rng)
    for name in ("x4", "x5"):  # whose other values are far above 0
        columns[name] = [-1.0] * 12 + columns[name][12:]
    sentences = [each for each in warned(columns) if "-1 stands apart" in each]
    (sentence,) = sentences
    assert "'x4' (12 rows), 'x5' (12 rows)" in sentence


def test_a_number_that_few_rows_hold_is_not_said(rng):
    columns = make_columns(rng)
    columns["x5"] = [-1.0] * 9 + columns["x5"][9:]
    assert not [each for each in warned(columns) if "stands apart" in each]
