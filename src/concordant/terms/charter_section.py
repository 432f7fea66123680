"""Take values out of one block of a charter and note every fault on the way.

In:  the data of a block, as TOML gave it.
Out: proper values; where one is at fault, a stand-in and a Fault in the list, so that reading
     goes on and a person sees all faults at once. Anybody may run this.
"""

import difflib
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from concordant.terms.cell_text import BLANKS, canonical_text
from concordant.terms.charter_toml import KeyLines, KeyPath, name_path
from concordant.terms.faults import Fault
from concordant.terms.profile_facts import LONGEST_TEXT, is_sayable
from concordant.wire.rules import HEX_256, STUDY_ID, matches

MOST_FAULTS = 1000
MOST_LEVELS = 10_000
LARGEST_COUNT = 2**31 - 1
LARGEST_NUMBER = 1e300
SMALLEST_NUMBER = 1e-300
LONGEST_REMARK = 20_000

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_Choice = TypeVar("_Choice", bound=str)


class FaultList:
    """The faults found so far, each with the line of its key."""

    def __init__(self, lines: KeyLines) -> None:
        self.faults: list[Fault] = []
        self._lines = lines

    def add(self, path: KeyPath, found: str, remedy: str, *, where: str | None = None) -> None:
        """Note one fault; past ``MOST_FAULTS`` nobody reads on."""
        if len(self.faults) < MOST_FAULTS:
            fault = Fault(where or name_path(path), self._lines.find(path), found, remedy)
            self.faults.append(fault)


