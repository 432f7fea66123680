"""Whole tables for tests of cuts: only what a cut looks at is filled in."""

import numpy as np

from concordant.rehearsal.plan import Plan
from concordant.rehearsal.whole_table import WholeTable
from concordant.terms.schema import ClassLabel
from tests.studies import make_charter, make_regression


def whole_of(labels, *, n_classes=None, **parts):
    """Return a table with these labels; classes unless ``n_classes`` is 0."""
    labels = np.asarray(labels)
    names = tuple(f"class {code}" for code in range(n_classes or int(labels.max()) + 1))
    is_regression = n_classes == 0
    charter = make_regression() if is_regression else make_charter(label=ClassLabel("y", names))
    matrix = np.zeros((len(labels), charter.n_features))
    return WholeTable(charter, matrix, labels, **parts)


def plan_of(split="iid", *, n_sites=4, whole=None, **choices):
    """Return a plan for such a table."""
    task = "regression" if whole is not None and not whole.charter.classes else "classification"
    return Plan(**({"label": "y", "task": task, "n_sites": n_sites, "split": split} | choices))
