"""The options of ``concordant rehearse`` that are lists or have words of their own.

In:  the words of the call.
Out: checked values, or a refusal of the call. Anybody may run this.
"""

from contextlib import suppress
from typing import get_args

import click

from concordant.terms.charter import AnchorKind, SpanPlan

MEASURES = {
    "accuracy": "accuracy",
    "balanced-accuracy": "balanced accuracy",
    "roc-auc": "ROC-AUC",
    "log-loss": "log loss",
    "rmse": "RMSE",
    "mae": "MAE",
    "r2": "R²",
}
"""The words of ``--measure`` with the names of ``terms.scores``."""


def read_list(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[str, ...]:
    """Return the words between commas, or nothing where nothing was given."""
    if value is None:
        return ()
    words = tuple(word.strip() for word in value.split(","))
    if not all(words):
        raise click.BadParameter(f"{value!r} has an empty place between commas.", context, option)
    if len(set(words)) < len(words):
        raise click.BadParameter(f"{value!r} names something twice.", context, option)
    return words


def read_spans(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[str, ...]:
    """Return span plans, of which those that a rehearsal cannot have are refused later."""
    return _known_words(context, option, value, get_args(SpanPlan))


def read_anchors(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[str, ...]:
    """Return kinds of anchors."""
    return _known_words(context, option, value, get_args(AnchorKind))


def _known_words(
    context: click.Context, option: click.Parameter, value: str | None, known: tuple[str, ...]
) -> tuple[str, ...]:
    words = read_list(context, option, value)
    for word in words:
        if word not in known:
            listing = ", ".join(known)
            raise click.BadParameter(f"{word!r} is not one of {listing}.", context, option)
    return words


def read_dims(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[int, ...]:
    """Return the numbers between commas in order, or nothing for the word ``auto``."""
    if value is None or value.strip() == "auto":
        return ()
    numbers = []
    for word in read_list(context, option, value):
        with suppress(ValueError):
            if int(word) >= 1:
                numbers.append(int(word))
                continue
        raise click.BadParameter(f"{word!r} is neither a count nor `auto`.", context, option)
    return tuple(sorted(set(numbers)))
