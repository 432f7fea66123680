"""Take a folder for a rehearsal: a new one, or that of the same rehearsal, to go on with.

In:  the path that a person named, or none; what is asked for.
Out: a folder whose ``rehearsal.json`` says what it is from the first moment on, for one process
     at a time. With --force another rehearsal in it is deleted first; nothing else ever is.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from concordant.errors.files import NotAFolder, NotText
from concordant.errors.rehearsal import (
    OtherRehearsal,
    RehearsalFolderInUse,
    RehearsalRunning,
)
from concordant.files.atomic import write_text_atomically
from concordant.files.one_process import only_process
from concordant.files.reading import read_text_bounded
from concordant.transport.folder.layout import REPORT

DEFAULT_NAME = "concordant-rehearsal"
RECORD = "rehearsal.json"
JOURNAL = "journal.jsonl"
"""Each finished part of the work as a line: what a killed rehearsal goes on from."""
LOCK = ".rehearsal.lock"
"""Held while a process works in the folder; it goes with the process, the empty file may stay."""
RUNS = "runs.csv"
TABLE_MD, TABLE_TEX = "table.md", "table.tex"
PICTURES = ("comparison", "dimensions", "sites")

KIND = "concordant rehearse"
MADE = (
    *(JOURNAL, RUNS, TABLE_MD, TABLE_TEX, REPORT),
    *(f"{name}.{ending}" for name in PICTURES for ending in ("png", "svg")),
)
"""The names that a rehearsal makes beside its record; no other is ever deleted."""

_WORDS = {
    "n_seeds": "seeds",
    "n_sites": "sites",
    "version": "the version of concordant",
    "extra": "the file of methods",
}
"""What choices are called in words, where that is not their name."""

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


@contextmanager
def taken_folder(out: Path | None, asked: Asked, *, force: bool) -> Iterator[Taken]:
    """Yield the folder that was named, or the one that holds this rehearsal, or a new one.

    Where the call is refused before anything was begun, a new folder is taken away again.
    """
    folder = _first_free_or_same(asked) if out is None else out
    _require_empty_or_ours(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with only_process(folder / LOCK) as alone:
        if not alone:
            raise RehearsalRunning(path=str(folder))
        known = read_record(folder)
        is_known = known is not None and known.get("asked") == asked
        if known is not None and not is_known:
            _require_deletable(folder, known, asked, force=force)
            _delete_rehearsal(folder)
        if not is_known:
            write_record(folder, asked, {"finished": False})
        taken = Taken(folder, is_known)
        try:
            yield taken
        except BaseException:
            if not is_known and not taken.journal.exists():
                _take_away(folder)
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
    except (NotText, ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and said.get("kind") == KIND else None


def _first_free_or_same(asked: Asked) -> Path:
    folder, count = Path(DEFAULT_NAME), 1
    while folder.exists():
        known = read_record(folder) if folder.is_dir() else None
        if known is not None and known.get("asked") == asked:
            break
        count += 1
        folder = Path(f"{DEFAULT_NAME}-{count}")
    return folder


def _require_empty_or_ours(folder: Path) -> None:
    """Refuse a folder of somebody else before anything is written into it."""
    if folder.exists() and not folder.is_dir():
        raise NotAFolder(path=str(folder))
    others = [each for each in folder.iterdir() if each.name != LOCK] if folder.is_dir() else []
    if others and read_record(folder) is None:
        raise RehearsalFolderInUse(path=str(folder))


def _require_deletable(
    folder: Path, known: Mapping[str, Any], asked: Asked, *, force: bool
) -> None:
    """Refuse to replace another rehearsal unasked, or one whose names hold something else."""
    if not force:
        raise OtherRehearsal(path=str(folder), what=_what_differs(known, asked))
    if any((folder / name).is_dir() and not (folder / name).is_symlink() for name in MADE):
        raise RehearsalFolderInUse(path=str(folder))


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
    return ", ".join(_WORDS.get(name, name.replace("_", " ")) for name in differing) or "record"


def _delete_rehearsal(folder: Path) -> None:
    # The record goes last: whatever stops this in between, the rest can still be deleted.
    for name in (*MADE, RECORD):
        (folder / name).unlink(missing_ok=True)


def _take_away(folder: Path) -> None:
    """Remove a folder in which nothing was begun; Windows keeps the lock while it is held."""
    (folder / RECORD).unlink(missing_ok=True)
    with suppress(OSError):
        (folder / LOCK).unlink(missing_ok=True)
        folder.rmdir()
