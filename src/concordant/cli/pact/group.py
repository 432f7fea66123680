"""The list of ``concordant pact``.

In:  one word.
Out: the command of that name. Sites run this; the analyst never does.
"""

import click

from concordant.cli.lazy import Entry, LazyGroup


def _new() -> click.Command:
    from concordant.cli.pact.new import new

    return new


def _show() -> click.Command:
    from concordant.cli.pact.show import show

    return show


def _import() -> click.Command:
    from concordant.cli.pact.bring import import_pact

    return import_pact


def _check() -> click.Command:
    from concordant.cli.pact.check import check

    return check


pact = LazyGroup(
    name="pact",
    help=(
        "The secret that all sites of a study share. One site makes it and hands it to the "
        "other sites, by a way of their own. The analyst must never get it: with the pact and "
        "the uploads anybody can come close to the rows."
    ),
    entries={
        "new": Entry("Make the pact of a study, and its public notice.", _new),
        "show": Entry("Show the pact as 24 words, for the telephone.", _show),
        "import": Entry("Put a pact from a file or from words into the vault.", _import),
        "check": Entry("Show a fingerprint to compare with the other sites.", _check),
    },
)
