import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from concordant.cli import main as main_module
from concordant.cli.failures import explain, report_failure
from concordant.cli.lazy import Entry, LazyGroup
from concordant.errors import (
    AlignmentUnreliable,
    BundleRejected,
    InputRejected,
    SetupIncomplete,
    WrongCall,
)
from concordant.errors.cli import CharterFaulty, Interrupted
from concordant.terms.faults import Fault
from tests.commands import call

CELL = "Jane Doe, HIV positive"


def abort(cause):
    fault = click.Abort()
    fault.__cause__ = cause
    return fault


FAULTS = [
    (WrongCall(), 2),
    (InputRejected(), 3),
    (BundleRejected(), 3),
    (SetupIncomplete(), 4),
    (AlignmentUnreliable(), 5),
    (KeyboardInterrupt(), 130),
    (abort(KeyboardInterrupt()), 130),
    (abort(EOFError()), 4),
    (click.UsageError("no such option"), 2),
    (click.BadParameter("not a number"), 2),
    (click.ClickException("a broken file"), 4),
    (MemoryError(), 4),
    (FileNotFoundError(2, "No such file or directory", "x.csv"), 4),
    (PermissionError(13, "Permission denied"), 4),
    (OSError("a text without a number"), 1),
    (ValueError(CELL), 1),
    (AssertionError(CELL), 1),
    (RecursionError(CELL), 1),
]


@pytest.mark.parametrize(("fault", "code"), FAULTS, ids=lambda value: type(value).__name__)
def test_each_kind_of_fault_has_its_exit_code_and_two_sentences(fault, code, capsys):
    assert report_failure(fault, []) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    assert "What to do: " in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("fault", "code"), FAULTS, ids=lambda value: type(value).__name__)
def test_with_json_the_refusal_is_one_document(fault, code, capsys):
    report_failure(fault, ["site", "check", "--json"])
    record = json.loads(capsys.readouterr().out)
    assert record["exit_code"] == code
    assert {"error", "found", "remedy", "facts"} <= record.keys()


def test_a_bug_is_named_without_a_word_of_the_data(capsys):
    report_failure(ValueError(CELL), ["site", "check", "--table", f"{CELL}.csv"])
    err = capsys.readouterr().err
    assert "Jane" not in err
    assert "ValueError" in err
    assert "concordant site check" in err
    assert "issues" in err


def test_a_bug_is_placed_at_the_innermost_line_of_ours():
    group = LazyGroup(entries={"x": Entry("", lambda: 1 // 0)})
    with pytest.raises(ZeroDivisionError) as caught:
        group.get_command(click.Context(group), "x")
    assert str(explain(caught.value).facts["place"]).startswith("concordant.cli.lazy:")
    assert explain(ZeroDivisionError()).facts["place"] == "an unknown place"


def test_debug_shows_the_traceback_and_nothing_else_does(capsys):
    for words, seen in ((["--debug"], True), ([], False)):
        report_failure(ValueError("deep inside"), words)
        assert ("deep inside" in capsys.readouterr().err) is seen


def test_all_faults_of_a_charter_are_in_the_document(capsys):
    refusal = CharterFaulty(path="c.toml", count=1, listing="…")
    refusal.faults = (Fault("projection.dims", 7, "It is 0.", "Write 1 or more."),)
    report_failure(refusal, ["--json"])
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert fault["line"] == 7


def test_an_error_of_ours_is_left_as_it_is():
    error = Interrupted()
    assert explain(error) is error


# ---------------------------------------------------------------- through the door


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "There is no command 'nothing' here"),
        (["site", "nothing"], "profile, check"),
        (["site", "check", "--tabel", "x"], "--tabel"),
        (["site", "check"], "Missing option"),
        (["analyst", "train", "--method", "magic"], "magic"),
        (["--nothing"], "--nothing"),
    ],
)
def test_a_wrong_call_is_code_2_and_says_where_help_is(words, said):
    ended = call(*words)
    assert ended.code == 2
    assert said in ended.shown
    assert "--help" in ended.err
    assert ended.out == ""


def test_a_group_without_a_command_shows_its_help():
    ended = call("site")
    assert ended.code == 2
    assert "contribute" in ended.shown


def test_ctrl_c_in_a_command_ends_with_130(monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setitem(main_module.concordant.entries, "charter", Entry("", interrupted))
    assert call("charter").code == 130


def test_a_bug_in_a_command_ends_with_1_and_no_traceback(monkeypatch):
    def broken():
        raise ValueError(CELL)

    monkeypatch.setitem(main_module.concordant.entries, "charter", Entry("", broken))
    ended = call("charter")
    assert ended.code == 1
    assert "Traceback" not in ended.err
    assert "Jane" not in ended.err
    assert "Jane" in call("charter", "--debug").err


def test_a_reader_that_has_gone_is_no_failure(monkeypatch):
    def gone():
        raise BrokenPipeError

    monkeypatch.setitem(main_module.concordant.entries, "charter", Entry("", gone))
    assert call("charter").code == 0


def run_module(*words, **more):
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "concordant", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
        **more,
    )


def test_python_m_concordant_is_the_command():
    done = run_module("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("concordant ")


def test_the_process_ends_with_the_exit_code(tmp_path):
    done = run_module("charter", "show", str(tmp_path / "none.toml"))
    assert done.returncode == 4
    assert "Traceback" not in done.stderr
    assert Path("none.toml").name in done.stderr
