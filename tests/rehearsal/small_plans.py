"""A small table and short plans, for tests that rehearse."""

import numpy as np

from concordant.rehearsal.plan import Plan
from concordant.terms.table import table_from_frame
from tests.studies import make_columns


def small_table(n_rows=160, seed=7):
    """Return a table with an outcome, a stay, and ten columns besides."""
    return table_from_frame(make_columns(np.random.default_rng(seed), n_rows))


def small_plan(**choices):
    """Return a plan for its outcome: two seeds, three sites, three dimensions."""
    fields = {"label": "outcome", "task": "classification", "ignore": ("stay",)}
    return Plan(**(fields | {"n_sites": 3, "dims": (3,), "n_seeds": 2} | choices))


def number_plan(**choices):
    """Return a plan for its stay."""
    return small_plan(label="stay", task="regression", **({"ignore": ("outcome",)} | choices))


def mean_score(done, method, measure="accuracy", **fields):
    """Return the mean over seeds of one method's score on all rows."""
    found = [
        line.scores[measure]
        for line in done.lines
        if line.way.method == method
        and not line.site
        and all(getattr(line.way, name) == value for name, value in fields.items())
    ]
    assert found, (method, fields)
    return float(np.mean(found))
