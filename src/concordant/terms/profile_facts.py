"""What a profile may say about a column: frozen records of rounded numbers and common levels.

In:  nothing but what ``profile`` measured or ``profile_text`` read.
Out: plain records without behaviour of their own. Anybody may run this.
"""

import unicodedata
from dataclasses import dataclass
from typing import Literal

ProfileKind = Literal["numeric", "categorical", "binary", "date", "text", "identifier", "few"]
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
LONGEST_TEXT = 500


@dataclass(frozen=True, slots=True)
class LevelCount:
    """A level that many rows hold, and about how many."""

    level: str
    n_rows: int


@dataclass(frozen=True, slots=True)
class NumberFacts:
    """Where the numbers of a column lie.

    ``low`` and ``high`` are the ``tail`` and ``1 - tail`` percentiles (1st and 99th unless the
    table is small), rounded outward; ``quantiles`` those of ``QUANTILES`` that enough rows
    support; ``centre`` and ``scale`` the mean and standard deviation of the values clipped to
    the range. ``code`` is a number such as -1 or 999 that looks like a word for "missing" and
    was left out of the others; ``share_words`` counts cells that are not numbers. ``is_whole``:
    fewer than the smallest count have decimals.
    """

    low: float
    high: float
    tail: float
    quantiles: tuple[float | None, ...]
    centre: float
    scale: float
    is_whole: bool
    share_words: float = 0.0
    code: float | None = None
    share_code: float = 0.0


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One column: its kind and what so many rows have in common.

    ``kind``: ``text`` has too many levels to be a category, ``identifier`` names rows or
    persons (then nothing else is said), ``few`` has fewer values than the smallest count
    (then nothing else is said either). ``n_rare`` is about how many rows hold a rare level.
    ``months`` bound a date column. A numeric column with few different values has levels too.
    """

    name: str
    kind: ProfileKind
    share_missing: float | None = None
    n_values: int = 0
    levels: tuple[LevelCount, ...] = ()
    n_rare: int = 0
    numbers: NumberFacts | None = None
    months: tuple[str, str] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """All columns of one table, in their order; ``n_rows`` is rounded."""

    n_rows: int
    min_count: int
    columns: tuple[ColumnProfile, ...]

    def column(self, name: str) -> ColumnProfile | None:
        """Return the column of that name, or None."""
        return next((column for column in self.columns if column.name == name), None)


def is_sayable(text: str) -> bool:
    """Answer whether a text can stand on one line: short, without control characters."""
    return len(text) <= LONGEST_TEXT and all(unicodedata.category(c)[0] != "C" for c in text)
