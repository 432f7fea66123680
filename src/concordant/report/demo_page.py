"""The page of a demo: what was played, what it gained, who sent what.

In:  the plain record that ``concordant demo`` keeps in ``demo.json``.
Out: a Page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.comparison import best_collaboration, comparison_header, comparison_rows
from concordant.report.page import Page, PageTable

Record = Mapping[str, Any]


def demo_page(record: Record) -> Page:
    """Return the page of one demo."""
    return Page(
        title="A collaboration, played on one machine",
        lead=tuple(record["opening"]),
        warnings=tuple(record["warnings"]),
        tables=(_comparison(record), _steps(record), _sites(record), _files(record)),
        closing=tuple(record["next"]),
        footer=f"Made by concordant {record['concordant']}, `demo`, seed {record['seed']}.",
    )


def _comparison(record: Record) -> PageTable:
    return PageTable(
        title="What collaboration gained",
        header=comparison_header(record["measure"]),
        rows=comparison_rows(record),
        note=record["how_scored"],
        below=tuple(record["conclusions"]),
        numeric=(1, 2, 3, 4),
        strong_row=best_collaboration(record),
    )


def _steps(record: Record) -> PageTable:
    return PageTable(
        title="What happened",
        header=("", "who", "what", "command"),
        note="The last column is the word after `concordant` that takes this step in a real study.",
        rows=tuple(
            (str(number), step["who"], step["what"], step["command"])
            for number, step in enumerate(record["steps"], start=1)
        ),
        unbroken=(1, 3),
    )


def _sites(record: Record) -> PageTable:
    rows = [
        (
            site["site"],
            f"{site['own_rows']:,}",
            f"{site['new_rows']:,}",
            f"{site['view_bytes']:,}",
            f"{site['bundle_bytes']:,}",
            f"{site['return_bytes']:,}",
        )
        for site in record["sites"]
    ]
    return PageTable(
        title="Who sent what",
        header=("site", "own rows", "kept back", "view", "bundle", "return"),
        rows=tuple(rows),
        note=(
            "Files of the study with the agreed span, in bytes. A view holds no row and no label; "
            "a bundle holds a projected copy of every row, and its labels; a return comes back "
            "from the analyst. Rows kept back never left their site."
        ),
        numeric=(1, 2, 3, 4, 5),
    )


def _files(record: Record) -> PageTable:
    return PageTable(
        title="Where everything is",
        header=("where", "what"),
        rows=tuple((file["path"], file["what"]) for file in record["files"]),
        unbroken=(0,),
    )
