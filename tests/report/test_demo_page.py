import pytest

from concordant.report.comparison import comparison_rows, say_interval
from concordant.report.demo_page import demo_page
from concordant.report.page import render_page

ACCURACY = {"name": "accuracy", "higher_is_better": True}
RMSE = {"name": "RMSE", "higher_is_better": False}


def make_way(kind, mean, gain=0.02):
    estimate = {"mean": gain, "low": gain - 0.01, "high": gain + 0.01}
    return {
        "kind": kind,
        "name": f"name of {kind}",
        "mean": mean,
        "low": mean - 0.05,
        "high": mean + 0.05,
        "gain": None if kind == "alone" else estimate,
    }


def make_record(measure=ACCURACY):
    return {
        "concordant": "0.1.0",
        "seed": 4,
        "measure": measure,
        "comparison": [make_way("alone", 0.9), make_way("agreed", 0.97), make_way("pooled", 0.98)],
        "opening": ["What is played."],
        "how_scored": "Where the rows went.",
        "conclusions": ["What follows.", "What does not."],
        "warnings": ["Below the floor."],
        "steps": [
            {"who": "site-1", "what": "sent a view", "command": "site view"},
            {"who": "analyst", "what": "trained", "command": ""},
        ],
        "sites": [
            {
                "site": "site-1",
                "own_rows": 28,
                "new_rows": 12,
                "view_bytes": 1111,
                "bundle_bytes": 22_222,
                "return_bytes": 333,
            }
        ],
        "files": [{"path": "inbox/", "what": "uploads"}],
        "next": ["Draft a charter."],
    }


def test_every_sentence_and_number_of_the_record_is_on_the_page():
    html = render_page(demo_page(make_record()))
    words = ("What is played.", "Where the rows went.", "What follows.", "What does not.")
    assert all(word in html for word in (*words, "Below the floor.", "Draft a charter."))
    assert all(word in html for word in ("sent a view", "site view", "trained", "site-1", "inbox/"))
    assert all(number in html for number in ("28", "12", "1,111", "22,222", "333"))


def test_the_row_of_the_agreed_span_stands_out():
    table = demo_page(make_record()).tables[0]
    assert table.rows[table.strong_row][0] == "name of agreed"


def test_only_ways_that_work_together_have_a_gain():
    rows = comparison_rows(make_record())
    assert rows[0][3:] == ("", "")
    assert rows[1][3] == "+2.0"


@pytest.mark.parametrize(("measure", "shown"), [(ACCURACY, "92.0 to 100.0"), (RMSE, "0.9 to 1.0")])
def test_an_interval_stays_where_scores_can_lie(measure, shown):
    assert say_interval(make_way("agreed", 0.97), measure) == shown
    assert say_interval({"low": -3.0, "high": 2.0}, measure).startswith("0.0 to")
