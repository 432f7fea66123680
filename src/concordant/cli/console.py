"""The one place that prints and asks.

In:  sentences, tables and plain data from the commands.
Out: answers on stdout; questions, warnings and progress on stderr. With ``--json`` stdout
     carries one JSON document, with ``--markdown`` one report, and everything else for people
     goes to stderr. Anybody may run this.
"""

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from concordant.errors.cli import NotConfirmed, NoTerminal

PIPE_WIDTH = 120
NARROW = 60
_GAP = 3
_LONG_WORD = 24


def printable(text: object) -> str:
    r"""Return text in which control characters of foreign names are spelled out.

    >>> printable("a\x1b[2Jb")
    'a\\x1b[2Jb'
    """
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode()
        for c in str(text)
    )


def is_interactive() -> bool:
    """Tell whether a person can be asked."""
    with suppress(AttributeError, ValueError):
        return sys.stdin.isatty() and sys.stderr.isatty()
    return False


def quiet_pipes() -> None:
    """Point streams whose reader has gone to nowhere, so that the work can go on."""
    for name in ("stdout", "stderr"):
        with suppress(AttributeError, ValueError):  # no stream at all, or one that is closed
            try:
                getattr(sys, name).flush()
            except BrokenPipeError:
                nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
                setattr(sys, name, nowhere)


def forgive_code_pages() -> None:
    """Let a terminal that lacks a letter show a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


class _Console(Console):
    """A console that tells when its reader has gone; rich's own would end the process."""

    def on_broken_pipe(self) -> NoReturn:
        """Say so to the caller, who goes on with the work in silence."""
        raise BrokenPipeError


def _console(stream: Any) -> Console:
    # Any: whatever stands in the place of stdout, a notebook's or a test's own stream too.
    is_terminal = stream.isatty()
    width = None if is_terminal else int(os.environ.get("COLUMNS", "") or PIPE_WIDTH)
    return _Console(
        file=stream,
        width=width,
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=not is_terminal,
    )


@dataclass(frozen=True, slots=True)
class Screen:
    """What one command prints, to people or to a program."""

    json: bool = False
    markdown: bool = False

    @property
    def keeps_stdout_free(self) -> bool:
        """Whether stdout is for one document, so that sentences and tables go to stderr."""
        return self.json or self.markdown

    def tell(self, text: str = "", *, style: str = "") -> None:
        """Print a sentence that belongs to the answer."""
        self._print(Text(printable(text), style=style), to_people=True)

    def warn(self, text: str) -> None:
        """Print a sentence that a person must not miss."""
        line = Text("Note: ", style="bold yellow") + Text(printable(text), style="default")
        self._print(line, to_people=False)

    def table(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        """Print a table; where a terminal is too narrow for its words, one block per row."""
        stream = sys.stderr if self.keeps_stdout_free else sys.stdout
        console = _console(stream)
        room = [_room(column) for column in zip(heads, *rows, strict=True)]
        is_narrow = console.width < NARROW or sum(room) + _GAP * len(room) > console.width
        if any(heads) and is_narrow:
            self._blocks(title, heads, rows)
            return
        table = Table(
            title=Text(printable(title), style="bold"),
            title_justify="left",
            box=box.SIMPLE_HEAD if any(heads) else None,
            show_header=any(heads),
            pad_edge=False,
        )
        for index, head in enumerate(heads):
            numeric = all(_is_number(row[index]) for row in rows) and bool(rows)
            table.add_column(
                Text(printable(head)),
                overflow="fold",
                justify="right" if numeric else "left",
                min_width=room[index],
            )
        for row in rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        self._print(table, to_people=True)

    def _blocks(self, title: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        self.tell(title, style="bold")
        for row in rows:
            for head, cell in zip(heads, row, strict=True):
                if cell != "":
                    self.tell(f"{head}: {cell}")
            self.tell()

    def answer(self, record: dict[str, Any]) -> None:
        """With ``--json``, print the one document of this command."""
        if self.json:
            print_json(record)

    def ask_yes(self, question: str, *, yes: bool) -> None:
        """Go on only after the word ``yes``; nobody to ask, or another word, refuses."""
        if yes:
            return
        if not is_interactive():
            raise NoTerminal
        line = Text(printable(question), style="bold") + Text(" Type yes to go on: ")
        console = _console(sys.stderr)
        console.print(line, end="")
        sys.stderr.flush()
        if _answer(console).lower() != "yes":
            raise NotConfirmed

    def read_line(self, question: str) -> str:
        """Ask for one line of text."""
        if not is_interactive():
            return sys.stdin.readline().strip()
        console = _console(sys.stderr)
        console.print(Text(f"{question} "), end="")
        sys.stderr.flush()
        return _answer(console)

    @contextmanager
    def progress(self, text: str) -> Iterator[None]:
        """Show that something long is going on; only a terminal sees it."""
        console = _console(sys.stderr)
        if console.is_terminal and not console.is_dumb_terminal:
            with console.status(Text(printable(text))):
                yield
        else:
            yield

    def _print(self, thing: Text | Table, *, to_people: bool) -> None:
        stream = sys.stdout if to_people and not self.keeps_stdout_free else sys.stderr
        try:
            _console(stream).print(thing)
        except BrokenPipeError:
            quiet_pipes()


def print_json(record: dict[str, Any]) -> None:
    """Print one document in plain ASCII, which every code page can show."""
    print_document(json.dumps(record, indent=2, allow_nan=False) + "\n")


def print_document(text: str) -> None:
    """Print a whole document on stdout as it stands: no wrapping, no style."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        quiet_pipes()


def print_failure(found: str, remedy: str) -> None:
    """Print the two sentences of an error."""
    console = _console(sys.stderr)
    found = printable(found).rstrip("\n")
    try:
        console.print(Text("Error: ", style="bold red") + Text(found, style="default"))
        console.print(Text("What to do: ", style="bold") + Text(printable(remedy), style="default"))
    except BrokenPipeError:
        quiet_pipes()


def _answer(console: Console) -> str:
    """Return the line that was typed; Ctrl-D leaves the cursor behind the question."""
    # polars restarts system calls after a signal: Ctrl-C would wait for the next Enter.
    with suppress(AttributeError):  # Windows has no such call, and no need of it
        signal.siginterrupt(signal.SIGINT, True)
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        console.print()
    return line.strip()


def _room(cells: Sequence[object]) -> int:
    """Return the width in which no word of a column is broken, unless it is a very long one."""
    words = [len(word) for cell in cells for word in printable(cell).split()]
    return min(max(words, default=0), _LONG_WORD)


def _is_number(cell: object) -> bool:
    return str(cell).replace(",", "").replace(".", "").replace("-", "").strip(" %+").isdigit()
