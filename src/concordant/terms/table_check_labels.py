"""Check the label and the group column of a site's table.

In:  a charter and a table.
Out: findings by count: labels missing, unknown, nearly unique, classes that few rows have.
     Whoever may read the table may run this.
"""

from collections.abc import Iterable

import numpy as np

from concordant.terms.charter import Charter
from concordant.terms.floors import RARE_CLASS, UNIQUE_LABELS_LIMIT
from concordant.terms.labels import count_classes, round_to_step, share_unique
from concordant.terms.listing import list_some
from concordant.terms.schema import ClassLabel, NumericLabel
from concordant.terms.table import MISSING, UNSEEN, Table
from concordant.terms.table_check_columns import meant_levels, unfit_texts
from concordant.terms.table_findings import TableFinding, row_numbers

_LEFT_OUT = "Fill it in, or leave these rows out."


def label_findings(charter: Charter, table: Table, *, with_rows: bool) -> Iterable[TableFinding]:
    """Return what is to be said about a label column that the table has."""
    label = charter.label
    if isinstance(label, NumericLabel):
        return _numeric(charter, label, table, with_rows=with_rows)
    return _classes(label, table, with_rows=with_rows)


def group_findings(charter: Charter, table: Table, *, with_rows: bool) -> Iterable[TableFinding]:
    """Return what is to be said about the column that keeps a person's rows together."""
    name = charter.group
    if name is None:
        return
    if name not in table.columns:
        yield TableFinding(name, "the group column is not in the table", "refused")
        return
    missing = np.array([text is None for text in table.texts(name)], dtype=np.bool_)
    if missing.any():
        yield TableFinding(
            name,
            "the group is missing",
            "refused",
            count=int(np.count_nonzero(missing)),
            advice="A row that stands for itself needs a value of its own.",
            rows=row_numbers(missing, with_rows=with_rows),
        )


def _numeric(
    charter: Charter, label: NumericLabel, table: Table, *, with_rows: bool
) -> Iterable[TableFinding]:
    values, no_number = table.numbers(label.column)
    missing = np.isnan(values) & ~no_number
    for rows, what, advice in (
        (missing, "the label is missing", _LEFT_OUT),
        (no_number, "the label is not a number", "Write a number, or leave these rows out."),
    ):
        if rows.any():
            yield TableFinding(
                label.column,
                what,
                "refused",
                count=int(np.count_nonzero(rows)),
                advice=advice,
                rows=row_numbers(rows, with_rows=with_rows),
            )
    rounded = round_to_step(values[np.isfinite(values)], label.step)
    unique = share_unique(rounded)
    if unique > UNIQUE_LABELS_LIMIT:
        accepted = charter.consents.accept_unique_labels
        yield TableFinding(
            label.column,
            f"{100 * unique:.0f} % of the labels occur once (at most "
            f"{100 * UNIQUE_LABELS_LIMIT:.0f} % may): whoever knows one finds its row",
            "warned" if accepted else "refused",
            count=round(unique * rounded.size),
            advice=f"Agree a coarser step than {label.step:g}.",
        )


def _classes(label: ClassLabel, table: Table, *, with_rows: bool) -> Iterable[TableFinding]:
    codes = table.codes(label.column, label.classes)
    missing, unknown = codes == MISSING, codes == UNSEEN
    if missing.any():
        yield TableFinding(
            label.column,
            "the label is missing",
            "refused",
            count=int(np.count_nonzero(missing)),
            advice=_LEFT_OUT,
            rows=row_numbers(missing, with_rows=with_rows),
        )
    if unknown.any():
        texts = unfit_texts(table, label.column, label.classes, unknown)
        meant = meant_levels(texts, label.classes)
        spelled = list_some([repr(name) for name in meant or label.classes], most=10)
        yield TableFinding(
            label.column,
            "the label is not an agreed class",
            "refused",
            count=int(np.count_nonzero(unknown)),
            advice=f"Write it exactly as agreed: {spelled}.",
            rows=row_numbers(unknown, with_rows=with_rows),
        )
    yield from _rare(label, count_classes(codes[codes >= 0], label.classes))


def _rare(label: ClassLabel, counts: dict[str, int]) -> Iterable[TableFinding]:
    for name, count in counts.items():
        if 0 < count < RARE_CLASS:
            yield TableFinding(
                label.column,
                f"fewer than {RARE_CLASS} rows have the class {name!r}",
                "warned",
                count=count,
                advice="They are few to hide among; contribute can withhold them.",
            )
    absent = [repr(name) for name, count in counts.items() if not count]
    if absent:
        yield TableFinding(
            label.column,
            f"no row has the class {list_some(absent, most=10)}",
            "warned",
            advice="One-sided labels make the analyst's score no forecast; see span in the docs.",
        )
