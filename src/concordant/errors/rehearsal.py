"""What a rehearsal refuses: a table cut too fine, a folder that is not its own.

In:  counts, and paths as they were given.
Out: errors that the command line prints as two sentences.
"""

from concordant.errors import WrongCall


class TooManySites(WrongCall):
    """The table has too few rows for so many sites."""

    found = "{n_sites} sites are too many for {n_rows} rows: some would have too few to learn from."
    remedy = "Ask for at most {most} sites, or take a larger set."


class FolderInUse(WrongCall):
    """The folder for a rehearsal holds something already."""

    found = "The folder {path} is there and is not empty."
    remedy = "Name another folder with --out; --force replaces an earlier demo."


class FolderNotOfDemo(WrongCall):
    """--force would delete what a demo did not make."""

    found = "The folder {path} is not empty, and no demo made it: it has no demo.json of one."
    remedy = "Name another folder with --out; --force deletes nothing but an earlier demo."
