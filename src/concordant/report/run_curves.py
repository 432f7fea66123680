"""Where a model is right and where it errs, as pictures for the page of a training.

In:  the plain record of a training.
Out: charts; none where nothing was validated. Anybody may run this.
"""

from collections.abc import Callable, Mapping
from typing import Any

from concordant.report.chart import Chart, Dot, DotChart, Line, LineChart, MatrixChart
from concordant.report.page import Chapter, PageTable, Part
from concordant.report.run_scores import NO_INTERVAL, validation_words
from concordant.report.score_text import score_text
from concordant.report.spelling import is_known

Record = Mapping[str, Any]

MOST_CURVES = 6
TABLE = "Each class against the others"
_AREAS = score_text("ROC-AUC", ())
ROC_WORDS = (
    "Wherever one draws the line between yes and no, more of those who belong to the class are "
    "found only at the price of more false alarms. The higher the curve lies above the dashed "
    "diagonal, which is guessing, the better."
)
RECALL_WORDS = (
    "Of all rows that the model names, how many truly belong to the class (upwards), the more of "
    "the class it is to find (to the right)."
)
CALIBRATION_WORDS = (
    "Rows are sorted by the probability that the model gave, and counted. On the dashed diagonal, "
    "what it calls 70 % happens in 70 of 100 cases; below it the model promises too much."
)


