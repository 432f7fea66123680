"""What the collaboration is held against: each site alone, and everyone pooled.

In:  the charter, a recipe, the tables of all sites.
Out: answers for the rows that each site kept back. Pooling raw rows is what a real study never
     may; only a rehearsal, which owns all rows, can show what it would give.

Both see every feature, not the projection, and train the recipe of the collaboration.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Num

from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_blas_thread
from concordant.terms.charter import Charter
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.recipes import build_model
from concordant.terms.recipes_fit import fit_model
from concordant.terms.recipes_parameters import Plain
from concordant.terms.table import Table


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One recipe with its parameters and its seed: the same for everybody who is compared."""

    name: str
    parameters: Mapping[str, Plain]
    seed: int


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Encoded:
    """One table as numbers, with its labels."""

    matrix: Float[Array, "rows features"]
    labels: Num[Array, " rows"]

    def __repr__(self) -> str:
        n_rows, n_features = self.matrix.shape
        return f"Encoded(<{n_rows} rows of {n_features} features>)"


def encode_table(charter: Charter, table: Table) -> Encoded:
    """Return the rows of a table with their labels, by the terms."""
    return Encoded(encode_rows(charter, table).matrix, encode_labels(charter, table))


def answer_alone(
    charter: Charter, choice: ModelChoice, own: Sequence[Encoded], new: Sequence[Encoded]
) -> tuple[Num[Array, " _"], ...]:
    """Return each site's answers for its new rows by a model of its own rows."""
    return tuple(
        _train_and_answer(charter, choice, rows, asked.matrix)
        for rows, asked in zip(own, new, strict=True)
    )


def answer_pooled(
    charter: Charter, choice: ModelChoice, own: Sequence[Encoded], new: Sequence[Encoded]
) -> tuple[Num[Array, " _"], ...]:
    """Return the answers for each site's new rows by one model of all sites' own rows."""
    everybody = Encoded(
        np.vstack([rows.matrix for rows in own]), np.concatenate([rows.labels for rows in own])
    )
    asked = np.vstack([rows.matrix for rows in new])
    answers = _train_and_answer(charter, choice, everybody, asked)
    ends = np.cumsum([len(rows.labels) for rows in new])
    return tuple(np.split(answers, ends[:-1]))


def _train_and_answer(
    charter: Charter,
    choice: ModelChoice,
    rows: Encoded,
    asked: Float[Array, "asked features"],
) -> Num[Array, " asked"]:
    if charter.classes and len(np.unique(rows.labels)) == 1:
        # A site that saw one class has nothing to tell apart: it can only say that class.
        return np.full(len(asked), rows.labels[0])
    centre, spread = rows.matrix.mean(axis=0), rows.matrix.std(axis=0)
    # A column that never varies here stays 0 for these rows, and of unit weight for others.
    scale = np.where(spread > 1e-12 * np.maximum(1.0, np.abs(centre)), spread, 1.0)
    estimator = build_model(
        choice.name, choice.parameters, charter.task, choice.seed, n_rows=len(rows.labels)
    )
    with one_blas_thread():
        fit_model(estimator, (rows.matrix - centre) / scale, rows.labels)
        answers = np.asarray(estimator.predict((asked - centre) / scale))
    return answers.ravel()
