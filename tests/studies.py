"""Tiny studies in memory: a confirmed charter, a pact, and tables that fit it.

``make_charter()`` has eleven features: six numbers, a category of three levels, two levels, a date.
Rows depend on three hidden causes, so a few dimensions hold most of them, and the label follows.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from concordant.site.pact import Pact, pact_tag
from concordant.terms.charter import AnchorPlan, Charter, Confirmation, Consents
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    ClassLabel,
    DateColumn,
    NumericColumn,
    NumericLabel,
)
from concordant.terms.table import Table, table_from_frame
from concordant.wire.messages import AgreedSpan, Envelope

STUDY_ID = "0123456789abcdef0123456789abcdef"
LEVELS = ("red", "green", "blue")
CLASSES = ("ill", "well")

COLUMNS = (
    *(NumericColumn(f"x{place}", centre=10.0 * place, scale=2.0) for place in range(6)),
    CategoricalColumn("colour", LEVELS),
    BinaryColumn("smoker", ("no", "yes")),
    DateColumn("seen", low="2020-01-01", high="2024-12-31"),
)


def make_charter(*, confirm: bool = True, **changes: Any) -> Charter:
    """Return a charter of a classification study; ``changes`` replace its fields."""
    fields: dict[str, Any] = {
        "study": "a test",
        "study_id": STUDY_ID,
        "task": "classification",
        "label": ClassLabel("outcome", CLASSES),
        "columns": COLUMNS,
        "n_dims": 4,
        "anchor": AnchorPlan(),
        "consents": Consents(),
    }
    charter = Charter(**(fields | changes))
    return confirmed(charter) if confirm else charter


def make_regression(**changes: Any) -> Charter:
    """Return a charter of a regression study."""
    label = NumericLabel("stay", step=0.5, unit="days")
    return make_charter(**({"task": "regression", "label": label} | changes))


def confirmed(charter: Charter) -> Charter:
    """Return the charter with a stamp that fits it."""
    return replace(charter, confirmed=Confirmation(1, charter.terms_digest))


STRICT = (NumericColumn("x0", centre=0.0, scale=2.0, missing="refuse"), *COLUMNS[1:])
"""Columns of which the first refuses a missing cell."""


def make_columns(rng: np.random.Generator, n_rows: int = 60) -> dict[str, list[Any]]:
    """Return the columns of a table that fits both charters, as plain lists."""
    hidden = rng.standard_normal((n_rows, 3))
    loads = np.array([[1, 0, 0], [0.9, 0.2, 0], [0, 1, 0], [0, 0.8, 0.3], [0, 0, 1], [0.4, 0, 0.8]])
    numbers = hidden @ loads.T + 0.2 * rng.standard_normal((n_rows, 6))
    columns: dict[str, list[Any]] = {
        f"x{place}": (10.0 * place + 2.0 * numbers[:, place]).round(3).tolist()
        for place in range(6)
    }
    columns["colour"] = [LEVELS[int(code)] for code in rng.integers(0, 3, n_rows)]
    columns["smoker"] = ["yes" if value > 0 else "no" for value in hidden[:, 1]]
    columns["seen"] = [f"2022-{month:02d}-15" for month in rng.integers(1, 13, n_rows)]
    strength = hidden @ [1.0, -1.0, 0.5] + 0.3 * rng.standard_normal(n_rows)
    columns["outcome"] = [CLASSES[int(value > 0)] for value in strength]
    columns["stay"] = (np.round(2 * (5 + 2 * strength)) / 2).tolist()
    return columns


def make_table(rng: np.random.Generator, n_rows: int = 60) -> Table:
    """Return a table that fits both charters."""
    return table_from_frame(make_columns(rng, n_rows))


def make_pact(first: int = 0) -> Pact:
    """Return a pact that is the same in every run; another ``first`` gives another pact."""
    return Pact(bytes((37 * place + first) % 256 for place in range(32)))


def span_message(
    charter: Charter,
    pact: Pact,
    span: np.ndarray,
    sites: tuple[str, ...] = ("a", "b", "c", "d", "e"),
) -> AgreedSpan:
    """Return a span as any analyst, honest or not, can send it."""
    tag = pact_tag(pact, charter)
    envelope = Envelope(
        charter.study_id, charter.terms_digest, "", 0, tag, rehearsal=charter.rehearsal
    )
    return AgreedSpan(envelope, span, sites)
