"""The scores of a training, for its page: how good the model seems, and by which rows.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.measure_words import MEANINGS
from concordant.report.page import Chapter, KeyFact, PageTable, Part
from concordant.report.score_text import ScoreText, score_text
from concordant.report.spelling import is_known

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
NO_INTERVAL = (
    "Without an interval: the value did not vary when these rows were drawn again, which says "
    "nothing of how it varies on others."
)
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
            text = _text_of(each)
            sure = f" (95 % interval {_span(text, each)})" if _has_interval(each) else ""
            return KeyFact(
                text.score(each["value"]),
                f"{name} on rows that the model had not seen{sure}{how}",
            )
    for each in record["scores"]:
        if each["measure"] in LEADING:
            words = f"{each['measure']} on rows that the model had not seen{how}"
            return KeyFact(score_text(each["measure"], [each["mean"]]).score(each["mean"]), words)
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
                _text_of(each).score(each["value"]),
                _span(_text_of(each), each),
                MEANINGS.get(each["measure"], ""),
            )
            for each in intervals
        ),
        note=f"Over {validation['n_rows']:,} rows. {validation_words(validation)}",
        numeric=(1, 2),
        below=() if all(map(_has_interval, intervals)) else (NO_INTERVAL,),
    )


def _text_of(estimate: Record) -> ScoreText:
    sizes = (estimate["value"], estimate["low"], estimate["high"])
    return score_text(estimate["measure"], sizes)


def _has_interval(estimate: Record) -> bool:
    return is_known(estimate["low"], estimate["high"])


def _span(text: ScoreText, estimate: Record) -> str:
    """Return the interval with its unit, or a dash."""
    said = text.within(estimate["low"], estimate["high"])
    return f"{said} %" if text.percent and said != "-" else said


def _fold_table(record: Record) -> PageTable:
    return PageTable(
        title="The same, part by part" if _intervals(record) else "Scores by cross-validation",
        header=("how", "measure", "mean", "spread over folds", "folds"),
        rows=tuple(
            (
                HOW_WORDS.get(score["how"], score["how"]),
                score["measure"],
                *_mean_and_spread(score),
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


def _mean_and_spread(score: Record) -> tuple[str, str]:
    text = score_text(score["measure"], [score["mean"]])
    return text.score(score["mean"]), text.score(score["spread"])
