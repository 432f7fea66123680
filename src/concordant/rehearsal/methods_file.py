"""Add the methods of a researcher's own Python file to ours.

In:  the path of a file that he wrote.
Out: all methods by name. The file is run as code: never give one that came from another party.
     Never part of a real study.
"""

import runpy
import traceback
from collections.abc import Mapping
from pathlib import Path

from concordant.errors.rehearsal import (
    MethodNameRefused,
    MethodsFileFails,
    MethodTwice,
    NeedUnknown,
    NoMethodsInFile,
)
from concordant.rehearsal.methods import KnownMethod, known_methods, methods_of_a_file


def load_methods(path: Path | None) -> Mapping[str, KnownMethod]:
    """Return all methods, with those of the file where there is one.

    The file is run like a script of one's own, with all that Python can do, and registers its
    methods by ``@method``. The list of methods itself stays as it was.
    """
    known = known_methods()
    if path is None:
        return known
    with methods_of_a_file() as methods_now:
        _run(path)
        found = methods_now()
    if len(found) == len(known):
        raise NoMethodsInFile(path=str(path))
    return found


def where_in(path: Path, error: BaseException) -> str:
    """Return where in a file something went wrong, as words; empty where that is not known."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f" in line {error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(path)]
    return f" in line {lines[-1]} of {path.name}" if lines else ""


def _run(path: Path) -> None:
    try:
        runpy.run_path(str(path))
    except (MethodTwice, MethodNameRefused, NeedUnknown):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  whatever his code does is told
        raise MethodsFileFails(
            path=str(path), reason=type(error).__name__, where=where_in(path, error)
        ) from None
