"""Take a folder for a rehearsal: a new one, or that of the same rehearsal, to go on with.

In:  the path that a person named, or none; what is asked for.
Out: a folder whose ``rehearsal.json`` says what it is from the first moment on. With --force
     another rehearsal in it is deleted first; nothing else ever is.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concordant.errors.files import NotAFolder, NotText
from concordant.errors.rehearsal import OtherRehearsal, RehearsalFolderInUse
from concordant.files.atomic import write_text_atomically
from concordant.files.reading import read_text_bounded
from concordant.transport.folder.layout import REPORT

DEFAULT_NAME = "concordant-rehearsal"
RECORD = "rehearsal.json"
JOURNAL = "journal.jsonl"
"""Each finished part of the work as a line: what a killed rehearsal goes on from."""
RUNS = "runs.csv"
TABLE_MD, TABLE_TEX = "table.md", "table.tex"
PICTURES = ("comparison", "dimensions", "sites")

KIND = "concordant rehearse"
MADE = (
    *(JOURNAL, RUNS, TABLE_MD, TABLE_TEX, REPORT),
    *(f"{name}.{ending}" for name in PICTURES for ending in ("png", "svg")),
)
"""The names that a rehearsal makes beside its record; no other is ever deleted."""

_MAX_RECORD_BYTES = 256 * 1024**2

Asked = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Taken:
    """A folder that is this rehearsal's own, and whether it was so before."""

    path: Path
    is_known: bool

    @property
    def journal(self) -> Path:
        """The file that keeps each run as it ends."""
        return self.path / JOURNAL


def take_folder(out: Path | None, asked: Asked, *, force: bool) -> Taken:
    """Return the folder that was named, or the one that holds this rehearsal, or a new one."""
    if out is None:
        return _first_free_or_same(asked)
    if out.exists() and not out.is_dir():
        raise NotAFolder(path=str(out))
    if not out.is_dir() or not any(out.iterdir()):
        return _begin(out, asked)
    known = read_record(out)
    if known is not None and known.get("asked") == asked:
        return Taken(out, is_known=True)
    if known is None:
        raise RehearsalFolderInUse(path=str(out))
    if not force:
        raise OtherRehearsal(path=str(out), what=_what_differs(known, asked))
    _delete_rehearsal(out)
    return _begin(out, asked)


@contextmanager
def emptied_if_refused(taken: Taken) -> Iterator[None]:
    """Take the folder away again where nothing was begun in it: the call was refused."""
    was_empty = not taken.is_known
    try:
        yield
    except BaseException:
        if was_empty and not taken.journal.exists():
            (taken.path / RECORD).unlink(missing_ok=True)
            with suppress(OSError):
                taken.path.rmdir()
        raise


def write_record(folder: Path, asked: Asked, record: Mapping[str, Any]) -> None:
    """Write ``rehearsal.json``: what was asked for, and what came out."""
    text = json.dumps({"kind": KIND, "asked": asked, **record}, indent=2, allow_nan=False) + "\n"
    write_text_atomically(folder / RECORD, text, force=True)


def read_record(folder: Path) -> Mapping[str, Any] | None:
    """Return what the folder's record says, or None where no rehearsal wrote one."""
    path = folder / RECORD
    if path.is_symlink() or not path.is_file():
        return None
    try:
        said = json.loads(read_text_bounded(path, _MAX_RECORD_BYTES, "record"))
    except (NotText, ValueError):
        return None
    return said if isinstance(said, dict) and said.get("kind") == KIND else None


def _first_free_or_same(asked: Asked) -> Taken:
    folder, count = Path(DEFAULT_NAME), 1
    while folder.exists():
        known = read_record(folder) if folder.is_dir() else None
        if known is not None and known.get("asked") == asked:
            return Taken(folder, is_known=True)
        count += 1
        folder = Path(f"{DEFAULT_NAME}-{count}")
    return _begin(folder, asked)


def _begin(folder: Path, asked: Asked) -> Taken:
    folder.mkdir(parents=True, exist_ok=True)
    write_record(folder, asked, {"finished": False})
    return Taken(folder, is_known=False)


def _what_differs(known: Mapping[str, Any], asked: Asked) -> str:
    """Name the choices of a plan, or whatever else was another one."""
    was = known.get("asked")
    was = was if isinstance(was, dict) else {}
    differing = []
    for name, value in asked.items():
        before = was.get(name)
        if isinstance(value, dict) and isinstance(before, dict):
            differing += [part for part in value if before.get(part) != value[part]]
        elif before != value:
            differing.append(name)
    return ", ".join(differing) or "record"


def _delete_rehearsal(folder: Path) -> None:
    # The record goes last: whatever stops this in between, the rest can still be deleted.
    for name in (*MADE, RECORD):
        (folder / name).unlink(missing_ok=True)
