"""The page on which a site reads what the model makes of each column.

In:  the plain record of an explanation (``explanation.json``).
Out: a Page, for the site itself. Anybody may run this; the record holds no row, yet numbers that
     are made with the site's secret basis.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.explanation_charts import (
    IMPORTANCE_TABLE,
    dependence_charts,
    importance_chart,
)
from concordant.report.explanation_words import (
    AVERAGES,
    COMPUTED_HERE,
    MEASURE_WORDS,
    NOT_THE_WORLD,
    say_keep,
    say_leading,
    say_left_out,
    say_measure_note,
    say_rows,
    say_unseen,
)
from concordant.report.page import Chapter, KeyFact, Page, PageTable, Part
from concordant.report.spelling import is_known, say_plain
from concordant.terms.consent_words import REHEARSAL_WORDS, consent_sentences

Record = Mapping[str, Any]

HOW_ALONG = (
    "The average answer over the rows when one column has the same value in all of them, and every "
    "other column is left as it is. A band, or the line beside a dot, runs from the average of the "
    "quarter of the rows that are answered lowest to that of the quarter answered highest."
)
WHICH_ALONG = (
    "Shown are the most important columns, each on a scale of its own; `explanation.json` has the "
    "others."
)
BEYOND_ONE = (
    "Where a line is dashed, fewer than ten rows of this site lie further out: there the model is "
    "asked for what it has hardly met here."
)
BEYOND_MANY = "Lines end where fewer than ten rows of this site lie further out."
HELD_AGAINST = (
    "Held against the model's own answers on these rows, the largest difference is {:.1g}."
)
NO_INTERVAL = (
    "Without an interval: it did not vary when these rows were drawn and shuffled again, which "
    "says nothing of how it varies on others."
)
_FOLD_FROM = 12


def explanation_page(record: Record) -> Page:
    """Return the page of one explanation."""
    return Page(
        title=f"What the model makes of each column at {record['site']}",
        lead=_lead(record),
        facts=_facts(record),
        warnings=_warnings(record),
        parts=(*_importance(record), *_dependence(record), *_shares(record), *_linear(record)),
        closing=(AVERAGES,),
        footer=(
            f"Made by concordant {record['concordant']}, `site explain`, seed {record['seed']}; "
            f"release {record['release']}, terms {record['terms']}."
        ),
    )


def _lead(record: Record) -> tuple[str, ...]:
    what = (
        f"The model {record['model']!r} of the study {record['study']!r} predicts "
        f"{record['label']!r}. {say_leading(record)}"
    )
    return (what, f"{COMPUTED_HERE} Used were {say_rows(record)}.", NOT_THE_WORLD)


def _facts(record: Record) -> tuple[KeyFact, ...]:
    columns = record["columns"]
    seen = [each for each in columns if (each["share"] or 0.0) >= record["least_share"]]
    return (
        KeyFact(f"{record['n_rows']:,}", "rows of this site were used"),
        KeyFact(
            f"{len(seen)} of {len(columns)}",
            "columns reach the model well enough to be explained here",
        ),
        KeyFact(
            f"{record['n_dims']} of {record['n_features']}",
            "numbers of a row are left after the projection",
        ),
    )


def _warnings(record: Record) -> tuple[str, ...]:
    said = [say_keep(record), *consent_sentences(record["consents"])]
    if record["rehearsal"]:
        said.append(REHEARSAL_WORDS)
    left_out = say_left_out(record)
    return (*said, *([left_out] if left_out else []), *record["warnings"])


def _importance(record: Record) -> tuple[Part, ...]:
    measures = record["measures"]
    table = PageTable(
        title=IMPORTANCE_TABLE,
        header=("column", *(each for name in measures for each in (MEASURE_WORDS[name], "95 %"))),
        rows=tuple(
            (column["name"], *(cell for score in column["importance"] for cell in _cells(score)))
            for column in record["columns"]
        ),
        numeric=tuple(range(1, 1 + 2 * len(measures))),
        below=_without_interval(record),
        folded=_folded(record),
    )
    chapter = Chapter("What the predictions rest on", (say_measure_note(record),))
    return (chapter, importance_chart(record), table)


def _cells(score: Record) -> tuple[str, str]:
    value, low, high = (say_plain(score[key]) for key in ("value", "low", "high"))
    return value, f"{low} to {high}" if is_known(score["low"], score["high"]) else "-"


def _without_interval(record: Record) -> tuple[str, ...]:
    scores = [score for column in record["columns"] for score in column["importance"]]
    known = [is_known(score["low"], score["high"]) for score in scores]
    return () if all(known) else (NO_INTERVAL,)


def _folded(record: Record) -> str:
    return "Show all columns" if len(record["columns"]) > _FOLD_FROM else ""


def _dependence(record: Record) -> tuple[Part, ...]:
    charts = dependence_charts(record)
    if not charts:
        return ()
    beyond = BEYOND_ONE if len(record["outputs"]) == 1 else BEYOND_MANY
    sentences = (HOW_ALONG, f"{WHICH_ALONG} {beyond}")
    return (Chapter("What the model answers along a column", sentences), *charts)


def _shares(record: Record) -> tuple[Part, ...]:
    ordered = sorted(record["columns"], key=lambda each: each["share"] or 0.0)
    table = PageTable(
        title="What of each column reaches the model",
        header=("column", "share of its variance"),
        rows=tuple(
            (
                each["name"],
                "does not vary here"
                if each["share"] is None
                else say_plain(each["share"], percent=True),
            )
            for each in ordered
        ),
        note=(
            "The projection keeps a part of what varies in a column and drops the rest for "
            "everybody, so that the model never sees it. Below "
            f"{say_plain(record['least_share'], percent=True)} what a column seems to do is "
            "rather the doing of columns that vary with it."
        ),
        numeric=(1,),
        below=say_unseen(record),
        folded=_folded(record),
    )
    return (Chapter("What the projection carries"), table)


def _linear(record: Record) -> tuple[Part, ...]:
    linear = record["linear"]
    if linear is None:
        return (Chapter("Coefficients", (record["why_not_linear"],)),)
    rows = [("(intercept)", "", *map(_coefficient, linear["intercept"]))]
    rows += [
        (each["column"], each["term"], *map(_coefficient, each["effects"]))
        for each in linear["coefficients"]
    ]
    table = PageTable(
        title="Coefficients in the columns' own units",
        header=("column", "", *linear["outputs"]),
        rows=tuple(rows),
        note=(
            "The answer for a row is the intercept and what its cells add: a number its "
            "coefficient times its value (a day as years since 1970-01-01), a level its "
            "coefficient, which is held against the average of the agreed levels. Numbers count "
            "as the terms clip them, and as the middle of their range where they are missing."
        ),
        numeric=tuple(range(2, 2 + len(linear["outputs"]))),
        below=(HELD_AGAINST.format(linear["largest_difference"]),),
        folded="Show all coefficients" if len(rows) > _FOLD_FROM else "",
    )
    return (Chapter("Coefficients"), table)


def _coefficient(value: float | None) -> str:
    """Return a coefficient with enough digits to compute with."""
    return "-" if value is None else f"{value:+.4g}"
