import numpy as np
import pytest

from concordant.terms.identifiers import (
    ColumnFacts,
    identifier_reason,
    is_identifier_name,
    is_sequential,
    name_tokens,
)


def facts(**changes):
    given = {"n_values": 100, "n_distinct": 100, "is_number": False, "is_whole": False}
    return ColumnFacts(**(given | changes))


@pytest.mark.parametrize(
    "name",
    ["MRN", "patient_id", "PatientID", "Unnamed: 0", "e-mail", "subject", "studyid", "Name", "nr"],
)
def test_names_of_keys_are_known(name):
    assert is_identifier_name(name)


@pytest.mark.parametrize(
    "name", ["uric acid", "covid", "paid", "steroid", "fluid", "age", "thyroid", "solid", "mean"]
)
def test_measurements_that_end_like_a_key_are_none(name):
    assert not is_identifier_name(name)


def test_a_name_without_letters_is_taken_for_a_row_number():
    assert name_tokens("#") == ()
    assert is_identifier_name("#")


def test_a_text_of_its_own_in_nearly_every_row_is_an_identifier():
    assert identifier_reason("remark", facts(n_distinct=96))
    assert not identifier_reason("remark", facts(n_distinct=90))
    assert not identifier_reason("remark", facts(n_values=10, n_distinct=10))


def test_whole_numbers_that_count_the_rows_are_an_identifier():
    numbers = {"is_number": True, "is_whole": True}
    assert identifier_reason("reading", facts(**numbers, is_sequential=True))
    assert not identifier_reason("reading", facts(**numbers))


def test_a_measurement_with_decimals_is_none_whatever_its_name():
    assert not identifier_reason("subject", facts(is_number=True))


def test_the_name_is_believed_only_when_the_values_agree_with_it():
    assert identifier_reason("ward id", facts(n_distinct=60))
    assert not identifier_reason("ward id", facts(n_distinct=6))
    assert identifier_reason("ward id", facts(n_distinct=6, is_number=True, is_whole=True))


def test_no_value_is_no_identifier():
    empty = facts(n_values=0, n_distinct=0)
    assert empty.share_distinct == 0.0
    assert not identifier_reason("weight", empty)


def test_a_shuffled_count_is_sequential_and_a_measurement_is_not(rng):
    assert is_sequential(rng.permutation(np.arange(500.0, 600.0)))
    assert is_sequential(np.cumsum(rng.integers(1, 50, 100)).astype(float))
    assert not is_sequential(rng.integers(0, 80, 100).astype(float))
    assert not is_sequential(rng.permutation(np.arange(0.0, 3000.0, 17.0)))
    assert not is_sequential(np.arange(5.0))
