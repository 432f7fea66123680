"""Find rows of the training table in a fitted model, wherever they hide.

In:  a fitted estimator of any kind, the arrays of a converted model, the pooled rows.
Out: where rows were found, in words; None when nowhere. The analyst runs this before issue.

A site knows its own basis and map, so it can decode anything row-like inside a model [A1]. Two
nets: the attributes in which scikit-learn keeps rows, at any depth; and every stretch of numbers
that equals a pooled row. Rows that were transformed before they were stored escape the second.
"""

import types
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import scipy.sparse
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.terms.recipes_build import Estimator

# Where scikit-learn's estimators keep rows that they were trained on.
ROW_ATTRIBUTES = frozenset(
    (
        *("support_vectors_", "_fit_X", "_raw_data", "X_fit_", "X_train_", "_X_fit", "X_"),
        *("_X", "fit_X_", "training_data_", "medoids_"),
    )
)
# Classes that keep rows under a name that is harmless elsewhere.
ROW_CLASSES = {
    "AffinityPropagation": "cluster_centers_",
    "DBSCAN": "components_",
    "Nystroem": "components_",
}
# In units of the features' root mean square: single precision of the largest entries.
TOLERANCE = 1e-6
_SHORTEST_FUZZY = 3
_CHUNK = 1_000_000
_PLAIN = (
    *(str, bytes, int, float, complex, np.generic, type, types.ModuleType, types.MethodType),
    *(types.FunctionType, types.BuiltinFunctionType),
)


def find_row_holder(estimator: Estimator) -> str | None:
    """Return the first attribute that keeps rows by its nature, or None."""
    for path, owner, name, _ in _walk(estimator):
        if name in ROW_ATTRIBUTES or ROW_CLASSES.get(owner) == name:
            return path
    return None


def find_rows(arrays: Iterable[tuple[str, Array]], rows: Float[Array, "rows dims"]) -> str | None:
    """Return the name of the first array that holds a pooled row as a stretch of numbers.

    A row of one dimension is a number like any other and is not searched for, nor is a row of
    zeros.
    """
    n_dims = rows.shape[1]
    unit = float(np.sqrt(np.mean(np.square(rows.astype(np.float64)))))
    telling = rows[np.abs(rows).max(axis=1) > TOLERANCE * unit].astype(np.float64)
    if n_dims < 2 or not len(telling):
        return None
    telling = telling[np.argsort(telling[:, 0])]
    # Two numbers agree by chance more often: there only equal ones count.
    tolerance = TOLERANCE * unit if n_dims >= _SHORTEST_FUZZY else 0.0
    for name, array in arrays:
        for flat in _stretches(array, n_dims):
            if _holds_row(flat, telling, tolerance):
                return name
    return None


def list_arrays_within(estimator: Estimator) -> Iterator[tuple[str, Array]]:
    """Yield every array of numbers inside an estimator, at any depth."""
    for path, _, _, value in _walk(estimator):
        if scipy.sparse.issparse(value):
            yield path, np.asarray(value.data)
        elif isinstance(value, np.ndarray):
            for field in value.dtype.names or ():
                yield f"{path}: {field}", value[field]
            if value.dtype.kind in "fiu":
                yield path, value
        elif isinstance(value, list | tuple) and value and isinstance(value[0], float | int):
            yield path, np.array([each for each in value if isinstance(each, float | int)])


def _stretches(array: Array, n_dims: int) -> Iterator[Float[Array, " numbers"]]:
    """Give the numbers row by row and, for a table, column by column."""
    if array.dtype.kind not in "fiu" or array.size < n_dims:
        return
    yield array.astype(np.float64).ravel()
    if array.ndim > 1:
        yield array.astype(np.float64).T.ravel()


def _holds_row(
    flat: Float[Array, " numbers"], rows: Float[Array, "rows dims"], tolerance: float
) -> bool:
    n_dims = rows.shape[1]
    n_starts = len(flat) - n_dims + 1
    for begin in range(0, n_starts, _CHUNK):
        starts = np.arange(begin, min(begin + _CHUNK, n_starts))
        low = np.searchsorted(rows[:, 0], flat[starts] - tolerance, side="left")
        high = np.searchsorted(rows[:, 0], flat[starts] + tolerance, side="right")
        counts = np.maximum(high - low, 0)
        # One line per start and row whose first number agrees there.
        lines = np.repeat(np.arange(len(starts)), counts)
        offsets = np.arange(len(lines)) - np.repeat(np.cumsum(counts) - counts, counts)
        places, candidates = starts[lines], low[lines] + offsets
        for dim in range(1, n_dims):
            agrees = np.abs(flat[places + dim] - rows[candidates, dim]) <= tolerance
            places, candidates = places[agrees], candidates[agrees]
        if len(places):
            return True
    return False


def _walk(root: Any) -> Iterator[tuple[str, str, str, Any]]:
    """Yield path, owner's class, name and value of everything inside an object, at any depth."""
    seen: dict[int, Any] = {}
    waiting: list[tuple[str, str, str, Any]] = [(type(root).__name__, "", "", root)]
    while waiting:
        path, owner, name, value = waiting.pop()
        if value is None or isinstance(value, _PLAIN) or id(value) in seen:
            continue
        # Kept, so that no other object takes its number while we walk.
        seen[id(value)] = value
        yield path, owner, name, value
        waiting += _parts(path, owner, name, value)


def _parts(path: str, owner: str, name: str, value: Any) -> list[tuple[str, str, str, Any]]:
    if isinstance(value, np.ndarray):
        inside = value.ravel().tolist() if value.dtype.kind == "O" else []
        return [(path, owner, name, each) for each in inside]
    if isinstance(value, dict):
        return [(f"{path}.{key}", owner, str(key), each) for key, each in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return [(path, owner, name, each) for each in value]
    return [(path, type(value).__name__, name, _contents(value))]


def _contents(value: Any) -> Any:
    """Return what copying an object would copy: its state, also of compiled objects."""
    try:
        parts = value.__reduce_ex__(2)
    except Exception:  # noqa: BLE001  an object that cannot be copied holds what its dict holds
        return getattr(value, "__dict__", None)
    return parts[1:] if isinstance(parts, tuple) else None
