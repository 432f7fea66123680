"""The names of the files in a shared folder.

In:  the name of a site, or the name of a file that somebody put there.
Out: file names and what they mean; nothing is read or written. Both roles may run this.
"""

import re
from typing import Literal

from concordant.wire.rules import SITE_NAME

Kind = Literal["view", "bundle", "return"]

CHARTER = "charter.toml"
ROSTER = "roster.toml"
PACT = "pact.key"
NOTICE = "pact.notice"
SPAN = "study.span"

RETURNS = "returns"
RUN = "run.json"
REPORT = "report.html"
ARCHIVE = "model.skops"

DEMO = "demo.json"
"""Marks a folder that a demo made: the only place where known secrets are taken."""

PUBLIC_NAMES = frozenset({CHARTER, ROSTER, NOTICE, SPAN})
"""Files that may lie in an inbox beside the uploads without being one."""

_SITE_FILE = re.compile(rf"({SITE_NAME.pattern})\.(view|bundle|return)")


def file_name(site: str, kind: Kind) -> str:
    """Return the name of a site's file of one kind.

    >>> file_name("north", "bundle")
    'north.bundle'
    """
    return f"{site}.{kind}"


def site_of(name: str, kind: Kind) -> str | None:
    """Return the site that a file name speaks of, or None when it is no such name.

    >>> site_of("north.bundle", "bundle")
    'north'
    >>> site_of("North (1).bundle", "bundle") is None
    True
    """
    match = _SITE_FILE.fullmatch(name)
    return match[1] if match and match[2] == kind else None


def looks_like(name: str, kind: Kind) -> bool:
    """Tell whether a file was probably meant as one of this kind, whatever its spelling.

    >>> looks_like("North (1).BUNDLE", "bundle"), looks_like("notes.txt", "bundle")
    (True, False)
    """
    return name.lower().endswith(f".{kind}")
