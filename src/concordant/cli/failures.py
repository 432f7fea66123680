"""Turn whatever stopped a command into two sentences and an exit code.

In:  an exception.
Out: 2 wrong call, 3 refused input, 4 something missing, 5 unreliable alignment, 130 Ctrl-C,
     1 a bug of ours, with the words to report. Anybody may run this.
"""

import platform
import traceback
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import click

from concordant import __version__
from concordant.cli.console import print_failure, print_json
from concordant.errors import ConcordantError
from concordant.errors.cli import (
    CallNotUnderstood,
    Interrupted,
    NoTerminal,
    OutOfMemory,
    SystemRefused,
    UnexpectedFault,
)


def report_failure(fault: BaseException, words: Sequence[str]) -> int:
    """Print why the command stopped; return its exit code."""
    if isinstance(fault, click.exceptions.NoArgsIsHelpError):
        click.echo(fault.format_message(), err=True)
        return fault.exit_code
    error = explain(fault, words)
    if "--json" in words:
        print_json({**error.as_record(), "exit_code": error.exit_code, **_listed(error)})
    print_failure(error.found_text, error.remedy_text)
    if "--debug" in words:
        traceback.print_exception(fault)
    return error.exit_code


def explain(fault: BaseException, words: Sequence[str] = ()) -> ConcordantError:
    """Return the error of ours that says what happened."""
    match fault:
        case ConcordantError():
            return fault
        case click.Abort() | KeyboardInterrupt():
            return NoTerminal() if isinstance(fault.__cause__, EOFError) else Interrupted()
        case click.ClickException():
            return _refused_by_click(fault)
        case MemoryError():
            return OutOfMemory()
        case OSError() if fault.strerror:
            return SystemRefused(path=_name(fault.filename), reason=fault.strerror.lower())
        case _:
            return _bug(fault, words)


def _refused_by_click(fault: click.ClickException) -> ConcordantError:
    if isinstance(fault, click.UsageError):
        command = fault.ctx.command_path if fault.ctx else "concordant"
        return CallNotUnderstood(problem=fault.format_message(), command=command)
    return SystemRefused(path="a file", reason=fault.format_message())


def _name(path: object) -> str:
    return "a file" if path is None else str(path)


def _bug(fault: BaseException, words: Sequence[str]) -> UnexpectedFault:
    # The text of a foreign exception may quote a cell of the table, so only its type is named.
    return UnexpectedFault(
        fault=type(fault).__name__,
        place=_place(fault.__traceback__),
        version=__version__,
        python=platform.python_version(),
        system=platform.system(),
        command=" ".join(["concordant", *(word for word in words[:2] if word.isalpha())]),
    )


def _place(trace: TracebackType | None) -> str:
    place = "an unknown place"
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.startswith("concordant"):
            place = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _listed(error: ConcordantError) -> dict[str, Any]:
    faults = [fault.as_record() for fault in getattr(error, "faults", ())]
    return {"faults": faults} if faults else {}
