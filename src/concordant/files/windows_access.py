"""Ask and tell Windows who may open a file, through its own ``icacls``.

In:  a path.
Out: whether others can open it; or the right taken from everybody but the current user. Called
     on Windows only. Anybody may run this.
"""

import os
import subprocess
from pathlib import Path

from concordant.errors.files import PermissionsUnknown

# Everybody, signed-in users, the group Users, guests: by number, since names are translated.
_OTHERS = ("*S-1-1-0", "*S-1-5-11", "*S-1-5-32-545", "*S-1-5-32-546")
_TIMEOUT_S = 30


def others_have_access(path: Path) -> bool:
    """Tell whether a group of other users is in the access list of ``path``."""
    return any(str(path) in _icacls(path, "/findsid", group) for group in _OTHERS)


def restrict_to_owner(path: Path) -> None:
    """Leave ``path``, and what will lie in it, to the current user alone."""
    inherit = "(OI)(CI)" if path.is_dir() else ""
    _icacls(path, "/inheritance:r", "/grant:r", f"{_current_user()}:{inherit}F")


def _icacls(path: Path, *arguments: str) -> str:
    program = Path(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "icacls.exe")
    try:
        done = subprocess.run(  # noqa: S603  a fixed program, no shell
            [str(program), str(path), *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TIMEOUT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        raise PermissionsUnknown(path=str(path)) from None
    return done.stdout


def _current_user() -> str:
    domain, user = os.environ.get("USERDOMAIN", ""), os.environ.get("USERNAME", "")
    return f"{domain}\\{user}" if domain else user
