"""The sites of a training, for its page: those with a problem first.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import Chapter, PageTable, Part
from concordant.report.run_alignment import MOST_SHOWN, SITES_TABLE, gravest_first
from concordant.report.run_reasons import sum_up, verdict_of
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
    if len(sites) <= MOST_SHOWN:
        return (Chapter("Sites"), _table(record, sites, title=SITES_TABLE, note=NOTE))
    troubled = [each for each in sites if each["verdict"] != "good" or each["excluded"]]
    parts: list[Part] = [Chapter("Sites")]
    if 0 < len(troubled) <= MOST_SHOWN:
        parts.append(_table(record, troubled, title="Sites to look at"))
    return (*parts, _long_table(record, sites))


def _table(record: Record, sites: list[Record], *, title: str, note: str = "") -> PageTable:
    """Return few sites, each with its reason."""
    classes = _classes(record)
    return PageTable(
        title=title,
        header=("site", "rows", *classes, "span differs by", "verdict", "why"),
        rows=tuple((*_numbers(site, classes), verdict_of(site), site["reason"]) for site in sites),
        note=note,
        numeric=tuple(range(1, len(classes) + 3)),
    )


def _long_table(record: Record, sites: list[Record]) -> PageTable:
    """Return many sites, those with a problem first; what is said of many is said once, below."""
    classes = _classes(record)
    words, legend = sum_up(sites)
    return PageTable(
        title=SITES_TABLE,
        header=("site", "rows", *classes, "span differs by", "verdict"),
        rows=tuple(
            (*_numbers(site, classes), word) for site, word in zip(sites, words, strict=True)
        ),
        note=NOTE,
        numeric=tuple(range(1, len(classes) + 3)),
        below=legend,
        folded=f"All {len(sites)} sites",
    )


def _classes(record: Record) -> list[str]:
    # More columns than these would be read by nobody; run.json has them all.
    return record["classes"] if len(record["classes"]) <= MOST_CLASSES else []


def _numbers(site: Record, classes: list[str]) -> tuple[str, ...]:
    return (
        site["site"],
        f"{site['n_rows']:,}" if site["n_rows"] else "none",
        *(f"{site['class_counts'].get(name, 0):,}" for name in classes),
        say_plain(site["numbers"]["span_difference"], percent=True),
    )
