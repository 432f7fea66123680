"""Check the rows of a site's table as a whole: how many, how different, how often the same.

In:  a charter, the table and its encoded rows.
Out: findings by count: too few rows for the dimensions, rows that vary too little, duplicates.
     Whoever may read the table may run this; encoded rows are as secret as the table.
"""

from collections.abc import Iterable

import numpy as np
from jaxtyping import Bool, Float

from concordant.linalg.arrays import Array
from concordant.linalg.spectral import numerical_rank
from concordant.terms.charter import Charter
from concordant.terms.floors import rows_floor
from concordant.terms.table import Table
from concordant.terms.table_findings import TableFinding, row_numbers


def row_findings(
    charter: Charter,
    table: Table,
    matrix: Float[Array, "rows features"] | None,
    rank: int | None,
    *,
    with_rows: bool,
) -> Iterable[TableFinding]:
    """Return what is to be said about all rows together; ``matrix`` None looks at counts only."""
    yield from _too_few(charter, table.n_rows)
    if rank is not None and charter.span in ("own", "agreed"):
        yield from _too_plain(charter, table.n_rows, rank)
    if matrix is not None:
        yield from _twins(charter, table, matrix, with_rows=with_rows)


def rank_of(matrix: Float[Array, "rows features"]) -> int:
    """Return in how many directions the rows, not centred, lie; noise does not count."""
    n_rows, n_features = matrix.shape
    if not np.isfinite(matrix).all() or matrix.size == 0:
        return 0
    compact = np.linalg.qr(matrix, mode="r") if n_rows > n_features else matrix
    lengths = np.linalg.svd(compact, compute_uv=False)
    return numerical_rank(lengths, matrix.shape)


def _too_few(charter: Charter, n_rows: int) -> Iterable[TableFinding]:
    n_dims = charter.n_dims
    if n_rows <= n_dims:
        yield TableFinding(
            "",
            f"{n_rows} rows for {n_dims} dimensions: the projection keeps all of each row",
            "refused" if charter.span == "agreed" else "warned",
            count=n_rows,
            advice="Add rows, or agree fewer dimensions.",
        )
    elif charter.span == "agreed" and n_rows < rows_floor(n_dims):
        accepted = charter.consents.agreed_below_floor
        yield TableFinding(
            "",
            f"{n_rows} rows; the agreed span asks for {rows_floor(n_dims)}, because one odd row "
            "shows in a span made from fewer",
            "warned" if accepted else "refused",
            count=n_rows,
            advice="Add rows, or agree to take the risk by agreed_below_floor = true.",
        )


def _too_plain(charter: Charter, n_rows: int, rank: int) -> Iterable[TableFinding]:
    n_dims = charter.n_dims
    if rank >= n_dims or n_rows <= n_dims:
        return
    doubt = "; the analyst will call this site doubtful" if 2 * rank < n_dims else ""
    yield TableFinding(
        "",
        f"the rows vary in {rank} directions only: {n_dims - rank} of the {n_dims} dimensions "
        f"will be filled at random{doubt}",
        "warned",
        advice="Are columns constant or copies of each other? Agree fewer dimensions.",
    )


def _twins(
    charter: Charter, table: Table, matrix: Float[Array, "rows features"], *, with_rows: bool
) -> Iterable[TableFinding]:
    """Find rows that equal an earlier one in every used column and in the label."""
    is_twin = repeated_rows(charter, table, matrix)
    count = int(np.count_nonzero(is_twin))
    if count:
        yield TableFinding(
            "",
            "rows that repeat an earlier one in every used column and the label",
            "warned",
            count=count,
            advice="If a row was exported twice, take one out.",
            rows=row_numbers(is_twin, with_rows=with_rows),
        )


def repeated_rows(
    charter: Charter, table: Table, matrix: Float[Array, "rows features"]
) -> Bool[Array, " rows"]:
    """Answer for each row whether an earlier one becomes the same numbers with the same label.

    Rows of different persons (group column) are never taken for one row.
    """
    named = [charter.label.column, *([charter.group] if charter.group else [])]
    others = [table.texts(name) for name in named if name in table.columns]
    seen: set[tuple[bytes | str | None, ...]] = set()
    repeated = np.zeros(table.n_rows, dtype=np.bool_)
    for place in range(table.n_rows):
        key = (matrix[place].tobytes(), *(texts[place] for texts in others))
        repeated[place] = key in seen
        seen.add(key)
    return repeated