def curve_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of the pictures."""
    validation = record.get("validation")
    if not validation:
        return ()
    charts = [
        *_confusion(validation),
        *_residuals(validation, record["label"]),
        *_curve_parts(list(validation.get("curves") or ())),
    ]
    if not charts:
        return ()
    said = validation_words(validation)
    if not record["forecast"]:
        said += " As said above, this is no forecast of how the model will do at the sites."
    return (Chapter("Where it is right, and where it errs", (said,)), *charts)


def _confusion(validation: Record) -> tuple[Chart, ...]:
    confusion = validation.get("confusion")
    if not confusion:
        return ()
    classes = tuple(confusion["classes"])
    counts = tuple(tuple(float(each) for each in row) for row in confusion["counts"])
    n_rows = sum(map(sum, counts))
    right = sum(row[place] for place, row in enumerate(counts))
    return (
        MatrixChart(
            title="What was predicted, and what was true",
            caption=(
                f"A row of the picture holds the cases that truly are of one class, a column those "
                f"predicted to be. On the falling diagonal the model is right: {right:,.0f} of "
                f"{n_rows:,.0f}. The stronger the colour, the larger the share of its row."
            ),
            row_axis="truly",
            column_axis="predicted",
            row_names=classes,
            column_names=classes,
            values=counts,
            of_row=True,
        ),
    )


def _residuals(validation: Record, label: str) -> tuple[Chart, ...]:
    residuals = validation.get("residuals")
    if not residuals:
        return ()
    return (
        LineChart(
            title="Errors, by what was predicted",
            caption=(
                "Rows with similar predictions are put together; the curve is their mean error, "
                "and about 95 of 100 rows lie within the band. Where the curve is above 0, such "
                "predictions are too low; where it is below, too high."
            ),
            x_axis=f"predicted {label}",
            y_axis="truth minus prediction",
            lines=(
                Line(
                    "mean error",
                    tuple(residuals["predicted"]),
                    tuple(residuals["middle"]),
                    tuple(residuals["low"]),
                    tuple(residuals["high"]),
                ),
            ),
            markers=True,
        ),
    )


def _curve_parts(curves: list[Record]) -> list[Chart | PageTable]:
    """Return the curves; past a few classes they could not be told apart, and the table stands."""
    charts: list[Chart | PageTable] = []
    if 0 < len(curves) <= MOST_CURVES:
        charts += [_roc(curves), _recall(curves), _calibration(curves)]
    if len(curves) > 1:
        charts += [_areas(curves), _area_table(curves)]
    return charts


def _areas(curves: list[Record]) -> DotChart:
    return DotChart(
        title="How well each class is told from the others",
        caption=(
            "The area under the ROC curve: how often a row of the class is ranked above one that "
            "is not of it. 0.5 is guessing, 1 never errs; lines are 95 % intervals."
        ),
        axis="area under the ROC curve",
        dots=tuple(
            Dot(
                curve["class"],
                curve["roc"]["auc"],
                curve["roc"]["auc_low"],
                curve["roc"]["auc_high"],
            )
            for curve in curves
        ),
        table=TABLE,
    )


def _area_table(curves: list[Record]) -> PageTable:
    return PageTable(
        title=TABLE,
        header=("class", "ROC area (95 % interval)", "average precision (95 % interval)", "guess"),
        rows=tuple(
            (
                curve["class"],
                _say_area(curve),
                _say_precision(curve),
                _AREAS.score(curve["precision_recall"]["prevalence"]),
            )
            for curve in curves
        ),
        note="Each class against all others; the last column is the precision of guessing.",
        numeric=(1, 2, 3),
        below=(NO_INTERVAL,) if any(not _has_intervals(curve) for curve in curves) else (),
    )


def _has_intervals(curve: Record) -> bool:
    roc, precision = curve["roc"], curve["precision_recall"]
    bounds = (roc["auc_low"], roc["auc_high"], precision["low_ap"], precision["high_ap"])
    return is_known(*bounds)


def _roc(curves: list[Record]) -> LineChart:
    return LineChart(
        title="Found, and false alarms (ROC)",
        caption=f"{ROC_WORDS}{_if_one(curves, _describe_area)}",
        x_axis="false alarms among the others",
        y_axis="found of the class",
        lines=_lines(curves, "roc", "fpr", "tpr"),
        diagonal=True,
        percent_x=True,
        percent_y=True,
        square=True,
    )


def _recall(curves: list[Record]) -> LineChart:
    return LineChart(
        title="Right alarms, and found (precision and recall)",
        caption=f"{RECALL_WORDS}{_if_one(curves, _describe_precision)}",
        x_axis="found of the class (recall)",
        y_axis="right among those named (precision)",
        lines=_lines(curves, "precision_recall", "recall", "precision"),
        percent_x=True,
        percent_y=True,
        square=True,
    )


def _calibration(curves: list[Record]) -> LineChart:
    return LineChart(
        title="Stated and true probability (calibration)",
        caption=CALIBRATION_WORDS,
        x_axis="probability that the model states",
        y_axis="how often it was so",
        lines=_lines(curves, "calibration", "predicted", "observed"),
        diagonal=True,
        markers=True,
        percent_x=True,
        percent_y=True,
        square=True,
    )


def _if_one(curves: list[Record], describe: Callable[[Record], str]) -> str:
    """Return a sentence on the only curve; of several, the table says it."""
    return f" {describe(curves[0])}" if len(curves) == 1 else ""


def _describe_area(curve: Record) -> str:
    return f"The area under the curve of {_name(curve)} is {_say_area(curve)}."


def _describe_precision(curve: Record) -> str:
    guess = _AREAS.score(curve["precision_recall"]["prevalence"])
    return (
        f"The average precision of {_name(curve)} is {_say_precision(curve)}; guessing would "
        f"reach {guess}."
    )


def _name(curve: Record) -> str:
    return f"{curve['class']} against {curve['against']}"


def _say_area(curve: Record) -> str:
    return _estimate(curve["roc"], "auc", "auc_low", "auc_high")


def _say_precision(curve: Record) -> str:
    return _estimate(curve["precision_recall"], "average_precision", "low_ap", "high_ap")


def _estimate(numbers: Record, value: str, low: str, high: str) -> str:
    said, span = _AREAS.score(numbers[value]), _AREAS.within(numbers[low], numbers[high])
    return f"{said} ({span})" if is_known(numbers[low], numbers[high]) else said


def _lines(curves: list[Record], key: str, x: str, y: str) -> tuple[Line, ...]:
    """Return the curves of all classes; bands of many would hide each other."""
    with_bands = len(curves) == 1
    return tuple(
        Line(
            curve["class"],
            tuple(curve[key][x]),
            tuple(curve[key][y]),
            tuple(curve[key]["low"]) if with_bands else (),
            tuple(curve[key]["high"]) if with_bands else (),
        )
        for curve in curves
        if curve[key][x]
    )
