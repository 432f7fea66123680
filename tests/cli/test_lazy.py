import ast
from pathlib import Path

import click
import pytest

import concordant
from concordant.cli.lazy import Command, Entry, LazyGroup
from concordant.cli.main import ENTRIES
from concordant.errors.cli import CallNotUnderstood

CLI = Path(concordant.__file__).parent / "cli"


def group_of(loaded):
    def load():
        loaded.append("heavy")
        return Command("heavy", callback=lambda: None, help="Heavy.", examples="concordant heavy")

    return LazyGroup(name="group", entries={"heavy": Entry("A heavy one.", load)})


def test_help_of_a_group_loads_no_command():
    loaded = []
    group = group_of(loaded)
    assert "A heavy one." in group.get_help(click.Context(group))
    assert loaded == []


def test_a_command_is_loaded_when_it_is_run():
    loaded = []
    group_of(loaded).main(["heavy"], standalone_mode=False)
    assert loaded == ["heavy"]


def test_an_unknown_word_names_the_known_ones():
    with pytest.raises(CallNotUnderstood, match="heavy"):
        group_of([]).main(["haevy"], standalone_mode=False)


def test_words_are_listed_in_the_order_of_the_journey():
    words = ["charter", "pact", "site", "analyst", "forecast", "rehearse", "demo"]
    assert list(ENTRIES) == words


def test_examples_are_shown_line_by_line():
    command = Command("word", callback=lambda: None, examples="\nconcordant a\n\nconcordant b\n")
    assert command.examples == ("concordant a", "concordant b")
    shown = command.get_help(click.Context(command))
    assert "  concordant a\n  concordant b" in shown


@pytest.mark.parametrize("path", sorted(CLI.rglob("group.py")), ids=lambda path: path.parent.name)
def test_a_group_imports_its_commands_only_inside_functions(path):
    imported = [
        node.module
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ImportFrom)
    ]
    assert imported == ["concordant.cli.lazy"]
