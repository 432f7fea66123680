import json

import pytest

from concordant.terms.charter import Consents
from concordant.terms.consent_words import spoken_consents
from concordant.terms.schema import IgnoredColumn
from tests.commands import call, done, files_in, write_csv, write_terms
from tests.studies import COLUMNS, make_charter, make_columns

CANARY = "canary-7731"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_terms(tmp_path, make_charter())
    return tmp_path


@pytest.fixture
def columns(rng):
    made = make_columns(rng, 200)
    del made["stay"]
    return made


def check(folder, columns, *words, charter="charter.toml"):
    table = write_csv(folder / "north.csv", columns)
    return call("site", "check", "--charter", charter, "--table", table, *words)


def test_a_table_that_fits_ends_with_zero_and_writes_nothing(folder, columns):
    write_csv(folder / "north.csv", columns)
    before = files_in(folder)
    ended = check(folder, columns)
    assert ended.code == 0
    assert "would be accepted" in ended.shown
    assert files_in(folder) == before


def test_everything_is_said_at_once_and_no_cell_of_it(folder, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", "250")
    columns["outcome"][:2] = [CANARY, ""]
    columns["colour"][:3] = [CANARY, "RED", ""]
    columns["x3"] = [10 * value for value in columns["x3"]]
    columns["X 0"] = columns.pop("x0")
    columns["shoe"] = [7731] * 200
    ended = check(folder, columns)
    assert ended.code == 3
    for part in (
        "not an agreed class",
        "label is missing",
        "another spelling",
        "10 times too large",
        "Is it 'X 0'",
        "shoe",
        "marked `refused`: 2",
    ):
        assert part in ended.shown, part
    for words in ((), ("--rows",), ("--rows", "--json")):
        shown = check(folder, columns, *words).shown
        assert "canary" not in shown
        assert "7731" not in shown


def test_row_numbers_are_shown_on_request_alone(folder, columns):
    columns["colour"][16] = CANARY
    assert "17" not in [word.strip(",.") for word in check(folder, columns).shown.split()]
    spoken = check(folder, columns, "--rows").shown
    assert "row numbers" in spoken
    assert "17" in [word.strip(",.") for word in spoken.split()]


def test_many_row_numbers_end_in_dots(folder, columns):
    columns["colour"][:40] = [CANARY] * 40
    assert "10, …" in check(folder, columns, "--rows").shown


def test_json_has_every_finding_and_the_exit_code(folder, columns):
    columns["outcome"][0] = ""
    ended = check(folder, columns, "--json")
    record = json.loads(ended.out)
    assert ended.code == record["exit_code"] == 3
    assert record["accepted"] is False
    assert record["error"] == "TableWouldBeRefused"
    assert {finding["column"] for finding in record["findings"]} >= {"outcome"}
    assert all(finding["rows"] == [] for finding in record["findings"])


def test_json_of_an_accepted_table_says_so(folder, columns):
    record = json.loads(check(folder, columns, "--json").out)
    assert record["accepted"] is True
    assert record["exit_code"] == 0


def test_columns_without_a_role_are_one_sentence(folder, columns):
    columns |= {f"extra{place}": [1] * 200 for place in range(40)}
    shown = check(folder, columns).shown
    assert "extra0, extra1" in shown
    assert "and 10 more" in shown


def test_columns_that_the_terms_ignore_are_said_to_be_ignored(folder, columns):
    write_terms(folder, make_charter(columns=(*COLUMNS, IgnoredColumn("note", "free text"))))
    shown = check(folder, columns | {"note": ["x"] * 200}).shown
    assert "note" in shown
    assert "free text" in shown


def test_terms_that_nobody_confirmed_can_be_tried(folder, columns):
    write_terms(folder, make_charter(confirm=False), name="draft.toml")
    ended = check(folder, columns, charter="draft.toml")
    assert ended.code == 0
    assert "nobody has confirmed" in ended.shown


def test_terms_that_were_edited_after_the_confirmation_are_refused(folder, columns):
    path = folder / "charter.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("dims = 4", "dims = 5"), encoding="utf-8")
    assert check(folder, columns).code == 3


def test_risks_that_the_terms_take_are_repeated(folder, columns):
    charter = make_charter(consents=Consents(analyst_is_site=True))
    write_terms(folder, charter)
    (sentence,) = spoken_consents(charter)
    assert sentence in check(folder, columns).shown


def test_a_semicolon_table_with_decimal_commas_is_the_same_table(folder, columns):
    write_csv(folder / "north.csv", columns)
    plain = json.loads(check(folder, columns, "--json").out)
    write_csv(folder / "south.csv", columns, delimiter=";", decimal=",")
    words = ("--charter", "charter.toml", "--table", "south.csv", "--json")
    other = json.loads(done("site", "check", *words).out)
    assert other["findings"] == plain["findings"]
    assert other["rank"] == plain["rank"]


def test_a_table_that_is_not_there_is_something_missing():
    ended = call("site", "check", "--charter", "charter.toml", "--table", "absent.csv")
    assert ended.code == 4
    assert "absent.csv" in ended.shown
