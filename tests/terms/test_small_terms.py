"""Groups, features, digests, faults: the small parts of the terms."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.errors.terms import GroupColumnMissing, GroupMissing
from concordant.errors.wire import NotCanonical
from concordant.terms.digest import content_digest
from concordant.terms.faults import Fault, list_faults
from concordant.terms.features import column_features
from concordant.terms.groups import group_keys
from concordant.terms.preprocess import encode_column
from concordant.terms.table import table_from_frame
from tests.studies import make_charter
from tests.terms.charters import columns

FEW = settings(max_examples=40, deadline=None)


class TestGroups:
    CHARTER = make_charter(group="patient")

    def test_rows_of_one_person_have_one_key(self):
        keys = group_keys(self.CHARTER, table_from_frame({"patient": ["7", " 7", "7.0", "8"]}))
        assert keys is not None
        assert keys[0] == keys[1] == keys[2] != keys[3]

    def test_without_a_group_there_are_no_keys(self):
        assert group_keys(make_charter(), table_from_frame({"patient": ["7"]})) is None

    def test_a_row_must_say_whose_it_is(self):
        with pytest.raises(GroupMissing) as refused:
            group_keys(self.CHARTER, table_from_frame({"patient": ["canary", "", "NA"]}))
        assert refused.value.facts["count"] == 2
        assert "canary" not in str(refused.value)

    def test_the_column_must_be_there(self):
        with pytest.raises(GroupColumnMissing):
            group_keys(self.CHARTER, table_from_frame({"person": ["7"]}))


class TestFeatures:
    @FEW
    @given(columns("x"))
    def test_there_is_a_name_for_each_number_of_a_column(self, make):
        column = make()
        encoded = encode_column(column, table_from_frame({"x": ["1", "", "red"]}))
        assert len(column_features(column)) == encoded.values.shape[1]

    def test_the_features_of_a_charter_are_those_of_its_columns(self):
        charter = make_charter()
        names = [name for column in charter.columns for name in column_features(column)]
        assert list(charter.feature_names) == names
        assert charter.n_features == len(names)


class TestDigests:
    @FEW
    @given(st.dictionaries(st.text(max_size=5), st.integers(-(2**40), 2**40) | st.text(max_size=5)))
    def test_the_order_of_keys_does_not_count(self, content):
        turned = dict(reversed(content.items()))
        assert content_digest(turned) == content_digest(content)

    def test_every_value_and_the_order_of_lists_count(self):
        digests = {
            content_digest({"a": value}) for value in ([1, 2], [2, 1], [1], 1, "1", True, None)
        }
        assert len(digests) == 7

    def test_whole_numbers_are_one_however_they_are_stored(self):
        assert content_digest({"a": 2}) == content_digest({"a": 2.0})

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**60, "\ud800"])
    def test_what_has_no_canonical_text_has_no_digest(self, value):
        with pytest.raises(NotCanonical):
            content_digest({"a": value})


class TestFaults:
    FAULT = Fault("study.name", 3, "It is empty.", "Give it a name.")

    def test_a_fault_says_where_what_and_what_to_do(self):
        assert str(self.FAULT) == "line 3, study.name: It is empty. Give it a name."
        assert str(Fault("roster", None, "A.", "B.")) == "roster: A. B."

    def test_a_fault_is_plain_data(self):
        assert json.loads(json.dumps(self.FAULT.as_record())) == {
            "where": "study.name",
            "line": 3,
            "found": "It is empty.",
            "remedy": "Give it a name.",
        }

    @pytest.mark.parametrize("n_faults", [0, 1, 5, 6, 50])
    def test_a_long_list_says_how_many_more(self, n_faults):
        lines = list_faults([self.FAULT] * n_faults, at_most=5).splitlines()
        assert len(lines) == min(n_faults, 6)
        if n_faults > 5:
            assert lines[-1] == f"- and {n_faults - 5} more"
