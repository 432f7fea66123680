"""What a person asked ``concordant rehearse`` for.

In:  the words of the call, each read by its option.
Out: a Request. Anybody may run this.
"""

from dataclasses import dataclass
from pathlib import Path

from concordant.cli.table_text import TableText
from concordant.rehearsal.plan import Condition, Placement
from concordant.terms.charter import Task


@dataclass(frozen=True, slots=True)
class Request:
    """The choices of one call; None or nothing stands for what was not said."""

    table_path: Path | None
    dataset: str | None
    label: str | None
    task: Task | None
    n_sites: int | None
    site_column: str | None
    split: str | None
    test: Placement
    methods: tuple[str, ...]
    spans: tuple[str, ...]
    dims: tuple[int, ...]
    anchors: tuple[str, ...]
    condition: Condition | None
    models: tuple[str, ...]
    n_seeds: int
    first_seed: int
    group: str | None
    ignore: tuple[str, ...]
    extra: Path | None
    measure: str | None
    out: Path | None
    table_text: TableText
