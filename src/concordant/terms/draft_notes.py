"""Tell the person who drafts a charter what the draft could not settle.

In:  the drafted terms and what the sources said.
Out: sentences. Anybody may run this.
"""

from collections.abc import Iterable, Mapping, Sequence

from concordant.terms.charter import Charter
from concordant.terms.floors import SITES_FLOOR, rows_floor
from concordant.terms.merge_profiles import MergedColumn, Source
from concordant.terms.schema import IgnoredColumn


def draft_notes(
    charter: Charter, sources: Sequence[Source], merged: Mapping[str, MergedColumn]
) -> tuple[str, ...]:
    """Return what to say after the draft, the most surprising first."""
    return (
        *_lacking(charter, merged),
        *_ignored(charter),
        *_dims(charter, sources),
    )


def _lacking(charter: Charter, merged: Mapping[str, MergedColumn]) -> Iterable[str]:
    for column in charter.columns:
        seen = merged[column.name]
        if seen.lacking and not isinstance(column, IgnoredColumn):
            yield (
                f"{column.name!r} is not in {', '.join(seen.lacking)}. It was kept: there it "
                "counts as missing in every row, and a 0/1 feature says so. Take it out of the "
                "charter if it is not worth that."
            )


def _ignored(charter: Charter) -> Iterable[str]:
    for column in charter.columns:
        if isinstance(column, IgnoredColumn):
            yield f"{column.name!r} is ignored: {column.reason}."


def _dims(charter: Charter, sources: Sequence[Source]) -> Iterable[str]:
    n_dims = charter.n_dims
    if charter.span == "agreed":
        floor = rows_floor(n_dims)
        words = (
            f"With the agreed span each site needs {floor} rows, and the study {SITES_FLOOR} sites"
        )
        if charter.consents.agreed_below_floor:
            yield f"{words}; these terms accept fewer (agreed_below_floor = true)."
        else:
            yield f"{words}, unless the terms say agreed_below_floor = true."
    else:
        floor = n_dims + 1
        yield f"Each site needs more rows than dimensions: more than {n_dims}."
    few = [source for source in sources if source.profile.n_rows < floor]
    for source in few:
        yield f"{source.name} has about {source.profile.n_rows} rows, fewer than {floor}."
