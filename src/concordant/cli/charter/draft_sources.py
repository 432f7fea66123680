"""Open what a charter is drafted from: tables that everybody may see, and column profiles.

In:  paths; a file is a profile when it is JSON, otherwise a table.
Out: sources with names to call them by. Anybody may run this.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from concordant.cli.table_text import TableText
from concordant.files.reading import open_ordinary, read_text_bounded
from concordant.terms.profile_facts import Profile
from concordant.terms.profile_text import MOST_CHARACTERS, decode_profile
from concordant.terms.table import Table

_PEEK = 64
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# A sign of a text takes up to four bytes.
_PROFILE_BYTES = 4 * MOST_CHARACTERS


def read_source(path: Path, table_text: TableText) -> Table | Profile:
    """Read one file as a profile or as a table."""
    if _is_json(path):
        return decode_profile(read_text_bounded(path, _PROFILE_BYTES, "profile"))
    return table_text.read(path)


def source_names(paths: Sequence[Path]) -> tuple[str, ...]:
    """Return what to call the files: their names, or their paths where names repeat."""
    names = [path.name for path in paths]
    return tuple(path.name if names.count(path.name) == 1 else str(path) for path in paths)


def file_sha256(path: Path, what: str = "public table") -> str:
    """Return the SHA-256 of a file in hexadecimal, read in pieces."""
    with open_ordinary(path, what) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_json(path: Path) -> bool:
    with open_ordinary(path, "table or profile") as file:
        start = file.read(_PEEK)
    return start.removeprefix(_BYTE_ORDER_MARK).lstrip().startswith(b"{")
