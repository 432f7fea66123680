"""Canaries: patterns of bytes that stand in raw rows and secrets, and must stand nowhere else.

A number is looked for as 8 bytes of float64 (either byte order), as a pair of neighbouring
float32 numbers (one alone is 4 bytes and turns up by chance), and as decimal text of nine digits,
or of more where many other numbers stand; a text in UTF-8 and UTF-16. This finds copies. What a
linear map lets somebody infer it does not find: that is what ``tests/attacks`` is for.
"""

import base64
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array

Canaries = Mapping[bytes, str]
"""What each pattern is, by pattern."""


def number_canaries(
    what: str, numbers: Float[Array, "rows columns"], *, n_digits: int = 9
) -> dict[bytes, str]:
    """Return the patterns of a table of numbers; round ones are no canaries, for they abound."""
    odd = [value for value in numbers.ravel() if is_odd(value)]
    found = {np.float64(value).astype(order).tobytes() for value in odd for order in ("<f8", ">f8")}
    for table in (numbers, numbers.T):
        short = np.ascontiguousarray(table, dtype="<f4")
        pairs = np.stack([short[:, :-1], short[:, 1:]], axis=-1).reshape(-1, 2)
        found |= {pair.tobytes() for pair in pairs if is_odd(pair[0]) and is_odd(pair[1])}
    # Rounded by whoever prints it, and cut off from the shortest text that is exact.
    found |= {f"{value:.{n_digits}g}".encode() for value in odd}
    found |= {first_digits(repr(float(value)), n_digits).encode() for value in odd}
    return {pattern: what for pattern in found if len(pattern) >= 8}


def is_odd(value: float) -> bool:
    """Answer whether a number has so many digits that it does not turn up by chance."""
    return len(repr(float(value))) >= 12


def first_digits(text: str, n_digits: int) -> str:
    """Return a number's text up to so many digits; zeros at its beginning tell nothing.

    >>> first_digits("-0.0012345678", 4)
    '-0.001234'
    """
    begun = len(text) - len(text.lstrip("-0."))
    n_points = text[begun:].partition(".")[0].isdigit() and "." in text[begun : begun + n_digits]
    return text[: begun + n_digits + int(n_points)]


def text_canaries(what: str, texts: Iterable[str]) -> dict[bytes, str]:
    """Return the patterns of words or keys."""
    return {text.encode(encoding): what for text in texts for encoding in ("utf-8", "utf-16-le")}


def secret_canaries(what: str, secret: bytes) -> dict[bytes, str]:
    """Return the patterns of secret bytes: raw, from either end, in hexadecimal, in base64."""
    patterns = (secret, secret[::-1], secret.hex().encode(), secret.hex().upper().encode())
    # Inside a longer text base64 may begin at any of three places.
    shifted = [base64.b64encode(b"\0" * shift + secret)[4:-4] for shift in range(3)]
    return dict.fromkeys((*patterns, *shifted), what)


def find_canaries(content: bytes, canaries: Canaries) -> set[str]:
    """Return what stands somewhere in ``content``; every pattern has at least 8 bytes."""
    by_start: dict[bytes, list[bytes]] = {}
    for pattern in canaries:
        by_start.setdefault(pattern[:8], []).append(pattern)
    starts = np.frombuffer(b"".join(by_start), dtype="<u8")
    found = set()
    for offset in range(min(8, max(0, len(content) - 7))):
        windows = np.frombuffer(content, "<u8", count=(len(content) - offset) // 8, offset=offset)
        for place in offset + 8 * np.flatnonzero(np.isin(windows, starts)):
            for pattern in by_start[content[place : place + 8]]:
                if content.startswith(pattern, place):
                    found.add(canaries[pattern])
    return found


def find_in_folder(folder: Path, canaries: Canaries) -> dict[str, set[str]]:
    """Return what stands in which file below ``folder``: in its bytes or in its name."""
    contents = {}
    for path in files_below(folder):
        name = path.relative_to(folder).as_posix()
        contents[name] = path.read_bytes() + b"\n" + name.encode()
    if not find_canaries(b"\n".join(contents.values()), canaries):
        return {}
    found = {name: find_canaries(content, canaries) for name, content in contents.items()}
    return {name: hits for name, hits in found.items() if hits}


def files_below(folder: Path) -> Iterator[Path]:
    """Return every file below ``folder``."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
