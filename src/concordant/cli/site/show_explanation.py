"""Show an explanation on the screen: a table of columns, then sentences.

In:  the plain record of an explanation.
Out: what a person reads; nothing is written. Only a site runs this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.cli.console import Screen
from concordant.cli.sizes import say_number
from concordant.report.explanation_words import (
    COMPUTED_HERE,
    NOT_THE_WORLD,
    outer_points,
    say_keep,
    say_leading,
    say_left_out,
    say_measure_note,
    say_rows,
    say_unseen,
)

Record = Mapping[str, Any]


def show_explanation(screen: Screen, record: Record) -> None:
    """Print what was found, and what it must not be taken for."""
    _show_columns(screen, record)
    _show_coefficients(screen, record)
    screen.tell(say_leading(record))
    screen.tell(say_measure_note(record))
    for sentence in say_unseen(record):
        screen.warn(sentence)
    left_out = say_left_out(record)
    if left_out:
        screen.warn(left_out)
    screen.tell(NOT_THE_WORLD)
    screen.warn(say_keep(record))
    screen.tell(COMPUTED_HERE)


def _show_columns(screen: Screen, record: Record) -> None:
    # The leading measure alone: a screen is narrow, and the page has the others.
    heads = ["column", "importance", "95 %"]
    with_answers = len(record["outputs"]) == 1
    if with_answers:
        heads += ["answers from", "to"]
    heads.append("carried")
    rows = [
        (
            column["name"],
            *_score_cells(column["importance"][0]),
            *(_answers(column) if with_answers else ()),
            "-" if column["share"] is None else f"{100 * column['share']:.0f} %",
        )
        for column in record["columns"]
    ]
    title = f"{record['site']}: {record['model']} on {say_rows(record)}"
    screen.table(title, heads, rows)
    if with_answers:
        screen.tell(
            f"The answers are the average {record['outputs'][0]} with the column set to one value "
            "in every row: where this site's rows begin and end (with too few rows, the agreed "
            "range), or the outermost levels. What is carried is the share of what varies in the "
            "column that the projection lets through."
        )


def _score_cells(score: Record) -> tuple[str, str]:
    said = say_number(score["value"], signed=True)
    if score["low"] is None or score["high"] is None:
        return said, "-"
    low, high = (say_number(score[end], signed=True) for end in ("low", "high"))
    return said, f"{low} to {high}"


def _answers(column: Record) -> tuple[str, str]:
    first, last = outer_points(column["dependence"]["points"], 0)
    return _answer(first), _answer(last)


def _answer(point: Record) -> str:
    return f"{say_number(point['average'][0])} ({point['name']})"


def _show_coefficients(screen: Screen, record: Record) -> None:
    linear = record["linear"]
    if linear is None:
        screen.tell(record["why_not_linear"])
        return
    explained = {column["name"] for column in record["columns"]}
    rows = [("(intercept)", "", *(say_number(each, signed=True) for each in linear["intercept"]))]
    rows += [
        (
            each["column"],
            each["term"],
            *(say_number(effect, signed=True) for effect in each["effects"]),
        )
        for each in linear["coefficients"]
        if each["column"] in explained
    ]
    screen.table("Coefficients in the columns' own units", ("column", "", *linear["outputs"]), rows)
