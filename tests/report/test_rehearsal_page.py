import json
import re

import pytest

from concordant.report.chart import DotChart, LineChart
from concordant.report.markdown import render_markdown
from concordant.report.page import PageTable, render_page
from concordant.report.rehearsal_charts import comparison_chart, dims_chart, sites_chart
from concordant.report.rehearsal_page import rehearsal_page
from concordant.report.rehearsal_tables import comparison_latex, comparison_table, sites_table
from concordant.report.rehearsal_words import EQUAL, PLACEMENT
from tests.rehearsals import CENTRAL, LOCAL, pooled_pca, record_of, together

FIVE = together(span="agreed", n_dims=5)
TEN = together(span="agreed", n_dims=10)
SCORES = {
    LOCAL: [0.70, 0.72, 0.71],
    CENTRAL: [0.95, 0.96, 0.94],
    pooled_pca(5): [0.82, 0.83, 0.81],
    pooled_pca(10): [0.93, 0.93, 0.92],
    FIVE: [0.80, 0.82, 0.82],
    TEN: [0.90, 0.95, 0.91],
    together(span="own", n_dims=10): [0.90, 0.94, 0.92],
}


def parts_of(record):
    return [part for part in rehearsal_page(record).parts if isinstance(part, (PageTable, *CHARTS))]


CHARTS = (DotChart, LineChart)


@pytest.mark.parametrize("test", ["own-site", "spread"])
def test_every_table_of_scores_and_every_picture_says_where_the_test_rows_went(test):
    record = record_of(SCORES, test=test)
    words = PLACEMENT[test]
    charts = [part for part in parts_of(record) if isinstance(part, CHARTS)]
    assert len(charts) == 3
    assert all(words in chart.caption for chart in charts)
    for table in (comparison_table(record), sites_table(record)):
        assert words in table.note
    assert words in comparison_latex(record)
    assert words in render_markdown(rehearsal_page(record))


def test_the_numbers_of_the_page_are_those_of_the_record():
    record = record_of(SCORES)
    table = comparison_table(record)
    for way, row in zip(record["ways"], table.rows, strict=True):
        half = (way["score"]["high"] - way["score"]["low"]) / 2
        assert row[0] == way["name"]
        assert row[1] == f"{100 * way['score']['mean']:.1f} ± {100 * half:.1f}"
    page = render_page(rehearsal_page(record))
    for row in table.rows:
        assert row[1] in page


def test_the_advice_stands_first_and_the_advised_way_stands_out():
    record = record_of(SCORES)
    page = rehearsal_page(record)
    assert page.parts[0].sentences == tuple(record["advice"])
    table = comparison_table(record)
    advised = [place for place, way in enumerate(record["ways"]) if way["chosen"]]
    assert advised == [table.strong_row]
    assert table.rows[table.strong_row][-1].endswith("advised")


def test_where_no_gain_was_shown_no_way_is_marked_as_advised():
    for scores in ({LOCAL: [0.9, 0.9, 0.91], TEN: [0.8, 0.8, 0.8]}, {LOCAL: [0.5], TEN: [0.9]}):
        table = comparison_table(record_of(scores))
        assert table.strong_row is None
        assert "advised" not in " ".join(row[-1] for row in table.rows)


def test_levels_and_ways_have_their_kinds_and_the_line_is_staying_alone():
    chart = comparison_chart(record_of(SCORES))
    kinds = {dot.name: dot.kind for dot in chart.dots}
    assert kinds["local"] == "each site alone"
    assert kinds["central"] == kinds["pooled-pca, 5 dims"] == "raw rows pooled"
    assert kinds["auto, agreed, 10 dims"] == "together"
    assert chart.reference == pytest.approx(0.71)


def test_intervals_of_shares_end_where_no_share_can_lie():
    record = record_of({LOCAL: [0.5, 0.6], TEN: [0.90, 1.0]})
    dots = {dot.name.split(",")[0]: dot for dot in comparison_chart(record).dots}
    assert dots["auto"].high == 1.0
    assert dots["auto"].low >= 0.0


def test_a_long_list_is_drawn_with_the_best_number_of_dimensions_of_each_way():
    ways = {together(span="own", n_dims=n): [0.5 + n / 100, 0.5 + n / 99] for n in range(1, 30)}
    chart = comparison_chart(record_of({LOCAL: [0.4, 0.5], **ways}))
    assert [dot.name for dot in chart.dots] == ["local", "auto, 29 dims"]
    assert "the number of dimensions that scored best" in chart.caption


