"""Keep secrets where nobody else of the machine can read them, or refuse.

In:  the path of a folder or a file that holds a secret.
Out: True when only its owner can read it, False when the file system keeps no permissions and
     that was accepted; otherwise a refusal. Site commands run this.
"""

import contextlib
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path

from concordant.errors.files import (
    FileMissing,
    ForeignSecretStore,
    NotAFile,
    NotAFolder,
    OpenSecretStore,
    PermissionsUnknown,
)
from concordant.files.atomic import TEMPORARY_PREFIX, unwritable
from concordant.files.windows_access import others_have_access, restrict_to_owner

_WINDOWS: bool = os.name == "nt"
_FOLDER_MODE = 0o700
_FILE_MODE = 0o600
_OTHERS = 0o077


def require_private_folder(path: Path, *, create: bool, accept_open: bool) -> bool:
    """Refuse the folder ``path`` unless only its owner can read it; make it if asked to."""
    made = create and _make_folder(path)
    if not path.exists():
        raise FileMissing(what="folder", path=str(path))
    if not path.is_dir():
        raise NotAFolder(path=str(path))
    if made and _WINDOWS:
        return _accepted_if_unknown(path, accept_open=accept_open, act=restrict_to_owner)
    return _require_private(path, mode=_FOLDER_MODE, accept_open=accept_open)


def require_private_file(path: Path, *, accept_open: bool) -> bool:
    """Refuse the file ``path`` unless only its owner can read it."""
    if not path.exists():
        raise FileMissing(what="file", path=str(path))
    if not path.is_file():
        raise NotAFile(what="file", path=str(path), kind="something else")
    return _require_private(path, mode=_FILE_MODE, accept_open=accept_open)


def is_readable_secret(path: Path) -> bool:
    """Tell whether the current user can read ``path``: what an analyst should not be able to."""
    return path.exists() and os.access(path, os.R_OK)


def _make_folder(path: Path) -> bool:
    """Make the folder, for its owner alone; tell whether it was not there before."""
    try:
        path.mkdir(mode=_FOLDER_MODE, parents=True)
    except FileExistsError:
        return False
    except OSError as error:
        raise unwritable(path, error) from None
    return True


def _require_private(path: Path, *, mode: int, accept_open: bool) -> bool:
    if _WINDOWS:
        return _accepted_if_unknown(path, accept_open=accept_open, act=_require_no_others)
    facts = path.stat()
    if not facts.st_mode & _OTHERS:
        if facts.st_uid not in (os.geteuid(), 0):
            raise ForeignSecretStore(path=str(path))
        return True
    if _keeps_permissions(path if path.is_dir() else path.parent):
        raise OpenSecretStore(path=str(path), mode=f"{mode:o}")
    if not accept_open:
        raise PermissionsUnknown(path=str(path))
    return False


def _accepted_if_unknown(path: Path, *, accept_open: bool, act: Callable[[Path], None]) -> bool:
    """Do what needs permissions; False where there are none and that was accepted."""
    try:
        act(path)
    except PermissionsUnknown:
        if not accept_open:
            raise
        return False
    return True


def _require_no_others(path: Path) -> None:
    if others_have_access(path):
        raise OpenSecretStore(path=str(path), mode="owner only")


def _keeps_permissions(folder: Path) -> bool:
    """Tell whether a file made for its owner alone stays so: FAT and some shares forget it."""
    probe = folder / f"{TEMPORARY_PREFIX}{secrets.token_hex(8)}"
    try:
        os.close(os.open(probe, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE_MODE))
        return not stat.S_IMODE(probe.stat().st_mode) & _OTHERS
    except OSError:
        # Nothing can be made there, so nothing can be known; the rights that are shown count.
        return True
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
