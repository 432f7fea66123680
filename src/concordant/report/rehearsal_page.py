"""The page of a rehearsal: the advice, the ways beside each other, dimensions, sites, the plan.

In:  the plain record of a rehearsal (``rehearsal.json``).
Out: a Page. Anybody may run this; the record holds no row.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import Chapter, KeyFact, Page, Part
from concordant.report.rehearsal_charts import comparison_chart, dims_chart, sites_chart
from concordant.report.rehearsal_tables import (
    comparison_table,
    files_table,
    methods_table,
    plan_table,
    sites_table,
)
from concordant.report.rehearsal_words import (
    chosen_way,
    half_width,
    placement_note,
    split_words,
    text_of,
)

Record = Mapping[str, Any]

REHEARSED = (
    "This is a rehearsal: all rows lay on one machine, the terms were drafted from all of them, "
    "and every secret came from a seed. It says what a study might bring, and protects nobody."
)


def rehearsal_page(record: Record) -> Page:
    """Return the page of one rehearsal."""
    return Page(
        title=f"Would working together help? A rehearsal on {record['title']}",
        lead=_lead(record),
        facts=_facts(record),
        warnings=(REHEARSED, *record["notes"]),
        parts=_parts(record),
        footer=f"Made by concordant {record['concordant']}, `rehearse`.",
    )


def _lead(record: Record) -> tuple[str, ...]:
    plan = record["plan"]
    n_seeds = len(record["seeds"])
    cuts = "one cut" if n_seeds == 1 else f"{n_seeds} cuts"
    played = (
        f"{record['n_rows']:,} rows, {split_words(record)}, became {record['n_sites']} sites that "
        f"play a study to predict {plan['label']!r}: {cuts} of the table, one for each seed, and "
        f"{len(record['ways'])} ways to train on each."
    )
    return (played, placement_note(record))


def _facts(record: Record) -> tuple[KeyFact, ...]:
    chosen = chosen_way(record)
    if chosen is None or chosen["score"] is None:
        return ()
    text, facts = text_of(record), []
    same = f", model {chosen['model']}" if "model" in record["told"] else ""
    gain = chosen["gain"]
    if gain is not None:
        sure = ""
        if half_width(gain) is not None:
            sure = f", 95 % interval {text.interval(gain['low'], gain['high'])}"
        facts.append(KeyFact(text.gain(gain["mean"]), f"gain over each site alone{same}{sure}"))
    facts.append(
        KeyFact(
            text.score(chosen["score"]["mean"]),
            f"{record['measure']['name']} with {chosen['name']}",
        )
    )
    alone = next((way for way in record["ways"] if _is(way, "local", chosen)), None)
    central = next((way for way in record["ways"] if _is(way, "central", chosen)), None)
    for way, words in (
        (alone, f"each site alone{same}"),
        (central, f"everybody's raw rows in one place{same}"),
    ):
        if way is not None and way["score"] is not None:
            facts.append(KeyFact(text.score(way["score"]["mean"]), words))
    return tuple(facts)


def _is(way: Record, method: str, chosen: Record) -> bool:
    return bool(way["method"] == method and way["model"] == chosen["model"])


def _parts(record: Record) -> tuple[Part, ...]:
    parts: list[Part | None] = [
        Chapter("What the numbers advise", tuple(record["advice"])),
        Chapter("Ways to train"),
        comparison_chart(record),
        comparison_table(record),
    ]
    dims, sites = dims_chart(record), sites_chart(record)
    parts += [Chapter("Dimensions"), dims] if dims else []
    parts += [Chapter("Sites"), sites, sites_table(record)] if sites else []
    parts += [
        Chapter("The rehearsal"),
        plan_table(record),
        methods_table(record),
        files_table(record),
    ]
    return tuple(part for part in parts if part is not None)
