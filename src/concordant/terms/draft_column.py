"""Propose how one column becomes numbers, and say why.

In:  what all sources say about a column, merged.
Out: an agreed column (kind, constants, policies) and a comment that gives the reasons.
     Anybody may run this.
"""

from dataclasses import dataclass

from concordant.terms.listing import list_some
from concordant.terms.merge_profiles import MergedColumn, is_number_text
from concordant.terms.profile_months import first_day, last_day
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    Column,
    DateColumn,
    IgnoredColumn,
    MissingNumber,
    NumericColumn,
)

INDICATOR_SHARE = 0.03
"""From this share missing on, a 0/1 feature of its own says where a value was missing."""

CLIP = 3.0


@dataclass(frozen=True, slots=True)
class DraftedColumn:
    """A proposed column, and the reasons that stand above it in the charter."""

    column: Column
    comment: str = ""


def draft_column(merged: MergedColumn) -> DraftedColumn:
    """Return the proposal for one column that is neither label nor group."""
    match merged.kind:
        case "few":
            return _ignored(merged, "too few values to say anything about it")
        case "identifier" | "text":
            return _ignored(merged, merged.reason or "it is not a measurement or a category")
        case "date":
            return _date(merged)
        case "numeric":
            return _number(merged)
        case _:
            return _category(merged)


def sorted_levels(levels: tuple[str, ...]) -> tuple[str, ...]:
    """Return levels in an order that no source decides: numbers by size, else by the alphabet.

    >>> sorted_levels(("10", "9")), sorted_levels(("yes", "no"))
    (('9', '10'), ('no', 'yes'))
    """
    if all(is_number_text(level) for level in levels):
        return tuple(sorted(levels, key=lambda level: (float(level), level)))
    return tuple(sorted(levels))


def _ignored(merged: MergedColumn, reason: str) -> DraftedColumn:
    return DraftedColumn(IgnoredColumn(merged.name, reason=reason))


def _number(merged: MergedColumn) -> DraftedColumn:
    facts = merged.numbers
    if facts is None:
        return _ignored(merged, "too few numbers to draft a scale from (see --min-count)")
    if facts.scale <= 0:
        return _ignored(merged, f"nearly all its values are {facts.centre:g}")
    policy, why = missing_number(merged, facts.share_words + merged.share_missing)
    percent = 100 * (1 - 2 * facts.tail)
    parts = [f"{percent:.0f} % of the values lie between {facts.low:g} and {facts.high:g}.", why]
    if facts.share_words:
        parts.append(f"Up to {_percent(facts.share_words)} are words, which count as missing.")
    if facts.code is not None:
        parts.append(
            f"The value {facts.code:g} (about {_percent(facts.share_code)}) stands apart and was "
            "counted as missing here: if it is a sign for that, leave such cells empty in the "
            "tables; if it is a number, it will be clipped."
        )
    if merged.levels and all(is_number_text(level) for level in merged.levels):
        values = list_some(sorted_levels(merged.levels), most=8)
        parts.append(
            f"It has few different values ({values}): if these are codes rather than amounts, "
            "make it categorical."
        )
    column = NumericColumn(
        merged.name, centre=facts.centre, scale=facts.scale, clip=CLIP, missing=policy
    )
    return DraftedColumn(column, " ".join(parts))


def _date(merged: MergedColumn) -> DraftedColumn:
    if merged.months is None:
        return _ignored(merged, "too few days to draft a range from (see --min-count)")
    policy, why = missing_number(merged, merged.share_missing)
    first, last = merged.months
    column = DateColumn(merged.name, low=first_day(first), high=last_day(last), missing=policy)
    return DraftedColumn(column, f"Nearly all days lie between these two. {why}")


def _category(merged: MergedColumn) -> DraftedColumn:
    levels = sorted_levels(merged.levels)
    if not levels:
        return _ignored(merged, "no level is common enough to be named (see --min-count)")
    if len(levels) == 1 and not merged.has_rare:
        return _single(merged, levels)
    if len(levels) == 2 and not merged.has_rare:
        policy, why = missing_number(merged, merged.share_missing)
        return DraftedColumn(BinaryColumn(merged.name, (levels[0], levels[1]), missing=policy), why)
    share = merged.share_missing
    keeps_missing = bool(merged.lacking) or share >= INDICATOR_SHARE
    column = CategoricalColumn(
        merged.name,
        levels,
        missing="level" if keeps_missing else "zero",
        unseen="other" if merged.has_rare else "zero",
    )
    _, why = missing_number(merged, share)
    if merged.has_rare:
        why += " Rare levels, which are not named here, share one 0/1 feature (other)."
    return DraftedColumn(column, why)


def _single(merged: MergedColumn, levels: tuple[str, ...]) -> DraftedColumn:
    """Draft a column with one value: a tick where it is often blank, else a constant."""
    share = merged.share_missing
    if not INDICATOR_SHARE <= share <= 1 - INDICATOR_SHARE or merged.lacking:
        return _ignored(merged, "it has one value only")
    return DraftedColumn(
        CategoricalColumn(merged.name, levels),
        f"One value, or blank ({_percent(share)}): taken for a tick, where blank means no.",
    )


def missing_number(merged: MergedColumn, share: float) -> tuple[MissingNumber, str]:
    """Return the policy for missing values, and its reason in words."""
    if merged.lacking:
        there = ", ".join(merged.lacking)
        return "indicator", (
            f"Not in {there}: there it counts as missing in every row. A 0/1 feature says where "
            "it is missing; it also tells such a source's rows apart."
        )
    if share >= INDICATOR_SHARE:
        return "indicator", f"{_percent(share)} missing: a 0/1 feature says where."
    if share > 0:
        return "centre", (
            f"{_percent(share)} missing, less than {_percent(INDICATOR_SHARE)}: "
            "they get no 0/1 feature of their own."
        )
    return "centre", "None or hardly any missing."


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %"
