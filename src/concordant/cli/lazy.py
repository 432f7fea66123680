"""Groups that load a command when it is run, and commands whose help ends with examples.

In:  a closed table: word, one line of help, a function that loads the command.
Out: click groups whose ``--help`` loads nothing. Anybody may run this.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import click

from concordant.errors.cli import CallNotUnderstood


class Entry(NamedTuple):
    """One command of a group: its line in the list, and how it is loaded."""

    help: str
    load: Callable[[], click.Command]


def debug_option() -> click.Option:
    """Return the hidden ``--debug``: ``main`` looks for the word itself, anywhere in the call."""
    return click.Option(["--debug"], is_flag=True, hidden=True, expose_value=False)


class Command(click.Command):
    """A command whose help ends with examples that a test runs as they stand."""

    def __init__(self, *args: Any, examples: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = tuple(line for line in examples.strip("\n").splitlines() if line.strip())
        self.params.append(debug_option())

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples below the options, line by line."""
        super().format_epilog(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"  {line}\n")


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads the one that is asked for."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.entries = dict(entries)
        if not any(option.name == "debug" for option in self.params):
            self.params.append(debug_option())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the words in the order of the journey, not of the alphabet."""
        del ctx
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        del ctx
        entry = self.entries.get(cmd_name)
        return entry.load() if entry else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of the first word; an unknown word names the known ones."""
        word = args[0]
        if not word.startswith("-") and word not in self.entries:
            raise CallNotUnderstood(
                problem=f"There is no command {word!r} here, only {', '.join(self.entries)}.",
                command=ctx.command_path,
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list from the table, so that no command is loaded for it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(word, entry.help) for word, entry in self.entries.items()])
