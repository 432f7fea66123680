"""Read TOML that anybody may have written, and know the line of each key.

In:  the text of a charter (hostile until proven otherwise).
Out: plain data and the lines of its keys, or a refusal with the line. Anybody may run this.
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

from concordant.errors.terms import CharterUnreadable
from concordant.terms.faults import Fault, list_faults

MOST_CHARACTERS = 16 * 1024 * 1024
MOST_DEPTH = 16
MOST_KEY_PARTS = 8

KeyPath = tuple[str | int, ...]

# Each alternative ends somewhere whatever follows, so that no text makes the scan start over.
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""|\\?\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*"?'
    r"|'[^'\n]*'?"
    r"|#[^\n]*",
    re.DOTALL,
)
# Looked for where a key begins only, or one endless key would be scanned from each letter.
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_KEY_PARTS},}}")
_HEADER = re.compile(r"[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]\]?[ \t]*")
_KEY = re.compile(r"[ \t]*([\w-]+(?:[ \t]*\.[ \t]*[\w-]+)*)[ \t]*=")
_PLACE = re.compile(r"\(at line (\d+)")


def unreadable(faults: Iterable[Fault]) -> CharterUnreadable:
    """Return the refusal that carries all these faults, those of the first lines first."""
    ordered = sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0))
    error = CharterUnreadable(n_faults=len(ordered), listing=list_faults(ordered))
    error.faults = tuple(ordered)
    return error


class KeyLines:
    """The line of each key and each block of a TOML text, counted from 1."""

    def __init__(self, bare: str) -> None:
        self._lines: dict[KeyPath, int] = {}
        block: KeyPath = ()
        counts: dict[str, int] = {}
        for number, line in enumerate(bare.split("\n"), start=1):
            if header := _HEADER.fullmatch(line):
                name = header[2]
                block = tuple(name.split("."))
                if header[1] == "[[":
                    counts[name] = counts.get(name, -1) + 1
                    block = (*block, counts[name])
                self._lines.setdefault(block, number)
            elif key := _KEY.match(line):
                parts = tuple(part.strip() for part in key[1].split("."))
                self._lines.setdefault((*block, *parts), number)

    def find(self, path: KeyPath) -> int | None:
        """Return the line of a key, or of the nearest block around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self._lines:
                return self._lines[path[:length]]
        return None


def parse_toml(text: str) -> tuple[dict[str, Any], KeyLines]:
    """Return the data of a TOML text with the lines of its keys, or refuse it."""
    if len(text) > MOST_CHARACTERS:
        raise _refusal(None, "The text is too long for a charter.", "Is it the right file?")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    bare = _TOKEN.sub(_blank, plain)
    _require_shallow(bare)
    try:
        data = tomllib.loads(plain)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        place = _PLACE.search(str(error))
        line = int(place[1]) if place else None
        if "(at end of document)" in str(error):
            line = plain.count("\n") + 1
        remedy = "Look for a missing quote, comma or bracket, or for a key that is there twice."
        raise _refusal(line, "This is not TOML.", remedy) from None
    return data, KeyLines(bare)


def _blank(token: re.Match[str]) -> str:
    """Return what is left of a text or a comment: its lines."""
    return "\n" * token[0].count("\n") + ("" if token[0].startswith("#") else "s")


def _require_shallow(bare: str) -> None:
    """Refuse what would keep a TOML reader busy for hours: deep nesting, keys of many parts."""
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MOST_DEPTH:
            raise _deep(bare, bracket.start())
    if key := _LONG_KEY.search(bare):
        raise _deep(bare, key.start())


def _deep(bare: str, offset: int) -> CharterUnreadable:
    line = bare.count("\n", 0, offset) + 1
    return _refusal(line, "It is nested too deeply.", "A charter has blocks, keys and lists only.")


def _refusal(line: int | None, found: str, remedy: str) -> CharterUnreadable:
    return unreadable([Fault("charter", line, found, remedy)])


def name_path(path: Sequence[str | int]) -> str:
    """Return a path in words: list places count from 1.

    >>> name_path(("columns", 0, "low"))
    'columns[1].low'
    """
    words = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return words.removeprefix(".")
