"""Propose the classes of a label, or the step that a numeric label is rounded to.

In:  what all sources say about the label's column, and the tables that everybody may see.
Out: an agreed label with its reasons. Anybody may run this.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.errors.drafting import LabelNotDescribed, LabelNotNumbers
from concordant.linalg.arrays import Array
from concordant.terms.charter import Task
from concordant.terms.draft_column import sorted_levels
from concordant.terms.floors import RARE_CLASS, UNIQUE_LABELS_LIMIT
from concordant.terms.labels import round_to_step, share_unique
from concordant.terms.listing import list_some
from concordant.terms.merge_profiles import MergedColumn
from concordant.terms.profile_facts import is_sayable
from concordant.terms.rounding import next_nice_step, nice_step
from concordant.terms.schema import ClassLabel, Label, NumericLabel
from concordant.terms.table import Table

MOST_CLASSES = 100
MOST_NAMED = 10
STEPS_PER_SCALE = 20
FEWEST_STEPS_PER_SCALE = 4


@dataclass(frozen=True, slots=True)
class DraftedLabel:
    """A proposed label, the reasons that stand beside it, and what a person must be told."""

    label: Label
    comment: str
    notes: tuple[str, ...] = ()


def draft_label(
    merged: MergedColumn, tables: Sequence[Table], *, task: Task, step: float | None = None
) -> DraftedLabel:
    """Return the proposal for the label; ``tables`` are those that have its column."""
    notes = _missing_notes(merged)
    if task == "classification":
        drafted = _classes(merged, tables)
    else:
        drafted = _numbers(merged, tables, step)
    return DraftedLabel(drafted.label, drafted.comment, (*notes, *drafted.notes))


def _missing_notes(merged: MergedColumn) -> tuple[str, ...]:
    notes = []
    if merged.lacking:
        notes.append(f"The label {merged.name!r} is not in {', '.join(merged.lacking)}.")
    elif merged.share_missing > 0:
        notes.append(
            f"The label {merged.name!r} is missing in about {100 * merged.share_missing:.2g} % of "
            "the rows: a site leaves such rows out of its table."
        )
    return tuple(notes)


def _classes(merged: MergedColumn, tables: Sequence[Table]) -> DraftedLabel:
    """Take all classes of a table that everybody may see, the common ones of a profile."""
    counts = Counter(
        text for table in tables for text in table.texts(merged.name) if text is not None
    )
    if len(counts) > MOST_CLASSES:
        raise LabelNotDescribed(column=merged.name, reason=f"it has {len(counts)} different values")
    seen = {text for text in counts if is_sayable(text)}
    if merged.kind not in ("identifier", "text", "date"):
        seen |= set(merged.levels)
    if len(seen) < 2:
        raise LabelNotDescribed(column=merged.name, reason=_why_no_classes(merged, len(seen)))
    classes = sorted_levels(tuple(seen))
    rare = [repr(name) for name in classes if 0 < counts[name] < RARE_CLASS]
    notes = []
    if rare:
        notes.append(
            f"Few rows have the class {list_some(rare, most=MOST_NAMED)}: fewer than "
            f"{RARE_CLASS} in the tables that were given. Is it spelled as meant?"
        )
    if merged.has_rare and not tables:
        notes.append(
            f"Some rows of the label {merged.name!r} hold classes too rare to be named in a "
            "profile: add them to the charter, or such rows will be refused."
        )
    notes += _partial_classes(merged)
    return DraftedLabel(ClassLabel(merged.name, classes), "", tuple(notes))


def _partial_classes(merged: MergedColumn) -> list[str]:
    """Name classes that some sources know and others do not: a slip, or a one-sided site."""
    known = {name: {level.level for level in told.levels} for name, told in merged.told}
    return [
        f"The class {level!r} is not named by {list_some(without, most=MOST_NAMED)}: is it "
        "spelled as meant?"
        for level in sorted_levels(merged.levels)
        if (without := [name for name, levels in known.items() if level not in levels])
    ]


def _why_no_classes(merged: MergedColumn, n_seen: int) -> str:
    if n_seen == 1:
        return "one class alone is common in the sources"
    if merged.kind == "numeric":
        return "it holds too many different numbers; is it a regression?"
    return merged.reason or "no class is common enough to be named"


def _numbers(merged: MergedColumn, tables: Sequence[Table], step: float | None) -> DraftedLabel:
    values = _pooled_numbers(merged.name, tables)
    scale = _scale(merged, values)
    if scale is None or not scale > 0:
        raise LabelNotNumbers(column=merged.name)
    if step is not None:
        label = NumericLabel(merged.name, step=float(step))
        notes = _unique_notes(values, label.step)
        return DraftedLabel(label, _step_words("Named by a person"), notes)
    drafted = _first_step(scale, is_whole=bool(merged.numbers and merged.numbers.is_whole))
    widest = scale / FEWEST_STEPS_PER_SCALE
    while (
        share_unique(round_to_step(values, drafted)) > UNIQUE_LABELS_LIMIT
        and next_nice_step(drafted) <= widest
    ):
        drafted = next_nice_step(drafted)
    notes = _unique_notes(values, drafted)
    reason = f"About 1/{max(1, round(scale / drafted))} of the label's spread"
    return DraftedLabel(NumericLabel(merged.name, step=drafted), _step_words(reason), notes)


def _first_step(scale: float, *, is_whole: bool) -> float:
    step = nice_step(scale / STEPS_PER_SCALE)
    # Counts and years stay what they are: rounding them to 0.2 would only look odd.
    return max(step, 1.0) if is_whole and scale >= FEWEST_STEPS_PER_SCALE else step


def _step_words(reason: str) -> str:
    return (
        f"{reason}. Exact numbers are a join key: whoever knows a person's label finds the row. "
        "A coarser step is safer."
    )


def _unique_notes(values: Float[Array, " values"], step: float) -> tuple[str, ...]:
    """Say what is known of labels that occur once: at a site that has many, nothing leaves."""
    limit = f"{100 * UNIQUE_LABELS_LIMIT:.0f} %"
    if not values.size:
        sentence = (
            f"Labels leave rounded to {step:g}. A site is refused where more than {limit} of them "
            "occur once, and profiles do not tell: let each site run `concordant site check` "
            "before you confirm. A coarser --label-step has fewer such labels."
        )
        return (sentence,)
    unique = share_unique(round_to_step(values, step))
    if unique <= UNIQUE_LABELS_LIMIT:
        return ()
    sentence = (
        f"With the step {step:g}, {100 * unique:.0f} % of the labels in the tables that were given "
        f"occur once; a site is refused above {limit}. Larger tables have fewer such labels; a "
        "coarser --label-step has fewer too."
    )
    return (sentence,)


def _pooled_numbers(name: str, tables: Sequence[Table]) -> Float[Array, " values"]:
    columns = [table.numbers(name)[0] for table in tables]
    pooled: Float[Array, " values"] = np.concatenate([*columns, np.empty(0)])
    return np.asarray(pooled[np.isfinite(pooled)])


def _scale(merged: MergedColumn, values: Float[Array, " values"]) -> float | None:
    if values.size >= 2:
        low, high = np.quantile(values, (0.01, 0.99))
        return float(np.clip(values, low, high).std())
    return merged.numbers.scale if merged.numbers is not None else None
