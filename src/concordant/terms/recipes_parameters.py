"""What a model's plain parameter may be: its type, range and default.

In:  a value that a person typed or that came in a return.
Out: whether it is allowed, and the sentence that says what is. Anybody may run this.
"""

from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias, TypeGuard

Plain: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number between two bounds."""

    default: float
    low: float
    high: float

    def allows(self, value: Plain) -> bool:
        """Whether ``value`` may be given."""
        # Not by way of float(): a whole number may be too long for one.
        return is_number(value) and self.low <= value <= self.high

    def sentence(self) -> str:
        """Say what may be given."""
        return f"a number from {self.low:g} to {self.high:g}"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between two bounds."""

    default: int
    low: int
    high: int

    def allows(self, value: Plain) -> bool:
        """Whether ``value`` may be given."""
        return is_whole(value) and self.low <= value <= self.high

    def sentence(self) -> str:
        """Say what may be given."""
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class OptionalNumber:
    """A number, or None for the rule that ``otherwise`` names."""

    default: None
    low: float
    high: float
    otherwise: str
    whole: bool = False

    def allows(self, value: Plain) -> bool:
        """Whether ``value`` may be given."""
        if value is None:
            return True
        if self.whole and not is_whole(value):
            return False
        return is_number(value) and self.low <= value <= self.high

    def sentence(self) -> str:
        """Say what may be given."""
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.low:g} to {self.high:g}, or nothing for {self.otherwise}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values."""

    default: Plain
    options: tuple[Plain, ...]

    def allows(self, value: Plain) -> bool:
        """Whether ``value`` may be given; ``1`` is not ``True``."""
        return any(value == option and type(value) is type(option) for option in self.options)

    def sentence(self) -> str:
        """Say what may be given."""
        return "one of " + ", ".join(
            "nothing" if option is None else str(option) for option in self.options
        )


Parameter: TypeAlias = Number | Whole | OptionalNumber | Choice


def is_whole(value: Plain) -> TypeGuard[int]:
    """Whether ``value`` is a whole number; yes and no are not numbers here."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: Plain) -> TypeGuard[int | float]:
    """Whether ``value`` is a finite number."""
    return is_whole(value) or (isinstance(value, float) and isfinite(value))
