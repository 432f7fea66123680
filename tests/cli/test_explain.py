"""``site explain``: a steward reads what the model makes of each column; nothing else happens."""

import json
import os
import stat

import pytest

from concordant.cli.console import Screen
from concordant.cli.site.show_explanation import show_explanation
from concordant.site.vault import Vault
from tests.commands import call, done, files_in, write_csv
from tests.small_study import patients

HERE = ["--charter", "charter.toml", "--site", "north", "--vault", "vault-north"]
BASE = ["site", "explain", *HERE, "--return", "run/returns/north.return"]
EXPLAIN = [*BASE, "--table", "new.csv"]
COLUMNS = {*(f"x{place}" for place in range(6)), "colour", "smoker", "seen"}


def test_a_steward_reads_importance_answers_shares_and_coefficients(trained):
    before = files_in(trained)
    ended = done(*EXPLAIN)
    for words in ("importance", "answers from", "carried", "(intercept)", "yes against no"):
        assert words in ended.out
    assert "log-odds of well against ill" in ended.shown
    assert "explains the model, not the world" in ended.shown
    assert "Nothing was sent" in ended.shown
    assert "Keep this at the site" in ended.err
    assert files_in(trained) == before, "nothing is written without --out"


def test_the_folder_holds_a_page_and_its_record_for_their_owner_alone(trained):
    before = files_in(trained)
    record = json.loads(done(*EXPLAIN, "--out", "told/here", "--json").out)
    made = files_in(trained)
    assert set(made) - set(before) == {
        "told/here/explanation.html",
        "told/here/explanation.json",
    }
    assert {name: made[name] for name in before} == before
    kept = json.loads(made["told/here/explanation.json"])
    assert kept | {"out": "told/here"} == record
    if os.name == "posix":
        for path in (trained / "told" / "here").iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
    page = made["told/here/explanation.html"].decode("utf-8")
    for column in COLUMNS:
        assert column in page
    assert f"{record['columns'][0]['name']}" in page


@pytest.mark.usefixtures("trained")
def test_the_record_is_whole_and_finite():
    record = json.loads(done(*EXPLAIN, "--json", "--repeats", "4").out, parse_constant=pytest.fail)
    assert {column["name"] for column in record["columns"]} == COLUMNS
    assert record["measures"] == ["log loss", "accuracy"]
    assert (record["n_rows"], record["repeats"], record["out"]) == (120, 4, None)
    leads = [column["importance"][0]["value"] for column in record["columns"]]
    assert leads == sorted(leads, reverse=True)
    assert record["linear"]["largest_difference"] <= 1e-4


@pytest.mark.usefixtures("trained")
def test_a_model_that_is_not_linear_is_explained_and_called_so():
    study = ["--charter", "charter.toml", "--inbox", "inbox", "--out", "trees"]
    done("analyst", "train", *study, "--model", "boosting")
    words = [*EXPLAIN, "--return", "trees/returns/north.return", "--rows", "50"]
    ended = done(*words)
    assert "'boosting' is not linear" in ended.shown
    assert "drawn evenly from 120" in ended.shown
    assert "(intercept)" not in ended.out
    assert "work back from the curves" in ended.shown


@pytest.mark.usefixtures("trained")
def test_what_is_left_out_of_the_screen_is_said(capsys):
    record = json.loads(done(*EXPLAIN, "--json").out)
    classes = [f"probability of {name}" for name in "abc"]
    show_explanation(Screen(), record | {"outputs": classes, "n_columns_left_out": 12})
    captured = capsys.readouterr()
    assert "answers from" not in captured.out
    assert "12 columns move the model less" in " ".join(captured.err.split())


@pytest.mark.usefixtures("trained")
def test_the_report_can_be_read_in_the_terminal():
    ended = done(*EXPLAIN, "--markdown", "--column", "x0")
    assert ended.out.startswith("# What the model makes of each column at north")
    assert "Nothing was sent" in ended.out
    assert call(*EXPLAIN, "--markdown", "--json").code == 2


@pytest.mark.usefixtures("trained")
def test_a_column_can_be_asked_for_by_name():
    record = json.loads(done(*EXPLAIN, "--column", "smoker", "--column", "x1", "--json").out)
    assert {column["name"] for column in record["columns"]} == {"smoker", "x1"}
    ended = call(*EXPLAIN, "--column", "diagnosis")
    assert ended.code == 2
    assert "'smoker'" in ended.err


