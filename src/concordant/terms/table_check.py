"""Say what of a table would be refused, clipped or ignored under the terms, all of it at once.

In:  a charter and a site's table.
Out: findings by column and count, with row numbers where asked for; never a cell. Anybody who
     may read the table may run this; no pact is needed.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from jaxtyping import Float

from concordant.errors.terms import DecimalUnclear
from concordant.linalg.arrays import Array
from concordant.terms.charter import Charter
from concordant.terms.nearest_name import nearest_name
from concordant.terms.preprocess import EncodedColumn, encode_column
from concordant.terms.schema import Column, IgnoredColumn
from concordant.terms.table import Table
from concordant.terms.table_check_columns import column_findings
from concordant.terms.table_check_labels import group_findings, label_findings
from concordant.terms.table_check_rows import rank_of, row_findings
from concordant.terms.table_findings import NOT_NAMED, TableCheck, TableFinding, gravest_first
from concordant.terms.table_warnings import strangers


def check_table(charter: Charter, table: Table, *, with_rows: bool = False) -> TableCheck:
    """Return everything that is to be said about ``table`` before it is contributed.

    It is accepted when no finding is ``refused``. ``with_rows`` adds the first row numbers.
    """
    findings: list[TableFinding] = []
    matrices: list[Array] = []
    is_readable = True
    others = strangers(charter, table)
    for column in charter.columns:
        if isinstance(column, IgnoredColumn):
            findings += _ignored(column, charter, table)
            continue
        try:
            encoded = encode_column(column, table)
            said = _absent_or_present(column, encoded, table, others, with_rows=with_rows)
        except DecimalUnclear as unclear:
            said = [_unclear(column.name, unclear)]
            is_readable = False
        else:
            matrices.append(encoded.values)
        findings += said
    findings += _answers(charter, table, with_rows=with_rows)
    findings += _extra(charter, others)
    matrix = _beside(matrices, table.n_rows) if is_readable else None
    rank = None if matrix is None else rank_of(matrix)
    findings += row_findings(charter, table, matrix, rank, with_rows=with_rows)
    return TableCheck(
        n_rows=table.n_rows,
        n_dims=charter.n_dims,
        n_features=charter.n_features,
        rank=rank,
        findings=gravest_first(findings),
    )


def _beside(matrices: Sequence[Array], n_rows: int) -> Float[Array, "rows features"]:
    return np.hstack([np.empty((n_rows, 0)), *matrices])


def _absent_or_present(
    column: Column,
    encoded: EncodedColumn,
    table: Table,
    others: Sequence[str],
    *,
    with_rows: bool,
) -> list[TableFinding]:
    if column.name in table.columns:
        return column_findings(column, encoded, table, with_rows=with_rows)
    return [
        TableFinding(
            column.name,
            "not in the table",
            "refused" if encoded.refusals else "counted as missing",
            count=table.n_rows,
            advice=_meant(column.name, others),
        )
    ]


def _answers(charter: Charter, table: Table, *, with_rows: bool) -> list[TableFinding]:
    """Return what the label and the group say; a label of unclear decimals is a finding too."""
    label = charter.label.column
    findings = list(group_findings(charter, table, with_rows=with_rows))
    if label not in table.columns:
        advice = (
            _meant(label, strangers(charter, table)) or "Add it, or join without rows (--no-rows)."
        )
        return [
            *findings,
            TableFinding(label, "the label is not in the table", "refused", None, advice),
        ]
    try:
        return [*findings, *label_findings(charter, table, with_rows=with_rows)]
    except DecimalUnclear as unclear:
        return [*findings, _unclear(label, unclear)]


def _unclear(name: str, unclear: DecimalUnclear) -> TableFinding:
    count = unclear.facts["count"]
    return TableFinding(
        name,
        f"the decimal sign is unclear: {unclear.facts['reason']}",
        "refused",
        count=count if isinstance(count, int) else None,
        advice="Say which sign starts the decimals with --decimal.",
    )


def _ignored(column: IgnoredColumn, charter: Charter, table: Table) -> Iterable[TableFinding]:
    if column.name in table.columns and column.name not in (charter.label.column, charter.group):
        reason = f": {column.reason}" if column.reason else ""
        yield TableFinding(column.name, f"the terms ignore it{reason}", "ignored")


def _extra(charter: Charter, others: Sequence[str]) -> Iterable[TableFinding]:
    agreed = [column.name for column in charter.columns if not isinstance(column, IgnoredColumn)]
    for name in others:
        near = nearest_name(name, [*agreed, charter.label.column])
        advice = f"Is it the agreed column {near!r}?" if near else ""
        yield TableFinding(name, NOT_NAMED, "ignored", advice=advice)


def _meant(name: str, others: Sequence[str]) -> str:
    near = nearest_name(name, others)
    return f"Is it {near!r} in the table? Rename that column." if near else ""
