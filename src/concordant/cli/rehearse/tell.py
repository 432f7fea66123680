"""Tell a rehearsal on the screen: the table, the advice, where the files are.

In:  the plain record of a rehearsal.
Out: words on the screen. Anybody may run this.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from concordant.cli.console import Screen
from concordant.report.rehearsal_tables import comparison_table
from concordant.report.rehearsal_words import (
    DIMS,
    placement_note,
    score_note,
    standing_words,
    way_head,
)
from concordant.transport.folder.layout import REPORT

Record = Mapping[str, Any]

MOST_ROWS = 24
_NUMBERS = (1, 2, 3)
"""The columns that fit 80 letters; the score of all rows together is in the files."""


def tell_rehearsal(screen: Screen, record: Record, folder: Path) -> None:
    """Show the comparison, what it advises, and the files."""
    table = comparison_table(record)
    shown = _rows_to_show(record)
    heads = (way_head(record), table.header[1], "gain", "from best", "")
    rows = [
        [
            record["ways"][place]["name"].replace(DIMS, ""),
            *(table.rows[place][column] for column in _NUMBERS),
            standing_words(record, record["ways"][place]),
        ]
        for place in shown
    ]
    screen.tell()
    screen.table(table.title, heads, rows)
    if len(shown) < len(table.rows):
        screen.tell(
            f"The best {len(shown)} of {len(table.rows)} ways; all of them are in "
            f"{folder / 'table.md'}."
        )
    screen.tell(placement_note(record))
    screen.tell(score_note(record))
    screen.tell(
        "gain: over each site alone with the same model. central and pooled-pca need "
        "everybody's raw rows in one place."
    )
    screen.tell()
    for sentence in record["advice"]:
        screen.tell(f"- {sentence}")
    for note in record["notes"]:
        screen.warn(note)
    screen.tell()
    screen.table(
        f"Everything is in {folder}", ("", ""), [(f["path"], f["what"]) for f in record["files"]]
    )
    screen.tell(f"Open {folder / REPORT} in a browser.")


def _rows_to_show(record: Record) -> Sequence[int]:
    """Return the places of the rows that fit a screen: the best, and what they are held against."""
    ways = record["ways"]
    if len(ways) <= MOST_ROWS:
        return range(len(ways))
    sign = -1.0 if record["measure"]["higher_is_better"] else 1.0

    def rank(place: int) -> tuple[bool, float]:
        way = ways[place]
        is_level = way["kind"] == "alone" or way["method"] == "central" or way["chosen"]
        return (not is_level, sign * way["score"]["mean"] if way["score"] else float("inf"))

    return sorted(sorted(range(len(ways)), key=rank)[:MOST_ROWS])
