"""What every command says of itself, and that its examples run as they stand."""

import json
import shlex
import shutil
from collections.abc import Iterator

import click
import pytest

from concordant.cli.lazy import Command, LazyGroup, debug_option
from concordant.cli.main import concordant
from tests.commands import call, done

CONTEXT = click.Context(concordant, info_name="concordant")
# Commands that write nothing say so; the others say what they write.
ABOUT_WRITING = ("writ", "Write", "Nothing is", "nothing is", "sent", "stamp", "Stamp", "vault")


def commands_below(
    group: click.Group, *words: str
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for word in group.list_commands(CONTEXT):
        command = group.get_command(CONTEXT, word)
        assert command is not None, (*words, word)
        if isinstance(command, click.Group):
            yield from commands_below(command, *words, word)
        else:
            yield (*words, word), command


COMMANDS = dict(commands_below(concordant))
WORDS = sorted(COMMANDS)
name = " ".join


def test_these_are_the_commands():
    assert sorted(map(name, WORDS)) == [
        "analyst agree",
        "analyst check",
        "analyst train",
        "charter check",
        "charter confirm",
        "charter draft",
        "charter show",
        "demo",
        "forecast",
        "pact check",
        "pact import",
        "pact new",
        "pact show",
        "rehearse",
        "site check",
        "site contribute",
        "site evaluate",
        "site explain",
        "site inspect",
        "site predict",
        "site profile",
        "site view",
    ]


@pytest.mark.parametrize("words", WORDS, ids=name)
def test_help_has_a_sentence_examples_and_a_word_on_every_option(words):
    command = COMMANDS[words]
    assert isinstance(command, Command)
    assert command.help
    assert command.help.splitlines()[0].endswith((".", "?"))
    assert command.examples
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert option.help, option.opts
    ended = done(*words, "--help")
    for line in command.examples:
        assert line in ended.out
        assert line.startswith(f"concordant {name(words)}")


@pytest.mark.parametrize("words", WORDS, ids=name)
def test_help_says_what_is_written_where_a_file_is_named(words):
    command = COMMANDS[words]
    if any("--out" in option.opts for option in command.params):
        options = [each for each in command.params if isinstance(each, click.Option)]
        shown = f"{command.help} {' '.join(option.help or '' for option in options)}"
        assert any(sign in shown for sign in ABOUT_WRITING)


@pytest.mark.parametrize("words", WORDS, ids=name)
def test_every_command_answers_a_program_too(words):
    assert any("--json" in option.opts for option in COMMANDS[words].params)


@pytest.mark.parametrize("words", WORDS, ids=name)
def test_a_command_that_asks_can_be_told_yes_and_one_that_overwrites_force(words):
    options = {opt for option in COMMANDS[words].params for opt in option.opts}
    if "--out" in options:
        assert "--force" in options
    if words[-1] in ("confirm", "show", "view", "contribute", "profile") and words[0] != "charter":
        assert "--yes" in options


@pytest.mark.parametrize("group", ["charter", "pact", "site", "analyst"])
def test_the_list_of_a_group_names_its_commands(group):
    ended = done(group, "--help")
    for words in WORDS:
        if words[0] == group:
            assert words[1] in ended.out


def test_the_outermost_help_names_the_groups_and_how_to_begin():
    for words in ([], ["--help"], ["-h"]):
        ended = done(*words)
        for group in ("charter", "pact", "site", "analyst", "demo"):
            assert group in ended.out
    assert "concordant demo" in ended.out


def test_debug_is_taken_anywhere_and_shown_nowhere_but_outside():
    assert "--debug" not in done("site", "inspect", "--help").out
    assert call("charter", "--debug", "show", "none.toml").code == 4
    assert call("charter", "show", "none.toml", "--debug").code == 4


def test_a_group_is_given_debug_once():
    group = LazyGroup(entries={}, params=[debug_option()])
    assert len(group.params) == 1


def test_a_command_without_examples_has_no_section_for_them():
    command = Command("word", callback=lambda: None, help="A word.")
    assert "Examples" not in command.get_help(click.Context(command))


# ---------------------------------------------------------------- the examples


# What the examples of a command make where the folder already has it.
MADE = {
    ("site", "contribute"): ["inbox/north.bundle", "vault"],
    ("site", "view"): ["views/north.view"],
}


@pytest.fixture
def example_folder(trained):
    """Stand in a folder that has every file that an example names."""
    (trained / "vault-north").rename(trained / "vault")
    for charter, pact in (("charter", "pact"), ("agreed", "agreed")):
        study = ["--charter", f"{charter}.toml", "--vault", "vault"]
        done("pact", "import", f"{pact}.key", *study)
    agree = ["analyst", "agree", "--charter", "agreed.toml", "--inbox", "views"]
    done(*agree, "--out", "study.span")
    for site in ("north", "south", "west"):
        done("site", "profile", "--table", f"{site}.csv", "--out", f"{site}.json", "--yes")
    return trained


@pytest.mark.parametrize("words", [each for each in WORDS if each != ("demo",)], ids=name)
def test_the_examples_run_as_they_stand(example_folder, words):
    for path in (example_folder / other for other in MADE.get(words, [])):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    for line in COMMANDS[words].examples:
        call_words = shlex.split(line)[1:]
        ended = call(*call_words, lines=["yes"])
        assert ended.code == 0, f"{line}\n{ended.err}"
        assert "Traceback" not in ended.err
        if "--json" in call_words:
            json.loads(ended.out)
