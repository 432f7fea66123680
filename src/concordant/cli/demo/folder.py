"""Take a folder for a demo, and give it back empty when the demo does not end.

In:  the path that a person named, or none.
Out: a folder that holds ``demo.json`` from the first moment on; after an interruption nothing
     of it is left. Only what a demo made is ever deleted.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from concordant.errors.files import NotAFolder, NotText
from concordant.errors.rehearsal import FolderInUse, FolderNotOfDemo
from concordant.files.atomic import write_text_atomically
from concordant.files.reading import read_text_bounded
from concordant.transport.folder.layout import CHARTER, DEMO, NOTICE, REPORT, ROSTER, RUN, SPAN

DEFAULT_NAME = "concordant-demo"
PUBLIC = "public.csv"
INBOX, RESULTS, SITES = "inbox", "run", "sites"
OWN_SPAN, SHARED_SPAN = "own-span", "shared-span"

KIND = "concordant demo"
MADE = (
    *(CHARTER, ROSTER, NOTICE, SPAN, PUBLIC, RUN, REPORT),
    *(INBOX, RESULTS, SITES, OWN_SPAN, SHARED_SPAN),
)
"""The names that a demo makes in its folder beside the marker; no other is ever deleted."""

_MAX_MARKER_BYTES = 16 * 1024**2


def choose_folder(out: Path | None) -> Path:
    """Return the folder that was named, or the first free ``concordant-demo`` right here."""
    if out is not None:
        return out
    folder, count = Path(DEFAULT_NAME), 1
    while folder.exists():
        count += 1
        folder = Path(f"{DEFAULT_NAME}-{count}")
    return folder


@contextmanager
def claimed(folder: Path, *, force: bool) -> Iterator[None]:
    """Hold an empty folder while a demo is played in it; empty it again if that fails.

    A folder with anything in it is refused; with ``force`` an earlier demo in it is deleted.
    """
    _make_room(folder, force=force)
    was_there = folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    write_marker(folder, {"finished": False})
    try:
        yield
    except BaseException:
        _delete_demo(folder)
        if not was_there:
            with suppress(OSError):
                folder.rmdir()
        raise


def write_marker(folder: Path, record: dict[str, Any]) -> None:
    """Write ``demo.json``: it says that a demo made this folder, and what came out."""
    text = json.dumps({"kind": KIND, **record}, indent=2, allow_nan=False) + "\n"
    write_text_atomically(folder / DEMO, text, force=True)


def _make_room(folder: Path, *, force: bool) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise NotAFolder(path=str(folder))
    if not any(folder.iterdir()):
        return
    if not force:
        raise FolderInUse(path=str(folder))
    if not _is_demo(folder):
        raise FolderNotOfDemo(path=str(folder))
    _delete_demo(folder)


def _is_demo(folder: Path) -> bool:
    path = folder / DEMO
    if path.is_symlink() or not path.is_file():
        return False
    try:
        said = json.loads(read_text_bounded(path, _MAX_MARKER_BYTES, "marker"))
    except (NotText, ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("kind") == KIND


def _delete_demo(folder: Path) -> None:
    # The marker goes last: whatever stops this in between, the rest can still be deleted.
    for name in (*MADE, DEMO):
        path = folder / name
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
