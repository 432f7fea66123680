"""Do one unit of work: cut the table, play the sites, run each method with each model, score.

In:  a Workbench (what all units share) and a unit.
Out: its lines, and for each run that failed the reason. Any process may do any unit: nothing
     depends on what was done before. Never part of a real study.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from concordant.errors import ConcordantError
from concordant.linalg.threads import one_thread
from concordant.rehearsal.baselines import Encoded
from concordant.rehearsal.cell import Cell, SiteData
from concordant.rehearsal.cuts import Placed, draw_placed
from concordant.rehearsal.judge import judge
from concordant.rehearsal.methods import KnownMethod
from concordant.rehearsal.methods_file import where_in
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.plan_units import WorkUnit, way_of
from concordant.rehearsal.run_line import RunLine, Way
from concordant.rehearsal.trial import start_trial
from concordant.rehearsal.whole_table import WholeTable


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Workbench:
    """What every unit is done with: the encoded table, the plan, the methods and their file."""

    whole: WholeTable
    plan: Plan
    methods: Mapping[str, KnownMethod]
    extra: Path | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """One run that gave no line, and why; no number of a row is in it."""

    way: Way
    seed: int
    reason: str


@dataclass(frozen=True, slots=True)
class UnitResult:
    """The lines of one unit in the order of its methods, and what failed."""

    lines: tuple[RunLine, ...]
    failures: tuple[Failure, ...]


def play_unit(bench: Workbench, unit: WorkUnit) -> UnitResult:
    """Return what one unit gives; a run that fails leaves the others alone."""
    # Loaded first: libraries that come later are not held to one thread.
    import sklearn.utils  # noqa: F401

    lines: list[RunLine] = []
    failures: list[Failure] = []
    with one_thread():
        placed = draw_placed(bench.whole, bench.plan, unit.seed)
        cell = Cell(bench.whole.charter, _site_data(bench.whole, placed), unit.setting, unit.seed)
        for name in unit.methods:
            for model in bench.plan.models:
                found = _play_run(bench, cell, placed, name, model)
                if isinstance(found, Failure):
                    failures.append(found)
                else:
                    lines += found
    return UnitResult(tuple(lines), tuple(failures))


def _play_run(
    bench: Workbench, cell: Cell, placed: Placed, name: str, model: str
) -> tuple[RunLine, ...] | Failure:
    way = way_of(cell.setting, name, model)
    try:
        said = bench.methods[name].play(start_trial(cell, name, model))
        return judge(
            way,
            cell.seed,
            said,
            truth={site: bench.whole.labels[rows] for site, rows in placed.asked.items()},
            n_own={site.site: len(site.own) for site in placed.sites},
            n_classes=len(bench.whole.charter.classes),
        )
    except ConcordantError as error:
        return Failure(way, cell.seed, str(error))
    except Exception as error:  # noqa: BLE001  one method must not stop the others
        # Its text may quote data, and a researcher finds his own line without it.
        where = where_in(bench.extra, error) if bench.extra else ""
        return Failure(way, cell.seed, f"It ended in {type(error).__name__}{where}.")


def _site_data(whole: WholeTable, placed: Placed) -> dict[str, SiteData]:
    return {
        site.site: SiteData(
            own=Encoded(whole.matrix[site.own], whole.labels[site.own]),
            asked=whole.matrix[placed.asked[site.site]],
            persons=None
            if whole.groups is None
            else tuple(str(group) for group in whole.groups[site.own]),
        )
        for site in placed.sites
    }
