"""Real tables that scikit-learn carries, as columns of text and numbers with a label.

In:  the name of a set.
Out: a Dataset: named columns, the label column, the task, and what the rows are.
Nothing is fetched. For rehearsals and the demo.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np


@dataclass(frozen=True, slots=True)
class Dataset:
    """One table: ``columns`` by name (each as long as the table), and the name of its label.

    ``model``, ``n_dims`` and ``n_sites`` are what the demo uses: a recipe that suits the set, and
    fewer dimensions than any of so many sites has rows.
    """

    name: str
    about: str
    task: Literal["classification", "regression"]
    label: str
    columns: dict[str, list[Any]]
    model: str
    n_dims: int
    n_sites: int = 12
    label_step: float | None = None

    @property
    def n_rows(self) -> int:
        """How many rows the table has."""
        return len(self.columns[self.label])


def _columns(data: Any, names: list[str], label: str, values: list[Any]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {
        name: data[:, place].tolist() for place, name in enumerate(names)
    }
    columns[label] = values
    return columns


def _breast_cancer() -> Dataset:
    from sklearn.datasets import load_breast_cancer

    loaded = load_breast_cancer()
    words = [str(loaded.target_names[code]) for code in loaded.target]
    return Dataset(
        name="breast-cancer",
        about="569 breast tumours, 30 measurements of cell nuclei, malignant or benign (Wisconsin)",
        task="classification",
        label="diagnosis",
        columns=_columns(loaded.data, list(loaded.feature_names), "diagnosis", words),
        model="logistic",
        n_dims=10,
    )


def _wine() -> Dataset:
    from sklearn.datasets import load_wine

    loaded = load_wine()
    words = [str(loaded.target_names[code]) for code in loaded.target]
    return Dataset(
        name="wine",
        about="178 wines of three growers, 13 chemical measurements",
        task="classification",
        label="grower",
        columns=_columns(loaded.data, list(loaded.feature_names), "grower", words),
        model="logistic",
        n_dims=6,
        n_sites=6,
    )


def _digits() -> Dataset:
    from sklearn.datasets import load_digits

    loaded = load_digits()
    names = [f"pixel {row}.{column}" for row in range(8) for column in range(8)]
    # Letters as levels: "digit 3" cannot be mistaken for a measurement.
    words = [f"digit {code}" for code in loaded.target]
    return Dataset(
        name="digits",
        about="1,797 handwritten digits, 64 pixels each",
        task="classification",
        label="digit",
        columns=_columns(loaded.data, names, "digit", words),
        model="kernel",
        n_dims=20,
    )


def _diabetes() -> Dataset:
    from sklearn.datasets import load_diabetes

    loaded = load_diabetes(scaled=False)
    return Dataset(
        name="diabetes",
        about="442 diabetes patients, 10 measurements, progression a year later",
        task="regression",
        label="progression",
        columns=_columns(
            loaded.data,
            list(loaded.feature_names),
            "progression",
            np.asarray(loaded.target, dtype=float).tolist(),
        ),
        model="ridge",
        n_dims=6,
        # Coarse enough that a value does not name a patient among some thirty.
        label_step=25.0,
    )


_READERS: dict[str, Callable[[], Dataset]] = {
    "breast-cancer": _breast_cancer,
    "wine": _wine,
    "digits": _digits,
    "diabetes": _diabetes,
}

DATASETS = tuple(_READERS)


def read_dataset(name: str) -> Dataset:
    """Return one of ``DATASETS``.

    >>> read_dataset("wine").n_rows
    178
    """
    return _READERS[name]()
