"""Ctrl-C at a question of a real terminal, which only a process of its own can have."""

import os
import select
import signal
import subprocess
import sys

import pytest

from tests.small_study import joining

pty = pytest.importorskip("pty", reason="only POSIX has pseudo terminals")

PATIENCE_S = 60.0


def read_until(terminal, wanted):
    """Return what the terminal showed up to the wanted words, or all where they never came."""
    shown = b""
    while wanted not in shown and select.select([terminal], [], [], PATIENCE_S)[0]:
        shown += os.read(terminal, 65_536)
    return shown


@pytest.mark.usefixtures("study")
def test_ctrl_c_at_the_question_needs_no_enter_although_a_table_was_read(study):
    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "concordant", "site", "contribute", *joining("north")]
    process = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs)  # noqa: S603
    try:
        assert b"Type yes" in read_until(ours, b"Type yes")
        process.send_signal(signal.SIGINT)
        assert b"Stopped by Ctrl-C" in read_until(ours, b"Stopped by Ctrl-C")
        assert process.wait(PATIENCE_S) == 130
    finally:
        process.kill()
        process.wait()
        os.close(theirs)
        os.close(ours)
    assert not (study / "inbox").exists()
    assert not list(study.glob("vault-north/*"))
