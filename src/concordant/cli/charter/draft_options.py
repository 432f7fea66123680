"""The choices of ``concordant charter draft`` that are more than a word.

In:  the words of the call.
Out: checked values, or a refusal of the call. Anybody may run this.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click

from concordant.terms.charter import Consents
from concordant.terms.roster import MAX_SITES, site_name_fault

_CONSENT_HELP = {
    "accept_weak_anchor": "The terms accept an anchor that can be found out.",
    "agreed_below_floor": "The terms accept an agreed span with few sites or few rows.",
    "analyst_is_site": "The terms accept that the analyst is also a site.",
    "model_may_contain_rows": "The terms accept models that contain rows.",
    "accept_unique_labels": "The terms accept numeric labels that are nearly unique.",
}


def read_dims(context: click.Context, option: click.Parameter, value: str) -> int | None:
    """Return a count of dimensions, or None for the word ``auto``."""
    if value == "auto":
        return None
    with suppress(ValueError):
        if int(value) >= 1:
            return int(value)
    raise click.BadParameter(f"{value!r} is neither a count nor `auto`.", context, option)


def read_sites(
    context: click.Context, option: click.Parameter, value: str | None
) -> tuple[str, ...] | None:
    """Return the names between commas, each of which can be a site's."""
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(","))
    for name in names:
        fault = site_name_fault(name)
        if fault is not None:
            rule = "1 to 32 of a-z, 0-9 and '-', starting with a letter or a digit"
            raise click.BadParameter(
                f"{name[:80]!r} cannot be a site's name: {fault} ({rule}).", context, option
            )
    if len(set(names)) < len(names):
        raise click.BadParameter("A site's name appears twice.", context, option)
    if len(names) > MAX_SITES:
        raise click.BadParameter(f"There are more than {MAX_SITES} names.", context, option)
    return names


def read_step(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """Return a number above 0."""
    if value is not None and not 0.0 < value < math.inf:
        raise click.BadParameter(f"{value!r} is not a number above 0.", context, option)
    return value


def consent_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add one flag for each risk that a study can take knowingly."""
    for name in reversed(tuple(Consents.__dataclass_fields__)):
        flag = "--" + name.replace("_", "-")
        command = click.option(flag, name, is_flag=True, help=_CONSENT_HELP[name])(command)
    return command
