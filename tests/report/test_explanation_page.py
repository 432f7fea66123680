"""The page of an explanation, from records of the shape that ``site explain`` writes."""

import pytest

from concordant.report.chart import DotChart, LineChart
from concordant.report.explanation_charts import (
    MOST_CLASSES,
    MOST_CURVES,
    MOST_DOTS,
    dependence_charts,
    importance_chart,
)
from concordant.report.explanation_page import explanation_page
from concordant.report.explanation_words import say_keep, say_leading, say_rows
from concordant.report.markdown import render_markdown
from concordant.report.page import Chapter, PageTable, render_page
from tests.report.explanations import RANGE, column, point, record, with_points


def test_it_says_that_it_explains_the_model_and_that_nothing_was_sent():
    html = render_page(explanation_page(record()))
    for words in ("explains the model, not the world", "Nothing was sent", "Keep this at the site"):
        assert words in html
    markdown = render_markdown(explanation_page(record()))
    assert "Keep this at the site" in markdown


def test_only_columns_whose_interval_is_above_zero_are_said_to_lead():
    assert say_leading(record()) == "The predictions rest most on 'age'."
    both = record(columns=[column("age"), column("weight"), column("idle", 0.01)])
    assert say_leading(both) == "The predictions rest most on 'age', 'weight', in this order."
    idle = record(columns=[column("age", 0.01)])
    assert say_leading(idle) == "On these rows the importance of no column can be told from zero."


def test_a_column_that_the_projection_hardly_carries_is_named_with_its_share():
    shares = [column("a", share=0.031), column("b", share=None), column("c", share=0.05)]
    tables = [p for p in explanation_page(record(columns=shares)).parts if isinstance(p, PageTable)]
    carried = next(table for table in tables if "reaches the model" in table.title)
    unseen, still = carried.below
    assert unseen == (
        "'a': the projection carries 3.1 % of what varies in this column: its effect cannot be "
        "seen here, whatever the truth."
    )
    assert still == "'b' does not vary here: these rows cannot tell what it would do."


@pytest.mark.parametrize(
    ("n_told", "words"), [(1, "reads 1 of the 4 directions"), (4, "can be decoded")]
)
def test_it_is_said_how_much_of_the_basis_the_coefficients_tell(n_told, words):
    linear = record()["linear"] | {"n_directions": n_told}
    assert words in say_keep(record(linear=linear))
    assert "work back from the curves" in say_keep(record(linear=None, why_not_linear="No."))


def test_risks_a_rehearsal_and_warnings_stand_in_the_frame():
    page = explanation_page(
        record(
            consents=["analyst_is_site"],
            rehearsal=True,
            warnings=["'x9' is not in the table."],
            n_columns_left_out=7,
        )
    )
    framed = " ".join(page.warnings)
    for words in ("(analyst_is_site = true)", "rehearsal", "'x9' is not in the table", "7 columns"):
        assert words in framed


def test_the_rows_that_were_used_are_told_from_those_of_the_table():
    assert say_rows(record()) == "120 rows"
    drawn = record(n_rows=5000, n_table_rows=7003, n_blank=3)
    assert say_rows(drawn) == (
        "5,000 rows, drawn evenly from 7,000, 3 of the table could not be encoded"
    )


def test_a_picture_shows_the_first_columns_and_says_how_many_more_there_are():
    many = [column(f"x{place}") for place in range(MOST_DOTS + 4)]
    chart = importance_chart(record(columns=many))
    assert len(chart.dots) == MOST_DOTS
    assert "4 more" in chart.caption
    assert len(dependence_charts(record(columns=many))) == MOST_CURVES


def test_a_line_is_dashed_where_the_site_has_few_rows_and_leaves_no_gap():
    points = [each | {"has_rows": place in (1, 2, 3)} for place, each in enumerate(RANGE)]
    (chart,) = dependence_charts(record(columns=[with_points(points)]))
    assert isinstance(chart, LineChart)
    middle, lower, upper = chart.lines
    assert (middle.dashed, lower.dashed, upper.dashed) == (False, True, True)
    assert (lower.x[-1], upper.x[0]) == (middle.x[0], middle.x[-1])
    assert "goes from 11.0 % at 21 to 13.0 % at 23" in chart.caption
    nowhere = [each | {"has_rows": False} for each in RANGE]
    (chart,) = dependence_charts(record(columns=[with_points(nowhere)]))
    assert len(chart.lines) == 1
    assert "too few rows to say where" in chart.caption


