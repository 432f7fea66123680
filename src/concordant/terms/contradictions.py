"""Say where several sources contradict each other about one column.

In:  named profiles, and their columns merged.
Out: sentences with the names of the sources, columns and common levels; never a cell that few
     rows hold. Anybody may run this.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from concordant.terms.listing import list_some
from concordant.terms.merge_profiles import (
    MergedColumn,
    is_number_text,
    reference_source,
    unit_guess,
)
from concordant.terms.nearest_name import is_other_spelling, is_slip
from concordant.terms.profile_facts import ColumnProfile

_MOST_PAIRS = 5


def contradictions(columns: Sequence[MergedColumn]) -> tuple[str, ...]:
    """Return every contradiction by column, then what looks like a sign for missing."""
    found = [*_column_spellings(columns)]
    for column in columns:
        found += _kinds(column)
        found += _units(column)
        found += _level_spellings(column)
    return (*found, *_codes(columns))


def _column_spellings(columns: Sequence[MergedColumn]) -> Iterable[str]:
    """Find columns that no source has both of and whose names differ by spelling alone."""
    partly = [column for column in columns if column.lacking]
    for first, second in combinations(partly, 2):
        both = {name for name, _ in first.told} & {name for name, _ in second.told}
        alike = is_other_spelling(first.name, second.name) or is_slip(first.name, second.name)
        if alike and not both:
            yield (
                f"{first.name!r} ({_names(first)}) and {second.name!r} ({_names(second)}) may be "
                "one column spelled in two ways: rename it where it differs."
            )


def _kinds(column: MergedColumn) -> Iterable[str]:
    by_kind: dict[str, list[str]] = {}
    for name, told in column.told:
        by_kind.setdefault(_kind_words(told), []).append(name)
    if len(by_kind) < 2:
        return
    if set(by_kind) == {"numeric", "categorical"} and all(
        is_number_text(level.level)
        for _, told in column.told
        if told.kind in ("binary", "categorical")
        for level in told.levels
    ):
        return
    listed = "; ".join(f"{kind} in {', '.join(names)}" for kind, names in by_kind.items())
    drafted = {"binary": "categorical"}.get(column.kind, column.kind)
    yield f"{column.name!r} differs in kind: {listed}. It was drafted as {drafted}."


def _kind_words(column: ColumnProfile) -> str:
    return {"binary": "categorical", "text": "free text", "identifier": "an identifier"}.get(
        column.kind, column.kind
    )


def _units(column: MergedColumn) -> Iterable[str]:
    reference = reference_source(column)
    if reference is None or reference[1].numbers is None or column.kind != "numeric":
        return
    by = reference[0]
    for name, told in column.told:
        if told.numbers is None or name == by:
            continue
        guess = unit_guess(column.name, told.numbers, reference[1].numbers)
        odd, plain = name, by
        if guess is None or not guess.is_clear:
            reverse = unit_guess(column.name, reference[1].numbers, told.numbers)
            if reverse is not None and (guess is None or reverse.is_clear):
                guess, odd, plain = reverse, by, name
        if guess is None:
            continue
        if guess.is_clear:
            yield (
                f"{column.name!r}: the numbers of {odd} look {guess.conversion.words}, going by "
                f"{plain}. Centre and scale were drafted in the unit of {by}: agree on a unit and "
                "convert the other table."
            )
        else:
            yield (
                f"{column.name!r}: the numbers of {odd} are perhaps {guess.conversion.words}, "
                f"going by {plain}. Compare the units."
            )


def _codes(columns: Sequence[MergedColumn]) -> Iterable[str]:
    """Name every sign for missing once: a table has it in many columns, or in none."""
    by_code: dict[float, list[str]] = {}
    for column in columns:
        shares: dict[float, dict[str, float]] = {}
        for name, told in column.told:
            facts = told.numbers
            if facts is not None and facts.code is not None:
                shares.setdefault(facts.code, {})[name] = 100 * facts.share_code
        for code, by_source in shares.items():
            where = "" if len(by_source) == len(column.told) else f" in {', '.join(by_source)}"
            by_code.setdefault(code, []).append(
                f"{column.name!r} (about {_span(by_source.values())} %{where})"
            )
    for code, listed in by_code.items():
        yield (
            f"The value {code:g} stands apart from all others: {', '.join(listed)}. If it is a "
            "sign for missing, leave these cells empty in the tables."
        )


def _span(shares: Iterable[float]) -> str:
    ordered = sorted(shares)
    low, high = f"{ordered[0]:.2g}", f"{ordered[-1]:.2g}"
    return low if low == high else f"{low} to {high}"


def _level_spellings(column: MergedColumn) -> Iterable[str]:
    if column.kind not in ("binary", "categorical"):
        return
    levels = [
        (name, {level.level for level in told.levels})
        for name, told in column.told
        if told.kind in ("binary", "categorical") and told.levels
    ]
    pairs: dict[tuple[str, str], tuple[dict[str, None], dict[str, None]]] = {}
    for (first, ours), (second, theirs) in combinations(levels, 2):
        alike = [
            (left, right)
            for left in sorted(ours - theirs)
            for right in sorted(theirs - ours)
            if is_other_spelling(left, right) or is_slip(left, right)
        ]
        for left, right in alike:
            # Sorted, so that one pair is said once, whichever source came first.
            spelled = ((left, first), (right, second))
            (low, by_low), (high, by_high) = sorted(spelled)
            seen = pairs.setdefault((low, high), ({}, {}))
            seen[0][by_low] = seen[1][by_high] = None
        if not alike and not ours & theirs:
            yield (
                f"{column.name!r}: {first} and {second} have no level in common "
                f"({_some(ours)}; {_some(theirs)})."
            )
    if pairs:
        listed = "; ".join(
            f"{low!r} ({', '.join(by_low)}) and {high!r} ({', '.join(by_high)})"
            for (low, high), (by_low, by_high) in list(pairs.items())[:_MOST_PAIRS]
        )
        yield (
            f"{column.name!r}: these may be one level spelled in two ways: {listed}. If so, keep "
            "one spelling in the charter and mend the tables."
        )


def _names(column: MergedColumn) -> str:
    return ", ".join(name for name, _ in column.told)


def _some(levels: Iterable[str]) -> str:
    return list_some([repr(level) for level in sorted(levels)], most=4)
