import pytest

from concordant.terms.draft_column import INDICATOR_SHARE, draft_column, sorted_levels
from concordant.terms.merge_profiles import Source, merge_columns
from concordant.terms.profile import profile_table
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    DateColumn,
    IgnoredColumn,
    NumericColumn,
)
from concordant.terms.table import table_from_frame

N_ROWS = 1000


def drafted(cells):
    profile = profile_table(table_from_frame({"x": cells}))
    return draft_column(merge_columns([Source("a", profile)])[0])


def with_gaps(cells, share):
    n_gaps = round(share * len(cells))
    return [None] * n_gaps + list(cells[n_gaps:])


def numbers(rng):
    return rng.normal(50, 8, N_ROWS).tolist()


def words(rng, *levels):
    return [levels[int(code)] for code in rng.integers(0, len(levels), N_ROWS)]


def days(rng):
    return [f"2020-{month:02d}-15" for month in rng.integers(1, 13, N_ROWS)]


MAKERS = {
    "number": numbers,
    "two levels": lambda rng: words(rng, "no", "yes"),
    "levels": lambda rng: words(rng, "red", "green", "blue"),
    "day": days,
}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("share", [0.0, 0.01, 0.06, 0.4])
def test_the_share_missing_decides_on_a_feature_of_its_own_and_is_said(rng, kind, share):
    draft = drafted(with_gaps(MAKERS[kind](rng), share))
    has_own = draft.column.missing in ("indicator", "level")
    assert has_own == (share >= INDICATOR_SHARE)
    assert "missing" in draft.comment
    if share:
        assert f"{100 * share:g} %" in draft.comment


def test_two_levels_are_binary_in_an_order_of_their_own(rng):
    assert drafted(words(rng, "yes", "no")).column == BinaryColumn("x", ("no", "yes"))


def test_levels_of_numbers_are_ordered_by_size():
    assert sorted_levels(("10", "9", "-1")) == ("-1", "9", "10")
    assert sorted_levels(("10", "9", "b")) == ("10", "9", "b")


def test_rare_levels_share_a_feature(rng):
    common = words(rng, "red", "green", "blue")
    assert drafted(common).column.unseen == "zero"
    rare = [f"rare {place}" for place in range(20)]
    column = drafted(rare + common[20:]).column
    assert isinstance(column, CategoricalColumn)
    assert column.unseen == "other"
    assert column.levels == ("blue", "green", "red")


def test_a_tick_that_is_blank_elsewhere_is_a_feature(rng):
    cells = ["x" if code else None for code in rng.integers(0, 2, N_ROWS)]
    column = drafted(cells).column
    assert column == CategoricalColumn("x", ("x",), missing="zero", unseen="zero")


@pytest.mark.parametrize(
    "cells",
    [
        ["same"] * N_ROWS,
        [2.0] * N_ROWS,
        [7.0] * (N_ROWS - 5) + [1.0, 2.0, 3.0, 4.0, 5.0],
        [7.0] * 2 * N_ROWS + [float(place) for place in range(15)],
        ["yes"] * 6 + ["no"] * 6 + [None] * 30,
    ],
    ids=["a word", "a number", "five others", "few others", "two rare levels"],
)
def test_what_says_nothing_is_ignored_with_a_reason(cells):
    column = drafted(cells).column
    assert isinstance(column, IgnoredColumn)
    assert column.reason


def test_too_few_values_are_ignored_with_a_reason(rng):
    for cells in (numbers(rng)[:30], days(rng)[:30], [1.0] * 3 + [None] * 50):
        column = drafted(cells).column
        assert isinstance(column, IgnoredColumn)
        assert "few" in column.reason


def test_days_lie_between_whole_months(rng):
    column = drafted(days(rng)).column
    assert isinstance(column, DateColumn)
    assert (column.low, column.high) == ("2020-01-01", "2020-12-31")


def test_few_different_numbers_stay_numbers_and_the_doubt_is_said(rng):
    draft = drafted([float(code) for code in rng.integers(1, 6, N_ROWS)])
    assert isinstance(draft.column, NumericColumn)
    assert "1, 2, 3, 4, 5" in draft.comment
    assert "categorical" in draft.comment


def test_a_code_for_missing_and_words_among_numbers_are_said(rng):
    coded = [-9.0] * 100 + [abs(value) for value in numbers(rng)[100:]]
    draft = drafted(coded)
    assert draft.column.missing == "indicator"
    assert "-9" in draft.comment
    wordy = ["> 80"] * 30 + [str(value) for value in numbers(rng)[30:]]
    assert "words" in drafted(wordy).comment
