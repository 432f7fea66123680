"""Encode a researcher's whole table once, before it is cut again and again.

In:  a table and a plan.
Out: a WholeTable: numbers, labels, who belongs together, and what a cut goes by. For rehearsals;
     a real study never has one.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.linalg.arrays import Array
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.rehearsed_terms import draft_terms
from concordant.rehearsal.split_words import read_split
from concordant.terms.charter import Charter
from concordant.terms.draws import draws_for
from concordant.terms.groups import group_keys
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.table import Table

NO_VALUE = "(missing)"
"""What a cell of a site column or of a level is called that has nothing in it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WholeTable:
    """One table as numbers.

    ``groups`` numbers the persons, ``sites`` the values of the site column, which
    ``site_values`` lists; ``column`` holds what a split goes by: numbers, or codes of levels.
    """

    charter: Charter
    matrix: Float[Array, "rows features"]
    labels: Num[Array, " rows"]
    groups: Int64[Array, " rows"] | None = None
    sites: Int64[Array, " rows"] | None = None
    site_values: tuple[str, ...] = ()
    column: Num[Array, " rows"] | None = None

    def __repr__(self) -> str:
        n_rows, n_features = self.matrix.shape
        return f"WholeTable(<{n_rows} rows of {n_features} features>)"

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.matrix)

    @property
    def digest(self) -> str:
        """SHA-256 of everything that the results depend on."""
        taken = hashlib.sha256(self.charter.terms_digest.encode())
        for part in (self.matrix, self.labels, self.groups, self.sites, self.column):
            taken.update(b"-" if part is None else f"{part.dtype}{part.shape}".encode())
            taken.update(b"" if part is None else np.ascontiguousarray(part).tobytes())
        taken.update("\x1f".join(self.site_values).encode())
        return taken.hexdigest()


def encode_whole(table: Table, plan: Plan) -> WholeTable:
    """Return the table by terms that are drafted from all its rows.

    The site column is no feature: a model would know the site by it.
    """
    drafted = draft_terms(
        table,
        label=plan.label,
        task=plan.task,
        rng=draws_for(0, "terms"),
        n_dims=1,
        group=plan.group,
        ignore={*plan.ignore, *([plan.site_column] if plan.site_column else [])},
    )
    charter = drafted.charter
    keys = group_keys(charter, table)
    sites, names = (None, ()) if plan.site_column is None else _levels(table, plan.site_column)
    return WholeTable(
        charter=charter,
        matrix=encode_rows(charter, table).matrix,
        labels=encode_labels(charter, table),
        groups=None if keys is None else _numbered(keys)[0],
        sites=sites,
        site_values=names,
        column=_split_column(table, plan),
    )


def _split_column(table: Table, plan: Plan) -> Num[Array, " rows"] | None:
    """Return numbers and days as they are (NaN last), and texts as codes of their levels."""
    name = None if plan.site_column else read_split(plan.split).column
    if name is None:
        return None
    kind = table.kind_hint(name)
    if kind == "number":
        return table.numbers(name)[0]
    return table.days(name)[0] if kind == "date" else _levels(table, name)[0]


def _levels(table: Table, name: str) -> tuple[Int64[Array, " rows"], tuple[str, ...]]:
    return _numbered([NO_VALUE if text is None else text for text in table.texts(name)])


def _numbered(texts: Sequence[str]) -> tuple[Int64[Array, " rows"], tuple[str, ...]]:
    names, codes = np.unique(np.asarray(texts, dtype=np.str_), return_inverse=True)
    return codes.reshape(-1).astype(np.int64), tuple(str(name) for name in names)
