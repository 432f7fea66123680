"""The scores of a training, for its page: how good the model seems, and by which rows.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.measure_words import MEANINGS, say_measure, say_span
from concordant.report.page import Chapter, KeyFact, PageTable, Part

Record = Mapping[str, Any]

NOT_A_FORECAST = "The scores below are not a forecast of how the model will do at the sites."
FORECAST = (
    "Measured on rows that the model had not seen, cut out of the pooled rows. Each site can hold "
    "this against rows of its own with `concordant site evaluate`."
)
HOW_WORDS = {
    "by row": "rows left out at random",
    "by group": "persons left out at random",
    "leave one site out": "one site left out at a time",
}
LEADING = ("accuracy", "R²")
"""The measures that stand out at the top of a page, for classes and for numbers."""


def score_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of the scores."""
    note = FORECAST if record["forecast"] else NOT_A_FORECAST
    said = note if record["scores"] else "The model was not cross-validated."
    parts: list[Part] = [Chapter("How good the model is", (said,))]
    intervals = _intervals(record)
    if intervals:
        parts.append(_interval_table(record, intervals))
    if record["scores"]:
        parts.append(_fold_table(record))
    return tuple(parts)


def validation_words(validation: Record) -> str:
    """Return in words which rows were answered by which model."""
    how = HOW_WORDS.get(validation["how"], validation["how"])
    return validation.get("words") or f"Each was answered by a model that had not seen it ({how})."


def score_fact(record: Record) -> KeyFact | None:
    """Return the score that stands out, with its interval where it was measured."""
    how = "" if record["forecast"] else "; not a forecast, see below"
    for each in _intervals(record):
        if each["measure"] in LEADING:
            name = each["measure"]
            span = say_span(say_measure(name, each["low"]), say_measure(name, each["high"]))
            return KeyFact(
                say_measure(name, each["value"]),
                f"{name} on rows that the model had not seen (95 % interval {span}){how}",
            )
    for each in record["scores"]:
        if each["measure"] in LEADING:
            words = f"{each['measure']} on rows that the model had not seen{how}"
            return KeyFact(say_measure(each["measure"], each["mean"]), words)
    return None


def _intervals(record: Record) -> list[Record]:
    return list((record.get("validation") or {}).get("scores_with_interval") or ())


def _interval_table(record: Record, intervals: list[Record]) -> PageTable:
    validation = record["validation"]
    return PageTable(
        title="Scores",
        header=("measure", "value", "95 % interval", "what it says"),
        rows=tuple(
            (
                each["measure"],
                say_measure(each["measure"], each["value"]),
                say_span(
                    say_measure(each["measure"], each["low"]),
                    say_measure(each["measure"], each["high"]),
                ),
                MEANINGS.get(each["measure"], ""),
            )
            for each in intervals
        ),
        note=f"Over {validation['n_rows']:,} rows. {validation_words(validation)}",
        numeric=(1,),
        unbroken=(2,),
    )


def _fold_table(record: Record) -> PageTable:
    return PageTable(
        title="The same, part by part" if _intervals(record) else "Scores by cross-validation",
        header=("how", "measure", "mean", "spread over folds", "folds"),
        rows=tuple(
            (
                HOW_WORDS.get(score["how"], score["how"]),
                score["measure"],
                say_measure(score["measure"], score["mean"]),
                say_measure(score["measure"], score["spread"]),
                str(score["n_folds"]),
            )
            for score in record["scores"]
        ),
        note=(
            "The rows are cut into parts; each part in turn is kept back and predicted by a "
            "model that was trained on the others."
        ),
        numeric=(2, 3, 4),
    )
