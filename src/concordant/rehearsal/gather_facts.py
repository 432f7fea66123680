"""Gather what the lines of a rehearsal rest on, for its page and for its journal.

In:  the encoded table, the plan, the cuts and dimensions.
Out: Facts; counts, names and digests, no row. For rehearsals.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from concordant.rehearsal.cuts import Placed
from concordant.rehearsal.machine import machine_words, versions
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.possible_dims import most_dims
from concordant.rehearsal.rehearsed import Facts
from concordant.rehearsal.site_column import read_column_sites
from concordant.rehearsal.units import units_of
from concordant.rehearsal.whole_table import WholeTable


def gather_facts(
    whole: WholeTable,
    plan: Plan,
    cuts: Sequence[Placed],
    dims: Mapping[str, tuple[int, ...]],
) -> Facts:
    """Return the facts of a rehearsal before any model is trained."""
    column = None
    if plan.site_column is not None:
        column = read_column_sites(whole, units_of(whole), plan.dims)
    return Facts(
        n_rows=whole.n_rows,
        n_features=whole.charter.n_features,
        classes=whole.charter.classes,
        n_sites=len(cuts[0].sites),
        site_names={} if column is None else dict(column.values),
        left_out={} if column is None else dict(column.left_out),
        fewest_rows=min(cut.fewest_own for cut in cuts),
        most_rows=max(cut.most_own for cut in cuts),
        n_test=sum(len(rows) for rows in cuts[0].asked.values()),
        dims=dict(dims),
        most_dims=most_dims(whole, cuts),
        versions=versions(),
        machine=machine_words(),
        table=whole.digest,
    )


def what_it_is_made_of(plan: Plan, facts: Facts, extra: Path | None) -> dict[str, Any]:
    """Return what must be the same for a journal to go on, by the words of its refusal."""
    return {
        "plan": plan.as_record(),
        "table": facts.table,
        "file of methods": None if extra is None else sha256(extra.read_bytes()).hexdigest(),
        "software": dict(facts.versions),
        "machine": facts.machine,
    }