def test_dimensions_are_a_curve_a_span_between_the_levels():
    chart = dims_chart(record_of(SCORES))
    lines = {line.name: line for line in chart.lines}
    assert lines["auto, agreed"].x == (5.0, 10.0)
    assert lines["pooled-pca"].x == (5.0, 10.0)
    assert lines["local"].dashed
    assert lines["central"].dashed
    assert lines["local"].y == pytest.approx((0.71, 0.71))
    assert dims_chart(record_of({LOCAL: [0.5, 0.6], TEN: [0.8, 0.9]})) is None


def test_each_site_has_its_gain_and_the_caption_says_whether_it_is_one_institution():
    scores = {LOCAL: [[0.5, 0.8]] * 3, TEN: [[0.7, 0.7], [0.8, 0.7], [0.7, 0.7]]}
    chart = sites_chart(record_of(scores, site_column="ward", sites=("north", "south")))
    assert [dot.name for dot in chart.dots] == ["north", "south"]
    assert chart.dots[1].value == pytest.approx(-10.0)
    assert chart.axis == "gain in accuracy, points"
    assert chart.reference == 0.0
    assert "A site is the same with every seed." in chart.caption
    assert "is not one institution" in sites_chart(record_of(scores)).caption


def test_one_seed_is_a_page_without_intervals():
    record = record_of({way: scores[:1] for way, scores in SCORES.items()})
    assert all(dot.low is None for dot in comparison_chart(record).dots)
    page = render_page(rehearsal_page(record))
    assert "One seed: there are no intervals." in page
    assert "±" not in page
    json.dumps(record, allow_nan=False)


def test_a_number_without_an_interval_says_why():
    table = comparison_table(record_of({LOCAL: [0.8, 0.9], TEN: [0.9, 0.9]}))
    assert table.rows[1][1] == "90.0"
    assert EQUAL in table.note
    assert EQUAL not in comparison_table(record_of({LOCAL: [0.8, 0.9], TEN: [0.9, 0.92]})).note
    at_one = record_of({LOCAL: [[0.8, 0.7], [0.9, 0.8]], TEN: [[0.9, 0.8], [0.9, 0.85]]})
    assert EQUAL not in comparison_table(at_one).note
    assert EQUAL in sites_table(at_one).note


def test_key_facts_name_the_model_where_several_were_tried():
    forest = together(model="forest")
    page = rehearsal_page(record_of({LOCAL: [0.7, 0.8], forest: [0.9, 0.93], TEN: [0.8, 0.9]}))
    assert all("model" in fact.words for fact in page.facts if "alone" in fact.words)


def test_errors_are_shown_in_their_own_size():
    scores = {LOCAL: [61234.0, 61300.0], TEN: [51230.0, 51304.0]}
    record = record_of(scores, measure="RMSE", task="regression")
    rows = comparison_table(record).rows
    assert rows[0][1].startswith("61,267 ± ")
    assert rows[1][2] == "+10,000 ± 51"
    assert "lower is better" in comparison_table(record).note
    assert "%" not in comparison_table(record).header[1]


def test_the_latex_table_has_the_best_in_bold_and_a_star_beside_what_is_close():
    text = comparison_latex(record_of(SCORES))
    bold = [line for line in text.splitlines() if r"\textbf{" in line]
    starred = [line for line in text.splitlines() if r"^{\ast}" in line]
    assert len(bold) == 1
    assert bold[0].startswith("auto & agreed & 10 & ") or bold[0].startswith("auto & own & 10 & ")
    assert len(starred) == 1
    assert "A star marks" in text


HOSTILE = "<script>alert(1)</script> | `x` \\input{y} \x1b[2J"


def test_no_name_of_the_table_can_become_markup():
    record = record_of(
        {LOCAL: [[0.5, 0.8]] * 2, TEN: [[0.7, 0.7]] * 2},
        title=HOSTILE,
        sites=(HOSTILE, "south"),
        site_column=HOSTILE,
        notes=(HOSTILE,),
    )
    page = render_page(rehearsal_page(record))
    assert "<script" not in page
    assert "\x1b" not in page
    latex = comparison_latex(record)
    assert r"\input" not in latex
    assert "\x1b" not in latex
    assert not re.search(r"(?<!\\)<script", render_markdown(rehearsal_page(record)))


def test_a_way_that_gave_nothing_is_a_dash():
    record = record_of({LOCAL: [float("nan")] * 2, TEN: [0.8, 0.9]})
    assert comparison_table(record).rows[0][1] == "-"
    json.dumps(record, allow_nan=False)
    render_page(rehearsal_page(record))


def test_nothing_together_is_a_page_too():
    record = record_of({LOCAL: [0.7, 0.8], CENTRAL: [0.8, 0.9]})
    assert sites_table(record) is None
    assert "nothing can be advised" in render_page(rehearsal_page(record))
