import pytest

from concordant.report.comparison import comparison_rows, say_interval
from concordant.report.demo_page import demo_page
from concordant.report.page import PageTable, render_page
from tests.report.demo_records import ACCURACY, RMSE, demo_record, make_way


def test_every_sentence_and_number_of_the_record_is_on_the_page():
    html = render_page(demo_page(demo_record()))
    words = ("What is played.", "Where the rows went.", "What follows.", "What does not.")
    assert all(word in html for word in (*words, "Below the floor.", "Draft a charter."))
    assert all(word in html for word in ("sent a view", "site view", "trained", "site-1", "inbox/"))
    assert all(number in html for number in ("28", "12", "1,111", "22,222", "333"))


def test_the_row_of_the_agreed_span_stands_out():
    parts = demo_page(demo_record()).parts
    table = next(part for part in parts if isinstance(part, PageTable))
    assert table.rows[table.strong_row][0] == "name of agreed"


def test_only_ways_that_work_together_have_a_gain():
    rows = comparison_rows(demo_record())
    assert rows[0][3:] == ("", "")
    assert rows[1][3] == "+2.0"


@pytest.mark.parametrize(("measure", "shown"), [(ACCURACY, "92.0 to 100.0"), (RMSE, "0.9 to 1.0")])
def test_an_interval_stays_where_scores_can_lie(measure, shown):
    assert say_interval(make_way("agreed", 0.97), measure) == shown
    assert say_interval({"low": -3.0, "high": 2.0}, measure).startswith("0.0 to")