def test_a_table_without_labels_is_explained_by_movement(trained, rng):
    columns = patients(rng, 40)
    del columns["diagnosis"]
    write_csv(trained / "bare.csv", columns)
    ended = done(*BASE, "--table", "bare.csv")
    assert "how far predictions move" in ended.shown
    assert "has no labels" in ended.shown


def test_an_explanation_that_is_there_is_left_alone_without_force(trained):
    done(*EXPLAIN, "--out", "told")
    before = files_in(trained / "told")
    assert call(*EXPLAIN, "--out", "told", "--seed", "1").code == 2
    assert files_in(trained / "told") == before
    done(*EXPLAIN, "--out", "told", "--seed", "1", "--force")
    assert files_in(trained / "told") != before


def test_a_file_in_the_place_of_the_folder_is_refused_by_its_name(trained):
    (trained / "told").write_text("mine")
    ended = call(*EXPLAIN, "--out", "told")
    assert ended.code in (2, 4)
    assert "told" in ended.err
    assert "bug" not in ended.err
    assert (trained / "told").read_text() == "mine"


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (["--return", "run/returns/south.return"], {3}),
        (["--return", "inbox/north.bundle"], {3}),
        (["--return", "none.return"], {4}),
        (["--site", "south"], {4}),
        (["--vault", "vault-south"], {4}),
        (["--charter", "agreed.toml"], {3, 4}),
        (["--table", "none.csv"], {3, 4}),
        (["--release", "2"], {4}),
        (["--repeats", "1"], {2}),
        (["--rows", "9"], {2}),
    ],
)
def test_what_does_not_belong_together_is_refused_and_nothing_is_written(trained, change, codes):
    before = files_in(trained)
    ended = call(*EXPLAIN, "--out", "told", *change)
    assert ended.code in codes, ended.err
    assert "bug" not in ended.err
    assert files_in(trained) == before


def test_a_hostile_table_is_refused_or_warned_of_by_name(trained, rng):
    columns = patients(rng, 60)
    columns["x0"] = [1000 * value for value in columns["x0"]]
    del columns["x1"]
    write_csv(trained / "odd.csv", columns)
    ended = done(*BASE, "--table", "odd.csv", "--json")
    absent, unit = json.loads(ended.out)["warnings"]
    assert "'x1'" in absent
    assert "1000 times too large" in unit
    assert "'x1' does not vary here" in ended.shown
    columns["diagnosis"][3] = "Jane Doe"
    write_csv(trained / "odd.csv", columns)
    ended = call(*BASE, "--table", "odd.csv")
    assert ended.code == 3
    assert "Jane" not in ended.shown
    write_csv(trained / "few.csv", patients(rng, 9))
    ended = call(*BASE, "--table", "few.csv")
    assert ended.code == 3
    assert "10 or more" in ended.err


def test_ctrl_c_leaves_nothing_behind(trained, monkeypatch):
    before = files_in(trained)

    def interrupt(*_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr(Vault, "read_release", interrupt)
    assert call(*EXPLAIN, "--out", "told").code == 130
    monkeypatch.undo()
    monkeypatch.chdir(trained)
    monkeypatch.setattr("concordant.cli.site.explanation_files.write_text_atomically", interrupt)
    assert call(*EXPLAIN, "--out", "told").code == 130
    assert files_in(trained) == before


def test_no_cell_of_the_table_is_on_screen_page_or_record(trained, rng):
    """Odd digits and texts that no agreed constant has are searched in all that comes out."""
    columns = patients(rng, 60)
    for place in range(6):
        columns[f"x{place}"] = [round(value + 0.00012347, 8) for value in columns[f"x{place}"]]
    columns["notes"] = [f"canary {row:04d} sings" for row in range(60)]
    columns["seen"] = [f"2022-11-{1 + row % 7:02d}" for row in range(60)]
    columns["stay"] = [round(value + 0.123457, 6) for value in columns["stay"]]
    write_csv(trained / "planted.csv", columns)
    words = [*BASE, "--table", "planted.csv", "--out", "told", "--force"]
    shown = [done(*words, *more) for more in ([], ["--json"], ["--markdown"])]
    texts = [ended.out + ended.err for ended in shown]
    texts += [raw.decode("utf-8") for raw in files_in(trained / "told").values()]
    names = (*(f"x{place}" for place in range(6)), "notes", "seen", "stay")
    cells = {str(cell) for name in names for cell in columns[name]}
    assert len(cells) > 300
    assert [cell for cell in cells for text in texts if cell in text] == []
