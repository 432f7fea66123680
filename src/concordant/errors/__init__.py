"""What can go wrong, as classes that own their two sentences: what was found, what to do.

In:  facts from the caller: counts, shapes, versions, digests and agreed names; never a cell,
     a row, a key or a basis entry, because errors get pasted into tickets.
Out: an exception whose text is safe to show; its family decides the exit code.

This module holds the families; each room's errors are in the file named after the room. The two
that concern what the caller gave are also ValueErrors, as Python and scikit-learn expect of an
argument that is refused.
"""

from string import Formatter
from typing import Any, ClassVar

Fact = str | int | float | bool | None | tuple[str, ...] | tuple[int, ...]


class ConcordantError(Exception):
    """The parent of every refusal of ours.

    A subclass writes ``found`` and ``remedy`` as format strings; the caller passes the facts
    by name. A fact that the sentences do not name is refused: it would be invisible.
    """

    found: ClassVar[str] = "Something was refused."
    remedy: ClassVar[str] = "See the documentation of the command."
    exit_code: ClassVar[int] = 3

    def __init__(self, **facts: Fact) -> None:
        invisible = set(facts) - _named_in(self.found + self.remedy)
        if invisible:
            raise KeyError(*sorted(invisible))
        self.facts = facts
        self.found_text = self.found.format_map(facts)
        self.remedy_text = self.remedy.format_map(facts)
        super().__init__(f"{self.found_text} {self.remedy_text}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.facts))

    @property
    def name(self) -> str:
        """The class name: stable, for scripts that read ``--json``."""
        return type(self).__name__

    def as_record(self) -> dict[str, Any]:
        """Return the refusal as plain data, for ``--json`` and for reports."""
        return {
            "error": self.name,
            "found": self.found_text,
            "remedy": self.remedy_text,
            "facts": dict(self.facts),
        }


def _named_in(sentences: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentences) if name is not None}


def _rebuild(kind: type[ConcordantError], facts: dict[str, Fact]) -> ConcordantError:
    return kind(**facts)


class WrongCall(ConcordantError, ValueError):
    """The command or function was called in a way that cannot mean anything."""

    exit_code = 2


class InputRejected(ConcordantError, ValueError):
    """A table, charter, profile or pact of one's own side cannot be used."""

    exit_code = 3


class BundleRejected(ConcordantError):
    """A file that came from another party was refused at the door."""

    exit_code = 3


class SetupIncomplete(ConcordantError):
    """Something that is needed to run is missing: a file, a permission, a terminal, an extra."""

    exit_code = 4


class AlignmentUnreliable(ConcordantError):
    """The numbers say that the result could not be trusted."""

    exit_code = 5
