"""The page on rehearsing: its commands on carried sets run, and what it says of the files holds."""

import re
import shlex
from pathlib import Path

import pytest

from concordant.cli.rehearse.folder import MADE, RECORD
from concordant.rehearsal.methods import DEFAULT_METHODS, method_names
from tests.commands import done

PAGE = (Path(__file__).parents[2] / "docs" / "rehearsing.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ concordant (rehearse .*)$", PAGE, re.MULTILINE)
CARRIED = [line for line in COMMANDS if "--dataset" in line]


def test_every_file_of_a_rehearsal_is_explained():
    for name in (*MADE, RECORD):
        stem, _, ending = name.rpartition(".")
        assert f"`{name}`" in PAGE or (f"`{stem}`" in PAGE and f"`.{ending}`" in PAGE), name


def test_the_methods_that_the_page_names_exist():
    named = {word for line in COMMANDS for word in re.findall(r"--methods (\S+)", line)}
    for word in named:
        assert set(word.split(",")) <= set(method_names())
    for name in DEFAULT_METHODS:
        assert name in PAGE


@pytest.mark.slow
@pytest.mark.parametrize("line", CARRIED)
def test_the_commands_on_carried_sets_show_a_table(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Fewer seeds than on the page: the shape of the answer is looked at, not its numbers.
    ended = done(*shlex.split(line), "--seeds", 2)
    assert "All ways to train on" in ended.out
    assert "as a real study" in ended.out.lower()
