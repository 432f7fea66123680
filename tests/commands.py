"""Call the command line in this process, and make the files of small studies for it.

``call`` gives words to ``concordant`` and returns what came out; ``Terminal`` plays a person.
"""

import csv
import io
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from concordant.cli.main import concordant
from concordant.terms.charter import Charter
from concordant.terms.charter_text import encode_charter
from concordant.terms.roster import Roster, encode_roster


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    code: int
    out: str
    err: str

    @property
    def shown(self) -> str:
        """All that a person saw, with line breaks and runs of blanks made one blank."""
        return " ".join(f"{self.out} {self.err}".split())


class Terminal(io.StringIO):
    """A stream that says it is a terminal; an exception among the lines is raised when read."""

    def __init__(self, lines: Sequence[str | BaseException] = ()) -> None:
        super().__init__()
        self.lines = list(lines)

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        del size
        line = self.lines.pop(0) if self.lines else ""
        if isinstance(line, BaseException):
            raise line
        return f"{line}\n" if line else ""


def call(*words: object, lines: Sequence[str | BaseException] | None = None) -> Ended:
    """Run one command; ``lines`` are what a person at a terminal types."""
    out = io.StringIO()
    err = io.StringIO() if lines is None else Terminal()
    stdin = io.StringIO() if lines is None else Terminal(lines)
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", stdin):
        code = concordant.main([str(word) for word in words], standalone_mode=False)
    return Ended(int(code or 0), out.getvalue(), err.getvalue())


def done(*words: object, lines: Sequence[str | BaseException] | None = None) -> Ended:
    """Run one command that must succeed."""
    ended = call(*words, lines=lines)
    assert ended.code == 0, f"{words}\n{ended.out}\n{ended.err}"
    return ended


def write_csv(
    path: Path,
    columns: Mapping[str, Sequence[Any]],
    *,
    delimiter: str = ",",
    decimal: str = ".",
) -> Path:
    """Write columns as text; numbers take the decimal sign."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
        writer.writerow(columns)
        for row in zip(*columns.values(), strict=True):
            writer.writerow([_spell(cell, decimal) for cell in row])
    return path


def write_terms(folder: Path, charter: Charter, *sites: str, name: str = "charter.toml") -> Path:
    """Write a confirmed charter, and the roster beside it where there are names."""
    path = folder / name
    path.write_text(encode_charter(charter), encoding="utf-8")
    if sites:
        text = encode_roster(Roster(1, sites))
        (folder / "roster.toml").write_text(text, encoding="utf-8")
    return path


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _spell(cell: object, decimal: str) -> str:
    if cell is None:
        return ""
    return str(cell).replace(".", decimal) if isinstance(cell, float) else str(cell)
