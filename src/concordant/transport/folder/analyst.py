"""The analyst's end of a shared folder: what arrived, before anything is opened.

In:  a folder that anybody may have put anything into.
Out: arrivals that open lazily, refusals by name, and names that were not looked at.
     Links are never followed. The analyst runs this.
"""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from concordant.analyst.intake import Arrival
from concordant.errors import BundleRejected
from concordant.errors.transport import (
    EmptyFile,
    HugeFile,
    InboxMissing,
    NotARegularFile,
    OddFileName,
)
from concordant.transport.folder.layout import (
    PUBLIC_NAMES,
    TEMPORARY_PREFIX,
    looks_like,
    site_of,
)

MAX_FILE_BYTES = 64 * 1024**3

_KINDS = {
    stat.S_ISLNK: "a link",
    stat.S_ISDIR: "a folder",
    stat.S_ISFIFO: "a pipe",
    stat.S_ISSOCK: "a socket",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
}


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A name in the folder that looks like an upload and was not opened, with its reason."""

    name: str
    error: BundleRejected


@dataclass(frozen=True, slots=True)
class Inbox:
    """What lies in the folder: to be opened, turned away, still being written, and the rest."""

    arrivals: tuple[Arrival, ...]
    turned_away: tuple[TurnedAway, ...]
    unfinished: tuple[str, ...]
    others: tuple[str, ...]


def read_inbox(folder: Path, kind: Literal["view", "bundle"]) -> Inbox:
    """List a folder's uploads of one kind, in the order of their names."""
    if not folder.is_dir():
        raise InboxMissing(path=str(folder))
    arrivals, turned_away, unfinished, others = [], [], [], []
    for name in sorted(path.name for path in folder.iterdir()):
        if name.startswith(TEMPORARY_PREFIX):
            unfinished.append(name)
        elif not looks_like(name, kind):
            if not _is_expected(name):
                others.append(name)
        elif fault := _fault_of(folder / name, kind):
            turned_away.append(TurnedAway(name, fault))
        else:
            arrivals.append(Arrival(name, _opener(folder / name)))
    return Inbox(tuple(arrivals), tuple(turned_away), tuple(unfinished), tuple(others))


def _is_expected(name: str) -> bool:
    return name in PUBLIC_NAMES or any(site_of(name, kind) for kind in ("view", "bundle", "return"))


def _fault_of(path: Path, kind: str) -> BundleRejected | None:
    facts = path.lstat()
    for is_kind, what in _KINDS.items():
        if is_kind(facts.st_mode):
            return NotARegularFile(file=path.name, what=what)
    if site_of(path.name, kind) is None:  # type: ignore[arg-type]
        return OddFileName(file=path.name, kind=kind)
    if facts.st_size > MAX_FILE_BYTES:
        return HugeFile(file=path.name, n_bytes=facts.st_size, limit=MAX_FILE_BYTES)
    if facts.st_size == 0:
        return EmptyFile(file=path.name)
    return None


def _opener(path: Path) -> Callable[[], BinaryIO]:
    def open_without_following() -> BinaryIO:
        # Between the listing and now the file may have been swapped for a link.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        flags |= getattr(os, "O_NONBLOCK", 0)
        return os.fdopen(os.open(path, flags), "rb")

    return open_without_following
