"""The list of ``concordant charter``.

In:  one word.
Out: the command of that name. Anybody may run this.
"""

import click

from concordant.cli.lazy import Entry, LazyGroup


def _draft() -> click.Command:
    from concordant.cli.charter.draft import draft

    return draft


def _check() -> click.Command:
    from concordant.cli.charter.check import check

    return check


def _confirm() -> click.Command:
    from concordant.cli.charter.confirm import confirm

    return confirm


def _show() -> click.Command:
    from concordant.cli.charter.show import show

    return show


charter = LazyGroup(
    name="charter",
    help="The agreed terms of a study: columns, label, dimensions. They hold no secret.",
    entries={
        "draft": Entry("Draft a charter from tables or profiles that everybody may see.", _draft),
        "check": Entry("List every fault of a charter at once.", _check),
        "confirm": Entry("Stamp the terms with a version, once everybody agrees.", _confirm),
        "show": Entry("Show a charter to people, or as JSON.", _show),
    },
)
