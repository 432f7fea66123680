"""Write predictions as CSV, one line per row of the table, in the table's order.

In:  predictions, and the column of the table that names the rows.
Out: text. A site runs this; nothing is sent.

The ids come from the site's own table and stand here as they stand there, so that the two can
be joined: a cell that begins with ``=`` is not defused. Every other word is an agreed name.
"""

import csv
import io
from collections.abc import Sequence

from concordant.errors.cli import IdColumnTaken
from concordant.site.predict import Predictions

ROW, PREDICTION, PROBABILITY = "row", "prediction", "probability_"


def encode_predictions(
    predictions: Predictions, *, id_name: str | None, ids: Sequence[str | None]
) -> str:
    """Return the CSV text; a row that could not be encoded has empty cells.

    ``ids`` has one text per row, or is empty where no column was named.
    """
    heads = prediction_heads(predictions)
    if id_name in heads:
        raise IdColumnTaken(column=id_name)
    if id_name is not None:
        heads.insert(1, id_name)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    for place, label in enumerate(predictions.labels):
        named = [] if id_name is None else [ids[place] or ""]
        writer.writerow([place + 1, *named, _spell(label), *_probabilities(predictions, place)])
    return text.getvalue()


def prediction_heads(predictions: Predictions) -> list[str]:
    """Return the header without the id."""
    shares = predictions.classes if predictions.probabilities is not None else ()
    return [ROW, PREDICTION, *(f"{PROBABILITY}{name}" for name in shares)]


def _probabilities(predictions: Predictions, place: int) -> list[str]:
    if predictions.probabilities is None:
        return []
    if predictions.blank[place]:
        return [""] * len(predictions.classes)
    return [_spell(float(share)) for share in predictions.probabilities[place]]


def _spell(value: str | float | None) -> str:
    # Seven digits are all that the model's float32 answers hold.
    return f"{value:.7g}" if isinstance(value, float) else value or ""
