"""What the collaboration is held against: each site alone, and everyone pooled.

In:  the charter, a recipe, the encoded rows of all sites.
Out: trained models, and their answers for the rows that each site kept back. Pooling raw rows is
     what a real study never may; only a rehearsal, which owns all rows, can show what it would
     give.

Both see every feature, not the projection, and train the recipe of the collaboration.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Num

from concordant.linalg.arrays import Array
from concordant.linalg.scaling import scale_of_all, scale_of_columns
from concordant.linalg.threads import one_blas_thread
from concordant.terms.answers import Answers, ask
from concordant.terms.charter import Charter
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.recipes import build_model
from concordant.terms.recipes_build import Estimator
from concordant.terms.recipes_fit import fit_model
from concordant.terms.recipes_parameters import Plain
from concordant.terms.table import Table

Scaling = Literal["columns", "unit", "none"]
"""Each column to unit spread; all columns by one number, which keeps distances; or as they are."""


@dataclass(frozen=True, slots=True)
class SeededRecipe:
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


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Trained:
    """A model with the scale of its features; ``only`` is the one class that its rows had."""

    estimator: Estimator
    centre: Float[Array, " features"]
    scale: Float[Array, " features"]
    n_classes: int
    only: int | None = None

    def __repr__(self) -> str:
        return f"Trained(<{len(self.centre)} features>)"

    def answers(self, features: Float[Array, "asked features"]) -> Answers:
        """Return what the model says of rows on the scale that it was given."""
        if self.only is not None:
            return _always(self.only, len(features), self.n_classes)
        with one_blas_thread():
            return ask(self.estimator, (features - self.centre) / self.scale, self.n_classes)


def encode_table(charter: Charter, table: Table) -> Encoded:
    """Return the rows of a table with their labels, by the terms."""
    return Encoded(encode_rows(charter, table).matrix, encode_labels(charter, table))


def train_recipe(
    charter: Charter, recipe: SeededRecipe, rows: Encoded, *, scaling: Scaling = "columns"
) -> Trained:
    """Return the recipe trained on encoded rows, or on any other features of them.

    Rows of one class have nothing to tell apart: their model can only say that class.
    """
    centre, scale = _scale_of(rows.matrix, scaling)
    n_classes = len(charter.classes)
    if n_classes and len(np.unique(rows.labels)) == 1:
        return Trained(None, centre, scale, n_classes, only=int(rows.labels[0]))
    estimator = build_model(
        recipe.name, recipe.parameters, charter.task, recipe.seed, n_rows=len(rows.labels)
    )
    with one_blas_thread():
        fit_model(estimator, (rows.matrix - centre) / scale, rows.labels)
    return Trained(estimator, centre, scale, n_classes)


def pool_encoded(tables: Iterable[Encoded]) -> Encoded:
    """Return the rows of all tables, one below the other."""
    parts = tuple(tables)
    return Encoded(
        np.concatenate([rows.matrix for rows in parts]),
        np.concatenate([rows.labels for rows in parts]),
    )


def answer_alone(
    charter: Charter, recipe: SeededRecipe, own: Sequence[Encoded], new: Sequence[Encoded]
) -> tuple[Num[Array, " _"], ...]:
    """Return each site's answers for its new rows by a model of its own rows."""
    return tuple(
        train_recipe(charter, recipe, rows).answers(asked.matrix).plain
        for rows, asked in zip(own, new, strict=True)
    )


def answer_pooled(
    charter: Charter, recipe: SeededRecipe, own: Sequence[Encoded], new: Sequence[Encoded]
) -> tuple[Num[Array, " _"], ...]:
    """Return the answers for each site's new rows by one model of all sites' own rows."""
    everybody = train_recipe(charter, recipe, pool_encoded(own))
    return tuple(everybody.answers(asked.matrix).plain for asked in new)


def _scale_of(
    matrix: Float[Array, "rows features"], scaling: Scaling
) -> tuple[Float[Array, " features"], Float[Array, " features"]]:
    if scaling == "none":
        return np.zeros(matrix.shape[1]), np.ones(matrix.shape[1])
    return scale_of_all(matrix) if scaling == "unit" else scale_of_columns(matrix)


def _always(code: int, n_rows: int, n_classes: int) -> Answers:
    shares = np.zeros((n_rows, n_classes))
    shares[:, code] = 1.0
    return Answers(codes=np.full(n_rows, code, dtype=np.int64), probabilities=shares)
