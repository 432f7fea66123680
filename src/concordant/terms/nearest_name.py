"""Find the agreed name that a person probably meant.

In:  a name as it stands in a table or a charter, and the agreed names.
Out: the nearest agreed name, or None. Anybody may run this; it never sees a cell.
"""

import difflib
import re
import unicodedata
from collections.abc import Iterable

LIKENESS = 0.75
SHORTEST_FOR_SLIPS = 5


def plain_name(name: str) -> str:
    """Return ``name`` without case, accents, blanks and punctuation.

    >>> plain_name(" Âge (Years)")
    'ageyears'
    """
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in parts if letter.isalnum()) or name.strip()


def nearest_name(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that looks most like ``name``, or None when none does.

    >>> nearest_name("Blood_Pressure", ["age", "blood pressure", "pulse"])
    'blood pressure'
    """
    by_plain: dict[str, str] = {}
    for candidate in candidates:
        by_plain.setdefault(plain_name(candidate), candidate)
    close = difflib.get_close_matches(plain_name(name), by_plain, n=1, cutoff=LIKENESS)
    return by_plain[close[0]] if close else None


def is_other_spelling(first: str, second: str) -> bool:
    """Answer whether two different texts differ by case, blanks, accents or punctuation only.

    Signs that carry meaning are not punctuation here: ``<=50K`` and ``>50K`` are two levels.
    """
    return first != second and _signs(first) == _signs(second) and _same_letters(first, second)


def is_slip(first: str, second: str) -> bool:
    """Answer whether two texts are one slip of the finger apart.

    One letter is added, left out, changed or swapped. Digits never count as slips (``stage 1``
    and ``stage 2`` differ on purpose), nor do short words.
    """
    left, right = plain_name(first), plain_name(second)
    if min(len(left), len(right)) < SHORTEST_FOR_SLIPS or left == right:
        return False
    if re.sub(r"\D", "", left) != re.sub(r"\D", "", right) or _signs(first) != _signs(second):
        return False
    return _is_one_edit(left, right)


def _same_letters(first: str, second: str) -> bool:
    return plain_name(first) == plain_name(second)


def _signs(text: str) -> str:
    return "".join(letter for letter in text if letter in "<>=+%")


def _is_one_edit(left: str, right: str) -> bool:
    if len(left) > len(right):
        left, right = right, left
    if len(right) - len(left) > 1:
        return False
    start = 0
    while start < len(left) and left[start] == right[start]:
        start += 1
    rest_left, rest_right = left[start:], right[start:]
    if len(left) < len(right):
        return rest_left == rest_right[1:]
    swapped = rest_left[:2] == rest_right[:2][::-1] and rest_left[2:] == rest_right[2:]
    return swapped or rest_left[1:] == rest_right[1:]
