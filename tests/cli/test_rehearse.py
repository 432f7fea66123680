"""``concordant rehearse`` through the real command, on a table small enough for a second."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from concordant.cli.rehearse import carry_out, folder
from concordant.cli.rehearse.folder import JOURNAL, LOCK, MADE, RECORD, RUNS
from concordant.cli.rehearse.progress import SparseLines
from concordant.errors.drafting import ChoiceUnknown
from concordant.files.one_process import only_process
from concordant.rehearsal.rehearsed import Progress
from concordant.report.rehearsal_words import PLACEMENT
from tests.commands import call, done, files_in, write_csv
from tests.pictures import EMPTY, real_pictures

SMALL = (
    *("--sites", 3, "--seeds", 2, "--dims", "2,3", "--spans", "own,agreed"),
    *("--methods", "local,central,pooled-pca,auto"),
)
SMALLEST = ("--sites", 2, "--seeds", 1, "--dims", 2, "--methods", "local,auto", "--spans", "own")
PATIENCE_S = 120.0


def small_columns(n_rows: int = 160, seed: int = 5) -> dict[str, list[object]]:
    """Return a table with two classes that two of its columns tell apart."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, n_rows)
    numbers = rng.normal(size=(n_rows, 4)).round(3)
    numbers[:, 0] += 1.5 * codes
    columns: dict[str, list[object]] = {
        f"lab_{place}": numbers[:, place].round(3).tolist() for place in range(4)
    }
    columns["ward"] = [("north", "south")[row % 2] for row in range(n_rows)]
    columns["outcome"] = [("no", "yes")[code] for code in codes]
    return columns


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    return write_csv(tmp_path_factory.mktemp("tables") / "small.csv", small_columns())


def rehearse(table, out, *words, small=SMALL):
    return call("rehearse", "--table", table, "--label", "outcome", *small, "--out", out, *words)


@pytest.fixture(scope="module")
def rehearsed(table, tmp_path_factory):
    out = tmp_path_factory.mktemp("rehearsed") / "out"
    with real_pictures():
        ended = rehearse(table, out)
    assert ended.code == 0, ended.err
    record = json.loads((out / RECORD).read_text("utf-8"))
    return SimpleNamespace(out=out, ended=ended, record=record)


def runs_of(out: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((out / RUNS).read_text("utf-8"))))


# ---------------------------------------------------------------- what comes out


def test_everything_that_the_screen_names_lies_in_the_folder(rehearsed):
    there = {path.name for path in rehearsed.out.iterdir()} - {LOCK}
    named = {name for file in rehearsed.record["files"] for name in file["path"].split(", ")}
    assert named == there
    assert there <= {*MADE, RECORD}
    for name in there:
        if name.endswith(".png"):
            picture = (rehearsed.out / name).read_bytes()
            assert len(picture) > len(EMPTY["png"])
            assert picture.startswith(EMPTY["png"])
        elif name.endswith(".svg"):
            assert "<path " in (rehearsed.out / name).read_text("utf-8")


def test_the_runs_have_a_line_for_each_way_seed_and_site(rehearsed):
    runs = runs_of(rehearsed.out)
    n_ways = len(rehearsed.record["ways"])
    assert n_ways == 1 + 1 + 2 + 2 * 2
    assert len(runs) == n_ways * 2 * (3 + 1)


def test_the_table_is_the_mean_of_the_runs(rehearsed):
    runs = runs_of(rehearsed.out)
    for way in rehearsed.record["ways"]:
        scores = [
            float(run["accuracy"])
            for run in runs
            if run["site"]
            and (run["method"], run["span"]) == (way["method"], way["span"])
            and int(run["dims"] or 0) == way["n_dims"]
        ]
        assert len(scores) == 6
        assert way["score"]["mean"] == pytest.approx(np.mean(scores))


def test_every_table_and_picture_says_where_the_test_rows_went(rehearsed):
    words = PLACEMENT["own-site"]
    page = (rehearsed.out / "report.html").read_text("utf-8")
    assert page.count(words) >= 4
    assert words in rehearsed.ended.shown
    assert words in (rehearsed.out / "table.tex").read_text("utf-8")
    assert (rehearsed.out / "table.md").read_text("utf-8").count(words) >= 2