class Section:
    """One block of a charter; each key is taken once, and ``finish`` names those left over."""

    def __init__(self, faults: FaultList, data: object, path: KeyPath, where: str = "") -> None:
        self._faults = faults
        self._path = path
        self._where = where or name_path(path)
        self._known: list[str] = []
        self.data: dict[str, Any] = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            found = "The block is missing." if data is None else "It is not a block of keys."
            faults.add(path, found, f"Write [{self._where}] and its keys.", where=self._where)
            # One fault is enough: without the block, all its keys are missing.
            self._faults = FaultList(KeyLines(""))

    def fault(self, key: str, found: str, remedy: str) -> None:
        """Note a fault at ``key``, or of the block as a whole where the key is empty."""
        path = (*self._path, key) if key else self._path
        where = f"{self._where}.{key}".strip(".") if key else self._where
        self._faults.add(path, found, remedy, where=where)

    def has(self, key: str) -> bool:
        """Answer whether the key is there."""
        return key in self.data

    def skip(self, *keys: str) -> None:
        """Count keys as known that somebody else reads, or that were refused already."""
        self._known += keys

    def finish(self, kind: str = "") -> None:
        """Name every key that was not asked for, with the nearest that was."""
        unknown = [key for key in self.data if key not in self._known]
        for key in unknown[:MOST_FAULTS]:
            near = difflib.get_close_matches(key[:LONGEST_TEXT], self._known, n=1)
            listing = ", ".join(self._known)
            remedy = f"Did you mean `{near[0]}`?" if near else f"Known here: {listing}."
            shown = key if is_sayable(key) and len(key) <= 40 else shorten(key)
            self.fault(shown, f"This key is unknown{f' to {kind}' if kind else ''}.", remedy)

    def text(self, key: str, default: str | None = None, *, empty: bool = False) -> str:
        """Return a text of one line; without a default it must be there."""
        value = self._take(key, default)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(key, f"It is {_kind(value)}, not a text.", "Write it in quotes.")
            return ""
        reason = _text_fault(value, empty=empty)
        if reason:
            self.fault(key, *reason)
        return unicodedata.normalize("NFC", value)

    def remark(self, key: str, default: str) -> str:
        """Return a text for people, of one line or several."""
        value = self._take(key, default)
        if not isinstance(value, str):
            self.fault(key, f"It is {_kind(value)}, not a text.", "Write it in quotes.")
            return default
        strange = any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in value)
        if len(value) > LONGEST_REMARK or strange:
            found = "It is too long, or has control characters."
            self.fault(key, found, f"Write at most {LONGEST_REMARK} letters.")
        return unicodedata.normalize("NFC", value)

    def choice(
        self, key: str, allowed: Sequence[_Choice], default: _Choice | None = None
    ) -> _Choice:
        """Return one of some words; without a default it must be there."""
        value = self._take(key, default)
        for word in allowed:
            if value == word:
                return word
        if value is not None:
            listing = ", ".join(f'"{word}"' for word in allowed)
            self.fault(key, f"It cannot be {shorten(value)}.", f"It is one of: {listing}.")
        return allowed[0]

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self._take(key, default)
        if isinstance(value, bool):
            return value
        self.fault(key, f"It is {_kind(value)}.", "Write true or false, without quotes.")
        return default

    def count(self, key: str, default: int | None = None) -> int:
        """Return a count from 1; without a default it must be there."""
        value = self._take(key, default)
        if value is None:
            return 1
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, f"It is {_kind(value)}, not a whole number.", "Write 1 or more.")
            return 1
        if not 1 <= value <= LARGEST_COUNT:
            self.fault(key, "It is out of range.", f"Write 1 to {LARGEST_COUNT}.")
            return 1
        return value

    def number(self, key: str, default: float | None = None, *, positive: bool = False) -> float:
        """Return a finite number; without a default it must be there."""
        value = self._take(key, default)
        if value is None:
            return 1.0
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fault(key, f"It is {_kind(value)}, not a number.", "Write it without quotes.")
            return 1.0
        if not abs(value) <= LARGEST_NUMBER:
            self.fault(key, "It is not a finite number.", "Write an ordinary number.")
            return 1.0
        if positive and value < SMALLEST_NUMBER:
            self.fault(key, "It is not above zero.", "Write a number above zero.")
            return 1.0
        return float(value)

    def day(self, key: str) -> str:
        """Return a day (ISO 8601), in quotes or as a date of TOML."""
        value = self._take(key, None)
        if isinstance(value, date) and not isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, str) and _DAY.fullmatch(value) and _is_day(value):
            return value
        if value is not None:
            self.fault(key, "It is not a day.", 'Write it like "2024-01-31".')
        return "2000-01-01"

    def digest(self, key: str) -> str:
        """Return a SHA-256 in hexadecimal."""
        return self._matching(key, HEX_256, "a SHA-256 (64 of 0-9 and a-f)")

    def study_id(self, key: str) -> str:
        """Return a random id of 128 bits in hexadecimal."""
        return self._matching(key, STUDY_ID, "a study id (32 of 0-9 and a-f)")

    def levels(self, key: str) -> tuple[str, ...]:
        """Return a list of texts that mean different things as cells."""
        value = self._take(key, None)
        if value is None:
            return ()
        if not isinstance(value, list) or len(value) > MOST_LEVELS:
            found = f"It is {_kind(value)}, not a list of at most {MOST_LEVELS} texts."
            self.fault(key, found, 'Write it like ["a", "b"].')
            return ()
        levels = tuple(self._level(key, place, item) for place, item in enumerate(value, start=1))
        seen: dict[str, int] = {}
        for place, level in enumerate(levels, start=1):
            first = seen.setdefault(canonical_text(level), place)
            if level and first != place:
                found = f"Numbers {first} and {place} of the list mean the same cells."
                self.fault(key, found, "Keep one of them.")
        return levels

    def _level(self, key: str, place: int, item: object) -> str:
        if not isinstance(item, str):
            found = f"Number {place} of the list is {_kind(item)}, not a text."
            self.fault(key, found, "Write each in quotes, numbers too.")
            return ""
        reason = _text_fault(item, empty=False, blanks=True)
        if reason:
            self.fault(key, f"Number {place} of the list: {reason[0]}", reason[1])
        return unicodedata.normalize("NFC", item)

    def _matching(self, key: str, form: re.Pattern[str], meaning: str) -> str:
        value = self._take(key, None)
        if isinstance(value, str) and matches(form, value):
            return value
        if value is not None:
            self.fault(key, f"It is not {meaning}.", "Copy it whole, without blanks, in quotes.")
        return ""

    def _take(self, key: str, default: Any) -> Any:
        self._known.append(key)
        if key not in self.data and default is None:
            self.fault(key, "It is missing.", f"Add a line `{key} = …`.")
        return self.data.get(key, default)


def shorten(value: object) -> str:
    """Return a value of a charter for the screen: short and on one line."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _text_fault(text: str, *, empty: bool, blanks: bool = False) -> tuple[str, str] | None:
    if not text.strip(BLANKS):
        return None if empty and not text else ("It is empty.", "Write a text.")
    if not is_sayable(text):
        found = "It is too long, has a line break or signs that cannot be seen."
        return (found, f"Write at most {LONGEST_TEXT} letters on one line.")
    if text != text.strip(BLANKS) and not blanks:
        return ("It has blanks at an end.", "Take them out: names are compared without them.")
    return None


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


_KINDS: Iterable[tuple[type, str]] = (
    (bool, "true or false"),
    (int, "a number"),
    (float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a block of keys"),
)


def _kind(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "no finite number"
    if isinstance(value, str) and not value:
        return "an empty text"
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "a date or time")
