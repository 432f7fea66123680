"""Explain a returned model in the columns that people know.

In:  charter, the site's secret basis, its return, rows of the site with or without labels.
Out: an Explanation: how much each column matters, what the model answers along it, how much of
     it the projection carries, and the coefficients of a linear model. Only a site runs this;
     nothing is sent. What comes out is made with the secret basis and is the site's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Int64

from concordant.errors.explain import ColumnNotExplained, TooFewRowsToExplain
from concordant.errors.site_release import UnknownChoice
from concordant.linalg.arrays import Array
from concordant.site.basis import SecretBasis
from concordant.site.column_shares import share_carried
from concordant.site.common_features import common_coordinates, common_weights
from concordant.site.explained_rows import ColumnBlock, ExplainedRows, column_blocks
from concordant.site.importance import measure_importance, start_importance
from concordant.site.linear_effects import LinearEffects, linear_effects
from concordant.site.own_rows import as_table
from concordant.site.partial_dependence import Dependence, partial_dependence
from concordant.site.predict import Unencodable, encode_new_rows, require_own_model
from concordant.site.returned_model import open_model
from concordant.terms.charter import Charter
from concordant.terms.draws import draws_for
from concordant.terms.floors import FEWEST_TOGETHER
from concordant.terms.groups import group_keys
from concordant.terms.intervals import Score
from concordant.terms.labels import encode_labels
from concordant.terms.listing import list_some
from concordant.terms.table import Table
from concordant.wire.messages import Envelope, ReturnBundle

MOST_ROWS = 5_000
MOST_COLUMNS = 200
MOST_REPEATS = 1_000
_MOST_NAMED = 30


@dataclass(frozen=True, slots=True)
class ExplainedColumn:
    """What can be said of one column.

    ``importance`` has one Score per measure, the leading one first. ``share`` is the part of the
    column's own variance that the projection carries; None: the column does not vary here.
    """

    name: str
    kind: str
    importance: tuple[Score, ...]
    dependence: Dependence
    share: float | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What the model does at this site, by column, the most important first.

    ``n_rows`` were used of ``n_table_rows``; ``n_blank`` could not be encoded. ``outputs`` name
    the numbers of a dependence. ``linear`` or ``why_not_linear`` is set. ``n_columns_left_out``
    move the model less than those explained.
    """

    n_rows: int
    n_table_rows: int
    n_blank: int
    repeats: int
    has_labels: bool
    outputs: tuple[str, ...]
    columns: tuple[ExplainedColumn, ...]
    linear: LinearEffects | None
    why_not_linear: str | None
    n_columns_left_out: int