def test_the_screen_shows_every_way_the_advice_and_the_folder(rehearsed):
    for way in rehearsed.record["ways"]:
        assert way["name"].replace(" dims", "") in rehearsed.ended.out
    for sentence in rehearsed.record["advice"]:
        assert f"- {sentence}" in rehearsed.ended.out
    assert str(rehearsed.out) in rehearsed.ended.out
    assert "Task: classification, because 'outcome' holds words" in rehearsed.ended.out


def test_the_page_and_the_record_hold_no_cell_of_the_table(rehearsed, table):
    rows = table.read_text("utf-8").splitlines()[1:]
    cells = {cell for row in rows for cell in row.split(",")[:4] if len(cell) > 5}
    for name in ("report.html", RECORD, RUNS, JOURNAL, "table.md"):
        text = (rehearsed.out / name).read_text("utf-8")
        assert [cell for cell in cells if f" {cell} " in text or f'"{cell}"' in text] == []


def test_the_command_in_the_record_repeats_the_rehearsal(rehearsed, tmp_path):
    import shlex

    words = shlex.split(rehearsed.record["command"])
    assert words[:2] == ["concordant", "rehearse"]
    again = done(*words[1:-1], tmp_path / "again")
    assert again.code == 0
    assert runs_of(tmp_path / "again") == runs_of(rehearsed.out)


def test_with_json_stdout_is_one_document_and_with_markdown_the_report(rehearsed, table):
    as_json = rehearse(table, rehearsed.out, "--json")
    found = json.loads(as_json.out)
    assert found["ways"] == rehearsed.record["ways"]
    as_markdown = rehearse(table, rehearsed.out, "--markdown")
    assert as_markdown.out.startswith("# Would working together help?")
    assert "Everything is in" in as_markdown.err
    assert rehearse(table, rehearsed.out, "--markdown", "--json").code == 2


def test_the_table_fits_eighty_letters(rehearsed, table, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    ended = rehearse(table, rehearsed.out)
    lines = ended.out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("All ways"))
    end = next(place for place, line in enumerate(lines) if line.startswith("Test rows"))
    assert all(len(line) <= 80 for line in lines[start:end])
    for way in rehearsed.record["ways"]:
        # Unfolded: each way has its name and its score on one line.
        name = way["name"].replace(" dims", "")
        score = f"{100 * way['score']['mean']:.1f}"
        assert any(line.strip().startswith(name) and score in line for line in lines[start:end])


# ---------------------------------------------------------------- going on, and folders


def test_the_same_call_shows_a_finished_rehearsal_again_and_changes_nothing(rehearsed, table):
    before = files_in(rehearsed.out)
    ended = rehearse(table, rehearsed.out)
    assert ended.code == 0
    assert "were done before" in ended.err
    assert ended.out == rehearsed.ended.out
    assert files_in(rehearsed.out) == before


def test_another_measure_shows_the_same_runs_otherwise(table, tmp_path):
    out = tmp_path / "auc"
    rehearse(table, out, small=SMALLEST)
    before = runs_of(out)
    ended = rehearse(table, out, "--measure", "roc-auc", small=SMALLEST)
    assert ended.code == 0, ended.err
    assert "were done before" in ended.err
    assert json.loads((out / RECORD).read_text("utf-8"))["measure"]["name"] == "ROC-AUC"
    assert runs_of(out) == before


def test_ctrl_c_keeps_what_was_done_and_the_same_call_goes_on(
    table, tmp_path, monkeypatch, rehearsed
):
    out, real = tmp_path / "out", carry_out.Watch.__call__

    def stop(watch, progress):
        real(watch, progress)
        if progress.done >= 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(carry_out.Watch, "__call__", stop)
    ended = rehearse(table, out)
    assert ended.code == 130
    assert f"runs are kept in {out}; the same command goes on" in ended.shown
    assert json.loads((out / RECORD).read_text("utf-8"))["finished"] is False
    assert {path.name for path in out.iterdir()} == {JOURNAL, RECORD, LOCK}
    monkeypatch.undo()
    ended = rehearse(table, out)
    assert ended.code == 0
    assert "Continuing: 4 of 16 runs are done." in ended.err
    assert (out / RUNS).read_bytes() == (rehearsed.out / RUNS).read_bytes()


