"""Show how far a rehearsal is, with the time that is left.

In:  the Progress of each run that ended.
Out: a bar on a terminal, else a line now and then, on stderr. Anybody may run this.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

from concordant.rehearsal.rehearsed import Progress

SPARSE_LINES = 10
_MINUTE, _HOUR = 60, 3600

TITLE = "Rehearsing"
OnRun = Callable[[Progress], None]


class Watch:
    """Remember how far it is, and hand that on to whoever shows it."""

    def __init__(self) -> None:
        self.last: Progress | None = None
        self.show: OnRun | None = None

    def __call__(self, progress: Progress) -> None:
        """Take the progress after one more run; the first call says what was done before."""
        self.last = progress
        if self.show is not None:
            self.show(progress)


@contextmanager
def shown(watch: Watch) -> Iterator[None]:
    """Show on stderr what the watch is told."""
    console = Console(file=sys.stderr)
    if console.is_terminal and not console.is_dumb_terminal:
        with _bar(console) as bar:
            watch.show = _on_bar(bar)
            yield
    else:
        watch.show = SparseLines()
        yield


def say_time_left(seconds: float | None) -> str:
    """Return the time left as people say it.

    >>> [say_time_left(seconds) for seconds in (None, 4.2, 75.0, 7300.0)]
    ['', '5 s left', '2 min left', '2 h 2 min left']
    """
    if seconds is None:
        return ""
    if seconds < _MINUTE:
        return f"{max(1, -int(-seconds // 1))} s left"
    minutes = -int(-seconds // _MINUTE)
    if seconds < _HOUR:
        return f"{minutes} min left"
    return f"{minutes // 60} h {minutes % 60} min left"


def say_start(progress: Progress) -> str:
    """Return where a rehearsal begins or goes on.

    >>> say_start(Progress(0, 40, None)), say_start(Progress(12, 40, None))
    ('Rehearsing: 40 runs.', 'Continuing: 12 of 40 runs are done.')
    """
    if progress.done == 0:
        return f"{TITLE}: {progress.total:,} runs."
    if progress.done == progress.total:
        return f"All {progress.total:,} runs were done before; they are shown again."
    return f"Continuing: {progress.done:,} of {progress.total:,} runs are done."


class SparseLines:
    """Say about ten times, and at the end, how far it is: what a log file bears."""

    def __init__(self) -> None:
        self._said: int | None = None

    def __call__(self, progress: Progress) -> None:
        """Print a line where a further tenth is done."""
        tenth = SPARSE_LINES * progress.done // max(progress.total, 1)
        if self._said is None:
            _write_line(say_start(progress))
        elif tenth > self._said:
            left = say_time_left(progress.seconds_left) if progress.done < progress.total else ""
            said = f"{progress.done:,} of {progress.total:,} runs"
            _write_line(f"{said}{f', about {left}' if left else ''}")
        self._said = tenth


def _write_line(text: str) -> None:
    with suppress(BrokenPipeError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def _bar(console: Console) -> Bar:
    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[left]}"),
        console=console,
        transient=True,
    )


def _on_bar(bar: Bar) -> OnRun:
    task = bar.add_task(TITLE, total=None, left="")
    begun = False

    def show(progress: Progress) -> None:
        nonlocal begun
        if not begun and progress.done:
            bar.console.print(say_start(progress), markup=False, highlight=False)
        begun = True
        left = say_time_left(progress.seconds_left)
        bar.update(task, completed=progress.done, total=progress.total, left=left)

    return show
