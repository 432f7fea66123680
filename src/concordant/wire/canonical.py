"""Turn plain data into the one canonical JSON, and back with nothing left to interpretation.

In:  dicts, lists, texts, numbers, booleans, None; or bytes from anybody.
Out: RFC 8785 bytes, the same on every machine; or the plain data, if re-encoding it gives the
     very same bytes. Anybody may run this.
"""

import json
import re
from typing import Any, NoReturn

import rfc8785

from concordant.errors.wire import NotCanonical

MAX_DEPTH = 16
MAX_BRACKETS = 1_000_000
_LARGEST_EXACT_INTEGER = 2**53 - 1
_LONGEST_NUMBER = 32
# A text ends at the end of the file at the latest, or an endless one would be scanned again from
# each quote inside it: a file of 16 MB would take days.
_TEXTS = re.compile(rb'"(?:[^"\\]|\\.)*(?:"|\\?\Z)', re.DOTALL)
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


def canonical_json(data: Any) -> bytes:
    """Return the canonical JSON of ``data`` (RFC 8785), as UTF-8.

    Not a number, infinities, integers beyond 2**53 and lone surrogates are refused. A float
    that is whole is written without a point, so it comes back as an integer.
    """
    try:
        return rfc8785.dumps(data)
    except (ValueError, RecursionError) as error:  # CanonicalizationError is a ValueError
        raise NotCanonical(reason=f"it cannot be written ({type(error).__name__})") from None


def parse_canonical(raw: bytes) -> dict[str, Any]:
    """Return the object that ``raw`` is the canonical JSON of; refuse everything else."""
    _require_shallow(raw)
    try:
        data = json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_object_without_duplicates,
            parse_int=_parse_integer,
            parse_float=_parse_float,
            parse_constant=_refuse_constant,
        )
    except ValueError:  # UnicodeDecodeError and JSONDecodeError are ValueErrors
        raise NotCanonical(reason="it is not JSON") from None
    if not isinstance(data, dict):
        raise NotCanonical(reason="it is not an object")
    if canonical_json(data) != raw:
        raise NotCanonical(reason="writing it again gives other bytes")
    return data


def _require_shallow(raw: bytes) -> None:
    brackets = _TEXTS.sub(b"", raw).translate(None, delete=_NO_BRACKETS)
    if len(brackets) > MAX_BRACKETS:
        raise NotCanonical(reason="it has too many parts")
    depth = 0
    for bracket in brackets:
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise NotCanonical(reason="it is nested too deeply")


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise NotCanonical(reason="a key appears twice")
    return data


def _parse_integer(digits: str) -> int | float:
    if len(digits) > _LONGEST_NUMBER:
        raise NotCanonical(reason="a number is too long")
    number = int(digits)
    return number if abs(number) <= _LARGEST_EXACT_INTEGER else float(number)


def _parse_float(digits: str) -> float:
    if len(digits) > _LONGEST_NUMBER:
        raise NotCanonical(reason="a number is too long")
    return float(digits)


def _refuse_constant(_: str) -> NoReturn:
    raise NotCanonical(reason="a number is not finite")
