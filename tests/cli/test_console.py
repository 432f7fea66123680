import io
import json
import subprocess
import sys

import pytest

from concordant.cli.console import Screen, forgive_code_pages, print_failure, printable
from concordant.errors.cli import NotConfirmed, NoTerminal
from tests.commands import Terminal

ESCAPE = "\x1b]0;owned\x07\u202etxt.exe"


def shown_by(monkeypatch, act, *, json_wanted=False, columns=None):
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
    act(Screen(json_wanted))
    return out.getvalue(), err.getvalue()


@pytest.mark.parametrize("act", ["tell", "warn"])
def test_control_characters_of_foreign_names_are_spelled_out(monkeypatch, act):
    out, err = shown_by(monkeypatch, lambda screen: getattr(screen, act)(f"file {ESCAPE}"))
    assert not {"\x1b", "\x07", "\u202e"} & set(out + err)
    assert r"\x1b" in out + err


def test_a_table_spells_them_out_too(monkeypatch):
    out, _ = shown_by(monkeypatch, lambda screen: screen.table(ESCAPE, [ESCAPE], [[ESCAPE]]))
    assert "\x1b" not in out
    assert out.count(r"\x1b") == 3


def test_printable_keeps_letters_of_all_languages_and_line_breaks():
    text = "Zürich 東京\nÅsa"
    assert printable(text) == text


def test_markup_in_a_name_is_only_text(monkeypatch):
    out, _ = shown_by(monkeypatch, lambda screen: screen.tell("[bold]x[/bold] :smile:"))
    assert out == "[bold]x[/bold] :smile:\n"


def test_with_json_stdout_carries_the_document_alone(monkeypatch):
    def act(screen):
        screen.tell("a sentence")
        screen.warn("a warning")
        screen.table("title", ["one", "two"], [["1", "2"]])
        screen.answer({"word": "Zürich"})

    out, err = shown_by(monkeypatch, act, json_wanted=True)
    assert json.loads(out) == {"word": "Zürich"}
    assert out.isascii()
    for text in ("a sentence", "a warning", "title"):
        assert text in err


def test_without_json_an_answer_prints_nothing(monkeypatch):
    assert shown_by(monkeypatch, lambda screen: screen.answer({"a": 1})) == ("", "")


def test_a_narrow_screen_gets_one_block_per_row(monkeypatch):
    rows = [["north", "accepted", "a long reason " * 4], ["south", "refused", "another one"]]
    heads = ["site", "upload", "reason"]
    wide, _ = shown_by(monkeypatch, lambda screen: screen.table("t", heads, rows), columns=120)
    narrow, _ = shown_by(monkeypatch, lambda screen: screen.table("t", heads, rows), columns=40)
    assert "site: north" in narrow
    assert "site: north" not in wide
    for cell in ("north", "south", "refused", "another one"):
        assert cell in narrow
        assert cell in wide


def test_a_terminal_too_narrow_for_the_words_gets_blocks_and_no_broken_word(monkeypatch):
    heads = ["column", "what happens"]
    rows = [["hours-per-week", "counted-as-missing " * 4], ["blood-pressure", "x" * 23]]
    for columns, is_table in ((100, True), (60, True), (45, False)):
        out, _ = shown_by(
            monkeypatch, lambda screen: screen.table("t", heads, rows), columns=columns
        )
        assert ("column: hours-per-week" in out) is not is_table
        assert "hours-per-week" in out


def test_no_cell_of_a_table_is_cut(monkeypatch):
    cell = "x" * 300
    out, _ = shown_by(monkeypatch, lambda screen: screen.table("t", ["a", "b"], [[cell, "1"]]))
    assert "".join(out.split()).count("x") == 300


def test_a_code_page_without_the_letter_shows_a_question_mark(monkeypatch):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252", write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    forgive_code_pages()
    Screen().tell("東京 é")
    Screen().table("東京", ["東"], [["京"]])
    assert raw.getvalue().decode("cp1252").startswith("?? é")


def test_a_stream_that_cannot_be_reconfigured_is_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    forgive_code_pages()
    Screen().tell("fine")
    assert sys.stdout.getvalue() == "fine\n"


PATIENT = """
import sys
from pathlib import Path
from concordant.cli.console import Screen, quiet_pipes
for _ in range(3):
    Screen().tell("x" * 100_000)
Screen(json=True).answer({"long": "x" * 100_000})
Path(sys.argv[1]).write_text("the work was done")
quiet_pipes()
"""


def test_a_reader_that_has_gone_does_not_stop_the_work(tmp_path):
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", PATIENT, str(tmp_path / "done")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0
    assert (tmp_path / "done").exists()


class GonePipe(io.StringIO):
    def write(self, _):
        raise BrokenPipeError

    def flush(self):
        raise BrokenPipeError


def test_even_the_words_of_a_failure_may_find_nobody(monkeypatch):
    gone = GonePipe()
    monkeypatch.setattr(sys, "stderr", gone)
    print_failure("found", "remedy")
    assert sys.stderr is not gone
    sys.stderr.close()


# ---------------------------------------------------------------- questions


def ask(monkeypatch, *lines, yes=False):
    monkeypatch.setattr(sys, "stdin", Terminal(lines))
    monkeypatch.setattr(sys, "stderr", Terminal())
    Screen().ask_yes("Go on?", yes=yes)
    return sys.stderr.getvalue()


@pytest.mark.parametrize("word", ["yes", " YES ", "Yes"])
def test_the_word_yes_goes_on(monkeypatch, word):
    assert "Go on?" in ask(monkeypatch, word)


@pytest.mark.parametrize("word", ["", "y", "no", "j", "yes please", "true"])
def test_every_other_word_stops(monkeypatch, word):
    with pytest.raises(NotConfirmed):
        ask(monkeypatch, word)


def test_yes_given_beforehand_asks_nothing(monkeypatch):
    assert ask(monkeypatch, yes=True) == ""


def test_without_a_terminal_a_question_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    with pytest.raises(NoTerminal):
        Screen().ask_yes("Go on?", yes=False)


def test_a_closed_stdin_is_no_terminal(monkeypatch):
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stdin", closed)
    with pytest.raises(NoTerminal):
        Screen().ask_yes("Go on?", yes=False)


def test_no_stdin_at_all_is_no_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(NoTerminal):
        Screen().ask_yes("Go on?", yes=False)


def test_a_line_is_read_from_a_pipe_without_a_question(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(" one two \n"))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert Screen().read_line("Words:") == "one two"
    assert sys.stderr.getvalue() == ""


def test_a_line_is_asked_for_at_a_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Terminal(["one two"]))
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert Screen().read_line("Words:") == "one two"
    assert "Words:" in sys.stderr.getvalue()


def test_progress_is_shown_on_a_terminal_only(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    for stream, seen in ((io.StringIO(), False), (Terminal(), True)):
        monkeypatch.setattr(sys, "stderr", stream)
        with Screen().progress("Working"):
            pass
        assert ("Working" in stream.getvalue()) is seen
