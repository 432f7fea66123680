import pytest

from concordant.terms.contradictions import contradictions
from concordant.terms.merge_profiles import Source, merge_columns
from concordant.terms.profile import profile_table
from concordant.terms.table import table_from_frame

N_ROWS = 400


def found(**tables):
    sources = [
        Source(name, profile_table(table_from_frame(columns))) for name, columns in tables.items()
    ]
    return contradictions(merge_columns(sources))


def numbers(rng, middle, spread):
    return rng.normal(middle, spread, N_ROWS).tolist()


def words(rng, *levels):
    return [levels[int(code)] for code in rng.integers(0, len(levels), N_ROWS)]


def test_sources_that_agree_contradict_each_other_nowhere(rng):
    def table():
        return {"x": numbers(rng, 40, 8), "sex": words(rng, "f", "m")}

    assert found(north=table(), south=table()) == ()


@pytest.mark.parametrize("factor", [10.0, 100.0, 1000.0])
def test_a_unit_that_is_ten_times_another_is_said_with_both_names(rng, factor):
    plain = numbers(rng, 40.0, 8.0)
    (sentence,) = found(
        north={"x": plain}, south={"x": [factor * value for value in plain]}, west={"x": plain}
    )
    assert sentence.startswith("'x': the numbers of south look about")
    assert f"{factor:g} times too large" in sentence
    assert "north" in sentence or "west" in sentence


def test_fahrenheit_among_celsius_is_said(rng):
    (sentence,) = found(
        a={"temp": numbers(rng, 37, 0.7)},
        b={"temp": numbers(rng, 98.6, 1.26)},
        c={"temp": numbers(rng, 37, 0.7)},
    )
    assert "b look in °F where °C was agreed" in sentence


def test_whole_numbers_are_compared_from_both_sides(rng):
    ages = [float(round(value)) for value in numbers(rng, 40, 12)]
    (sentence,) = found(a={"age": ages}, b={"age": [10 * age for age in ages]}, c={"age": ages})
    assert "the numbers of b look about 10 times too large" in sentence


def test_whatever_source_has_more_rows_the_other_unit_is_named(rng):
    ages = [float(round(value)) for value in numbers(rng, 40, 12)]
    (sentence,) = found(a={"age": [10 * age for age in ages]}, b={"age": ages})
    assert "the numbers of a look about 10 times too large, going by b" in sentence


def test_an_uncertain_unit_is_said_as_uncertain(rng):
    (sentence,) = found(a={"x": numbers(rng, 1.0, 30.0)}, b={"x": numbers(rng, 10.0, 300.0)})
    assert "perhaps" in sentence


def test_levels_spelled_differently_are_said_in_both_spellings(rng):
    (sentence,) = found(
        north={"sex": words(rng, "male", "female")}, south={"sex": words(rng, "Male", "Female")}
    )
    for part in ("'Male' (south) and 'male' (north)", "'Female' (south) and 'female' (north)"):
        assert part in sentence


def test_one_spelling_of_many_sources_is_said_once(rng):
    (sentence,) = found(
        north={"sex": words(rng, "male", "f")},
        south={"sex": words(rng, "Male", "f")},
        west={"sex": words(rng, "male", "f")},
    )
    assert "'Male' (south) and 'male' (north, west)" in sentence


def test_levels_that_have_nothing_in_common_are_said(rng):
    (sentence,) = found(
        north={"sex": words(rng, "0", "1")}, south={"sex": words(rng, "woman", "man")}
    )
    assert "no level in common" in sentence


def test_kinds_that_differ_are_said(rng):
    (sentence,) = found(
        north={"x": numbers(rng, 40, 8)}, south={"x": words(rng, "low", "middle", "high")}
    )
    assert "numeric in north" in sentence
    assert "categorical in south" in sentence
    assert "drafted as" in sentence


def test_a_flag_beside_a_count_is_no_contradiction(rng):
    counts = rng.integers(0, 40, N_ROWS).astype(float).tolist()
    assert found(a={"x": words(rng, "0", "1")}, b={"x": counts}) == ()


def test_a_code_for_missing_is_said_with_its_source(rng):
    values = numbers(rng, 50, 8)
    coded = [-9.0] * 40 + values[40:]
    (sentence,) = found(north={"x": values}, south={"x": coded})
    assert "-9 stands apart from all others: 'x' (about 10 % in south)" in sentence


def test_a_code_in_many_columns_is_said_once(rng):
    def coded():
        return [-9.0] * 40 + numbers(rng, 50, 8)[40:]

    (sentence,) = found(
        north={"x": coded(), "y": coded()},
        south={"x": coded(), "y": coded()},
    )
    assert "'x' (about 10 %), 'y' (about 10 %)" in sentence


def test_one_column_under_two_spellings_is_noticed(rng):
    (sentence,) = found(
        north={"Blood pressure": numbers(rng, 120, 15)},
        south={"blood_pressure": numbers(rng, 120, 15)},
    )
    assert "'Blood pressure' (north)" in sentence
    assert "'blood_pressure' (south)" in sentence


def test_different_columns_of_different_sources_are_left_in_peace(rng):
    assert found(north={"pulse": numbers(rng, 70, 9)}, south={"weight": numbers(rng, 80, 9)}) == ()
