"""The page of a demo: what was played, what it gained, who sent what.

In:  the plain record that ``concordant demo`` keeps in ``demo.json``; that of its main training,
     for the pictures that a real study's report has too.
Out: a Page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.chart import Dot, DotChart
from concordant.report.comparison import (
    best_collaboration,
    comparison_header,
    comparison_rows,
    gains_of,
    scores_of,
)
from concordant.report.measure_words import is_share, range_of
from concordant.report.page import Chapter, KeyFact, Page, PageTable, Part
from concordant.report.run_alignment import alignment_parts
from concordant.report.run_curves import curve_parts
from concordant.report.run_traffic import federated_chart, traffic_fact, traffic_words
from concordant.terms.listing import say_count

Record = Mapping[str, Any]

TABLE = "The same as numbers"
WHO = {"alone": "alone", "pooled": "raw rows in one place"}


def demo_page(record: Record, *, run: Record | None = None) -> Page:
    """Return the page of one demo; ``run`` is the record of the study with the agreed span."""
    return Page(
        title="A collaboration, played on one machine",
        lead=tuple(record["opening"]),
        facts=_facts(record, run),
        warnings=tuple(record["warnings"]),
        parts=(
            Chapter("What collaboration gained", (*record["conclusions"], record["how_scored"])),
            _picture(record),
            _comparison(record),
            Chapter("What happened"),
            _steps(record),
            *([] if run is None else _of_training(run)),
            Chapter("Who sent what", () if run is None else traffic_words(run)),
            *([] if run is None else federated_chart(run)),
            _sites(record),
            Chapter("Where everything is"),
            _files(record),
        ),
        closing=tuple(record["next"]),
        footer=f"Made by concordant {record['concordant']}, `demo`, seed {record['seed']}.",
    )


def _facts(record: Record, run: Record | None) -> tuple[KeyFact, ...]:
    best = best_collaboration(record)
    taken = KeyFact(say_count(len(record["sites"]), "site"), "played, each with rows of its own")
    moved = None if run is None else traffic_fact(run)
    found = [] if best is None else _best_facts(record, record["comparison"][best])
    return (*found, taken, *([] if moved is None else [moved]))


def _best_facts(record: Record, way: Record) -> list[KeyFact]:
    gain, name = way["gain"], record["measure"]["name"]
    scores, gains = scores_of(record), gains_of(record)
    return [
        KeyFact(
            gains.gain(gain["mean"]),
            f"mean gain of a site in {name} over a model that it trains alone (95 % interval "
            f"{gains.interval(gain['low'], gain['high'])})",
        ),
        KeyFact(
            scores.score(way["mean"]),
            f"{name} with the agreed span, on rows that sites had kept back (95 % interval "
            f"{scores.within(way['low'], way['high'])})",
        ),
    ]


def _picture(record: Record) -> DotChart:
    measure = record["measure"]
    least, most = range_of(measure["name"])
    better = "right" if measure["higher_is_better"] else "left"
    alone = next((way["mean"] for way in record["comparison"] if way["kind"] == "alone"), None)
    return DotChart(
        title=f"{measure['name'][:1].upper()}{measure['name'][1:]}, by who trains",
        caption=(
            f"The mean over sites, with its 95 % interval; farther {better} is better. The "
            "upright line is the mean of sites that train alone. Intervals here are wide because "
            "sites differ; whether one way is better than another is told site by site, in the "
            "column of gains."
        ),
        axis=measure["name"],
        dots=tuple(
            Dot(
                way["name"],
                way["mean"],
                max(least, way["low"]),
                min(most, way["high"]),
                WHO.get(way["kind"], "together"),
            )
            for way in record["comparison"]
        ),
        reference=alone,
        percent=is_share(measure["name"]),
        kinds=("together", "alone", "", "", "", WHO["pooled"]),
        table=TABLE,
    )


def _comparison(record: Record) -> PageTable:
    return PageTable(
        title=TABLE,
        header=comparison_header(record["measure"]),
        rows=comparison_rows(record),
        numeric=(1, 2, 3, 4),
        strong_row=best_collaboration(record),
    )


def _steps(record: Record) -> PageTable:
    return PageTable(
        title="Step by step",
        header=("step", "who", "what", "command"),
        note="The last column is the word after `concordant` that takes this step in a real study.",
        rows=tuple(
            (str(number), step["who"], step["what"], step["command"])
            for number, step in enumerate(record["steps"], start=1)
        ),
        unbroken=(1, 3),
    )


def _of_training(run: Record) -> tuple[Part, ...]:
    """Return the pictures of the main training, as a real study's report has them."""
    return (*curve_parts(run), *alignment_parts(run, table=""))


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
        title="Files of each site",
        header=("site", "own rows", "kept back", "view", "bundle", "return"),
        rows=tuple(rows),
        note=(
            "Files of the study with the agreed span, in bytes. A view holds no row and no label; "
            "a bundle holds a projected copy of every row, and its labels; a return comes back "
            "from the analyst. Rows kept back never left their site."
        ),
        numeric=(1, 2, 3, 4, 5),
        folded=f"All {len(rows)} sites" if len(rows) > 20 else "",
    )


def _files(record: Record) -> PageTable:
    return PageTable(
        title="In this folder",
        header=("where", "what"),
        rows=tuple((file["path"], file["what"]) for file in record["files"]),
        unbroken=(0,),
    )
