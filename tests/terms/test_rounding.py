import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concordant.terms.rounding import (
    next_nice_step,
    nice_step,
    place_of_width,
    round_significant,
    round_to_place,
)

NUMBERS = st.floats(min_value=-1e12, max_value=1e12, allow_nan=False)
SIZES = st.floats(min_value=1e-9, max_value=1e12, allow_nan=False)


@given(NUMBERS, st.integers(min_value=-6, max_value=6))
def test_down_and_up_enclose_the_number_within_one_unit(value, place):
    unit = 10.0**place
    dust = 1e-9 * max(abs(value), unit)
    low, high = round_to_place(value, place, "down"), round_to_place(value, place, "up")
    assert low - dust <= value <= high + dust
    assert high - low <= unit * (1 + 1e-9) + dust


@given(NUMBERS, st.integers(min_value=-6, max_value=6), st.sampled_from(["down", "nearest", "up"]))
def test_a_number_on_the_grid_stays_where_it_is(value, place, direction):
    once = round_to_place(value, place)
    assert math.isclose(round_to_place(once, place, direction), once, rel_tol=1e-12, abs_tol=1e-12)


@given(SIZES)
def test_two_significant_digits_are_within_five_percent(value):
    assert abs(round_significant(value) - value) <= 0.05 * value * (1 + 1e-9)


@pytest.mark.parametrize("value", [0.0, math.nan, math.inf, -math.inf])
def test_what_has_no_size_rounds_to_zero(value):
    assert round_significant(value) == 0.0


@given(SIZES)
def test_the_place_of_a_width_leaves_two_digits_of_it(width):
    digits = width / 10.0 ** place_of_width(width)
    assert 10 * (1 - 1e-9) <= digits < 100 * (1 + 1e-9)


@given(SIZES)
def test_a_nice_step_is_one_two_or_five_and_not_above_the_number(value):
    step = nice_step(value)
    lead = float(f"{step:e}".split("e")[0])
    assert lead in (1.0, 2.0, 5.0)
    assert step <= value * (1 + 1e-9)
    assert value < next_nice_step(step) * (1 + 1e-9)


def test_steps_follow_each_other_without_a_gap():
    step, steps = 0.1, []
    for _ in range(7):
        steps.append(step)
        step = next_nice_step(step)
    assert steps == [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]
