"""Refusals of the terms room: tables, charters, rosters and what a charter makes of a table.

In:  facts: names of files, columns and sites, line and row numbers, counts; never a cell.
Out: exceptions that are safe to paste into a ticket.
"""

from typing import Any

from concordant.errors import InputRejected, WrongCall

# ---------------------------------------------------------------- tables


class TableUnreadable(InputRejected):
    """The file is not a table that we read."""

    found = "{file} cannot be read as a table: {reason}."
    remedy = "Save it as CSV (UTF-8), Parquet or Arrow and try again."


class TableEmpty(InputRejected):
    """There is no row of data."""

    found = "{file} holds no row of data."
    remedy = "Give a table with a header line and at least one row."


class TableTooLarge(InputRejected):
    """The table is larger than this program takes at once."""

    found = "{file} is too large: {found_size} where at most {allowed} are taken."
    remedy = "Split it, or leave out columns that the charter does not name."


class RowBroken(InputRejected):
    """A row of a text file has another number of cells than the header."""

    found = "{file}: data row {row} has {n_cells} cells, the header has {n_columns}."
    remedy = (
        "Look for a stray delimiter or quote there (read with delimiter {delimiter}), "
        "or name the right one with the option `delimiter`."
    )


class QuoteNotClosed(InputRejected):
    """A quoted cell never ends."""

    found = '{file}: a quote (") that opens near data row {row} is never closed.'
    remedy = "Close it, or write a quote inside a cell as two quotes."


class DelimiterUnclear(InputRejected):
    """Two delimiters explain the file equally well."""

    found = "{file}: the cells could be separated by {first} or by {second}."
    remedy = "Name the right one with the option `delimiter`."


class EncodingUnclear(InputRejected):
    """The bytes are no text in the encodings that we try."""

    found = "{file}: line {line} is not text in the encoding {encoding}."
    remedy = "Save the file as UTF-8, or name its encoding with the option `encoding`."


class DuplicateColumns(InputRejected):
    """Two columns carry one name."""

    found = "{file}: these columns appear more than once: {names}."
    remedy = "Give every column a name of its own."


class ColumnTypeRefused(InputRejected):
    """A column holds lists, structures or bytes, not one value a cell."""

    found = "{file}: column {column!r} holds {stored}, not one value in each cell."
    remedy = "Split it into plain columns, or leave it out."


class ColumnNotThere(WrongCall):
    """A column was asked for that the table does not have."""

    found = "The table has no column {column!r}."
    remedy = "Nearest name: {nearest}."


class DecimalUnclear(InputRejected):
    """A column could be read as thousands or as decimals."""

    found = (
        "Column {column!r}: its numbers could mean two things, because {reason} "
        "({count} cells); they would differ by a factor of 1000."
    )
    remedy = "Say which sign starts the decimals with the option `decimal` ('.' or ',')."


class OptionUnknown(WrongCall):
    """An option has a value that means nothing."""

    found = "The option `{option}` cannot be {given!r}."
    remedy = "It is one of: {allowed}."


class ArgumentUnfit(WrongCall):
    """An argument of the public API is of another type."""

    found = "The argument `{argument}` is of type {given}; a {wanted} belongs there."
    remedy = "{advice}"


class NoAgreedColumn(InputRejected):
    """The table has none of the columns that the model needs."""

    found = "The table has none of the {n_columns} agreed columns ({names})."
    remedy = "Check that it is the right table, and that its columns are named as in the charter."


class NotATable(WrongCall):
    """The object is no table that we know."""

    found = "An object of type {given} is not a table."
    remedy = (
        "Give a pandas or polars data frame, or a dict of columns of equal length; a file is read "
        "with `read_table` of concordant.terms.table."
    )


class ColumnsUneven(InputRejected):
    """The columns of a dict have different lengths."""

    found = "Column {column!r} has {n_cells} cells where the first column has {n_rows}."
    remedy = "Give every column the same number of cells."


# ---------------------------------------------------------------- rows under a charter


class CellsRefused(InputRejected):
    """A column's policy is `refuse`, and the table has such cells."""

    found = "The charter refuses cells of these columns ({n_columns}): {listing}."
    remedy = "Correct them (suspect a wrong unit first), or agree on another policy in the charter."


class LabelColumnMissing(InputRejected):
    """The label's column is not in the table."""

    found = "The table has no column {column!r}, which the charter names as the label."
    remedy = "Add it. To join a study only to predict, contribute without rows (`--no-rows`)."


class LabelMissing(InputRejected):
    """Some rows have no label."""

    found = "The label {column!r} is missing in {count} of {n_rows} rows."
    remedy = "Fill these labels in, or leave these rows out."


class LabelUnknown(InputRejected):
    """Some labels are no agreed class, or no number."""

    found = "The label {column!r} is not {expected} in {count} of {n_rows} rows."
    remedy = "Write labels exactly as the charter does: {agreed}."


class GroupColumnMissing(InputRejected):
    """The group column is not in the table."""

    found = "The table has no column {column!r}, which the charter names as the group."
    remedy = "Add it: rows of one person must stay together when models are compared."


class GroupMissing(InputRejected):
    """Some rows do not say to whom they belong."""

    found = "The group {column!r} is missing in {count} of {n_rows} rows."
    remedy = "Fill it in; a row that stands for itself needs a value of its own."


# ---------------------------------------------------------------- charters


class CharterUnreadable(InputRejected):
    """The text is not a charter; all its faults are in ``faults`` and in the listing."""

    found = "Faults of the charter: {n_faults}.\n{listing}\n"
    remedy = "Correct these lines, then run `concordant charter check` again."
    faults: tuple[Any, ...] = ()


class CharterNotConfirmed(InputRejected):
    """Nobody has confirmed these terms yet."""

    found = "The charter of study {study!r} has not been confirmed."
    remedy = "Read it, then run `concordant charter confirm` and give everybody the same file."


class CharterEdited(InputRejected):
    """The terms were changed after they were confirmed."""

    found = (
        "The charter of study {study!r} was changed after it was confirmed as version {version}: "
        "its terms digest is {actual}, the confirmed one {confirmed}."
    )
    remedy = (
        "Go back to the confirmed text, or agree on the change and run `concordant charter "
        "confirm` for version {next_version}; uploads under the old terms no longer count."
    )


class CharterMismatch(WrongCall):
    """The text and the charter that were given together are not the same terms."""

    found = "The text and the charter given with it have different terms digests."
    remedy = "Decode the charter from the very text that is to be stamped."


# ---------------------------------------------------------------- rosters


class RosterUnreadable(InputRejected):
    """The text is not a roster; all its faults are in ``faults`` and in the listing."""

    found = "Faults of the roster: {n_faults}.\n{listing}\n"
    remedy = "Correct these lines."
    faults: tuple[Any, ...] = ()


class SiteNameRefused(InputRejected):
    """The name cannot be a site's name."""

    found = "{site!r} cannot be the name of a site: {reason}."
    remedy = "Use 1 to 32 of a-z, 0-9 and '-', starting with a letter or a digit, such as site-a."


class SiteNotInRoster(InputRejected):
    """The site is not a member of the study."""

    found = "{site!r} is not in roster number {number} ({n_sites} sites)."
    remedy = "Check the spelling ({hint}), or ask the coordinator for a new roster."
