"""The list of ``concordant site``.

In:  one word.
Out: the command of that name. A site runs this.
"""

import click

from concordant.cli.lazy import Entry, LazyGroup


def _profile() -> click.Command:
    from concordant.cli.site.profile import profile

    return profile


def _check() -> click.Command:
    from concordant.cli.site.check import check

    return check


def _view() -> click.Command:
    from concordant.cli.site.view import view

    return view


def _contribute() -> click.Command:
    from concordant.cli.site.contribute import contribute

    return contribute


def _inspect() -> click.Command:
    from concordant.cli.site.inspect import inspect

    return inspect


def _predict() -> click.Command:
    from concordant.cli.site.predict import predict

    return predict


def _evaluate() -> click.Command:
    from concordant.cli.site.evaluate import evaluate

    return evaluate


def _explain() -> click.Command:
    from concordant.cli.site.explain import explain

    return explain


site = LazyGroup(
    name="site",
    help="What runs inside one institution. Nothing leaves before you say yes.",
    entries={
        "profile": Entry("Describe the table's columns, to draft a charter from.", _profile),
        "check": Entry("Say what of the table would be refused, clipped or ignored.", _check),
        "view": Entry('First upload of a study with span = "agreed": no row, no label.', _view),
        "contribute": Entry("Show what would leave; after a yes, write the upload.", _contribute),
        "inspect": Entry("Show what is in a bundle, view, span or return.", _inspect),
        "predict": Entry("Predict new rows with the model that came back.", _predict),
        "evaluate": Entry("Score the model on labelled rows; nothing is sent.", _evaluate),
        "explain": Entry("Say what the model makes of each column; nothing is sent.", _explain),
    },
)
