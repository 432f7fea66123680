"""What a site refuses when it is asked to explain a model.

In:  counts and agreed names.
Out: errors; none holds a cell, a label or a basis entry.
"""

from concordant.errors import InputRejected, WrongCall


class TooFewRowsToExplain(InputRejected):
    """An average over so few rows would show one of them."""

    found = "{n_rows} rows can be used; an explanation is made of averages over {least} or more."
    remedy = "Take a table with more rows; labels are not needed for all of it."


class ColumnNotExplained(WrongCall):
    """A column was asked for that the terms do not name, or ignore."""

    found = "{column!r} is no column that the model gets."
    remedy = "The terms turn these into numbers: {columns}."
