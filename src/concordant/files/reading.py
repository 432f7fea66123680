"""Read an ordinary file, of a size that somebody thought of before.

In:  a path, the most bytes, and a word for what the file is meant to be.
Out: an open file, its bytes or its text; never a pipe, a device, a folder. Anybody may run this.
"""

import errno
import io
import os
import stat
from pathlib import Path

from concordant.errors.files import (
    FileMissing,
    FileTooLarge,
    FileUnreadable,
    LinkRefused,
    NotAFile,
    NotText,
)

# O_NONBLOCK: opening a pipe must not wait for a writer. Windows has neither, but O_BINARY.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


def open_ordinary(path: Path, what: str, *, follow_symlinks: bool = True) -> io.BufferedReader:
    """Return ``path`` open for reading; the caller closes it.

    What is opened is what was looked at: the check is made on the open file, so nobody can
    exchange it in between.
    """
    if not follow_symlinks and path.is_symlink():
        raise LinkRefused(what=what, path=str(path))
    try:
        descriptor = os.open(path, _FLAGS | (0 if follow_symlinks else _NO_FOLLOW))
    except FileNotFoundError:
        raise FileMissing(what=what, path=str(path)) from None
    except OSError as error:
        raise _refusal(path, what, error) from None
    try:
        _require_ordinary(descriptor, path, what)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_bounded(path: Path, max_bytes: int, what: str, *, follow_symlinks: bool = True) -> bytes:
    """Return the bytes of ``path``, of which there may be ``max_bytes``."""
    with open_ordinary(path, what, follow_symlinks=follow_symlinks) as file:
        try:
            if path.stat().st_size > max_bytes:  # told before any memory is taken
                raise FileTooLarge(what=what, path=str(path), limit=max_bytes)
            raw = file.read(max_bytes + 1)  # it may have grown since
        except OSError as error:
            raise _refusal(path, what, error) from None
    if len(raw) > max_bytes:
        raise FileTooLarge(what=what, path=str(path), limit=max_bytes)
    return raw


def read_text_bounded(
    path: Path, max_bytes: int, what: str, *, follow_symlinks: bool = True
) -> str:
    """Return the text of ``path`` (UTF-8, with or without a byte-order mark)."""
    raw = read_bounded(path, max_bytes, what, follow_symlinks=follow_symlinks)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotText(what=what, path=str(path), offset=error.start) from None


def _require_ordinary(descriptor: int, path: Path, what: str) -> None:
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        raise NotAFile(what=what, path=str(path), kind=name_kind(mode))


def _refusal(path: Path, what: str, error: OSError) -> LinkRefused | NotAFile | FileUnreadable:
    if error.errno == errno.ELOOP:
        return LinkRefused(what=what, path=str(path))
    if path.is_dir():  # Windows refuses to open a folder
        return NotAFile(what=what, path=str(path), kind="a folder")
    return FileUnreadable(what=what, path=str(path), reason=type(error).__name__)


def name_kind(mode: int) -> str:
    """Say what a file that is no ordinary one is, by its ``st_mode``."""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")
