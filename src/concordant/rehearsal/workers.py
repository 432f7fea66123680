"""Do units of work in this process or in several, and give results as they come.

In:  a Workbench and numbered units.
Out: pairs of number and result, in no order. Ctrl-C ends all processes at once; they also end
     when this one is killed. Never part of a real study.
"""

import os
import signal
import threading
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import active_children, get_context, parent_process, resource_tracker

from concordant.errors.rehearsal import MethodElsewhere, ProcessLost
from concordant.rehearsal.methods_file import load_methods
from concordant.rehearsal.plan_units import WorkUnit
from concordant.rehearsal.play_unit import UnitResult, Workbench, play_unit

POLL_SECONDS = 0.2
"""A wait without end hears Ctrl-C on some systems only when something else happens."""

_SAFE_PATH = "PYTHONSAFEPATH"

_bench: list[Workbench] = []
"""In a process of the pool: what its units are done with."""


def play_units(
    bench: Workbench, units: Mapping[int, WorkUnit], *, jobs: int
) -> Generator[tuple[int, UnitResult], None, None]:
    """Yield each unit's number and result; every process does one unit at a time."""
    if jobs == 1 or len(units) < 2:
        for number, unit in units.items():
            yield number, play_unit(bench, unit)
        return
    with _pool(bench, min(jobs, len(units))) as pool:
        with _without_this_folder(), _without_ctrl_c():
            waiting: dict[Future[UnitResult], int] = {
                pool.submit(_play, unit): number for number, unit in units.items()
            }
        try:
            while waiting:
                done, _ = wait(waiting, POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise ProcessLost from None


@contextmanager
def _pool(bench: Workbench, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of fresh processes, none of which outlives the block."""
    others = set(active_children())
    # Methods are functions: each process loads them again, by their names.
    sent = replace(bench, methods={})
    with _without_this_folder():  # its queues alone start a process
        pool = ProcessPoolExecutor(
            jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(sent,)
        )
    try:
        yield pool
    except BaseException:
        for child in set(active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach: this one ends them.

    A blocked signal stays blocked in what is started meanwhile, and comes here afterwards.
    """
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        yield
        return
    # Started now, because it would lift the block in the midst of things.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextmanager
def _without_this_folder() -> Iterator[None]:
    """Start processes that look for Python's own modules where Python is.

    They begin by ``python -c``, which looks in the working folder first: a ``signal.py`` that lies
    beside somebody's table would be run.
    """
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


def _begin(bench: Workbench) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _bench[:] = [replace(bench, methods=load_methods(bench.extra))]


def _play(unit: WorkUnit) -> UnitResult:
    bench = _bench[0]
    for name in unit.methods:
        if name not in bench.methods:
            raise MethodElsewhere(name=name)
    return play_unit(bench, unit)


def _end_with_parent() -> None:
    """End at once when the process that started this one is gone, for whatever reason."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
