"""Read the weights of a linear model out of its plain operations.

In:  the bytes of a returned model.
Out: what each feature counts in its scores, or None where something on the way is not linear.
     Nothing is run. Anybody may run this.

Operations that mix, scale and shift are followed from the features to the answer. What is read
is no proof: whoever shows it holds it against the model's own answers first.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from jaxtyping import Float64

from concordant.linalg.arrays import Array
from concordant.wire.model_check import INPUT, parse_model, require_interface
from concordant.wire.model_operators import FLOATS

_COLUMN_AXES = (1, -1)
_MOST_NUMBERS = 2**27
"""As many as all that is followed may hold: a quarter of what the runtime may use, 1 GiB."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """``features @ weights + offsets``: the value, or scores whose softmax are probabilities.

    ``codes`` names the class of each score; it is empty for a regression, which has one. A class
    that the model never says has no score.
    """

    weights: Float64[Array, "dims scores"]
    offsets: Float64[Array, " scores"]
    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Reached:
    """What is known of a tensor: ``[features, 1] @ matrix``, or the softmax of it."""

    matrix: Float64[Array, "terms scores"]
    is_softmax: bool = False
    codes: tuple[int, ...] | None = None


# A node of the graph; onnx is imported only where a model is at hand.
_Node: TypeAlias = Any
_Constants: TypeAlias = Mapping[str, Array]
_Step: TypeAlias = Callable[[_Node, _Reached, _Constants], _Reached | None]


def read_linear(model: bytes, n_dims: int) -> LinearModel | None:
    """Return the weights of a model that is linear in its features; None for any other."""
    parsed = parse_model(model)
    outputs = require_interface(parsed, n_dims)
    try:
        reached = _follow(parsed.graph, n_dims)
    except (IndexError, TypeError, ValueError):
        # An operation without an output, an attribute of another type: no runtime takes these.
        return None
    return _as_model(reached.get(outputs[-1]), outputs[-1])


def _follow(graph: Any, n_dims: int) -> Mapping[str, _Reached]:
    """Return what is known of each tensor, as long as that is little."""
    from onnx import numpy_helper

    constants = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    reached = {INPUT: _Reached(np.eye(n_dims + 1)[:, :n_dims])}
    n_numbers = 0
    for node in graph.node:
        # The sum and the product of a tensor and a constant may be written either way round.
        start = next((reached[name] for name in node.input if name in reached), None)
        step = _STEPS.get(node.op_type)
        # What is not finite stays so to the end, where it explains no answer.
        with np.errstate(all="ignore"):
            found = step(node, start, constants) if step and start else None
        if found is None:
            continue
        n_numbers += 0 if found is start else found.matrix.size
        if n_numbers > _MOST_NUMBERS:
            return {}
        # A classifier's second output are its probabilities; all others have one.
        reached[node.output[-1]] = found
    return reached


def _as_model(end: _Reached | None, output: str) -> LinearModel | None:
    if end is None or output != ("probabilities" if end.is_softmax else "value"):
        return None
    codes = end.codes or tuple(range(end.matrix.shape[1])) if end.is_softmax else ()
    return LinearModel(end.matrix[:-1], end.matrix[-1], codes)


def _attributes(node: _Node) -> dict[str, Any]:
    from onnx import helper

    return {each.name: helper.get_attribute_value(each) for each in node.attribute}


def _constant_row(node: _Node, start: _Reached, constants: _Constants) -> Array | None:
    """Return the constant of a two-sided operation, if it is one row for every row."""
    found = [constants[name] for name in node.input if name in constants]
    width = start.matrix.shape[1]
    if start.is_softmax or len(found) != 1:
        return None
    constant = found[0]
    is_row = constant.size in (1, width) and constant.shape[-1:] in ((), (constant.size,))
    return np.broadcast_to(constant.astype(np.float64).ravel(), (width,)) if is_row else None


def _keep(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    """Follow what changes no number."""
    del node, constants
    return start


def _cast(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    del constants
    return start if _attributes(node).get("to") in FLOATS else None


def _reshape(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    shape = constants.get(node.input[-1])
    same = shape is not None and shape.tolist() == [-1, start.matrix.shape[1]]
    return start if same else None


def _add(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    row = _constant_row(node, start, constants)
    return None if row is None else _shifted(start, row)


def _multiply(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    row = _constant_row(node, start, constants)
    return None if row is None else replace(start, matrix=start.matrix * row)


def _mix(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    """Follow a product with a matrix; probabilities can only be put in other places by one."""
    matrix = constants.get(node.input[-1])
    if matrix is None or matrix.ndim != 2 or len(matrix) != start.matrix.shape[1]:
        return None
    if _is_too_wide(start, matrix.shape[1]):
        return None
    if not start.is_softmax:
        return _Reached(start.matrix @ matrix.astype(np.float64))
    moves_only = np.isin(matrix, (0, 1)).all() and (matrix.sum(axis=1) == 1).all()
    return replace(start, codes=tuple(matrix.argmax(axis=1).tolist())) if moves_only else None


def _scale(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    del constants
    chosen = _attributes(node)
    offset, scale = (np.asarray(chosen.get(name, ()), float) for name in ("offset", "scale"))
    width = start.matrix.shape[1]
    if start.is_softmax or offset.size not in (1, width) or scale.size not in (1, width):
        return None
    shifted = _shifted(start, -np.broadcast_to(offset, (width,)))
    return replace(shifted, matrix=shifted.matrix * scale)


def _regress(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    del constants
    chosen = _attributes(node)
    plain = chosen.get("post_transform", b"NONE") == b"NONE"
    return None if start.is_softmax or not plain else _scores(chosen, start, 1)


def _classify(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    del constants
    chosen = _attributes(node)
    n_classes = len(chosen.get("classlabels_ints", ()))
    scores = None if start.is_softmax else _scores(chosen, start, n_classes)
    if scores is None:
        return None
    how = chosen.get("post_transform", b"NONE")
    if how == b"LOGISTIC" and n_classes == 2:
        # Each of two classes has a sigmoid of its own score; they add up to 1 if the scores do
        # to 0, and then they are the softmax of 0 and the second.
        if (scores.matrix.sum(axis=1) != 0).any():
            return None
        return replace(scores, matrix=scores.matrix * [0.0, 1.0], is_softmax=True)
    return replace(scores, is_softmax=True) if how == b"SOFTMAX" else None


def _scores(chosen: Mapping[str, Any], start: _Reached, n_scores: int) -> _Reached | None:
    weights = np.asarray(chosen.get("coefficients", ()), dtype=np.float64)
    offsets = np.asarray(chosen.get("intercepts", [0.0] * n_scores), dtype=np.float64)
    fits = weights.size == n_scores * start.matrix.shape[1] and offsets.size == n_scores
    if not n_scores or not fits or _is_too_wide(start, n_scores):
        return None
    return _shifted(_Reached(start.matrix @ weights.reshape(n_scores, -1).T), offsets)


def _is_too_wide(start: _Reached, n_scores: int) -> bool:
    return len(start.matrix) * n_scores > _MOST_NUMBERS


def _softmax(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    del constants
    by_row = _attributes(node).get("axis", -1) in _COLUMN_AXES
    return replace(start, is_softmax=True) if by_row and not start.is_softmax else None


def _normalize(node: _Node, start: _Reached, constants: _Constants) -> _Reached | None:
    """Follow a division by the sum of absolute values, which is 1 for probabilities."""
    del constants
    by_sum = _attributes(node).get("norm") == b"L1"
    return start if start.is_softmax and by_sum else None


def _shifted(start: _Reached, row: Float64[Array, " scores"]) -> _Reached:
    return replace(start, matrix=np.vstack([start.matrix[:-1], start.matrix[-1] + row]))


_STEPS: Mapping[str, _Step] = {
    "Add": _add,
    "Cast": _cast,
    "Identity": _keep,
    "LinearClassifier": _classify,
    "LinearRegressor": _regress,
    "MatMul": _mix,
    "Mul": _multiply,
    "Normalizer": _normalize,
    "Reshape": _reshape,
    "Scaler": _scale,
    "Softmax": _softmax,
}
