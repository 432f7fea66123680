"""What the attacks are run on: studies of plain numbers, people, and what only a test knows."""

from typing import Any

import numpy as np
from jaxtyping import Float, Int

from concordant.linalg.arrays import Array
from concordant.site.contribute import Contribution
from concordant.terms.charter import Charter
from concordant.terms.schema import NumericColumn
from tests.attacks.measures import nearest
from tests.studies import CLASSES, make_charter


def numbers_charter(n_features: int, n_dims: int, **changes: Any) -> Charter:
    """Return a study of plain numbers that rows pass through unchanged.

    It is a rehearsal, so that its secrets may come from the test's generator.
    """
    columns = tuple(
        NumericColumn(f"x{place}", centre=0.0, scale=1.0, out_of_range="keep")
        for place in range(n_features)
    )
    fields = {"columns": columns, "n_dims": n_dims, "rehearsal": True}
    return make_charter(**(fields | changes))


def draw_people(
    rng: np.random.Generator, n_rows: int, n_features: int, *, mix_of: int = 7
) -> Float[Array, "rows features"]:
    """Draw people whose features go together and lean to one side, as lengths of stay do.

    The same ``mix_of`` gives the same kind of people at every site.
    """
    kind = np.random.default_rng(mix_of)
    mix = kind.standard_normal((n_features, n_features)) * np.geomspace(3, 0.3, n_features)[:, None]
    return (rng.exponential(size=(n_rows, n_features)) + 0.5) @ mix


def table_of(
    people: Float[Array, "rows features"], labels: list[Any] | None = None, name: str = "outcome"
) -> dict[str, list[Any]]:
    """Return the table of ``people``; without labels, both classes in turn."""
    if labels is None:
        labels = [CLASSES[place % 2] for place in range(len(people))]
    return {f"x{place}": column.tolist() for place, column in enumerate(people.T)} | {name: labels}


def order_of(
    contribution: Contribution, people: Float[Array, "rows features"]
) -> Int[Array, " rows"]:
    """Return whose row each row of the bundle is: the test looks behind the secret basis."""
    return nearest(
        np.asarray(contribution.bundle.rows, dtype=np.float64), contribution.basis.project(people)
    )
