import pytest

from concordant.terms.nearest_name import is_other_spelling, is_slip, nearest_name, plain_name

AGREED = ["age", "blood pressure", "hours_per_week", "größe"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Blood_Pressure", "blood pressure"),
        ("bloodpresure", "blood pressure"),
        ("Hours per week", "hours_per_week"),
        ("GROSSE", "größe"),
        ("AGE", "age"),
    ],
)
def test_another_spelling_finds_the_agreed_name(written, meant):
    assert nearest_name(written, AGREED) == meant


def test_a_strange_name_finds_nothing():
    assert nearest_name("creatinine", AGREED) is None
    assert nearest_name("age", []) is None


def test_a_name_of_signs_alone_still_has_a_plain_name():
    assert plain_name(" -- ") == "--"


@pytest.mark.parametrize(
    ("first", "second"), [("Male", "male"), ("never-married", "Never married"), ("é", "e")]
)
def test_case_accents_and_punctuation_are_spelling(first, second):
    assert is_other_spelling(first, second)
    assert is_other_spelling(second, first)


@pytest.mark.parametrize(
    ("first", "second"), [("<=50K", ">50K"), ("+", "-"), ("male", "male"), ("male", "female")]
)
def test_signs_with_a_meaning_are_not_punctuation(first, second):
    assert not is_other_spelling(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Divorced", "Divorcd"),
        ("Divorced", "Divorrced"),
        ("Divorced", "Divoreced"),
        ("Divorced", "Diovrced"),
        ("Widowed", "Wydowed"),
        ("Widowed", "Wdiowed"),
    ],
)
def test_one_slip_of_the_finger_is_noticed_from_both_sides(first, second):
    assert is_slip(first, second)
    assert is_slip(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("stage 1", "stage 2"),
        ("male", "mule"),
        ("Divorced", "Divorced"),
        ("Married", "Mxrriyd"),
        ("<=50K dollars", ">50K dollars"),
        ("Widowed", "Widowed in"),
    ],
)
def test_different_levels_are_no_slips(first, second):
    assert not is_slip(first, second)
