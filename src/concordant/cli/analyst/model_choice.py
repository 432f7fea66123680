"""The options that choose a model by name, its plain parameters, and how sites get it.

In:  the words after ``--model`` and ``--parameter``.
Out: a name of the closed list and plain values; whether they fit is decided where the model is
     built. The analyst runs this.
"""

from collections.abc import Sequence
from typing import get_args

import click

from concordant.analyst.select import SEARCH
from concordant.errors.cli import OptionsContradict
from concordant.terms.recipes import RECIPES
from concordant.terms.recipes_parameters import Plain
from concordant.wire.messages import ModelFormat

_WORDS: dict[str, Plain] = {
    "none": None,
    "nothing": None,
    "true": True,
    "yes": True,
    "false": False,
    "no": False,
}

model_option = click.option(
    "--model",
    type=click.Choice([SEARCH, *RECIPES]),
    default=SEARCH,
    show_default=True,
    help="Which model to train; search compares a few that contain no rows.",
)
parameter_option = click.option(
    "--parameter",
    "given",
    metavar="NAME=VALUE",
    multiple=True,
    help="A parameter of the model, such as C=0.5; may be given again.",
)

model_format_option = click.option(
    "--model-format",
    type=click.Choice(get_args(ModelFormat)),
    default="onnx",
    show_default=True,
    help="How sites get the model: onnx cannot execute code; skops is code that they must trust.",
)


def read_parameters(given: Sequence[str]) -> dict[str, Plain]:
    """Return the parameters by name.

    >>> read_parameters(["C=0.5", "class_weight=balanced", "max_iter=100"])
    {'C': 0.5, 'class_weight': 'balanced', 'max_iter': 100}
    """
    parameters: dict[str, Plain] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not (name.strip() and sign and value.strip()) or name.strip() in parameters:
            raise OptionsContradict(
                problem=f"--parameter {text} is no NAME=VALUE, or names a parameter again.",
                advice="Write it like --parameter C=0.5, each name once.",
            )
        parameters[name.strip()] = _read_value(value.strip())
    return parameters


def _read_value(text: str) -> Plain:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
