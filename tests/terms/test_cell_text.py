"""A cell has one text, however its file spelled it."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.terms.cell_text import BLANKS, MISSING_TOKENS, canonical_text, is_missing

TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
SPECIAL = st.sampled_from(
    ["TRUE", "False", "1.0", "-0", "-0.0", "2024-01-31T00:00", "2024-01-31 10:00:00.500Z", "007"]
)
FEW = settings(max_examples=60, deadline=None)


@FEW
@given(TEXTS | SPECIAL, st.sampled_from([None, ".", ","]))
def test_the_canonical_text_of_a_canonical_text_is_itself(text, decimal):
    once = canonical_text(text, decimal=decimal)
    assert canonical_text(once, decimal=decimal) == once


@FEW
@given(TEXTS, st.text(BLANKS, max_size=3), st.text(BLANKS, max_size=3))
def test_blanks_around_a_cell_do_not_count(text, before, after):
    assert canonical_text(before + text + after) == canonical_text(text)


@FEW
@given(TEXTS)
def test_composed_and_decomposed_letters_are_one(text):
    decomposed = unicodedata.normalize("NFD", text)
    assert canonical_text(decomposed) == canonical_text(unicodedata.normalize("NFC", text))


@FEW
@given(st.integers(-(10**12), 10**12), st.sampled_from([".", ","]), st.integers(1, 6))
def test_a_whole_number_has_no_decimals(number, decimal, n_zeros):
    assert canonical_text(f"{number}{decimal}{'0' * n_zeros}", decimal=decimal) == str(number)


@pytest.mark.parametrize("text", ["250.10", "007", "+1", "1.000", "1e3", "1,000", "v1.0"])
def test_codes_and_unclear_numbers_stay_as_they_are(text):
    assert canonical_text(text) == text


@pytest.mark.parametrize("decimal", [".", ","])
def test_three_zeros_are_decimals_only_where_the_sign_is_known(decimal):
    thousands = "," if decimal == "." else "."
    assert canonical_text(f"5{decimal}000", decimal=decimal) == "5"
    assert canonical_text(f"5{thousands}000", decimal=decimal) == f"5{thousands}000"


@pytest.mark.parametrize(
    ("spelled", "meant"),
    [
        ("2024-01-31T00:00:00", "2024-01-31"),
        ("2024-01-31 00:00", "2024-01-31"),
        ("2024-01-31T00:00:00.000Z", "2024-01-31"),
        ("2024-01-31 10:30", "2024-01-31T10:30:00"),
        ("2024-01-31T10:30:00.2500", "2024-01-31T10:30:00.25"),
        ("2024-01-31T10:30:00Z", "2024-01-31T10:30:00+00:00"),
    ],
)
def test_a_moment_has_one_spelling(spelled, meant):
    assert canonical_text(spelled) == meant


@pytest.mark.parametrize("sign", sorted(MISSING_TOKENS))
def test_a_sign_for_missing_means_it_in_any_capitals(sign):
    assert all(is_missing(spelled) for spelled in (sign, sign.upper(), sign.title()))


@pytest.mark.parametrize("sign", sorted(MISSING_TOKENS - {""}))
def test_an_agreed_level_that_looks_like_missing_is_that_level(sign):
    assert not is_missing(sign, levels=(sign, "other"))


def test_an_empty_cell_is_missing_whatever_was_agreed():
    assert is_missing("", levels=("",))
