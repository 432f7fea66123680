"""What a forecast of traffic refuses: numbers and units that cannot be meant.

In:  names of arguments and options, and what was typed for them.
Out: errors; a forecast reads no table, so nothing secret can be in them. Anybody may read them.
"""

from concordant.errors import WrongCall


class CountRefused(WrongCall):
    """A number that no study can have."""

    found = "{argument} is {given}; it must be {rule}."
    remedy = "Give the number that your study has, or leave it out where it has a default."


class QuantityNotUnderstood(WrongCall):
    """A speed or a time without a unit, or with one that does not exist."""

    found = "{option} {given!r} is not {kind}."
    remedy = "Write a number and its unit, such as {example!r}; known units are {units}."


class RowsNotUnderstood(WrongCall):
    """``--rows`` holds something that is neither a count nor a site's name with a count."""

    found = "--rows {given!r} is neither a count of rows nor NAME=COUNT."
    remedy = "Write `--rows 1000` for every site, or `--rows north=800,south=1200` by name."


class SitesNotCounted(WrongCall):
    """Nobody said how many sites the forecast is for."""

    found = "There is no roster beside {path}, so the number of sites is not known."
    remedy = "Give --sites, a --roster, or the rows of each site by name with --rows."
