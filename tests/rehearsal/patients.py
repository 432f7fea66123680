"""Rows of several sites for the estimators: frames of all kinds, classes, numbers, names.

``make_patients`` draws the table of ``tests.studies`` and says which site each row is of.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from tests.studies import make_columns

SITES = ("east", "north", "south", "west")
NUMBERS = [f"x{place}" for place in range(6)]


@dataclass(frozen=True)
class Patients:
    """A table as people hand it to scikit-learn."""

    frame: pd.DataFrame
    outcome: np.ndarray
    stay: np.ndarray
    sites: np.ndarray

    @property
    def matrix(self) -> np.ndarray:
        """The numbers alone, without names."""
        return self.frame[NUMBERS].to_numpy()


def make_patients(rng: np.random.Generator, n_rows: int = 200) -> Patients:
    """Return patients of four sites, row by row in turn."""
    columns: dict[str, Any] = make_columns(rng, n_rows)
    outcome, stay = np.array(columns.pop("outcome")), np.array(columns.pop("stay"))
    sites = np.array(SITES)[np.arange(n_rows) % len(SITES)]
    return Patients(pd.DataFrame(columns), outcome, stay, sites)