@pytest.mark.slow
def test_a_killed_rehearsal_goes_on_and_gives_the_same_file(table, tmp_path, rehearsed):
    out = tmp_path / "out"
    words = ["rehearse", "--table", table, "--label", "outcome", *SMALL, "--out", out]
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "concordant", *map(str, words)], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    for line in process.stderr:
        if " of 16 runs" in line:
            break
    process.kill()
    process.wait(PATIENCE_S)
    process.stderr.close()
    ended = rehearse(table, out)
    assert ended.code == 0, ended.err
    assert (out / RUNS).read_bytes() == (rehearsed.out / RUNS).read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal for one process")
def test_ctrl_c_ends_the_processes_too(table, tmp_path):
    words = ["rehearse", "--table", table, "--label", "outcome", "--seeds", 40, "--jobs", 2]
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "concordant", *map(str, words), "--out", str(tmp_path / "out")],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if " of " in line and "Rehearsing" not in line:
            break
    process.send_signal(signal.SIGINT)
    rest = process.stderr.read()
    assert process.wait(PATIENCE_S) == 130
    process.stderr.close()
    assert "the same command goes on from there" in rest.replace("\n", " ")


@pytest.mark.slow
def test_the_number_of_processes_changes_no_byte_of_the_runs(table, tmp_path, rehearsed):
    words = ["rehearse", "--table", table, "--label", "outcome", *SMALL, "--jobs", 2]
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "concordant", *map(str, words), "--out", str(tmp_path / "two")],
        check=True,
        capture_output=True,
    )
    assert (tmp_path / "two" / RUNS).read_bytes() == (rehearsed.out / RUNS).read_bytes()


def test_another_plan_is_refused_by_what_differs_unless_forced(table, tmp_path):
    out = tmp_path / "out"
    assert rehearse(table, out, small=SMALLEST).code == 0
    (out / "mine.txt").write_text("mine", "utf-8")
    other = ("--sites", 2, "--seeds", 2, "--dims", "3", "--methods", "local", "--spans", "own")
    ended = rehearse(table, out, small=other)
    assert ended.code == 2
    assert "what differs: methods, dims, seeds" in ended.shown
    assert rehearse(table, out, "--force", small=other).code == 0
    assert (out / "mine.txt").read_text("utf-8") == "mine"
    assert not (out / "sites.png").exists(), "what the other rehearsal left is gone"


def test_a_folder_in_which_a_rehearsal_runs_is_left_alone(table, tmp_path):
    out = tmp_path / "out"
    assert rehearse(table, out, small=SMALLEST).code == 0
    before = files_in(out)
    with only_process(out / LOCK):
        for words in ((), ("--force", "--seeds", 3)):
            ended = rehearse(table, out, *words, small=SMALLEST)
            assert ended.code == 2
            assert "Another rehearsal is running" in ended.shown
    assert files_in(out) == before


def test_a_name_of_ours_that_holds_something_else_stops_before_anything_is_deleted(table, tmp_path):
    out = tmp_path / "out"
    assert rehearse(table, out, small=SMALLEST).code == 0
    (out / "sites.png").unlink(missing_ok=True)
    (out / "sites.png").mkdir()
    before = files_in(out)
    assert rehearse(table, out, "--force", "--seeds", 3, small=SMALLEST).code == 2
    assert files_in(out) == before


def test_runs_of_other_libraries_are_not_mixed_in_but_by_force_done_anew(table, tmp_path):
    out = tmp_path / "out"
    assert rehearse(table, out, small=SMALLEST).code == 0
    runs, journal = runs_of(out), out / JOURNAL
    journal.write_bytes(journal.read_bytes().replace(b'"numpy": "', b'"numpy": "9', 1))
    ended = rehearse(table, out, small=SMALLEST)
    assert ended.code == 2
    assert "holds another rehearsal" in ended.shown
    assert "numpy" in ended.shown
    assert rehearse(table, out, "--force", small=SMALLEST).code == 0
    assert runs_of(out) == runs


