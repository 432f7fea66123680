"""What the scikit-learn estimators refuse: rows, sites and choices that no study can be made of.

In:  counts, names of sites and columns, choices as they were given; never a cell.
Out: errors that are ValueErrors too, as scikit-learn wants them, and what is only warned of.
"""

from concordant.errors import InputRejected, WrongCall


class RowsTooFew(InputRejected):
    """There are not even rows for two sites."""

    found = "There are too few rows to rehearse a study with: n_samples={n_rows}."
    remedy = "Give at least {least}: two sites with {per_site} rows each."


class NothingToLearn(InputRejected):
    """The target never changes."""

    found = "All {n_rows} rows have the same {what}: there is nothing to learn."
    remedy = "Give rows of at least two; in cross-validation, use folds that hold both."


class CellsNotNumbers(InputRejected):
    """A matrix, or the target of a regression, holds texts."""

    found = "In {given}, some cells are texts and no numbers: could not convert string to float."
    remedy = "Give texts as named columns of a pandas or polars frame; as y, give numbers."


class InfiniteCells(InputRejected):
    """A column holds infinity, which no agreed range covers."""

    found = "The column {column!r} contains infinity in {count} of {n_rows} rows."
    remedy = "Replace it by a number, or by NaN, which counts as missing."


class NotAMatrix(WrongCall):
    """X has no rows and columns."""

    found = "The data frame has {n_columns} columns and {n_rows} rows."
    remedy = "Give a frame with at least one of both."


class SitesUneven(WrongCall):
    """The names of sites do not go with the rows."""

    found = "There are {n_sites} names in `sites` for {n_rows} rows."
    remedy = "Give one name a row, in the order of the rows."


class SiteNotNamed(InputRejected):
    """Some rows are of no site."""

    found = "In `sites`, {count} of {n_rows} rows have no name."
    remedy = "Give every row the name of its site (an empty text, NaN and `None` are no names)."


class SiteWithoutMap(InputRejected):
    """Rows are to go through the map of a site that took no part in the fit."""

    found = "The site {site!r} took no part in `fit`, so it has no map."
    remedy = (
        "Send such rows through a site that did (`site=`, or no `sites` at all); "
        "there are: {known}."
    )


class OneSite(InputRejected):
    """All rows are of one site."""

    found = "All {n_rows} rows are of the site {site!r}: there is nobody to learn with."
    remedy = "Name at least two sites, or leave `sites` out to have the rows dealt to some."


class SiteTooSmall(InputRejected):
    """A site has too few rows for the smallest projection."""

    found = "The site {site!r} has {n_rows} rows; the {span} span needs at least {least}."
    remedy = "Leave the site out, or choose another span."


class OneFeature(InputRejected):
    """The columns become one number, which no projection can mix with another."""

    found = "The columns of X ({n_columns}) become one number a row: n_features=1."
    remedy = "Give at least two; the basis of one feature is 1 or -1, which is no secret."


class NumberRefused(WrongCall):
    """A parameter that is a number has the wrong type or size."""

    found = "The parameter {parameter!r} cannot be {given}."
    remedy = "It takes {allowed}."


class RehearsalWarning(UserWarning):
    """Something about a rehearsed study that is worth knowing and stops nothing."""


class DimsShrunk(RehearsalWarning):
    """Fewer dimensions were used than were asked for."""


class TinySites(RehearsalWarning):
    """Most sites have hardly a row: the names may be those of rows, not of sites."""


class TrainingWarned(RehearsalWarning):
    """The training of the final model raised warnings of its own."""
