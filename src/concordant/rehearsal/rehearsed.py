"""What a rehearsal gives: its lines, what it was made of, and what could not be tried.

In:  what ``rehearse`` found.
Out: frozen records. They hold counts, scores and names; no row.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from concordant.rehearsal.plan import Plan
from concordant.rehearsal.run_line import RunLine


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a rehearsal is, in runs: one method with one model and one seed.

    ``seconds_left`` is None before anything has been done.
    """

    done: int
    total: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What the lines of a rehearsal rest on.

    ``site_names`` are those of the site column by ours, empty where the table was cut.
    ``left_out`` are the sites of that column that are too small to learn from, with their rows;
    rows without a site stand there as "(missing)".
    ``fewest_rows`` and ``most_rows`` are those that one site learns from, over all seeds;
    ``n_test`` rows are predicted with the first seed. ``dims`` are the numbers of dimensions
    that are tried, by span or by the name of the condition, and ``most_dims`` the largest
    number that the columns and the smallest site allow.
    """

    n_rows: int
    n_features: int
    classes: tuple[str, ...]
    n_sites: int
    site_names: Mapping[str, str]
    left_out: Mapping[str, int]
    fewest_rows: int
    most_rows: int
    n_test: int
    dims: Mapping[str, tuple[int, ...]]
    most_dims: int
    versions: Mapping[str, str]
    machine: str
    table: str


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The lines in their order, the same for one plan and one table whatever else was chosen.

    ``notes`` are sentences on what was left out or went wrong. ``plan`` is the one that was
    carried out: with its methods and models filled in.
    """

    lines: tuple[RunLine, ...]
    notes: tuple[str, ...]
    facts: Facts
    plan: Plan
