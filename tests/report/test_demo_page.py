import pytest

from concordant.report.comparison import comparison_rows, scores_of
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


@pytest.mark.parametrize(
    ("measure", "shown"), [(ACCURACY, "92.0 to 100.0"), (RMSE, "0.920 to 1.020")]
)
def test_an_interval_stays_where_scores_can_lie(measure, shown):
    record = demo_record(measure) | {"comparison": [make_way("agreed", 0.97)]}
    assert comparison_rows(record)[0][2] == shown
    assert scores_of(record).within(-3.0, 2.0).startswith("0.0")


def test_an_error_far_below_one_never_reads_as_nothing():
    ways = [make_way("alone", 0.0213), make_way("agreed", 0.0193, gain=0.002)]
    ways[1]["gain"] = {"mean": 0.002, "low": 0.0004, "high": 0.0036}
    record = demo_record(RMSE) | {"comparison": ways}
    assert comparison_rows(record)[1][1:] == (
        "0.0193",
        "0.0000 to 0.0693",
        "+0.00200",
        "+0.00040 to +0.00360",
    )
    assert [fact.value for fact in demo_page(record).facts[:2]] == ["+0.00200", "0.0193"]


@pytest.mark.parametrize("measure", [ACCURACY, RMSE])
def test_all_gains_of_a_column_have_the_same_decimals(measure):
    rows = comparison_rows(demo_record(measure))
    gains = [number for row in rows if row[3] for number in (row[3], *row[4].split(" to "))]
    assert len({len(gain.partition(".")[2]) for gain in gains}) == 1
