"""Hold a site's rows in the form in which one of their columns can be changed at little cost.

In:  encoded rows, their common features, and by how much each encoded number moves those.
Out: the common features of the same rows with other cells in one column. Only a site runs this.

Common features are ``Y M + constant``, so other cells in the columns J add ``(Z - Y_J) M_J``:
the rows are encoded and projected once, however often a column is permuted.
"""

from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.linalg.arrays import Array
from concordant.terms.charter import Charter
from concordant.terms.features import column_features
from concordant.terms.schema import Column


@dataclass(frozen=True, slots=True)
class ColumnBlock:
    """A column that becomes numbers: ``start`` to ``stop`` among the encoded ones."""

    column: Column
    start: int
    stop: int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ExplainedRows:
    """Raw numbers of one site; no ``repr``, so that no log shows a row.

    ``weights`` are ``F G / scale``. ``truth`` are labels, or None where the table has none;
    ``persons`` number who has which row, where the terms name a group.
    """

    encoded: Float[Array, "rows features"]
    common: Float[Array, "rows dims"]
    weights: Float[Array, "features dims"]
    truth: Num[Array, " rows"] | None = None
    persons: Int64[Array, " rows"] | None = None

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.encoded)

    @property
    def features(self) -> Float[Array, "rows dims"]:
        """The common features of the rows as they are, as the model takes them."""
        return self.common.astype(np.float32)

    def cells(self, block: ColumnBlock) -> Float[Array, "rows block"]:
        """Return the encoded cells of one column."""
        return self.encoded[:, block.start : block.stop]

    def varies(self, block: ColumnBlock) -> bool:
        """Tell whether two rows differ in this column."""
        cells = self.cells(block)
        return bool((cells != cells[:1]).any())

    def with_cells(
        self, block: ColumnBlock, cells: Float[Array, "any block"]
    ) -> Float[Array, "rows dims"]:
        """Return the features that the rows would have with these cells in one column.

        One line of cells stands for all rows.
        """
        change = (cells - self.cells(block)) @ self.weights[block.start : block.stop]
        return np.asarray(self.common + change, dtype=np.float32)

    def take(self, places: Int64[Array, " kept"]) -> "ExplainedRows":
        """Return some of the rows."""
        return replace(
            self,
            encoded=self.encoded[places],
            common=self.common[places],
            truth=None if self.truth is None else self.truth[places],
            persons=None if self.persons is None else self.persons[places],
        )


def column_blocks(charter: Charter) -> tuple[ColumnBlock, ...]:
    """Return where each agreed column stands among the encoded numbers; ignored ones do not."""
    blocks, start = [], 0
    for column in charter.columns:
        stop = start + len(column_features(column))
        if stop > start:
            blocks.append(ColumnBlock(column, start, stop))
        start = stop
    return tuple(blocks)