def test_an_importance_that_did_not_vary_is_a_dot_without_a_line_and_says_why():
    idle = {"name": "log loss", "value": 0.0, "low": None, "high": None}
    shown = record(columns=[column("age"), column("idle", importance=[idle])])
    assert [dot.low is None for dot in importance_chart(shown).dots] == [False, True]
    table = next(p for p in explanation_page(shown).parts if p.title == "Importance in numbers")
    assert table.rows[1] == ("idle", "0", "-")
    assert "did not vary" in table.below[0]
    assert importance_chart(shown).table == table.title


def test_levels_and_days_are_dots_with_their_bands():
    points = [
        point("red", 0.2, low=[0.1], high=[0.3]),
        point("blue", 0.6, low=[0.5], high=[0.7]),
        point("green", 0.4, low=[0.3], high=[0.5]),
    ]
    (chart,) = dependence_charts(record(columns=[with_points(points, kind="categorical")]))
    assert isinstance(chart, DotChart)
    assert next((dot.name, dot.low, dot.high) for dot in chart.dots) == ("red", 0.1, 0.3)
    assert "lies between 20.0 % for red and 60.0 % for blue" in chart.caption
    days = [point("2020-01-01", 0.2, 2020.0), point("2021-01-01", 0.3, 2021.0)]
    (chart,) = dependence_charts(record(columns=[with_points(days, kind="date")]))
    assert [dot.name for dot in chart.dots] == ["2020-01-01", "2021-01-01"]


def test_of_many_classes_those_that_move_most_are_shown():
    n_classes = MOST_CLASSES + 2
    still, moving = [0.1] * n_classes, [0.1] * n_classes
    moving[5], moving[0] = 0.4, 0.0
    points = [
        point("20", 0.0, 20.0) | {"average": still},
        point("40", 0.0, 40.0) | {"average": moving},
        point("missing", 0.0) | {"average": moving},
    ]
    names = [f"probability of {place}" for place in range(n_classes)]
    shown = record(columns=[with_points(points)], outputs=names)
    (chart,) = dependence_charts(shown)
    assert {names[0], names[5]} <= {line.name for line in chart.lines}
    assert len(chart.lines) == MOST_CLASSES
    assert f"{MOST_CLASSES} of {n_classes} classes" in chart.caption
    levels = with_points(points, kind="categorical")
    (dots,) = dependence_charts(record(columns=[levels], outputs=names))
    assert {dot.kind for dot in dots.dots} == {line.name for line in chart.lines}


def test_rarer_levels_that_are_left_out_are_counted():
    dependence = {"axis": "ward", "points": [point("a", 0.2)], "n_levels_left_out": 12}
    ward = column("ward", kind="categorical", dependence=dependence)
    (chart,) = dependence_charts(record(columns=[ward]))
    assert "12 rarer levels are left out" in chart.caption


def test_without_coefficients_the_reason_stands_in_their_place():
    page = explanation_page(record(linear=None, why_not_linear="The model is not linear."))
    last = page.parts[-1]
    assert isinstance(last, Chapter)
    assert last.sentences == ("The model is not linear.",)


def test_coefficients_have_an_intercept_and_their_signs():
    html = render_page(explanation_page(record()))
    for cell in ("(intercept)", "+0.5", "per year", "−0.25"):
        assert cell in html


def test_a_table_where_nothing_varies_has_no_pictures_of_curves():
    assert dependence_charts(record(columns=[column("a", share=None)])) == ()
    titles = [p.title for p in explanation_page(record(columns=[column("a", share=None)])).parts]
    assert "What the model answers along a column" not in titles


def test_movement_is_not_called_a_loss():
    moved = column("age", importance=[{"name": "movement", "value": 0.1, "low": 0.0, "high": 0.2}])
    html = render_page(explanation_page(record(measures=["movement"], columns=[moved])))
    assert "has no labels" in html
    assert "log loss" not in html