def explain(
    charter: Charter,
    basis: SecretBasis,
    returned: ReturnBundle,
    table: object,
    *,
    sent: Envelope | None = None,
    columns: Sequence[str] = (),
    repeats: int = 10,
    seed: int = 0,
    most_rows: int = MOST_ROWS,
    unencodable: Unencodable = "refuse",
    allow_types: Sequence[str] | None = None,
) -> Explanation:
    """Return what the returned model makes of each column of these rows.

    Parameters
    ----------
    charter, basis, returned, sent, unencodable, allow_types
        As for ``predict``. Rows left blank are not used.
    table
        Rows of this site; best those that it kept back. With a label column, importance is what
        the model loses; without one, how far its predictions move.
    columns
        The names of the columns to explain; by default all, up to ``MOST_COLUMNS``.
    repeats, seed
        How often each column is shuffled, and from which seed; the seed also draws the rows.
    most_rows
        Of a longer table so many rows are drawn, all with the same chance.
    """
    require_own_model(
        charter, basis, returned, sent=sent, unencodable=unencodable, allow_types=allow_types
    )
    _require_range("repeats", repeats, 2, MOST_REPEATS)
    _require_range("most_rows", most_rows, FEWEST_TOGETHER, None)
    wanted = _choose_blocks(charter, columns)
    source = as_table(table)
    tried = encode_new_rows(charter, source, unencodable=unencodable)
    labels = encode_labels(charter, source) if charter.label.column in source.columns else None
    kept = _draw_kept(tried.refused, most_rows, seed)
    encoded = tried.matrix[kept]
    rows = ExplainedRows(
        encoded=encoded,
        common=common_coordinates(basis, returned, encoded),
        weights=common_weights(basis, returned),
        truth=None if labels is None else labels[kept],
        persons=_persons(charter, source, kept),
    )
    ask_model = open_model(charter, returned, allow_types or ())
    blocks = wanted if columns else _most_moving(rows, wanted)
    start = start_importance(ask_model, rows, repeats=repeats, seed=seed)
    lines = basis.reveal()
    explained = [
        ExplainedColumn(
            name=block.column.name,
            kind=block.column.kind,
            importance=measure_importance(ask_model, rows, block, start),
            dependence=partial_dependence(ask_model, rows, block, n_classes=len(charter.classes)),
            share=share_carried(rows.cells(block), lines[block.start : block.stop]),
        )
        for block in blocks
    ]
    linear = linear_effects(charter, returned, ask_model, rows, column_blocks(charter))
    return Explanation(
        n_rows=rows.n_rows,
        n_table_rows=source.n_rows,
        n_blank=int(np.count_nonzero(tried.refused)),
        repeats=repeats,
        has_labels=labels is not None,
        outputs=_outputs(charter),
        columns=tuple(sorted(explained, key=lambda each: -each.importance[0].value)),
        linear=None if isinstance(linear, str) else linear,
        why_not_linear=linear if isinstance(linear, str) else None,
        n_columns_left_out=len(wanted) - len(blocks),
    )


def _require_range(name: str, value: int, least: int, most: int | None) -> None:
    if value < least or (most is not None and value > most):
        choices = f"{least} or more" if most is None else f"{least} to {most:,}"
        raise UnknownChoice(choice=value, name=name, choices=choices)


def _choose_blocks(charter: Charter, columns: Sequence[str]) -> tuple[ColumnBlock, ...]:
    blocks = {block.column.name: block for block in column_blocks(charter)}
    for name in columns:
        if name not in blocks:
            names = list_some([repr(each) for each in blocks], most=_MOST_NAMED)
            raise ColumnNotExplained(column=name, columns=names)
    return tuple(blocks[name] for name in dict.fromkeys(columns or blocks))


def _most_moving(rows: ExplainedRows, blocks: tuple[ColumnBlock, ...]) -> tuple[ColumnBlock, ...]:
    """Return the columns that move the model's features most, where there are very many."""
    if len(blocks) <= MOST_COLUMNS:
        return blocks
    moved = []
    for block in blocks:
        cells = rows.cells(block)
        change = (cells - cells.mean(axis=0)) @ rows.weights[block.start : block.stop]
        moved.append(float(np.square(change).sum()))
    most = np.argsort(-np.array(moved), kind="stable")[:MOST_COLUMNS]
    return tuple(blocks[place] for place in sorted(most.tolist()))


def _draw_kept(refused: Bool[Array, " rows"], most_rows: int, seed: int) -> Int64[Array, " kept"]:
    """Return the places of the rows to use, in their order."""
    usable = np.flatnonzero(~refused)
    if len(usable) < FEWEST_TOGETHER:
        raise TooFewRowsToExplain(n_rows=len(usable), least=FEWEST_TOGETHER)
    if len(usable) <= most_rows:
        return usable
    rng = draws_for(seed, "explained rows")
    return np.sort(rng.choice(usable, size=most_rows, replace=False))


def _persons(
    charter: Charter, table: Table, kept: Int64[Array, " kept"]
) -> Int64[Array, " kept"] | None:
    keys = group_keys(charter, table)
    if keys is None:
        return None
    numbers = np.unique([keys[row] for row in kept.tolist()], return_inverse=True)[1]
    return np.asarray(numbers, dtype=np.int64)


def _outputs(charter: Charter) -> tuple[str, ...]:
    """Return the names of what a dependence averages; of two classes, the second."""
    if charter.classes:
        shown = charter.classes[1:] if len(charter.classes) == 2 else charter.classes
        return tuple(f"probability of {name}" for name in shown)
    return (charter.label.column,)
