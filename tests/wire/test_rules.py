import pytest

from concordant.errors.wire import BundleField
from concordant.wire import rules


@pytest.mark.parametrize("name", ["a", "north-2", "0", "a" * 32])
def test_names_of_sites_are_short_and_plain(name):
    assert rules.matches(rules.SITE_NAME, name)


@pytest.mark.parametrize(
    "name", ["", "-a", "A", "a" * 33, "a\n", "a b", "a/b", "ä", None, 3, ["a"]]
)
def test_nothing_else_is_the_name_of_a_site(name):
    assert not rules.matches(rules.SITE_NAME, name)


@pytest.mark.parametrize(
    ("value", "holds"),
    [(0, True), (5, True), (6, False), (-1, False), (True, False), (1.0, False), ("1", False)],
)
def test_a_count_is_an_integer_and_no_boolean(value, holds):
    assert rules.is_count(value, most=5) is holds


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("ill", True),
        ("größer als 5 %", True),
        ("x" * 200, True),
        ("x" * 201, False),
        ("", False),
        ("a\x1b[31m", False),
        ("a\nb", False),
        ("\u202eabc", False),
        (None, False),
        (3, False),
    ],
)
def test_a_plain_text_is_short_and_cannot_steer_a_terminal(text, holds):
    assert rules.is_plain_text(text) is holds


@pytest.mark.parametrize("data", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, {"a": 1, "c": 2}])
def test_keys_are_exactly_those_that_were_asked_for(data):
    rules.require_keys({"b": 1, "a": 2}, ("a", "b"), site="north", field="details")
    with pytest.raises(BundleField, match="exactly the keys a, b") as caught:
        rules.require_keys(data, ("a", "b"), site="north", field="details")
    assert caught.value.facts["site"] == "north"
    assert caught.value.facts["field"] == "details"


def test_a_field_that_holds_passes():
    rules.require_field(True, site="north", field="tag", rule="none")
