"""Turn a site's table into the numbers, labels and persons of one release.

In:  the charter and the site's table, or a data frame.
Out: OwnRows, still raw and in the table's order: nothing here is fit to leave. Only a site
     runs this.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float, Num

from concordant.errors.site_release import NoRowsLeft
from concordant.linalg.arrays import Array
from concordant.site.release_checks import rare_classes, require_common_labels
from concordant.terms.charter import Charter
from concordant.terms.groups import group_keys
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import ColumnCount, encode_rows
from concordant.terms.table import Table, table_from_frame


@dataclass(frozen=True, slots=True, repr=False)
class OwnRows:
    """Raw numbers of one site; no ``repr``, so that no log shows a row.

    ``rare_classes`` are those that fewer than ten rows have, before any were withheld.
    """

    matrix: Float[Array, "rows features"]
    labels: Num[Array, " rows"] | None
    persons: tuple[str, ...] | None
    findings: tuple[ColumnCount, ...]
    rare_classes: tuple[str, ...] = ()
    n_withheld: int = 0
    share_unique: float | None = None

    def __repr__(self) -> str:
        n_rows, n_features = self.matrix.shape
        return f"OwnRows(<{n_rows} rows of {n_features} features>)"


def as_table(rows: object) -> Table:
    """Return ``rows`` as a Table; a pandas or polars frame, or a dict of columns, is taken too."""
    return rows if isinstance(rows, Table) else table_from_frame(rows)


def encode_own_rows(charter: Charter, table: Table) -> OwnRows:
    """Return the rows alone: neither label nor person is read."""
    encoded = encode_rows(charter, table)
    return OwnRows(encoded.matrix, None, None, encoded.findings)


def encode_labelled_rows(
    charter: Charter, table: Table, *, withhold_rare_classes: bool = False
) -> OwnRows:
    """Return the rows with what the analyst trains on, after the checks of the labels.

    With ``withhold_rare_classes``, rows of a class that fewer than ten rows have stay at home
    altogether: they do not shape the span either.
    """
    labels = encode_labels(charter, table)
    rare = rare_classes(charter, labels)
    kept = np.ones(table.n_rows, dtype=np.bool_)
    if withhold_rare_classes and rare:
        kept = ~np.isin(labels, [charter.classes.index(name) for name in rare])
    n_withheld = int(np.count_nonzero(~kept))
    if not kept.any():
        raise NoRowsLeft(n_rows=table.n_rows, n_withheld=n_withheld)
    share_unique = require_common_labels(charter, labels[kept])
    encoded = encode_rows(charter, table.take(np.flatnonzero(kept)) if n_withheld else table)
    return OwnRows(
        matrix=encoded.matrix,
        labels=labels[kept],
        persons=_persons(charter, table, kept),
        findings=encoded.findings,
        rare_classes=rare,
        n_withheld=n_withheld,
        share_unique=share_unique,
    )


def _persons(charter: Charter, table: Table, kept: Bool[Array, " rows"]) -> tuple[str, ...] | None:
    keys = group_keys(charter, table)
    if keys is None:
        return None
    return tuple(key for key, keep in zip(keys, kept, strict=True) if keep)
