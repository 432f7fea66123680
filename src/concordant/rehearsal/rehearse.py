"""Compare ways to train on one table: cut it, play every study of the plan, score, go on.

In:  a table of a researcher's own, and a plan.
Out: a Rehearsed: one line for each way, seed and site, the same whatever the number of processes
     and however often the run was killed. Never part of a real study.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from concordant.errors.drafting import ChoiceUnknown
from concordant.errors.rehearsal import NothingToTry
from concordant.rehearsal.cuts import draw_placed
from concordant.rehearsal.gather_facts import gather_facts, what_it_is_made_of
from concordant.rehearsal.journal import Journal, open_journal
from concordant.rehearsal.methods import require_methods
from concordant.rehearsal.methods_file import load_methods
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.plan_checks import fill_in
from concordant.rehearsal.plan_units import WorkUnit, expand, way_of, ways_in_order
from concordant.rehearsal.play_unit import UnitResult, Workbench
from concordant.rehearsal.possible_dims import settle_dims
from concordant.rehearsal.rehearsal_notes import failure_notes, plan_notes
from concordant.rehearsal.rehearsed import Progress, Rehearsed
from concordant.rehearsal.whole_table import encode_whole
from concordant.rehearsal.workers import play_units
from concordant.terms.table import Table


def rehearse(
    table: Table,
    plan: Plan,
    *,
    jobs: int = 1,
    journal: Path | None = None,
    extra: Path | None = None,
    on_run: Callable[[Progress], None] | None = None,
) -> Rehearsed:
    """Return how every way of the plan scores on every seed.

    Parameters
    ----------
    table
        All rows in one place, which only a rehearsal may have.
    plan
        What to try. Everything that it names wrongly is refused before any work.
    jobs
        How many processes work side by side. Code that calls this with more than one from a
        script needs the usual ``if __name__ == "__main__":``.
    journal
        Where finished work is written down; a run that was killed goes on from there.
    extra
        A Python file of one's own that registers more methods. It is run as code: never give
        one that came from another party.
    on_run
        Told after each finished part how far the work is.
    """
    if jobs < 1:
        raise ChoiceUnknown(choice="jobs", given=str(jobs), allowed="a whole number from 1")
    methods = load_methods(extra)
    plan = fill_in(plan, methods)
    chosen = require_methods(plan.methods, methods)
    whole = encode_whole(table, plan)
    cuts = [draw_placed(whole, plan, seed) for seed in plan.seeds]
    dims = settle_dims(whole, plan, cuts)
    units = expand(plan, chosen, dims)
    if not units:
        raise NothingToTry
    facts = gather_facts(whole, plan, cuts, dims)
    bench = Workbench(whole, plan, methods, extra)
    made_of = what_it_is_made_of(plan, facts, extra)
    with nullcontext() if journal is None else open_journal(journal, made_of) as begun:
        results = _work(bench, units, jobs=jobs, journal=begun, on_run=on_run)
    ways = {way: place for place, way in enumerate(ways_in_order(plan, chosen, dims))}
    lines = [line for result in results for line in result.lines]
    # A stable sort: within a way and a seed the lines keep their order of sites.
    lines.sort(key=lambda line: (ways[line.way], line.seed))
    failures = [failure for result in results for failure in result.failures]
    notes = (*plan_notes(plan, facts), *failure_notes(failures, ways, n_seeds=plan.n_seeds))
    return Rehearsed(tuple(lines), notes, facts, plan)


def _work(
    bench: Workbench,
    units: Sequence[WorkUnit],
    *,
    jobs: int,
    journal: Journal | None,
    on_run: Callable[[Progress], None] | None,
) -> list[UnitResult]:
    """Return the results of all units in their order, of which the journal may know some."""
    results = {} if journal is None else _known(journal.results, units, bench.plan)
    waiting = {number: unit for number, unit in enumerate(units) if number not in results}
    clock = _Clock(
        total=sum(unit.n_runs(bench.plan) for unit in units),
        waiting=sum(unit.n_runs(bench.plan) for unit in waiting.values()),
        on_run=on_run,
    )
    clock.tell(0)
    with closing(play_units(bench, waiting, jobs=jobs)) as coming:
        for number, result in coming:
            results[number] = result
            if journal is not None:
                journal.add(number, result)
            clock.tell(waiting[number].n_runs(bench.plan))
    return [results[number] for number in range(len(units))]


def _known(
    results: Mapping[int, UnitResult], units: Sequence[WorkUnit], plan: Plan
) -> dict[int, UnitResult]:
    """Return the results that are whole: every run of their unit, and no other."""
    known = {}
    for number, result in results.items():
        if number >= len(units):
            continue
        unit = units[number]
        ways = {way_of(unit.setting, name, model) for name in unit.methods for model in plan.models}
        told = {(line.way, line.seed) for line in result.lines}
        told |= {(failure.way, failure.seed) for failure in result.failures}
        if told == {(way, unit.seed) for way in ways}:
            known[number] = result
    return known


class _Clock:
    """Tell how far the work is, and guess the time left by the runs done since the start."""

    def __init__(
        self, *, total: int, waiting: int, on_run: Callable[[Progress], None] | None
    ) -> None:
        self._total, self._waiting, self._on_run = total, waiting, on_run
        self._done_now = 0
        self._start = time.monotonic()

    def tell(self, n_runs: int) -> None:
        """Tell that so many more runs are done."""
        self._done_now += n_runs
        if self._on_run is None:
            return
        left = self._waiting - self._done_now
        spent = time.monotonic() - self._start
        seconds = spent / self._done_now * left if self._done_now else None
        self._on_run(Progress(self._total - left, self._total, seconds if left else 0.0))
