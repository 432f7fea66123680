"""The analyst's end of a shared folder: what arrived, before anything is opened.

In:  a folder that anybody may have put anything into.
Out: arrivals that open lazily, refusals by name, and names that were not looked at.
     Links are never followed. The analyst runs this.
"""

import stat
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from concordant.analyst.intake import Arrival
from concordant.errors import BundleRejected
from concordant.errors.transport import (
    EmptyFile,
    HugeFile,
    InboxMissing,
    NotARegularFile,
    OddFileName,
)
from concordant.files.atomic import TEMPORARY_PREFIX
from concordant.files.reading import name_kind, open_ordinary
from concordant.transport.folder.layout import PUBLIC_NAMES, Kind, looks_like, site_of

MAX_FILE_BYTES = 64 * 1024**3


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
            unfinished.append(on_one_line(name))
        elif not looks_like(name, kind):
            if not _is_expected(name):
                others.append(on_one_line(name))
        elif fault := _fault_of(folder / name, kind):
            turned_away.append(TurnedAway(on_one_line(name), fault))
        else:
            # Between the listing and the opening the file may have been swapped for a link.
            opener = partial(open_ordinary, folder / name, "upload", follow_symlinks=False)
            arrivals.append(Arrival(name, opener))
    return Inbox(tuple(arrivals), tuple(turned_away), tuple(unfinished), tuple(others))


def on_one_line(name: str) -> str:
    r"""Return a foreign name as a screen can show it and a report can hold it.

    A line break would forge a line of ours; a byte that is no UTF-8 could not be written at all.

    >>> on_one_line("all is well\n\udcff")
    'all is well\\n\\udcff'
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in name
    )


def _is_expected(name: str) -> bool:
    return name in PUBLIC_NAMES or any(site_of(name, kind) for kind in ("view", "bundle", "return"))


def _fault_of(path: Path, kind: Kind) -> BundleRejected | None:
    facts = path.lstat()
    if not stat.S_ISREG(facts.st_mode):
        return NotARegularFile(file=path.name, what=name_kind(facts.st_mode))
    if site_of(path.name, kind) is None:
        return OddFileName(file=path.name, kind=kind)
    if facts.st_size > MAX_FILE_BYTES:
        return HugeFile(file=path.name, n_bytes=facts.st_size, limit=MAX_FILE_BYTES)
    if facts.st_size == 0:
        return EmptyFile(file=path.name)
    return None
