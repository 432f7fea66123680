"""Write down every finished unit of work at once, so that a killed run goes on where it was.

In:  a path, what the run is made of, results of units.
Out: JSON lines: first what the run is made of, then one line a unit, flushed. A line that was
     torn off by the kill counts as not written. Anybody may run this; no row is in it.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO

from concordant.errors.rehearsal import JournalDiffers, NotAJournal
from concordant.files.atomic import unwritable
from concordant.files.reading import read_bounded
from concordant.rehearsal.play_unit import Failure, UnitResult
from concordant.rehearsal.run_line import RunLine, Way

FORMAT = 1
KIND = "concordant rehearsal"
MOST_BYTES = 1024**3


class Journal:
    """The results of earlier runs by the number of their unit, and a place for further ones."""

    def __init__(self, file: BinaryIO, results: Mapping[int, UnitResult]) -> None:
        self._file = file
        self.results = dict(results)

    def add(self, unit: int, result: UnitResult) -> None:
        """Write down one finished unit."""
        self._file.write(_encode(_unit_record(unit, result)))
        self._file.flush()


@contextmanager
def open_journal(path: Path, about: Mapping[str, Any]) -> Iterator[Journal]:
    """Give the journal at ``path``, begun now or earlier with the same ``about``.

    ``about`` is plain data by name: a journal that was begun with other data is refused by the
    first name that differs.
    """
    head = _encode({"kind": KIND, "format": FORMAT, **about})
    is_there = os.path.lexists(path)
    # Never through a link: whatever it leads to would be written over.
    text = read_bounded(path, MOST_BYTES, "journal", follow_symlinks=False) if is_there else b""
    whole, results = _read(path, text, head, about)
    try:
        file = path.open("r+b" if is_there else "xb")
    except OSError as error:
        raise unwritable(path, error) from None
    with file:
        file.seek(whole)
        file.truncate()
        if not whole:
            file.write(head)
            file.flush()
        yield Journal(file, results)


def _read(
    path: Path, text: bytes, head: bytes, about: Mapping[str, Any]
) -> tuple[int, dict[int, UnitResult]]:
    """Return how many bytes are whole lines, and what they tell."""
    first, *others = text.splitlines(keepends=True) or [b""]
    if not first.endswith(b"\n"):
        if not head.startswith(first):
            raise NotAJournal(path=str(path))
        return 0, {}
    _require_same(path, first, about)
    whole, results = len(first), {}
    for line in others:
        found = _unit_result(_decode(line) or {}) if line.endswith(b"\n") else None
        if found is None:
            break
        results[found[0]] = found[1]
        whole += len(line)
    return whole, results


def _require_same(path: Path, first: bytes, about: Mapping[str, Any]) -> None:
    begun = _decode(first)
    if begun is None or begun.get("kind") != KIND or begun.get("format") != FORMAT:
        raise NotAJournal(path=str(path))
    now = json.loads(json.dumps(dict(about)))
    for name, value in now.items():
        was = begun.get(name)
        if was == value:
            continue
        what = name
        if isinstance(was, dict) and isinstance(value, dict):
            parts = [key for key in value if was.get(key) != value[key]]
            what = f"{name} ({', '.join(parts)})"
        raise JournalDiffers(path=str(path), what=what)


def _encode(record: Mapping[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def _decode(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _unit_record(unit: int, result: UnitResult) -> dict[str, Any]:
    return {
        "unit": unit,
        "lines": [asdict(line) for line in result.lines],
        "failures": [asdict(failure) for failure in result.failures],
    }


def _unit_result(record: Mapping[str, Any]) -> tuple[int, UnitResult] | None:
    """Return what one line tells; None where it is no whole line of ours."""
    try:
        lines = [RunLine(**{**line, "way": Way(**line["way"])}) for line in record["lines"]]
        failures = [Failure(**{**one, "way": Way(**one["way"])}) for one in record["failures"]]
        unit = record["unit"]
    except (KeyError, TypeError):
        return None
    is_sound = _is_count(unit) and all(map(_is_line, lines)) and all(map(_is_failure, failures))
    return (unit, UnitResult(tuple(lines), tuple(failures))) if is_sound else None


def _is_line(line: RunLine) -> bool:
    """Tell whether every field has the type that it should."""
    return (
        _is_way(line.way)
        and all(map(_is_count, (line.seed, line.n_own, line.n_new)))
        and isinstance(line.site, str)
        and isinstance(line.scores, dict)
        and all(isinstance(each, float) and isfinite(each) for each in line.scores.values())
    )


def _is_failure(failure: Failure) -> bool:
    return _is_way(failure.way) and _is_count(failure.seed) and isinstance(failure.reason, str)


def _is_way(way: Way) -> bool:
    words = (way.method, way.model, way.span, way.anchor, way.condition)
    return all(isinstance(word, str) for word in words) and _is_count(way.n_dims)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0
