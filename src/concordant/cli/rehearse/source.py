"""Open what is to be rehearsed on: a table of one's own, or a set that scikit-learn carries.

In:  ``--table`` or ``--dataset``, and the label and task that a person named.
Out: a Source: the table, its title, its fingerprint, its label and task. Anybody may run this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from concordant.cli.charter.draft_sources import file_sha256
from concordant.cli.table_text import TableText
from concordant.errors.cli import OptionsContradict
from concordant.rehearsal.datasets import Dataset, read_dataset
from concordant.terms.charter import Task
from concordant.terms.table import table_from_frame

if TYPE_CHECKING:
    from concordant.terms.table import Table

MOST_CODES = 10
"""A column of at most so many different whole numbers is taken for codes of classes."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Source:
    """One table to rehearse on.

    ``words`` repeat the choice on a command line; ``reason`` says why the task was taken, where
    nobody named it.
    """

    table: "Table"
    title: str
    fingerprint: str
    words: tuple[str, ...]
    label: str
    task: Task
    reason: str = ""
    dataset: Dataset | None = None

    def __repr__(self) -> str:
        return f"Source({self.title!r}, {self.table!r})"


def open_source(
    table_path: Path | None,
    dataset: str | None,
    label: str | None,
    task: Task | None,
    table_text: TableText,
) -> Source:
    """Return the table with its label and task, or refuse a call that names none or both."""
    if (table_path is None) == (dataset is None):
        raise OptionsContradict(
            problem="A rehearsal needs one table: --table or --dataset, and not both.",
            advice="Add --table FILE --label COLUMN, or --dataset digits to try it.",
        )
    if dataset is not None:
        return _carried(read_dataset(dataset), label, task)
    if label is None:
        raise OptionsContradict(
            problem="--label is missing: which column of the table is to be predicted?",
            advice="Name it with --label COLUMN.",
        )
    assert table_path is not None  # noqa: S101  one of the two was given
    table = table_text.read(table_path)
    found, reason = (task, "") if task else guess_task(table, label)
    words = ("--table", str(table_path), *_spelled(table_text))
    return Source(
        table, table_path.name, file_sha256(table_path, "table"), words, label, found, reason
    )


def guess_task(table: "Table", label: str) -> tuple[Task, str]:
    """Return what the label seems to be, and why."""
    if table.kind_hint(label) != "number":
        return "classification", f"Task: classification, because {label!r} holds words."
    values = table.numbers(label)[0]
    known = np.unique(values[~np.isnan(values)])
    if len(known) <= MOST_CODES and np.array_equal(known, np.rint(known)):
        reason = (
            f"Task: classification, because {label!r} holds {len(known)} different whole numbers; "
            "with --task regression they are amounts."
        )
        return "classification", reason
    reason = (
        f"Task: regression, because {label!r} holds {len(known):,} different numbers; with --task "
        "classification each of them is a class."
    )
    return "regression", reason


def _carried(chosen: Dataset, label: str | None, task: Task | None) -> Source:
    for option, given, fixed in (("--label", label, chosen.label), ("--task", task, chosen.task)):
        if given not in (None, fixed):
            raise OptionsContradict(
                problem=f"{option} {given} was given, and the set {chosen.name!r} has {fixed!r}.",
                advice=f"Leave {option} out, or bring your own table with --table.",
            )
    return Source(
        table=table_from_frame(chosen.columns),
        title=chosen.name,
        fingerprint=f"dataset:{chosen.name}",
        words=("--dataset", chosen.name),
        label=chosen.label,
        task=chosen.task,
        dataset=chosen,
    )


def _spelled(table_text: TableText) -> Sequence[str]:
    given = {
        "--delimiter": table_text.delimiter,
        "--decimal": table_text.decimal,
        "--encoding": table_text.encoding,
    }
    return [word for option, value in given.items() if value for word in (option, value)]
