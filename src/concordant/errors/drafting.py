"""Refusals of profiles and drafts: what cannot be described, read or proposed.

In:  facts: names of columns, counts, places in a file; never a cell.
Out: exceptions that are safe to paste into a ticket.
"""

from concordant.errors import InputRejected, WrongCall


class ColumnNotInTable(WrongCall):
    """A column was named that no given table or profile has."""

    found = "No column is called {column!r}{nearest}."
    remedy = "Write the name exactly as in the table's header."


class MinCountTooSmall(WrongCall):
    """The smallest count would let a profile speak of single persons."""

    found = "The smallest count is {given}; it must be at least {least}."
    remedy = "Keep the default of 10 unless the study agreed on another number."


class ProfileUnreadable(InputRejected):
    """A profile file does not follow the format."""

    found = "The profile cannot be read: {where}: {reason}."
    remedy = "Ask the site to write it again with `concordant site profile`."


class NoSources(WrongCall):
    """A draft was asked for without a table or a profile."""

    found = "There is nothing to draft a charter from."
    remedy = "Give at least one table that everybody may see, or one column profile."


class LabelNotDescribed(InputRejected):
    """The sources do not say what a class label's classes are."""

    found = "The classes of the label {column!r} cannot be drafted: {reason}."
    remedy = (
        "Give rows in which each class is common, or another label; in a charter the classes can "
        "be written by hand."
    )


class LabelNotNumbers(InputRejected):
    """A regression was asked for on a column that does not hold numbers."""

    found = "The label {column!r} does not hold numbers, or too few of them to draft a step."
    remedy = "Give --task classification, or a label column of numbers."


class NoUsableColumn(InputRejected):
    """No column is left that could become a feature."""

    found = "None of the {n_columns} columns can become a feature."
    remedy = "Look at the reasons: {reasons}."


class DimsNotPossible(WrongCall):
    """The wanted number of dimensions does not fit the columns."""

    found = "{n_dims} dimensions were asked for; the columns become {n_features} features."
    remedy = "Ask for 1 to {n_features} dimensions, or leave the choice to `auto`."


class ChoiceUnknown(WrongCall):
    """A choice of the draft is not in its closed list."""

    found = "{choice} cannot be {given!r}."
    remedy = "It is one of: {allowed}."


class RoleTwice(WrongCall):
    """One column was given two roles."""

    found = "The column {column!r} cannot be {roles} at once."
    remedy = "Name another column for one of the two."
