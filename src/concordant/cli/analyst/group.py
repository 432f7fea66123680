"""The list of ``concordant analyst``.

In:  one word.
Out: the command of that name. The analyst runs this; the site's side is never loaded.
"""

import click

from concordant.cli.lazy import Entry, LazyGroup


def _check() -> click.Command:
    from concordant.cli.analyst.check import check

    return check


def _agree() -> click.Command:
    from concordant.cli.analyst.agree import agree

    return agree


def _train() -> click.Command:
    from concordant.cli.analyst.train import train

    return train


analyst = LazyGroup(
    name="analyst",
    help=(
        "What runs at the analyst: uploads in, one model per site out. The analyst never has "
        "the pact, a row or a secret basis."
    ),
    entries={
        "check": Entry("Say which uploads are fit for use, and who is missing.", _check),
        "agree": Entry('Make the common span from the views (span = "agreed").', _agree),
        "train": Entry("Align, train, and write one return per site.", _train),
    },
)
