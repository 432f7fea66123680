import json

import pytest

from concordant.cli.site.profile_words import describe_profile
from concordant.terms.profile import profile_table
from concordant.terms.profile_facts import ColumnProfile
from concordant.terms.profile_text import decode_profile
from concordant.terms.table import table_from_frame
from tests.commands import call, done, files_in, write_csv
from tests.studies import make_columns


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def table(folder, rng):
    return write_csv(folder / "north.csv", make_columns(rng, 200))


def test_the_profile_is_shown_and_written_after_a_yes(folder, table):
    ended = done("site", "profile", "--table", table, "--out", "north.json", lines=["yes"])
    written = decode_profile((folder / "north.json").read_text("utf-8"))
    assert written == profile_table_of(table)
    for column in written.columns:
        assert column.name in ended.shown


def profile_table_of(path):
    from concordant.terms.table import read_table

    return profile_table(read_table(path))


@pytest.mark.parametrize("reply", ["no", "", "y"])
def test_nothing_is_written_before_the_yes(folder, table, reply):
    before = files_in(folder)
    words = ("site", "profile", "--table", table, "--out", "north.json")
    ended = call(*words, lines=[reply])
    assert ended.code == 4
    assert files_in(folder) == before


def test_without_a_terminal_it_shows_and_writes_nothing(folder, table):
    before = files_in(folder)
    ended = call("site", "profile", "--table", table, "--out", "north.json")
    assert ended.code == 4
    assert "x0" in ended.shown
    assert files_in(folder) == before


def test_ctrl_c_at_the_question_leaves_nothing(folder, table):
    before = files_in(folder)
    words = ("site", "profile", "--table", table, "--out", "north.json")
    assert call(*words, lines=[KeyboardInterrupt()]).code == 130
    assert files_in(folder) == before


def test_a_profile_that_is_there_is_overwritten_with_force_alone(folder, table):
    words = ("site", "profile", "--table", table, "--out", "north.json", "--yes")
    done(*words)
    before = files_in(folder)
    assert call(*words).code == 2
    assert files_in(folder) == before
    done(*words, "--ignore", "x1", "--force")
    assert '"x1"' not in (folder / "north.json").read_text("utf-8")


def test_json_carries_the_profile(folder, table):
    ended = done("site", "profile", "--table", table, "--out", "north.json", "--yes", "--json")
    record = json.loads(ended.out)
    assert record["content"] == json.loads((folder / "north.json").read_text("utf-8"))


@pytest.mark.parametrize("words", [("--min-count", "1"), ("--ignore", "nothing")])
def test_a_wrong_call_leaves_nothing_behind(folder, table, words):
    before = files_in(folder)
    ended = call("site", "profile", "--table", table, "--out", "p.json", "--yes", *words)
    assert ended.code == 2
    assert files_in(folder) == before


def test_every_number_and_level_of_the_file_is_on_the_screen(rng):
    columns = make_columns(rng, 400) | {
        "coded": [-9.0] * 40 + [abs(value) for value in rng.normal(50, 8, 360).tolist()],
        "wordy": ["> 80"] * 15 + [str(value) for value in rng.normal(50, 8, 385).round(2)],
        "long tail": [f"rare {place}" for place in range(30)] + ["a", "b"] * 185,
        "remark": [f"words {code}" for code in rng.integers(0, 200, 400)],
        "mrn": [f"m{place}" for place in range(400)],
        "rarely": [1.0] + [None] * 399,
    }
    described = profile_table(table_from_frame(columns))
    for column in described.columns:
        words = " ".join(describe_profile(column))
        for statement in statements(column):
            assert statement in words, (column.name, statement)


def statements(column: ColumnProfile) -> list[str]:
    """Return every number, level and reason of a column as it should be read aloud."""
    said = [column.reason]
    if column.kind not in ("identifier", "few"):
        said += [f"{column.n_values:,}", f"{100 * column.share_missing:.2g} %"]
    said += [f"{level.level} ({level.n_rows:,})" for level in column.levels]
    said += list(column.months or ())
    if column.n_rare:
        said.append(f"{column.n_rare:,} rows")
    if column.numbers is not None:
        facts = column.numbers
        known = [value for value in facts.quantiles if value is not None]
        numbers = [facts.low, facts.high, facts.centre, facts.scale, *known]
        said += [f"{value:g}" for value in numbers]
        said += ["whole" if facts.is_whole else "decimals"]
        said += [f"{facts.code:g}"] if facts.code is not None else []
        said += ["words"] if facts.share_words else []
    return said


def test_too_few_numbers_are_said_to_be_too_few(rng):
    columns = {"x": rng.normal(size=20).tolist()}
    (column,) = profile_table(table_from_frame(columns)).columns
    assert "too few" in describe_profile(column)[-1]
