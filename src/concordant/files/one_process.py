"""Let one process at a time work in a folder: a site's vault, a rehearsal.

In:  the path of a lock file in an existing folder of one's own.
Out: a context in which no other process is in; or False at once. Anybody may run this.

The system's own lock on an open file goes with the process that held it, however it ended. Where
a file system has no such locks, a file that names its process takes their place; one whose
process is gone is taken over.
"""

import contextlib
import os
import secrets
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

from concordant.errors.files import FileUnwritable

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_OWNER_BYTES = 512


@contextlib.contextmanager
def only_process(path: Path) -> Iterator[bool]:
    """Yield True while nobody else is in, or False at once when somebody is."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        raise FileUnwritable(path=str(path), reason=type(error).__name__) from None
    try:
        try:
            _take(descriptor)
        except BlockingIOError:
            yield False
            return
        except PermissionError:  # how Windows says that another process holds it
            yield False
            return
        except OSError:
            with _named_file(path.with_name(f"{path.name}.owner")) as alone:
                yield alone
            return
        yield True
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _named_file(path: Path) -> Iterator[bool]:
    """Yield True if a file with this process's name in it could be made."""
    mine = f"{os.getpid()} {secrets.token_hex(8)} {socket.gethostname()}"
    if not _make(path, mine):
        if not _owner_is_gone(path):
            yield False
            return
        path.unlink(missing_ok=True)
        if not _make(path, mine):
            yield False
            return
    try:
        yield True
    finally:
        with contextlib.suppress(OSError):
            if path.read_text("utf-8") == mine:
                path.unlink()


def _make(path: Path, owner: str) -> bool:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(owner)
    return True


def _owner_is_gone(path: Path) -> bool:
    """Tell whether the process that made the file ran here and has ended."""
    try:
        number, _, host = path.read_text("utf-8")[:_OWNER_BYTES].split(" ", 2)
        if host != socket.gethostname() or sys.platform == "win32":
            return False
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError):
        return False
    return False
