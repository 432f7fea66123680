"""Records of the shape that ``site explain`` writes."""

import math
from typing import Any


def point(name: str, average: float, at: float | None = None, **changes: Any) -> dict[str, Any]:
    """Return one point of a dependence, as the record has it."""
    plain = {"name": name, "at": at, "average": [average], "low": [], "high": [], "has_rows": True}
    return plain | changes


RANGE = [point(str(20 + each), 0.1 + each / 100, 20.0 + each) for each in range(5)]


def column(name: str, value: float = 0.1, **changes: Any) -> dict[str, Any]:
    """Return one column of a record; ``changes`` replace its fields."""
    score = {"name": "log loss", "value": value, "low": value - 0.05, "high": value + 0.05}
    dependence = {"axis": f"{name} (years)", "points": RANGE, "n_levels_left_out": 0}
    plain = {"name": name, "kind": "numeric", "share": 0.4, "importance": [score]}
    return plain | {"dependence": dependence} | changes


def record(**changes: Any) -> dict[str, Any]:
    """Return the record of an explanation of two columns."""
    linear = {
        "outputs": ["log-odds of well against ill"],
        "intercept": [0.5],
        "coefficients": [{"column": "age", "term": "per year", "effects": [-0.25]}],
        "largest_difference": 1e-7,
        "n_directions": 1,
    }
    plain = {
        "concordant": "0.0",
        "study": "a test",
        "terms": "0" * 16,
        "site": "north",
        "release": 1,
        "model": "logistic",
        "task": "classification",
        "label": "outcome",
        "seed": 0,
        "repeats": 10,
        "n_rows": 120,
        "n_table_rows": 120,
        "n_blank": 0,
        "n_features": 11,
        "n_dims": 4,
        "has_labels": True,
        "measures": ["log loss"],
        "interval": "bootstrap over rows and shuffles",
        "outputs": ["probability of well"],
        "least_share": 0.05,
        "columns": [column("age"), column("weight", 0.01)],
        "n_columns_left_out": 0,
        "linear": linear,
        "why_not_linear": None,
        "consents": [],
        "rehearsal": False,
        "warnings": [],
    }
    return plain | changes


def with_points(points: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """Return a column with these points."""
    return column(
        "age", dependence={"axis": "age", "points": points, "n_levels_left_out": 0}, **changes
    )


def curved_record() -> dict[str, Any]:
    """Return a record with four curves, each with its band and ends where few rows lie."""
    columns = [column(f"x{place}", 0.3 - place / 20) for place in range(4)]
    for place, each in enumerate(columns):
        each["dependence"] |= {"points": [_on_curve(step, place) for step in range(21)]}
    return record(columns=columns)


def _on_curve(step: int, place: int) -> dict[str, Any]:
    height = 0.4 + 0.2 * math.sin(step / 5 + place)
    has_rows = 3 <= step <= 16
    band = {"low": [height - 0.1], "high": [height + 0.1]}
    return point(str(20 + step), height, 20.0 + step, has_rows=has_rows, **band)
