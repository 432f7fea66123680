"""A profile says what many rows have in common and nothing that a few of them tell."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from concordant.errors.drafting import ColumnNotInTable, MinCountTooSmall
from concordant.errors.terms import DecimalUnclear
from concordant.terms.profile import profile_table
from concordant.terms.profile_months import first_day, last_day
from concordant.terms.profile_numbers import number_facts
from concordant.terms.profile_text import encode_profile
from concordant.terms.table import table_from_frame

MIN_COUNT = 10


def profile(columns, **choices):
    return profile_table(table_from_frame(columns), **choices)


def the_column(cells, name="x", **choices):
    return profile({name: cells}, **choices).column(name)


def measured(rng, n_rows=400):
    return rng.normal(100.0, 15.0, n_rows).tolist()


def test_the_kinds_of_columns_are_told_apart(rng):
    n_rows = 400
    described = profile(
        {
            "height": measured(rng),
            "smoker": [["no", "yes"][code] for code in rng.integers(0, 2, n_rows)],
            "ward": [f"ward {code}" for code in rng.integers(0, 7, n_rows)],
            "seen": [f"2021-{month:02d}-07" for month in rng.integers(1, 13, n_rows)],
            "patient_id": [f"p{place}" for place in range(n_rows)],
            "case": list(range(n_rows)),
            "remark": [f"words {code}" for code in rng.integers(0, 300, n_rows)],
            "rarely": [1.0 if place < 3 else None for place in range(n_rows)],
        }
    )
    assert {column.name: column.kind for column in described.columns} == {
        "height": "numeric",
        "smoker": "binary",
        "ward": "categorical",
        "seen": "date",
        "patient_id": "identifier",
        "case": "identifier",
        "remark": "text",
        "rarely": "few",
    }


@pytest.mark.parametrize("n_odd", [1, MIN_COUNT - 1])
def test_what_fewer_rows_hold_than_the_smallest_count_is_never_said(rng, n_odd):
    n_rows, canary = 500, "canary-7731"
    level = ["red" if code else "blue" for code in rng.integers(0, 2, n_rows)]
    number = np.round(measured(rng, n_rows))
    day = ["2021-05-03"] * n_rows
    plain = profile({"level": level, "number": number.tolist(), "day": day})
    number[:n_odd] = 77317731.0
    odd = profile(
        {
            "level": [canary] * n_odd + level[n_odd:],
            "number": number.tolist(),
            "day": ["1911-01-01"] * n_odd + day[n_odd:],
        }
    )
    text = encode_profile(odd)
    assert canary not in text
    assert "7731" not in text
    assert "1911" not in text
    assert odd.column("level").kind == plain.column("level").kind
    assert odd.column("level").n_rare == 0


def test_a_level_is_named_from_the_smallest_count_on():
    cells = ["common"] * 300 + ["other"] * 300 + ["enough"] * MIN_COUNT + ["few"] * (MIN_COUNT - 1)
    named = {level.level for level in the_column(cells).levels}
    assert named == {"common", "other", "enough"}


def test_few_cells_of_another_form_do_not_show(rng):
    cells = [str(round(value)) for value in measured(rng)]
    plain = the_column(cells)
    few = ["n/k"] * 3 + [""] * 3 + ["100.5"] * 3
    odd = the_column(few + cells[len(few) :])
    assert odd.share_missing == 0.0
    assert odd.numbers.share_words == 0.0
    assert odd.numbers.is_whole
    assert plain.numbers.is_whole


def test_words_and_blanks_are_counted_when_many_rows_hold_them(rng):
    cells = [str(value) for value in measured(rng, 1000)]
    odd = the_column(["> 200"] * 30 + [""] * 100 + cells[130:])
    assert odd.kind == "numeric"
    assert odd.share_missing == pytest.approx(0.1)
    assert 30 / 900 <= odd.numbers.share_words <= 30 / 900 + 0.01


@pytest.mark.parametrize("n_rows", [45, 100, 1000, 5000])
def test_enough_rows_lie_at_or_beyond_every_percentile(rng, n_rows):
    values = np.sort(rng.lognormal(3.0, 1.0, n_rows))
    facts = number_facts(values, min_count=MIN_COUNT)
    n_beyond = max(MIN_COUNT, math.ceil(n_rows / 100))
    # Rounded outward: the figure may lie beyond its order statistic, never inside it.
    assert facts.low <= values[n_beyond - 1]
    assert facts.high >= values[-n_beyond]
    assert values[0] != facts.low
    assert values[-1] != facts.high
    assert facts.low <= facts.centre <= facts.high


def test_too_few_numbers_have_no_percentiles():
    assert number_facts(np.arange(30.0), min_count=MIN_COUNT) is None
    assert number_facts(np.arange(41.0), min_count=MIN_COUNT) is not None


def test_quantiles_are_given_where_enough_rows_support_them(rng):
    small = number_facts(rng.normal(size=100), min_count=MIN_COUNT).quantiles
    large = number_facts(rng.normal(size=1000), min_count=MIN_COUNT).quantiles
    assert small[0] is None
    assert small[2] is not None
    assert None not in large
    assert list(large) == sorted(large)


@pytest.mark.parametrize("code", [-9.0, 999.0])
def test_a_code_for_missing_stands_apart_and_is_left_out(rng, code):
    values = rng.integers(20, 90, 1000).astype(float)
    plain = number_facts(values, min_count=MIN_COUNT)
    values[:100] = code
    facts = number_facts(values, min_count=MIN_COUNT)
    assert facts.code == code
    assert facts.share_code == pytest.approx(0.1)
    assert facts.centre == pytest.approx(plain.centre, abs=2.0)
    assert plain.code is None


def test_a_negative_number_among_negative_ones_is_no_code(rng):
    values = np.round(rng.normal(0.0, 5.0, 1000))
    values[:50] = -9.0
    assert number_facts(values, min_count=MIN_COUNT).code is None


def test_years_keep_their_width(rng):
    facts = the_column(rng.integers(2014, 2017, 500).astype(float).tolist()).numbers
    assert 2013 < facts.low <= 2014
    assert 2016 <= facts.high < 2017


def test_months_bound_the_days(rng):
    days = [
        f"2019-{month:02d}-{day:02d}" for month, day in itertools.product(range(3, 9), range(1, 29))
    ]
    rng.shuffle(days)
    first, last = the_column(days).months
    assert first == "2019-03"
    assert last == "2019-08"
    assert first_day(first) < last_day(last)
    assert the_column(days[:30]).months is None


def test_category_columns_with_too_many_levels_are_free_text(rng):
    cells = [f"word {code}" for code in rng.integers(0, 60, 4000)]
    assert min(Counter(cells).values()) >= MIN_COUNT
    assert the_column(cells).kind == "text"
    assert the_column(cells).levels == ()


def test_a_long_tail_of_rare_levels_leaves_a_category():
    common = ["a"] * 900 + ["b"] * 900
    rare = [f"rare {place}" for place in range(80)]
    described = the_column(common + rare)
    assert described.kind == "categorical"
    assert {level.level for level in described.levels} == {"a", "b"}
    assert described.n_rare > 0


def test_free_text_with_numbers_in_it_is_described_and_not_refused(rng):
    cells = [f"words {code}" for code in rng.integers(0, 300, 400)]
    assert the_column(["1,5", "2.5", *cells[2:]]).kind == "text"


def test_numbers_whose_decimals_are_unclear_are_refused(rng):
    cells = [f"{code},{code:03d}" for code in rng.integers(100, 900, 400)]
    with pytest.raises(DecimalUnclear):
        the_column(cells)


def test_an_ignored_column_is_not_mentioned(rng):
    described = profile({"x": measured(rng), "secret": measured(rng)}, ignore=["secret"])
    assert "secret" not in encode_profile(described)


def test_a_wrong_name_is_answered_with_the_nearest_one(rng):
    with pytest.raises(ColumnNotInTable, match="'weight'"):
        profile({"weight": measured(rng)}, ignore=["wieght"])
    with pytest.raises(ColumnNotInTable):
        profile({"weight": measured(rng)}, ignore=["qqqq"])


@pytest.mark.parametrize("min_count", [-1, 0, 1])
def test_a_smallest_count_that_lets_single_persons_through_is_refused(rng, min_count):
    with pytest.raises(MinCountTooSmall):
        profile({"x": measured(rng)}, min_count=min_count)
