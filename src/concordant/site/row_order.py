"""Draw the order in which rows leave, and the numbers that stand for persons.

In:  how many rows, or whose row is whose, and fresh randomness.
Out: an order and integers that tell nothing about the table. Only a site runs this.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64

from concordant.linalg.arrays import Array


def draw_row_order(n_rows: int, rng: np.random.Generator) -> Int64[Array, " rows"]:
    """Return the numbers of the rows in a fresh secret order.

    A table sorted by date or name would give each row's place away; so rows are shuffled in
    every release, whatever order the table has [A12].
    """
    return rng.permutation(n_rows).astype(np.int64)


def draw_group_numbers(keys: Sequence[str], rng: np.random.Generator) -> Int64[Array, " rows"]:
    """Return one integer per row, equal exactly where the keys are equal.

    The integers are drawn without regard to the keys' spelling, order or number of rows.
    """
    persons = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    numbers = rng.permutation(len(persons)).astype(np.int64)
    return numbers[[persons[key] for key in keys]] if keys else np.empty(0, dtype=np.int64)
