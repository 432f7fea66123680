"""A column profile in words: every statement that the file would make.

In:  a column's profile.
Out: the row of a table for people; no cell. A site runs this.
"""

from concordant.terms.draft_column import sorted_levels
from concordant.terms.profile_facts import QUANTILES, ColumnProfile, NumberFacts

KIND_WORDS = {
    "numeric": "number",
    "categorical": "category",
    "binary": "two levels",
    "date": "date",
    "text": "free text",
    "identifier": "identifier",
    "few": "few values",
}


def describe_profile(column: ColumnProfile) -> tuple[str, str, str, str, str]:
    """Return name, kind, number of values, share missing, and all else that is said."""
    if column.kind in ("identifier", "few"):
        return (column.name, KIND_WORDS[column.kind], "", "", f"{column.reason}; nothing else")
    missing = 100 * (column.share_missing or 0.0)
    return (
        column.name,
        KIND_WORDS[column.kind],
        f"about {column.n_values:,}",
        f"{missing:.2g} %",
        "; ".join(_statements(column)),
    )


def _statements(column: ColumnProfile) -> list[str]:
    said = [column.reason] if column.reason else []
    if column.numbers is not None:
        said += _number_statements(column.numbers)
    elif column.kind == "numeric":
        said.append("too few numbers for a range")
    if column.months is not None:
        said.append(f"nearly all days between {column.months[0]} and {column.months[1]}")
    if column.levels:
        counts = {level.level: level.n_rows for level in column.levels}
        said.append(
            "levels and about how many rows: "
            + ", ".join(f"{level} ({counts[level]:,})" for level in sorted_levels(tuple(counts)))
        )
    if column.n_rare:
        said.append(f"about {column.n_rare:,} rows hold levels too rare to be named")
    return said


def _number_statements(facts: NumberFacts) -> list[str]:
    shares = (facts.tail, *QUANTILES, 1 - facts.tail)
    values = (facts.low, *facts.quantiles, facts.high)
    known = [
        f"{100 * share:.3g}: {value:g}"
        for share, value in zip(shares, values, strict=True)
        if value is not None
    ]
    said = [
        f"percentiles {', '.join(known)}",
        f"mean {facts.centre:g}, deviation {facts.scale:g}",
        "whole numbers" if facts.is_whole else "with decimals",
    ]
    if facts.share_words:
        said.append(f"up to {100 * facts.share_words:.2g} % are words")
    if facts.code is not None:
        said.append(
            f"{100 * facts.share_code:.2g} % are {facts.code:g}, perhaps a sign for missing"
        )
    return said
