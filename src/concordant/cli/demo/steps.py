"""Say each step of a demo when it is done, and keep it for the page.

In:  who did what.
Out: numbered lines on the screen, progress on a terminal, and the list of steps.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median

from concordant.cli.console import Screen
from concordant.cli.sizes import say_bytes


class Steps:
    """The steps so far, in order."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._taken: list[dict[str, str]] = []

    @property
    def taken(self) -> tuple[dict[str, str], ...]:
        """Who did what, for the record."""
        return tuple(self._taken)

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Show on a terminal what is going on."""
        with self._screen.progress(f"Step {len(self._taken) + 1}: {what}"):
            yield

    def done(self, who: str, what: str, *, command: str = "") -> None:
        """Say one step, with the words that take it in a real study."""
        self._taken.append({"who": who, "what": what, "command": command})
        named = f" [concordant {command}]" if command else ""
        self._screen.tell(f"{len(self._taken):2d}. {who}: {what}{named}")


def say_sizes(sizes: Sequence[int]) -> str:
    """Return the sizes of several files of one sort, which hardly differ.

    >>> say_sizes([1200, 1200]), say_sizes([1190, 1200, 1300])
    ('1.2 kB each', 'about 1.2 kB each')
    """
    about = "" if min(sizes) == max(sizes) else "about "
    return f"{about}{say_bytes(int(median(sizes)))} each"


def say_counts(counts: Sequence[int]) -> str:
    """Return several counts as one or a range.

    >>> say_counts([28, 29, 28]), say_counts([5])
    ('28 to 29', '5')
    """
    low, high = f"{min(counts):,}", f"{max(counts):,}"
    return low if low == high else f"{low} to {high}"
