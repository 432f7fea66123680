"""Say in sentences what an explanation found, and what it must not be taken for.

In:  the plain record of an explanation (``explanation.json``).
Out: sentences for the screen and the page. Anybody may run this.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from concordant.report.spelling import say_plain
from concordant.terms.listing import list_some

Record = Mapping[str, Any]

MEASURE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "log loss": "rise of the log loss",
        "accuracy": "fall of the accuracy",
        "RMSE": "rise of the RMSE",
        "movement": "how far predictions move",
    }
)
_MEASURE_NOTES: Mapping[str, str] = MappingProxyType(
    {
        "log loss": (
            "The log loss is how far the stated probabilities are from the truth; a column that "
            "the model needs makes it rise."
        ),
        "accuracy": "The accuracy is the share of rows that are predicted rightly.",
        "RMSE": "The RMSE is the usual size of an error, in the units of the label.",
        "movement": (
            "The table has no labels, so this is not what the model loses, only how far its "
            "predictions move: it is never below zero and does not say whether they get worse."
        ),
    }
)
NOT_THE_WORLD = (
    "This explains the model, not the world: columns that vary together share their importance, "
    "and a column that moves the predictions need not cause anything."
)
COMPUTED_HERE = (
    "Everything was computed at the site, through its own secret basis and its own map. "
    "Nothing was sent."
)
AVERAGES = (
    "Every number is made of ten rows or more; no cell and no answer for a single row is shown. "
    "Curves run over the agreed range of a column, not from its smallest cell to its largest."
)
_MOST_NAMED = 8


def say_leading(record: Record) -> str:
    """Return which columns the predictions rest on, as far as the rows can tell."""
    leading = [
        repr(column["name"])
        for column in record["columns"]
        if (column["importance"][0]["low"] or 0.0) > 0.0
    ]
    if not leading:
        return "On these rows the importance of no column can be told from zero."
    order = ", in this order" if len(leading) > 1 else ""
    return f"The predictions rest most on {list_some(leading, most=3)}{order}."


def say_measure_note(record: Record) -> str:
    """Return what the importance is, and how its interval was made."""
    name = record["measures"][0]
    what = MEASURE_WORDS[name] if name == "movement" else f"the {MEASURE_WORDS[name]}"
    return (
        f"Importance is {what} when the column is shuffled among the rows, {record['repeats']} "
        f"times. {_MEASURE_NOTES[name]} The intervals hold in 95 of 100 cases "
        f"({record['interval']})."
    )


def say_unseen(record: Record) -> tuple[str, ...]:
    """Return a sentence for each column whose effect cannot be seen here, and why."""
    still = [repr(each["name"]) for each in record["columns"] if each["share"] is None]
    unseen = [
        f"{each['name']!r}: the projection carries {say_plain(each['share'], percent=True)} of "
        "what varies in this column: its effect cannot be seen here, whatever the truth."
        for each in record["columns"]
        if each["share"] is not None and each["share"] < record["least_share"]
    ]
    if still:
        verb = "does" if len(still) == 1 else "do"
        names = list_some(still, most=_MOST_NAMED)
        unseen.append(f"{names} {verb} not vary here: these rows cannot tell what it would do.")
    return tuple(unseen)


def say_keep(record: Record) -> str:
    """Return why the explanation stays at the site."""
    n_dims, linear = record["n_dims"], record["linear"]
    kept = (
        "Keep this at the site: it is made with the site's secret basis. It shows averages and no "
        "row, but whoever also holds the model, as the analyst does,"
    )
    if linear is None:
        return (
            f"{kept} could work back from the curves to the basis, and with it decode the rows "
            "that the site sent."
        )
    n_told = linear["n_directions"]
    told = f"{kept} reads {n_told} of the {n_dims} directions of the basis off the coefficients"
    if n_told >= n_dims:
        return f"{told}: all of it. With it the rows that the site sent can be decoded."
    return f"{told} or the curves."


def covered_ends(points: Sequence[Record]) -> tuple[int, int]:
    """Return between which places the site has rows enough; without such rows, both ends."""
    places = [place for place, point in enumerate(points) if point["has_rows"]]
    return (places[0], places[-1]) if places else (0, len(points) - 1)


def outer_points(points: Sequence[Record], output: int) -> tuple[Record, Record]:
    """Return where a range begins and ends at this site, or the lowest and the highest level."""
    on_axis = [point for point in points if point["at"] is not None]
    if on_axis:
        first, last = covered_ends(on_axis)
        return on_axis[first], on_axis[last]
    by_answer = sorted(points, key=lambda point: float(point["average"][output]))
    return by_answer[0], by_answer[-1]


def say_rows(record: Record) -> str:
    """Return which rows were used.

    >>> say_rows({"n_rows": 30, "n_table_rows": 32, "n_blank": 2})
    '30 rows, 2 of the table could not be encoded'
    """
    said = f"{record['n_rows']:,} rows"
    usable = record["n_table_rows"] - record["n_blank"]
    if record["n_rows"] < usable:
        said += f", drawn evenly from {usable:,}"
    if record["n_blank"]:
        said += f", {record['n_blank']:,} of the table could not be encoded"
    return said


def say_left_out(record: Record) -> str | None:
    """Return how many columns were not looked at, if any."""
    n_left = record["n_columns_left_out"]
    if not n_left:
        return None
    return (
        f"{n_left:,} columns move the model less than the {len(record['columns']):,} that are "
        "explained, and are left out; ask for them by name with `--column`."
    )
