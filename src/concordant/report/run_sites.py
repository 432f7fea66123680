"""The sites of a training, for its page: those with a problem first.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import Chapter, PageTable, Part
from concordant.report.run_alignment import MOST_SHOWN, SITES_TABLE, gravest_first
from concordant.report.spelling import say_plain

Record = Mapping[str, Any]

MOST_CLASSES = 6
NOTE = (
    "A span differs by the share of what a site's dimensions hold that lies outside the span that "
    "all sites share best. A site without rows joined only to predict."
)


def site_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of the sites."""
    sites = gravest_first(record)
    parts: list[Part] = [Chapter("Sites")]
    troubled = [each for each in sites if each["verdict"] != "good" or each["excluded"]]
    if len(sites) > MOST_SHOWN and troubled:
        parts.append(_table(record, troubled, title="Sites to look at"))
    folded = f"All {len(sites)} sites" if len(sites) > MOST_SHOWN else ""
    parts.append(_table(record, sites, title=SITES_TABLE, note=NOTE, folded=folded))
    return tuple(parts)


def _table(
    record: Record, sites: list[Record], *, title: str, note: str = "", folded: str = ""
) -> PageTable:
    # More columns than these would be read by nobody; run.json has them all.
    classes = record["classes"] if len(record["classes"]) <= MOST_CLASSES else []
    return PageTable(
        title=title,
        header=("site", "rows", *classes, "span differs by", "verdict", "why"),
        rows=tuple(
            (
                site["site"],
                f"{site['n_rows']:,}" if site["n_rows"] else "none",
                *(f"{site['class_counts'].get(name, 0):,}" for name in classes),
                say_plain(site["numbers"]["span_difference"], percent=True),
                f"{site['verdict']}, left out" if site["excluded"] else site["verdict"],
                site["reason"],
            )
            for site in sites
        ),
        note=note,
        numeric=tuple(range(1, len(classes) + 3)),
        folded=folded,
    )
