"""What a picture shows is there in words and numbers too."""

from dataclasses import replace

import numpy as np
import pytest

from concordant.report.chart import Dot, DotChart, Line, LineChart, MatrixChart
from concordant.report.chart_words import MOST_COLUMNS, MOST_POINTS, describe, numbers_of
from tests.report.test_draw import DOTS, LINES, MATRIX


def test_few_dots_are_told_one_by_one_with_their_intervals():
    said = describe(DOTS)
    assert "north 10.0 % (0.0 % to 20.0 %)" in said
    assert "west 30.0 %" in said


def test_of_many_dots_the_ends_are_told():
    many = replace(DOTS, dots=tuple(Dot(f"s{k}", k / 100) for k in range(50)))
    assert "50 values" in describe(many)
    assert "s0 0.0 %" in describe(many)
    assert "s49 49.0 %" in describe(many)


def test_a_curve_is_told_by_its_ends():
    assert "one goes from 50.0 % at 1 to 80.0 % at 100" in describe(LINES)


def test_a_matrix_is_told_by_its_size():
    assert "2 rows (truly) by 2 columns (predicted)" in describe(MATRIX)


@pytest.mark.parametrize("chart", [DOTS, LINES, MATRIX], ids=["dots", "lines", "matrix"])
def test_every_row_of_numbers_fits_its_head(chart):
    numbers = numbers_of(chart)
    assert numbers.rows
    assert {len(row) for row in numbers.rows} == {len(numbers.header)}
    assert set(numbers.numeric) <= set(range(len(numbers.header)))


def test_every_dot_with_its_interval_is_among_the_numbers():
    numbers = numbers_of(DOTS)
    assert [row[0] for row in numbers.rows] == ["north", "south", "west"]
    assert numbers.rows[0][2:] == ("10.0 %", "0.0 %", "20.0 %")
    assert numbers.rows[2][3:] == ("-", "-")


@pytest.mark.parametrize("n_points", [2, MOST_POINTS, MOST_POINTS + 1, 51, 1000])
def test_a_long_curve_keeps_its_ends_and_says_how_many_points_it_has(n_points):
    x = tuple(float(place) for place in range(n_points))
    numbers = numbers_of(LineChart("t", "c", "x", "y", (Line("a", x, x),)))
    assert len(numbers.rows) == min(n_points, MOST_POINTS)
    assert numbers.rows[0] == ("0", "0")
    assert float(numbers.rows[-1][0].replace(",", "")) == n_points - 1
    assert (str(n_points) in numbers.note) == (n_points > MOST_POINTS)
    assert len(set(numbers.rows)) == len(numbers.rows)


def test_nothing_measured_is_said_to_be_nothing():
    assert "nothing could be measured" in describe(DotChart("t", "c", "gain", ()))
    assert "no points" in describe(LineChart("t", "c", "x", "y", ()))


def test_several_curves_over_the_same_points_stand_side_by_side():
    x = (0.0, 0.5, 1.0)
    lines = tuple(Line(name, x, (1.0 * k, 2.0 * k, 3.0 * k)) for k, name in enumerate("abc"))
    numbers = numbers_of(LineChart("t", "c", "dims", "score", lines))
    assert numbers.header == ("dims", "a", "b", "c")
    assert numbers.rows == (("0", "0", "1", "2"), ("0.5", "0", "2", "4"), ("1", "0", "3", "6"))


def test_of_a_matrix_too_wide_for_a_page_the_largest_numbers_are_told_one_by_one():
    names = tuple(f"c{place}" for place in range(MOST_COLUMNS + 1))
    values = tuple(map(tuple, np.diag(np.arange(len(names), dtype=float)).tolist()))
    numbers = numbers_of(MatrixChart("t", "c", "truly", "predicted", names, names, values))
    assert numbers.header == ("truly", "predicted", "number")
    assert numbers.rows[0] == (names[-1], names[-1], str(MOST_COLUMNS))
    assert len(numbers.rows) == MOST_COLUMNS  # the first count is 0
