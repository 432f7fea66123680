"""Pool what several sources say about one column.

In:  the profiles of one column at several sources.
Out: one merged description: kind, share missing, all levels, a pooled centre and scale.
     Anybody may run this; `contradictions` reports where the sources disagree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from concordant.terms.profile_facts import ColumnProfile, NumberFacts, Profile, ProfileKind
from concordant.terms.rounding import place_of_width, round_significant, round_to_place
from concordant.terms.units import Spot, UnitGuess, guess_conversion


@dataclass(frozen=True, slots=True)
class Source:
    """A profile and what to call it in a sentence (``profile 2``)."""

    name: str
    profile: Profile


@dataclass(frozen=True, slots=True)
class MergedColumn:
    """A column as all sources see it together.

    ``told`` are the sources that say something about it, ``lacking`` the names of those that
    do not have the column. ``share_missing`` counts these as missing throughout.
    """

    name: str
    kind: ProfileKind
    told: tuple[tuple[str, ColumnProfile], ...]
    lacking: tuple[str, ...]
    share_missing: float
    levels: tuple[str, ...] = ()
    has_rare: bool = False
    numbers: NumberFacts | None = None
    months: tuple[str, str] | None = None
    reason: str = ""


def merge_columns(sources: Sequence[Source]) -> tuple[MergedColumn, ...]:
    """Return every column of any source once, in the order of the first source that has it."""
    names = dict.fromkeys(column.name for source in sources for column in source.profile.columns)
    return tuple(_merge(name, sources) for name in names)


def number_spot(facts: NumberFacts) -> Spot:
    """Return where the numbers lie, for the comparison of units."""
    return Spot(facts.centre, facts.scale, facts.is_whole)


def unit_guess(name: str, facts: NumberFacts, reference: NumberFacts) -> UnitGuess | None:
    """Return the conversion that makes two sources agree, or None."""
    return guess_conversion(number_spot(facts), number_spot(reference), name)


def is_other_unit(name: str, facts: NumberFacts, reference: NumberFacts) -> bool:
    """Answer whether one of the two sources clearly looks converted beside the other.

    Both ways are tried: whole numbers are not taken for tenths, but their tenfold is noticed.
    """
    guesses = (unit_guess(name, facts, reference), unit_guess(name, reference, facts))
    return any(guess is not None and guess.is_clear for guess in guesses)


def reference_source(column: MergedColumn) -> tuple[str, ColumnProfile] | None:
    """Return the source of a numeric column that the others are held to.

    It is the one in whose unit the most values are given.
    """
    numeric = [(one, one[1].numbers) for one in column.told if one[1].numbers is not None]

    def weight(facts: NumberFacts) -> int:
        alike = (
            one[1].n_values
            for one, theirs in numeric
            if facts is theirs or not is_other_unit(column.name, theirs, facts)
        )
        return sum(alike)

    best = max(numeric, key=lambda one: (weight(one[1]), one[0][1].n_values), default=None)
    return None if best is None else best[0]


def is_number_text(text: str) -> bool:
    """Answer whether a level is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def _merge(name: str, sources: Sequence[Source]) -> MergedColumn:
    having = [(source, source.profile.column(name)) for source in sources]
    present = tuple((source.name, column) for source, column in having if column is not None)
    lacking = tuple(source.name for source, column in having if column is None)
    told = tuple(one for one in present if one[1].kind != "few")
    kind = _kind([column for _, column in told])
    speaking = [column for _, column in told if column.kind == kind]
    draft = MergedColumn(
        name=name,
        kind=kind,
        told=told,
        lacking=lacking,
        share_missing=_share_missing(having),
        levels=_levels([column for _, column in told]) if kind != "identifier" else (),
        has_rare=any(column.n_rare for _, column in told),
        months=_months(speaking),
        reason=next((column.reason for column in speaking if column.reason), ""),
    )
    return MergedColumn(
        **{key: getattr(draft, key) for key in draft.__dataclass_fields__ if key != "numbers"},
        numbers=_numbers(draft),
    )


def _kind(columns: Sequence[ColumnProfile]) -> ProfileKind:
    kinds = {column.kind for column in columns}
    if not kinds:
        return "few"
    if "identifier" in kinds:
        return "identifier"
    if kinds == {"binary"}:
        levels = _levels(columns)
        if len(levels) <= 2:
            return "binary"
        return "categorical"
    if kinds == {"binary", "categorical"}:
        return "categorical"
    weights: dict[ProfileKind, int] = {}
    for column in columns:
        if column.kind == "binary":
            continue
        weights[column.kind] = weights.get(column.kind, 0) + column.n_values
    return max(weights, key=lambda kind: weights[kind])


def _levels(columns: Sequence[ColumnProfile]) -> tuple[str, ...]:
    return tuple({level.level: None for column in columns for level in column.levels})


def _share_missing(having: Sequence[tuple[Source, ColumnProfile | None]]) -> float:
    """Pool by rows; a source without the column, or with too few values, misses all of it."""
    rows = missing = 0.0
    for source, column in having:
        share = 1.0 if column is None or column.kind == "few" else (column.share_missing or 0.0)
        if column is not None and column.numbers is not None:
            share = min(1.0, share + column.numbers.share_code)
        rows += source.profile.n_rows
        missing += share * source.profile.n_rows
    return round(missing / rows, 2) if rows else 0.0


def _months(columns: Sequence[ColumnProfile]) -> tuple[str, str] | None:
    known = [column.months for column in columns if column.months is not None]
    if not known:
        return None
    return min(first for first, _ in known), max(last for _, last in known)


def _numbers(column: MergedColumn) -> NumberFacts | None:
    """Pool by values, without sources that seem to use another unit."""
    reference = reference_source(column)
    if column.kind != "numeric" or reference is None or reference[1].numbers is None:
        return None
    first = reference[1].numbers
    pooled = [
        (one.n_values, one.numbers)
        for _, one in column.told
        if one.numbers is not None and not is_other_unit(column.name, one.numbers, first)
    ]
    total = sum(weight for weight, _ in pooled)
    centre = sum(weight * facts.centre for weight, facts in pooled) / total
    variance = sum(w * (f.scale**2 + (f.centre - centre) ** 2) for w, f in pooled) / total
    scale = round_significant(variance**0.5)
    codes = [facts for _, facts in pooled if facts.code is not None]
    return NumberFacts(
        low=min(facts.low for _, facts in pooled),
        high=max(facts.high for _, facts in pooled),
        tail=max(facts.tail for _, facts in pooled),
        quantiles=tuple(None for _ in first.quantiles),
        centre=round_to_place(centre, place_of_width(scale)) if scale else centre,
        scale=scale,
        is_whole=all(facts.is_whole for _, facts in pooled),
        share_words=max(facts.share_words for _, facts in pooled),
        code=codes[0].code if codes else None,
        share_code=max((facts.share_code for facts in codes), default=0.0),
    )
