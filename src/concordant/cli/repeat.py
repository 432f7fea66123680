"""Say the command line that repeats a run, for the report of the run.

In:  the call as click understood it.
Out: one line of text: what was typed, and choices that the result depends on even where they
     were left to their defaults, which may change. Paths stay as they were typed, and absolute
     ones shrink to their names: a report is passed on, and folders may name people. Anybody may
     run this.
"""

import shlex
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

import click
from click.core import ParameterSource

# What is printed where changes no result.
_ABOUT_OUTPUT = ("as_json", "as_markdown", "yes")


def repeat_command(context: click.Context, *, always: Collection[str] = ()) -> str:
    """Return the call of ``context``; parameters named in ``always`` are said in any case."""
    words = context.command_path.split()
    for parameter in context.command.params:
        name = parameter.name or ""
        value = context.params.get(name)
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if value is not None and name not in _ABOUT_OUTPUT and (typed or name in always):
            words += _spell(parameter, value)
    return shlex.join(words)


def _spell(parameter: click.Parameter, value: object) -> Iterator[str]:
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(parameter, click.Argument):
            yield _shorten(each)
        elif isinstance(each, bool):
            yield from parameter.opts[:1] if each else parameter.secondary_opts[:1]
        else:
            yield parameter.opts[0]
            yield _shorten(each)


def _shorten(value: object) -> str:
    """Return an absolute path by its name alone, on whatever system it was written."""
    text = str(value)
    if not isinstance(value, Path):
        return text
    for kind in (PurePosixPath, PureWindowsPath):
        if kind(text).is_absolute():
            return kind(text).name or text
    return text
