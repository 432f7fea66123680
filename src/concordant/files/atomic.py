"""Write a file so that it is there whole or not at all.

In:  a path and the bytes.
Out: the file under its name, flushed to the disk; after any interruption, Ctrl-C included, the
     old state and no leftover. Anybody may run this.
"""

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from concordant.errors.files import FileExists, FileUnwritable
from concordant.files.windows_access import restrict_to_owner

TEMPORARY_PREFIX = ".~"
_WINDOWS: bool = os.name == "nt"
# What a full or failing disk answers to a write that the caller makes.
_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS)


def require_free(path: Path, *, force: bool) -> None:
    """Refuse a path where something lies, be it a dangling link, unless it may be replaced."""
    if not force and os.path.lexists(path):
        raise FileExists(path=str(path))


def unwritable(path: Path, error: OSError) -> FileUnwritable:
    """Return the refusal of a place that the system does not let us write to."""
    return FileUnwritable(path=str(path), reason=error.strerror or type(error).__name__)


@contextlib.contextmanager
def write_atomically(
    path: Path, *, force: bool = False, private: bool = False
) -> Iterator[BinaryIO]:
    """Give an open file whose content appears at ``path`` when the block ends well.

    Without ``force`` a file that is already there is refused, also one that appears meanwhile.
    ``private``: only the owner may read it, from its first byte on.
    """
    require_free(path, force=force)
    temporary = path.parent / f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}"
    try:
        with _disk_errors_named(path), _open_new(temporary, private=private) as file:
            if private and _WINDOWS:
                restrict_to_owner(temporary)
            yield file
            file.flush()
            os.fsync(file.fileno())
        _publish(temporary, path, force=force)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    _sync_folder(path.parent)


def write_bytes_atomically(
    path: Path, data: bytes, *, force: bool = False, private: bool = False
) -> None:
    """Write ``data`` to ``path``, whole or not at all."""
    with write_atomically(path, force=force, private=private) as file:
        file.write(data)


def write_text_atomically(
    path: Path, text: str, *, force: bool = False, private: bool = False
) -> None:
    r"""Write ``text`` to ``path`` as UTF-8 with ``\n`` line ends, whole or not at all."""
    write_bytes_atomically(path, text.encode("utf-8"), force=force, private=private)


def _open_new(temporary: Path, *, private: bool) -> BinaryIO:
    mode = 0o600 if private else 0o666

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags, mode)

    try:
        return open(temporary, "xb", opener=opener)
    except OSError as error:
        raise unwritable(temporary.parent, error) from None


@contextlib.contextmanager
def _disk_errors_named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in _DISK_ERRORS:
            raise
        raise unwritable(path, error) from None


def _publish(temporary: Path, path: Path, *, force: bool) -> None:
    try:
        if force:
            os.replace(temporary, path)  # noqa: PTH105  the pair of os.link and os.rename below
        elif _WINDOWS:
            os.rename(temporary, path)  # noqa: PTH104  there it refuses a name that is taken
        else:
            _publish_to_free_name(temporary, path)
    except FileExistsError:
        raise FileExists(path=str(path)) from None
    except OSError as error:
        raise unwritable(path, error) from None


def _publish_to_free_name(temporary: Path, path: Path) -> None:
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links (FAT, some shares): claim the name first
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            os.replace(temporary, path)  # noqa: PTH105
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def _sync_folder(folder: Path) -> None:
    # The name is in the folder; Windows and some shares cannot flush a folder, nor need it.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
