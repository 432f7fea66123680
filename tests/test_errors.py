"""Every error owns its two sentences, gives nothing away, and is raised somewhere."""

import ast
import copy
import importlib
import itertools
import pickle  # noqa: TID251  our own objects, made here
import pkgutil
import re
from pathlib import Path
from string import Formatter

import pytest

import concordant
import concordant.errors
from concordant.errors import (
    AlignmentUnreliable,
    BundleRejected,
    ConcordantError,
    InputRejected,
    SetupIncomplete,
    WrongCall,
)

SOURCE = Path(concordant.__file__).parent
FAMILIES = {
    WrongCall: 2,
    InputRejected: 3,
    BundleRejected: 3,
    SetupIncomplete: 4,
    AlignmentUnreliable: 5,
}
# The two that are no refusal: Ctrl-C, and a bug of ours.
OWN_EXIT_CODES = {"Interrupted": 130, "UnexpectedFault": 1}
COMMAND = re.compile(r"`concordant ([^`]+)`")
PLAIN_WORD = re.compile(r"[a-z][a-z-]*")
OPTION = re.compile(r"--[a-z][a-z-]*")


def all_errors() -> list[type[ConcordantError]]:
    """Return every class of every module of errors, but the families."""
    modules = [
        importlib.import_module(f"concordant.errors.{module.name}")  # noqa: TID251  a listing
        for module in pkgutil.iter_modules(concordant.errors.__path__)
    ]
    return [
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, ConcordantError)
        and each.__module__ == module.__name__
    ]


ERRORS = all_errors()


def fields_of(text: str) -> list[tuple[str, str, str]]:
    """Return name, conversion and format of each fact that a sentence names."""
    return [
        (name, conversion or "", form or "")
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    ]


def example(error: type[ConcordantError]) -> ConcordantError:
    """Return an instance with a fact for every field."""
    facts = {}
    for name, _, form in fields_of(error.found + error.remedy):
        facts[name] = 3 if form or name.startswith("n_") or name == "count" else f"<{name}>"
    return error(**facts)


def names_in(tree: ast.AST) -> set[str]:
    """Return every name that the code uses, but does not import or define."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    }


@pytest.fixture(scope="module")
def used_names() -> set[str]:
    files = [path for path in SOURCE.rglob("*.py") if SOURCE / "errors" not in path.parents]
    return set().union(*(names_in(ast.parse(path.read_text("utf-8"))) for path in files))


def test_there_are_errors_to_look_at():
    assert len(ERRORS) > 100
    assert len({error.__name__ for error in ERRORS}) == len(ERRORS), (
        "a name for scripts is one name"
    )


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_says_what_was_found_and_what_to_do(error):
    assert error.__doc__
    assert error.__doc__ != error.__mro__[1].__doc__
    for sentence in ("found", "remedy"):
        assert vars(error).get(sentence) or sentence in vars(error.__mro__[1])
    assert error.found != ConcordantError.found
    assert error.remedy != ConcordantError.remedy


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_a_fact_is_a_plain_name(error):
    for name, _, _ in fields_of(error.found + error.remedy):
        assert name.isidentifier(), "no attribute or item of an object may be reached from a text"


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_shows_every_fact_and_can_be_told_again(error):
    shown = example(error)
    assert str(shown) == f"{shown.found_text} {shown.remedy_text}"
    for fact in shown.facts.values():
        assert str(fact) in str(shown)
    assert shown.name == error.__name__
    assert shown.as_record() == {
        "error": error.__name__,
        "found": shown.found_text,
        "remedy": shown.remedy_text,
        "facts": shown.facts,
    }


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_survives_a_copy_and_a_process(error):
    first = example(error)
    for again in (copy.copy(first), copy.deepcopy(first), pickle.loads(pickle.dumps(first))):  # noqa: S301
        assert type(again) is error
        assert str(again) == str(first)
        assert again.facts == first.facts


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_the_exit_code_follows_the_family(error):
    families = [family for family in FAMILIES if issubclass(error, family)]
    assert len(families) == 1
    expected = OWN_EXIT_CODES.get(error.__name__, FAMILIES[families[0]])
    assert error.exit_code == expected


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_an_error_is_raised_somewhere(error, used_names):
    assert error.__name__ in used_names, "an error that nobody raises is a promise that is not kept"


@pytest.mark.parametrize("error", [ConcordantError, *FAMILIES], ids=lambda error: error.__name__)
def test_a_family_has_a_sentence_and_a_code_of_its_own(error):
    assert error.exit_code == FAMILIES.get(error, 3)
    assert str(error()) == f"{error.found} {error.remedy}"


def test_a_missing_fact_is_a_fault_of_ours():
    error = next(each for each in ERRORS if fields_of(each.found))
    with pytest.raises(KeyError):
        error()


def calls_of_errors() -> list[tuple[str, str, set[str]]]:
    """Return place, error and facts of each call that makes an error."""
    names = {error.__name__ for error in ERRORS}
    return [
        (f"{path.relative_to(SOURCE).as_posix()}:{node.lineno}", node.func.id, facts)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
        for facts in [{str(keyword.arg) for keyword in node.keywords}]
        if "None" not in facts  # **facts: the caller of the caller is looked at
    ]


def test_every_call_gives_exactly_the_facts_that_the_sentences_name():
    facts_of = {
        error.__name__: {name for name, _, _ in fields_of(error.found + error.remedy)}
        for error in ERRORS
    }
    wrong = [
        (place, name, sorted(facts ^ facts_of[name]))
        for place, name, facts in calls_of_errors()
        if facts != facts_of[name]
    ]
    assert wrong == []


def test_a_fact_that_no_sentence_names_is_refused():
    error = example(ERRORS[0])
    with pytest.raises(KeyError, match="invisible"):
        type(error)(**error.facts, invisible=1)


def is_command(words: list[str]) -> bool:
    """Tell whether the words after ``concordant`` lead to a command."""
    import click

    from concordant.cli.main import concordant as command

    for word in words:
        if not isinstance(command, click.Group):
            return True  # the rest are its arguments
        command = command.get_command(click.Context(command), word)
        if command is None:
            return False
    return True


def all_options() -> set[str]:
    """Return every option of every command."""
    import click

    from concordant.cli.main import concordant as root

    found, waiting = set(), [root]
    while waiting:
        command = waiting.pop()
        context = click.Context(command, help_option_names=["-h", "--help"])
        for parameter in command.get_params(context):
            found |= {*parameter.opts, *parameter.secondary_opts}
        if isinstance(command, click.Group):
            waiting += [
                command.get_command(context, name) for name in command.list_commands(context)
            ]
    return found


@pytest.mark.parametrize(
    "error",
    [each for each in ERRORS if COMMAND.search(each.found + each.remedy)],
    ids=lambda error: error.__name__,
)
def test_a_text_mentions_only_commands_that_exist(error):
    for call in COMMAND.findall(f"{error.found} {error.remedy}"):
        words = list(itertools.takewhile(PLAIN_WORD.fullmatch, call.split()))
        assert words
        assert is_command(words), f"`concordant {call}` is no command"


def test_the_texts_mention_only_options_that_exist():
    mentioned = {
        option for error in ERRORS for option in OPTION.findall(f"{error.found} {error.remedy}")
    }
    assert mentioned
    assert mentioned - all_options() == set()
