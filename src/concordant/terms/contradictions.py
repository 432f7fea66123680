"""Say where several sources contradict each other about one column.

In:  named profiles, and their columns merged.
Out: sentences with the names of the sources, columns and common levels; never a cell that few
     rows hold. Anybody may run this.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

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
    """Return every contradiction among the sources, in the order of the columns."""
    found = [*_column_spellings(columns)]
    for column in columns:
        found += _kinds(column)
        found += _units(column)
        found += _codes(column)
        found += _level_spellings(column)
    return tuple(found)


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


def _codes(column: MergedColumn) -> Iterable[str]:
    for name, told in column.told:
        facts = told.numbers
        if facts is not None and facts.code is not None:
            yield (
                f"{column.name!r}: in {name} about {100 * facts.share_code:.2g} % of the values "
                f"are {facts.code:g}, apart from all others. If that is a sign for missing, "
                "leave these cells empty."
            )


def _level_spellings(column: MergedColumn) -> Iterable[str]:
    if column.kind not in ("binary", "categorical"):
        return
    levels = [
        (name, {level.level for level in told.levels})
        for name, told in column.told
        if told.kind in ("binary", "categorical") and told.levels
    ]
    for (first, ours), (second, theirs) in combinations(levels, 2):
        pairs = [
            (left, right)
            for left in sorted(ours - theirs)
            for right in sorted(theirs - ours)
            if is_other_spelling(left, right) or is_slip(left, right)
        ]
        if pairs:
            listed = ", ".join(f"{left!r} and {right!r}" for left, right in pairs[:_MOST_PAIRS])
            yield (
                f"{column.name!r}: {first} and {second} spell levels differently: {listed}. "
                "Keep one spelling in the charter and mend the tables."
            )
        elif not ours & theirs:
            yield (
                f"{column.name!r}: {first} and {second} have no level in common "
                f"({_some(ours)}; {_some(theirs)})."
            )


def _names(column: MergedColumn) -> str:
    return ", ".join(name for name, _ in column.told)


def _some(levels: Iterable[str], most: int = 4) -> str:
    ordered = sorted(levels)
    return ", ".join(map(repr, ordered[:most])) + (", …" if len(ordered) > most else "")