def test_a_folder_of_something_else_is_never_taken(table, tmp_path):
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    for words in ((), ("--force",)):
        ended = rehearse(table, tmp_path, *words)
        assert ended.code == 2
        assert files_in(tmp_path) == {"mine.txt": b"mine"}
    (tmp_path / RECORD).write_text("[]", "utf-8")
    assert rehearse(table, tmp_path, "--force").code == 2
    assert rehearse(table, tmp_path / "mine.txt").code == 3


def test_without_a_name_the_same_rehearsal_is_found_again_and_another_gets_a_new_folder(
    table, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words = ("rehearse", "--table", table, "--label", "outcome", "--sites", 2, "--seeds", 1)
    words = (*words, "--dims", 2, "--methods", "local")
    done(*words)
    assert "were done before" in done(*words).err
    done(*words[:-1], "central")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [folder.DEFAULT_NAME, f"{folder.DEFAULT_NAME}-2"]


# ---------------------------------------------------------------- calls that cannot be


HOSTILE = [
    ((), "needs one table"),
    (("--dataset", "wine", "--label", "x"), "--label x was given, and the set 'wine' has 'grower'"),
    (("--table", "TABLE"), "--label is missing"),
    (("--table", "TABLE", "--label", "outcom"), "outcome"),
    (("--table", "TABLE", "--label", "outcome", "--sites", 900), "too many"),
    (("--table", "TABLE", "--label", "outcome", "--dims", "2,90"), "at most"),
    (("--table", "TABLE", "--label", "outcome", "--dims", "2,x"), "neither a count nor `auto`"),
    (("--table", "TABLE", "--label", "outcome", "--methods", "auto,magic"), "'magic'"),
    (("--table", "TABLE", "--label", "outcome", "--methods", "auto,,odc"), "empty place"),
    (("--table", "TABLE", "--label", "outcome", "--spans", "own,own"), "twice"),
    (("--table", "TABLE", "--label", "outcome", "--spans", "mine"), "own, shared"),
    (("--table", "TABLE", "--label", "outcome", "--spans", "public"), "no public rows"),
    (("--table", "TABLE", "--label", "outcome", "--models", "ridge"), "ridge"),
    (("--table", "TABLE", "--label", "outcome", "--measure", "rmse"), "the task is classification"),
    (("--table", "TABLE", "--label", "outcome", "--split", "by-magic"), "by-column:NAME"),
    (("--table", "TABLE", "--label", "outcome", "--split", "by-column:nope"), "nope"),
    (("--table", "TABLE", "--label", "outcome", "--site-column", "nope"), "nope"),
    (
        ("--table", "TABLE", "--label", "outcome", "--site-column", "ward", "--sites", 3),
        "--site-column says which site",
    ),
    (
        ("--table", "TABLE", "--label", "outcome", "--condition", "diffspan", "--spans", "own"),
        "--condition says which spans",
    ),
    (("--table", "nowhere.csv", "--label", "outcome"), "nowhere.csv"),
]


@pytest.mark.parametrize(("words", "said"), HOSTILE, ids=lambda value: str(value)[-40:])
def test_a_call_that_cannot_mean_anything_is_refused_and_leaves_no_folder(
    table, tmp_path, words, said
):
    words = [str(table) if word == "TABLE" else word for word in words]
    ended = call("rehearse", *words, "--out", tmp_path / "out")
    assert ended.code in (2, 3, 4)
    assert said in ended.shown
    assert "Traceback" not in ended.shown
    assert "bug in concordant" not in ended.shown
    assert not (tmp_path / "out").exists()


ODD_TABLES = {
    "one class": {"outcome": ["yes"] * 160},
    "a column of nothing": {"empty": [None] * 160},
    "odd names": {'a "b" <i>|*_$%\\input{x}': list(range(160)), "=cmd()": ["x", "y"] * 80},
    "a label with holes": {"outcome": [*["yes", "no"] * 79, None, None]},
    "a class of one": {"outcome": [*["yes", "no"] * 79, "rare", "yes"]},
}


@pytest.mark.parametrize("name", ODD_TABLES)
def test_an_odd_table_is_rehearsed_on_or_refused_in_words(tmp_path, name):
    table = write_csv(tmp_path / "t.csv", {**small_columns(), **ODD_TABLES[name]})
    ended = rehearse(table, tmp_path / "out", small=SMALLEST)
    assert ended.code in (0, 3), ended.err
    assert "bug in concordant" not in ended.shown
    assert "Traceback" not in ended.err
    assert (tmp_path / "out" / "report.html").exists() == (ended.code == 0)


def test_a_label_of_many_numbers_is_taken_for_amounts_and_of_few_for_classes(tmp_path):
    rng = np.random.default_rng(3)
    columns = small_columns()
    columns["outcome"] = rng.normal(50, 9, 160).round(2).tolist()
    numbers = write_csv(tmp_path / "numbers.csv", columns)
    ended = rehearse(numbers, tmp_path / "numbers", small=SMALLEST)
    assert ended.code == 0, ended.err
    assert "Task: regression" in ended.out
    assert "RMSE" in ended.out
    assert "accept_unique_labels = true" in ended.out
    columns["outcome"] = rng.integers(0, 3, 160).tolist()
    codes = write_csv(tmp_path / "codes.csv", columns)
    ended = rehearse(codes, tmp_path / "codes", small=SMALLEST)
    assert "Task: classification, because 'outcome' holds 3 different whole numbers" in ended.out


def test_sites_of_a_column_keep_their_names(table, tmp_path):
    small = ("--seeds", 2, "--dims", "2", "--methods", "local,auto", "--spans", "own")
    ended = rehearse(table, tmp_path / "out", "--site-column", "ward", small=small)
    assert ended.code == 0, ended.err
    record = json.loads((tmp_path / "out" / RECORD).read_text("utf-8"))
    assert [site["site"] for site in record["ways"][-1]["sites"]] == ["north", "south"]
    assert record["sites_are_named"]


def test_methods_are_listed_with_their_sentences_also_those_of_ones_own(tmp_path):
    ended = done("rehearse", "--list-methods")
    for name in ("local", "central", "pooled-pca", "auto", "odc", "kawakami-raw"):
        assert name in ended.out
    own = tmp_path / "mine.py"
    own.write_text(
        "from concordant.rehearsal.methods import method\n"
        "@method('mine', about='Each site alone, once more.', needs=())\n"
        "def mine(trial):\n"
        "    return [trial.alone(s).answers(trial.asked[s]) for s in trial.sites]\n",
        "utf-8",
    )
    listed = json.loads(done("rehearse", "--list-methods", "--extra", own, "--json").out)
    assert listed["methods"]["mine"] == "Each site alone, once more."
    assert "mine" not in listed["default"]


def test_a_method_of_ones_own_is_compared_with_the_others(table, tmp_path):
    own = tmp_path / "mine.py"
    own.write_text(
        "from concordant.rehearsal.methods import method\n"
        "@method('mine', about='Each site alone, once more.', needs=())\n"
        "def mine(trial):\n"
        "    return [trial.alone(s).answers(trial.asked[s]) for s in trial.sites]\n",
        "utf-8",
    )
    small = ("--sites", 2, "--seeds", 2, "--methods", "local,mine")
    ended = rehearse(table, tmp_path / "out", "--extra", own, small=small)
    assert ended.code == 0, ended.err
    local, mine = json.loads((tmp_path / "out" / RECORD).read_text("utf-8"))["ways"]
    assert mine["score"] == local["score"]
    assert "Nothing is gained here" in ended.out


# ---------------------------------------------------------------- progress


def test_a_pipe_gets_a_line_a_tenth_with_the_time_left(capsys):
    say = SparseLines()
    for done_runs in range(101):
        say(Progress(done_runs, 100, 2.0 * (100 - done_runs) if done_runs else None))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Rehearsing: 100 runs."
    assert len(lines) == 11
    assert lines[5] == "50 of 100 runs, about 2 min left"
    assert lines[-1] == "100 of 100 runs"


def test_a_refusal_before_any_work_leaves_no_folder(table, tmp_path, monkeypatch):
    def refuse(*_given, **_choices):
        raise ChoiceUnknown(choice="jobs", given="0", allowed="a whole number from 1")

    monkeypatch.setattr(carry_out, "rehearse", refuse)
    assert rehearse(table, tmp_path / "out").code == 2
    assert not (tmp_path / "out").exists()
