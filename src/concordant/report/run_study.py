"""What it takes to check or repeat a run, for its page: digests, versions, seed, command.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import Chapter, PageTable, Part

Record = Mapping[str, Any]

ROUNDING = "On another machine, numbers may differ in their last digits."


def study_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter that lets others check and repeat the run."""
    command = record.get("command")
    said = (
        (f"With the same files, this command gives the same result: `{command}`. {ROUNDING}",)
        if command
        else ()
    )
    return (Chapter("To check or repeat this", said), _study(record))


def _study(record: Record) -> PageTable:
    libraries = ", ".join(f"{name} {version}" for name, version in record["versions"].items())
    roster = record.get("roster")
    listed = (("roster", f"number {roster['number']}, {roster['digest']}"),) if roster else ()
    return PageTable(
        title="The study",
        header=(),
        rows=(
            ("study id", record["study_id"]),
            ("terms digest", record["terms"]),
            *listed,
            ("span, anchor, precision", _joined(record, "span", "anchor", "precision")),
            ("seed", str(record["seed"])),
            ("made with", libraries),
        ),
        note=(
            "The terms digest stands for everything that was agreed on: whoever holds the same "
            "charter computes the same digits with `concordant charter show`."
        ),
    )


def _joined(record: Record, *keys: str) -> str:
    return ", ".join(str(record[key]) for key in keys)
