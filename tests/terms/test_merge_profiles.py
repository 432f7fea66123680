import numpy as np
import pytest

from concordant.terms.merge_profiles import (
    Source,
    is_number_text,
    merge_columns,
    reference_source,
)
from concordant.terms.profile import profile_table
from concordant.terms.table import table_from_frame


def source(name, **columns):
    return Source(name, profile_table(table_from_frame(columns)))


def merged(*sources):
    return {column.name: column for column in merge_columns(sources)}


def numbers(rng, middle=50.0, spread=10.0, n_rows=400):
    return rng.normal(middle, spread, n_rows).tolist()


def words(rng, *levels, n_rows=400):
    return [levels[int(code)] for code in rng.integers(0, len(levels), n_rows)]


def test_one_source_says_what_it_says(rng):
    alone = source("a", x=numbers(rng), colour=words(rng, "red", "green", "blue"))
    columns = merged(alone)
    assert columns["x"].numbers.centre == alone.profile.column("x").numbers.centre
    assert columns["x"].numbers.scale == alone.profile.column("x").numbers.scale
    assert columns["colour"].levels == ("blue", "green", "red")
    assert columns["x"].lacking == ()


def test_pooling_two_halves_is_near_to_describing_the_whole(rng):
    first, second = numbers(rng, 40.0, n_rows=2000), numbers(rng, 60.0, n_rows=2000)
    whole = source("whole", x=first + second).profile.column("x").numbers
    pooled = merged(source("a", x=first), source("b", x=second))["x"].numbers
    assert pooled.centre == pytest.approx(whole.centre, abs=1.0)
    assert pooled.scale == pytest.approx(whole.scale, rel=0.1)
    assert pooled.low < 40.0
    assert pooled.high > 60.0


def test_the_order_of_the_sources_changes_no_number(rng):
    sources = [source(name, x=numbers(rng, 50.0 + 2 * place)) for place, name in enumerate("abc")]
    forward, backward = merged(*sources)["x"], merged(*sources[::-1])["x"]
    assert forward.numbers == backward.numbers
    assert forward.share_missing == backward.share_missing


def test_a_source_without_the_column_misses_it_in_every_row(rng):
    columns = merged(source("a", x=numbers(rng), y=numbers(rng)), source("b", x=numbers(rng)))
    assert columns["y"].lacking == ("b",)
    assert columns["y"].share_missing == pytest.approx(0.5)
    assert columns["x"].lacking == ()


def test_few_values_count_as_missing_and_decide_nothing(rng):
    few = [1.0] * 3 + [None] * 397
    columns = merged(source("a", x=numbers(rng)), source("b", x=few))
    assert columns["x"].kind == "numeric"
    assert columns["x"].share_missing == pytest.approx(0.5)
    assert [name for name, _ in columns["x"].told] == ["a"]
    assert merged(source("b", x=few))["x"].kind == "few"


def test_levels_of_all_sources_are_one_list(rng):
    columns = merged(
        source("a", x=words(rng, "low", "high")), source("b", x=words(rng, "low", "middle"))
    )
    assert columns["x"].kind == "categorical"
    assert set(columns["x"].levels) == {"low", "middle", "high"}


def test_two_sources_of_two_levels_each_stay_binary_when_the_levels_agree(rng):
    columns = merged(source("a", x=words(rng, "no", "yes")), source("b", x=["no"] * 400))
    assert columns["x"].kind == "binary"
    assert set(columns["x"].levels) == {"no", "yes"}


def test_two_levels_here_and_three_there_are_a_category(rng):
    columns = merged(
        source("a", x=words(rng, "no", "yes")), source("b", x=words(rng, "no", "yes", "unsure"))
    )
    assert columns["x"].kind == "categorical"
    assert set(columns["x"].levels) == {"no", "yes", "unsure"}


def test_one_identifier_makes_an_identifier(rng):
    columns = merged(
        source("a", x=[f"p{place}" for place in range(400)]), source("b", x=words(rng, "p", "q"))
    )
    assert columns["x"].kind == "identifier"
    assert columns["x"].levels == ()


def test_a_flag_at_one_site_and_a_count_at_another_is_a_number(rng):
    counts = rng.integers(0, 40, 400).astype(float).tolist()
    columns = merged(source("a", x=words(rng, "0", "1")), source("b", x=counts))
    assert columns["x"].kind == "numeric"


def test_another_unit_does_not_pull_the_centre(rng):
    celsius, fahrenheit = numbers(rng, 37.0, 0.7), numbers(rng, 98.6, 1.26)
    alone = merged(source("a", temp=celsius), source("b", temp=celsius))["temp"].numbers
    mixed = merged(
        source("a", temp=celsius), source("b", temp=celsius), source("c", temp=fahrenheit)
    )["temp"].numbers
    assert mixed.centre == alone.centre
    assert mixed.scale == alone.scale


def test_the_unit_of_most_values_is_the_reference_whatever_comes_first(rng):
    small = [float(round(value)) for value in numbers(rng, 40.0, 12.0)]
    large = [10.0 * value for value in small]
    column = merged(source("odd", age=large), source("b", age=small), source("c", age=small))["age"]
    assert reference_source(column)[0] != "odd"
    assert column.numbers.centre < 60.0


def test_months_reach_from_the_first_to_the_last_source(rng):
    def days(year):
        return [f"{year}-{month:02d}-11" for month in rng.integers(1, 13, 400)]

    columns = merged(source("a", x=days(2019)), source("b", x=days(2022)))
    assert columns["x"].months == ("2019-01", "2022-12")


def test_a_code_for_missing_is_counted_among_the_missing(rng):
    values = np.abs(numbers(rng))
    values[:100] = -9.0
    column = merged(source("a", x=values.tolist()))["x"]
    assert column.share_missing == pytest.approx(0.25)
    assert column.numbers.code == -9.0


@pytest.mark.parametrize(("text", "expected"), [("1e3", True), ("-2", True), ("two", False)])
def test_texts_of_numbers_are_known(text, expected):
    assert is_number_text(text) is expected
