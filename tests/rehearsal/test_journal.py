"""A killed run goes on where it was, and nothing but its own journal is touched."""

import csv
import io
import json
import math
import os
import signal
import subprocess
import sys
from multiprocessing import active_children

import pytest

from concordant.errors.files import FileUnwritable, LinkRefused, NotAFile
from concordant.errors.rehearsal import JournalDiffers, MethodElsewhere, NotAJournal, ProcessLost
from concordant.rehearsal.methods import method, methods_of_a_file
from concordant.rehearsal.rehearse import rehearse
from concordant.rehearsal.run_file import encode_runs
from concordant.rehearsal.run_line import RunLine, Way
from concordant.terms.scores import HIGHER_IS_BETTER
from tests.rehearsal.small_plans import number_plan, small_plan, small_table

PLAN = small_plan(methods=("local", "pooled-pca", "auto", "odc"), spans=("own", "agreed"))


def as_csv(done):
    return encode_runs(done.lines, done.plan, done.facts)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return the CSV of a whole run and the bytes of its journal."""
    path = tmp_path_factory.mktemp("run") / "journal.jsonl"
    done = rehearse(small_table(), PLAN, journal=path)
    return as_csv(done), path.read_bytes()


def test_a_run_cut_off_anywhere_ends_as_if_it_had_not_been(finished, tmp_path):
    whole, journal = finished
    ends = [place + 1 for place, byte in enumerate(journal) if byte == ord("\n")]
    assert len(ends) == 1 + 2 * 4, "the head, and two seeds of four units"
    path = tmp_path / "journal.jsonl"
    for cut in (0, ends[0] - 1, ends[0], ends[3] + 5, ends[5], ends[-1] - 1):
        path.write_bytes(journal[:cut])
        told = []
        done = rehearse(small_table(), PLAN, journal=path, on_run=told.append)
        n_known = sum(end <= cut for end in ends[1:])
        assert as_csv(done) == whole
        assert sorted(path.read_bytes().splitlines()) == sorted(journal.splitlines())
        assert len(told) == 1 + 8 - n_known, "what was finished is not done again"


def test_a_finished_journal_is_read_and_nothing_is_done(finished, tmp_path):
    whole, journal = finished
    path = tmp_path / "journal.jsonl"
    path.write_bytes(journal)
    told = []
    assert as_csv(rehearse(small_table(), PLAN, journal=path, on_run=told.append)) == whole
    assert [(each.done, each.total, each.seconds_left) for each in told] == [(12, 12, 0.0)]
    assert path.read_bytes() == journal


def test_failures_are_remembered_too(tmp_path):
    path = tmp_path / "journal.jsonl"
    with methods_of_a_file():
        method("odd", about="Odd.", needs=())(lambda _trial: [])
        plan = small_plan(methods=("odd",))
        first = rehearse(small_table(), plan, journal=path)
        again = rehearse(small_table(), plan, journal=path)
    assert first.notes == again.notes != ()


@pytest.mark.parametrize(
    ("plan", "n_rows", "words"),
    [
        (small_plan(methods=("local",), spans=("own", "agreed")), 160, r"plan \(methods\)"),
        (number_plan(methods=PLAN.methods, spans=PLAN.spans), 160, r"plan \(label, task, .*models"),
        (PLAN, 159, "another table"),
    ],
)
def test_the_journal_of_another_run_is_refused_by_what_differs(
    finished, tmp_path, plan, n_rows, words
):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(finished[1])
    with pytest.raises(JournalDiffers, match=words):
        rehearse(small_table(n_rows), plan, journal=path)
    assert path.read_bytes() == finished[1]


def test_another_file_of_methods_is_another_run(tmp_path):
    journal, mine = tmp_path / "journal.jsonl", tmp_path / "mine.py"
    text = (
        "from concordant.rehearsal.methods import method\n"
        "@method('mine', about='Mine.', needs=())\n"
        "def mine(trial):\n"
        "    return [trial.alone(site).answers(trial.asked[site]) for site in trial.sites]\n"
    )
    mine.write_text(text)
    plan = small_plan(methods=("mine",), n_seeds=1)
    rehearse(small_table(), plan, journal=journal, extra=mine)
    mine.write_text(text + "# changed\n")
    with pytest.raises(JournalDiffers, match="another file of methods"):
        rehearse(small_table(), plan, journal=journal, extra=mine)


@pytest.mark.parametrize("content", [b"a,b\n1,2\n", b'{"kind": "other"}\n', b"no line end", b"\n"])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path, content):
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    with pytest.raises(NotAJournal):
        rehearse(small_table(), PLAN, journal=path)
    assert path.read_bytes() == content


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    with pytest.raises(NotAFile):
        rehearse(small_table(), PLAN, journal=tmp_path)
    with pytest.raises(FileUnwritable):
        rehearse(small_table(), PLAN, journal=tmp_path / "absent" / "journal.jsonl")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there, and there are no pipes")
def test_nothing_is_written_through_a_link_and_a_pipe_is_not_waited_for(tmp_path):
    path, victim = tmp_path / "journal.jsonl", tmp_path / "victim.txt"
    for there in (True, False):
        if there:
            victim.write_bytes(b"")
        else:
            victim.unlink()
        path.symlink_to(victim)
        with pytest.raises(LinkRefused):
            rehearse(small_table(), PLAN, journal=path)
        assert victim.exists() == there
        assert not there or victim.read_bytes() == b""
        path.unlink()
    os.mkfifo(path)
    with pytest.raises(NotAFile):
        rehearse(small_table(), PLAN, journal=path)


def spoiled_lines(line):
    """Return lines that a program could read, and that no rehearsal wrote."""
    unit = json.loads(line)
    first, *others = unit["lines"]
    yield b"[" * 100_000
    yield b"9" * 5_000
    for field, value in (("unit", math.inf), ("unit", True), ("lines", []), ("lines", [[]])):
        yield json.dumps(unit | {field: value}).encode()
    for field, value in (
        *(("seed", 99), ("seed", "1"), ("site", None), ("n_own", [1]), ("n_new", 1.5)),
        *(("scores", []), ("scores", {"accuracy": "0.9"}), ("scores", {"accuracy": math.nan})),
        *(("way", {}), ("way", first["way"] | {"method": "other"})),
        ("way", first["way"] | {"model": ["logistic"]}),
    ):
        yield json.dumps(unit | {"lines": [first | {field: value}, *others]}).encode()


def test_a_line_of_another_make_counts_as_not_written(finished, tmp_path):
    whole, journal = finished
    path = tmp_path / "journal.jsonl"
    head, *lines = journal.splitlines()
    for spoiled in spoiled_lines(lines[-1]):
        path.write_bytes(b"\n".join([head, *lines[:-1], spoiled, b""]))
        assert as_csv(rehearse(small_table(), PLAN, journal=path)) == whole
    path.write_bytes(b"[" * 100_000 + b"\n")
    with pytest.raises(NotAJournal):
        rehearse(small_table(), PLAN, journal=path)


def line_of(row):
    """Return a line as any program can read it."""
    names = ("method", "model", "span", "anchor", "condition")
    way = Way(*(row[name] for name in names), int(row["dims"] or 0))
    scores = {name: float(row[name]) for name in HIGHER_IS_BETTER if row.get(name)}
    counts = int(row["own_rows"]), int(row["new_rows"])
    return RunLine(way, int(row["seed"]), row["site"], *counts, scores)


def test_the_file_of_all_runs_can_be_read_back(finished, tmp_path):
    whole, journal = finished
    path = tmp_path / "journal.jsonl"
    path.write_bytes(journal)
    done = rehearse(small_table(), PLAN, journal=path)
    assert tuple(line_of(row) for row in csv.DictReader(io.StringIO(whole))) == done.lines
    head, *lines = whole.splitlines()
    assert head.split(",")[:7] == [
        *("seed", "method", "model", "span", "anchor", "condition", "dims"),
    ]
    assert len(lines) == len(done.lines)
    assert '"' not in head


# ---------------------------------------------------------------- several processes


@pytest.fixture
def _no_process_stays():
    """Hold what runs afterwards against what ran before: other tests may keep some of their own."""
    before = set(active_children())
    yield
    assert set(active_children()) <= before


@pytest.mark.usefixtures("_no_process_stays")
def test_two_processes_write_what_one_writes(finished, tmp_path):
    path = tmp_path / "journal.jsonl"
    done = rehearse(small_table(), PLAN, jobs=2, journal=path)
    assert as_csv(done) == finished[0]
    assert sorted(path.read_bytes().splitlines()) == sorted(finished[1].splitlines())


def test_processes_run_nothing_that_lies_in_the_working_folder(tmp_path, monkeypatch):
    """Python begins a process by looking there first, before its own library."""
    here, script = tmp_path / "here", tmp_path / "play.py"
    here.mkdir()
    for name in ("multiprocessing", "signal", "pickle", "numpy", "concordant"):
        (here / f"{name}.py").write_text(f"open('{name} was run', 'w').close()", "utf-8")
    before = set(here.iterdir())
    script.write_text(
        "from concordant.rehearsal.rehearse import rehearse\n"
        "from tests.rehearsal.small_plans import small_plan, small_table\n"
        "if __name__ == '__main__':\n"
        "    plan = small_plan(methods=('local',), models=('dummy',))\n"
        "    rehearse(small_table(), plan, jobs=2)\n",
        "utf-8",
    )
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    ended = subprocess.run([sys.executable, script], cwd=here, capture_output=True)  # noqa: PLW1510, S603
    assert set(here.iterdir()) == before
    assert ended.returncode == 0, ended.stderr


@pytest.mark.slow
@pytest.mark.usefixtures("_no_process_stays")
def test_a_method_that_other_processes_cannot_know_is_refused():
    with methods_of_a_file():
        method("here", about="Here.", needs=())(lambda _trial: [])
        with pytest.raises(MethodElsewhere, match="'here'"):
            rehearse(small_table(), small_plan(methods=("here",)), jobs=2)


@pytest.mark.slow
@pytest.mark.usefixtures("_no_process_stays")
def test_a_process_that_is_killed_from_outside_is_told_and_the_journal_kept(tmp_path):
    journal, mine = tmp_path / "journal.jsonl", tmp_path / "mine.py"
    mine.write_text(
        "import os\n"
        "from concordant.rehearsal.methods import method\n"
        "@method('fatal', about='Ends the process.', needs=('dims',))\n"
        "def end(trial):\n"
        "    os._exit(9)\n"
    )
    plan = small_plan(methods=("local", "fatal"))
    with pytest.raises(ProcessLost, match="fewer jobs"):
        rehearse(small_table(), plan, jobs=2, journal=journal, extra=mine)
    assert journal.read_bytes().startswith(b'{"kind": "concordant rehearsal"')


STOPPED = """
import os, signal, sys
from pathlib import Path
from concordant.rehearsal.rehearse import rehearse
from tests.rehearsal.small_plans import small_plan, small_table

def stop(progress):
    if progress.done:
        os.killpg(os.getpgid(0), signal.SIGINT)  # what Ctrl-C does: to everybody at once

if __name__ == "__main__":
    try:
        journal, plan = Path(sys.argv[1]), small_plan(n_seeds=50)
        rehearse(small_table(), plan, jobs=2, journal=journal, on_run=stop)
    except KeyboardInterrupt:
        from multiprocessing import active_children
        print("stopped", len(active_children()))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no POSIX signals here")
def test_ctrl_c_ends_all_processes_at_once_without_a_word_and_keeps_the_journal(tmp_path):
    path = tmp_path / "journal.jsonl"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", STOPPED, str(path)],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("stopped 0\n", "")
    assert len(path.read_bytes().splitlines()) >= 2
