"""The kinds of column and of label that sites can agree on.

In:  nothing but agreed constants.
Out: frozen descriptions; ``preprocess`` turns rows into numbers with them and ``charter``
     writes them down. Anybody may run this.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

MissingNumber = Literal["centre", "indicator", "refuse"]
MissingLevel = Literal["level", "zero", "refuse"]
OutOfRange = Literal["clip", "keep", "refuse"]
Unseen = Literal["zero", "other", "refuse"]


@dataclass(frozen=True, slots=True)
class NumericColumn:
    """A number, mapped by agreed constants only.

    Either ``centre`` and ``scale`` are given, and a value becomes ``(value - centre) / scale``
    with agreed range ``centre ± clip·scale``; or ``low`` and ``high`` are, and it becomes
    ``(value - low) / (high - low)``. ``missing``: ``centre`` puts the middle of the range,
    ``indicator`` does so and adds a 0/1 column, ``refuse`` refuses the table.
    """

    kind: ClassVar[str] = "numeric"
    name: str
    centre: float | None = None
    scale: float | None = None
    clip: float = 3.0
    low: float | None = None
    high: float | None = None
    unit: str = ""
    missing: MissingNumber = "centre"
    out_of_range: OutOfRange = "clip"


@dataclass(frozen=True, slots=True)
class DateColumn:
    """A day (ISO 8601), mapped to ``[0, 1]`` between two agreed days ``low`` and ``high``."""

    kind: ClassVar[str] = "date"
    name: str
    low: str
    high: str
    missing: MissingNumber = "centre"
    out_of_range: OutOfRange = "clip"


@dataclass(frozen=True, slots=True)
class CategoricalColumn:
    """One of the agreed ``levels``: one 0/1 column each.

    ``unseen``: ``zero`` leaves all of them 0, ``other`` adds a column for whatever is not
    agreed, ``refuse`` refuses the table. ``missing``: ``level`` adds a column for missing,
    ``zero`` leaves all of them 0.
    """

    kind: ClassVar[str] = "categorical"
    name: str
    levels: tuple[str, ...]
    missing: MissingLevel = "zero"
    unseen: Unseen = "zero"


@dataclass(frozen=True, slots=True)
class BinaryColumn:
    """One of two agreed ``levels``: one column, 0 for the first, 1 for the second.

    A missing or (unless refused) unseen value becomes 0.5; ``indicator`` adds a 0/1 column.
    """

    kind: ClassVar[str] = "binary"
    name: str
    levels: tuple[str, str]
    missing: MissingNumber = "centre"
    unseen: Literal["zero", "refuse"] = "zero"


@dataclass(frozen=True, slots=True)
class IgnoredColumn:
    """A column that may be in the table and never becomes a number; ``reason`` says why."""

    kind: ClassVar[str] = "ignored"
    name: str
    reason: str = ""


Column = NumericColumn | DateColumn | CategoricalColumn | BinaryColumn | IgnoredColumn


@dataclass(frozen=True, slots=True)
class ClassLabel:
    """What a classifier predicts: ``classes`` in the agreed order (their index is the code)."""

    column: str
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NumericLabel:
    """What a regression predicts; values leave rounded to a multiple of ``step``."""

    column: str
    step: float
    unit: str = ""


Label = ClassLabel | NumericLabel
