"""Labels leave as agreed codes or rounded numbers, or not at all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.errors.terms import LabelColumnMissing, LabelMissing, LabelUnknown
from concordant.terms.labels import count_classes, encode_labels, round_to_step, share_unique
from concordant.terms.schema import ClassLabel, NumericLabel
from concordant.terms.table import table_from_frame
from tests.studies import CLASSES, make_charter, make_regression, make_table

FEW = settings(max_examples=60, deadline=None)


def labels(charter, cells):
    return encode_labels(charter, table_from_frame({charter.label.column: cells}))


def test_a_class_becomes_its_place_in_the_charter():
    codes = labels(make_charter(), ["well", "ill", " well "])
    assert codes.dtype == np.int64
    assert [CLASSES[code] for code in codes] == ["well", "ill", "well"]
    assert count_classes(codes, CLASSES) == {"ill": 1, "well": 2}


@pytest.mark.parametrize("cells", [[0, 1], ["0", "1"], [False, True], [0.0, 1.0], ["0.0", "1.0"]])
def test_classes_are_matched_as_levels_are(cells):
    charter = make_charter(label=ClassLabel("y", ("1", "0")))
    assert labels(charter, cells).tolist() == [1, 0]


def test_a_number_is_rounded_to_the_agreed_step():
    values = labels(make_regression(), ["1.3", "-0.2", "7"])
    assert values.dtype == np.float64
    assert values.tolist() == [1.5, 0.0, 7.0]
    assert not np.signbit(values[1])


@pytest.mark.parametrize("charter", [make_charter(), make_regression()], ids=["class", "number"])
def test_missing_labels_are_counted(charter):
    cells = ["ill", "", None] if charter.classes else ["1", "", None]
    with pytest.raises(LabelMissing) as refused:
        labels(charter, cells)
    assert (refused.value.facts["count"], refused.value.facts["n_rows"]) == (2, 3)


@pytest.mark.parametrize("charter", [make_charter(), make_regression()], ids=["class", "number"])
def test_unknown_labels_are_counted_and_not_told(charter):
    cells = ["ill", "canary"] if charter.classes else ["1", "canary"]
    with pytest.raises(LabelUnknown) as refused:
        labels(charter, cells)
    assert refused.value.facts["count"] == 1
    assert "canary" not in str(refused.value)


def test_a_table_without_the_label_is_refused(rng):
    charter = make_charter(label=NumericLabel("gone", 1.0), task="regression")
    with pytest.raises(LabelColumnMissing, match="'gone'"):
        encode_labels(charter, make_table(rng))


@FEW
@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.sampled_from([0.01, 0.1, 0.5, 1.0, 5.0, 0.3]))
def test_rounding_is_near_stable_and_a_multiple(values, step):
    given_values = np.array(values)
    rounded = round_to_step(given_values, step)
    assert np.all(np.abs(rounded - given_values) <= step / 2 * (1 + 1e-6) + 1e-9)
    assert np.array_equal(round_to_step(rounded, step), rounded)
    assert np.allclose(rounded / step, np.rint(rounded / step), atol=1e-6)


@FEW
@given(st.integers(-(10**7), 10**7), st.sampled_from([1, 2, 3]))
def test_decimal_steps_give_the_decimal_numbers(count, places):
    text = f"{count / 10**places:.{places}f}"
    assert round_to_step(np.array([float(text)]), 10.0**-places).tolist() == [float(text) + 0.0]


def test_the_share_of_unique_labels():
    assert share_unique(np.array([])) == 0.0
    assert share_unique(np.array([1, 1, 2, 2])) == 0.0
    assert share_unique(np.array([1, 1, 2, 3])) == 0.5
    assert share_unique(np.arange(9)) == 1.0
