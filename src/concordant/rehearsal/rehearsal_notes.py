"""Say in sentences what a rehearsal left out and what went wrong in it.

In:  the plan, the facts, the failures.
Out: notes for people. Anybody may run this; no number of a row is in them.
"""

from collections.abc import Mapping, Sequence

from concordant.rehearsal.plan import Plan
from concordant.rehearsal.plan_units import is_possible
from concordant.rehearsal.play_unit import Failure
from concordant.rehearsal.rehearsed import Facts
from concordant.rehearsal.run_line import Way
from concordant.rehearsal.whole_table import NO_VALUE
from concordant.terms.listing import list_some

MOST_NAMED = 12


def plan_notes(plan: Plan, facts: Facts) -> tuple[str, ...]:
    """Return what was left out before any work."""
    notes = []
    if NO_VALUE in facts.left_out:
        notes.append(
            f"{facts.left_out[NO_VALUE]} rows have no site in the column {plan.site_column!r} and "
            "were left out."
        )
    small = {name: n_rows for name, n_rows in facts.left_out.items() if name != NO_VALUE}
    if small:
        named = [f"{name} ({n_rows} rows)" for name, n_rows in small.items()]
        notes.append(
            f"Sites of the column {plan.site_column!r} that are too small to learn from were left "
            f"out, {len(named)} in all: {list_some(named, most=MOST_NAMED)}."
        )
    if plan.condition is None:
        notes += [
            f"The span {span!r} was not tried with the anchor {anchor!r}: only an orthonormal "
            "anchor turns an agreed span back."
            for span in plan.spans
            for anchor in plan.anchors
            if not is_possible(span, anchor)
        ]
    return tuple(notes)


def failure_notes(
    failures: Sequence[Failure], ways: Mapping[Way, int], *, n_seeds: int
) -> tuple[str, ...]:
    """Return one sentence for each way that failed, with the reason of its first seed."""
    by_way: dict[Way, list[Failure]] = {}
    for failure in sorted(failures, key=lambda one: (ways[one.way], one.seed)):
        by_way.setdefault(failure.way, []).append(failure)
    return tuple(
        f"{_name(way)} gave no result with {len(failed)} of {n_seeds} seeds. {failed[0].reason}"
        for way, failed in by_way.items()
    )


def _name(way: Way) -> str:
    """Return a way in words that stand at the start of a sentence."""
    parts = [
        f"the model {way.model!r}",
        f"span {way.span!r}" if way.span else "",
        f"anchor {way.anchor!r}" if way.anchor else "",
        f"condition {way.condition!r}" if way.condition else "",
        f"{way.n_dims} dimensions" if way.n_dims else "",
    ]
    return f"{way.method!r} with {', '.join(part for part in parts if part)}"
