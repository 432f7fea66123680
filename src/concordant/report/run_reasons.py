"""Say once what many verdicts have for a reason.

In:  the sites of a training, each with its verdict and the reason.
Out: for each site a word that fits a narrow column, and below the table what the words mean.
     Anybody may run this.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from concordant.terms.listing import say_count

Record = Mapping[str, Any]
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def verdict_of(site: Record) -> str:
    """Return the verdict on a site, and whether it was left out."""
    return f"{site['verdict']}, left out" if site["excluded"] else str(site["verdict"])


def sum_up(sites: Sequence[Record]) -> tuple[list[str], tuple[str, ...]]:
    """Return a word for each site, and a sentence for each word.

    Reasons that differ in their numbers alone are one reason. A verdict that has several is
    numbered.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    keys = [(verdict_of(site), _NUMBER.sub("#", site["reason"])) for site in sites]
    for key, site in zip(keys, sites, strict=True):
        groups.setdefault(key, []).append(site["reason"])
    verdicts = [verdict for verdict, _ in groups]
    words: dict[tuple[str, str], str] = {}
    for place, key in enumerate(groups):
        number = f" ({verdicts[: place + 1].count(key[0])})"
        words[key] = f"{key[0]}{number if verdicts.count(key[0]) > 1 else ''}"
    legend = tuple(
        f"{words[key]}, {say_count(len(reasons), 'site')}: {_in_one(reasons)}"
        for key, reasons in groups.items()
    )
    return [words[key] for key in keys], legend


def _in_one(reasons: list[str]) -> str:
    """Return one sentence for several that differ in numbers, which become ranges.

    >>> _in_one(["12% lies outside (above 10%).", "9% lies outside (above 10%)."])
    '9 to 12% lies outside (above 10%).'
    """
    columns = zip(*(_NUMBER.findall(reason) for reason in reasons), strict=True)
    ranges = iter([_range(numbers) for numbers in columns])
    return _NUMBER.sub(lambda _: next(ranges), reasons[0])


def _range(numbers: Sequence[str]) -> str:
    low, high = min(numbers, key=float), max(numbers, key=float)
    return low if low == high else f"{low} to {high}"
