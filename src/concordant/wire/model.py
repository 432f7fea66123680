"""Run a returned model, as data that was looked through and not as a program.

In:  the bytes of an ONNX file from the analyst, and features as float32.
Out: labels and probabilities, or values, of the shapes and types agreed and finite; or a
     refusal. The analyst checks a model with it before issue; a site predicts with it.
"""

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Float32, Float64, Int64

from concordant.errors.wire import ModelFailed, ModelOutput, ModelRuntimeMissing
from concordant.linalg.arrays import Array
from concordant.wire.model_check import INPUT, parse_model, require_interface

BATCH_ROWS = 1024
# All that a model may use while it runs, its own weights included.
MOST_MEMORY_BYTES = 4 * 1024**3
_LEAST_SEVERE = 4


@dataclass(frozen=True, slots=True, eq=False)
class ModelOutputs:
    """What a model said of each row: ``labels`` (codes) of a classifier, ``values`` otherwise.

    ``probabilities`` has one column per class, and is None where the model has none.
    """

    labels: Int64[Array, " rows"] | None
    probabilities: Float[Array, "rows classes"] | None
    values: Float64[Array, " rows"] | None


class ModelRunner:
    """A model that passed every check, ready to predict on one thread."""

    def __init__(self, model: bytes, n_dims: int) -> None:
        parsed = parse_model(model)
        self.n_dims = n_dims
        self.output_names = require_interface(parsed, n_dims)
        # The runtime gets what was looked at, not what arrived.
        self._session = _open_session(parsed.SerializeToString())

    @property
    def is_classifier(self) -> bool:
        """Whether the model says labels; a regressor says values."""
        return "label" in self.output_names

    def predict(self, features: Float32[Array, "rows dims"]) -> ModelOutputs:
        """Return what the model says of each row of ``features``."""
        if not len(features):  # one row tells the shapes of the answers
            return _gather(self._run_batches(np.zeros((1, self.n_dims), np.float32)), n_rows=0)
        return _gather(self._run_batches(features), n_rows=len(features))

    def _run_batches(self, features: Float32[Array, "rows dims"]) -> dict[str, list[Array]]:
        parts: dict[str, list[Array]] = {name: [] for name in self.output_names}
        for start in range(0, len(features), BATCH_ROWS):
            batch = features[start : start + BATCH_ROWS]
            for name, answer in zip(self.output_names, self._run(batch), strict=True):
                parts[name].append(_require_sound(name, answer, n_rows=len(batch)))
        return parts

    def _run(self, batch: Float32[Array, "rows dims"]) -> list[Any]:
        try:
            answers: list[Any] = self._session.run(
                list(self.output_names), {INPUT: np.ascontiguousarray(batch)}, _run_options()
            )
        except Exception as error:  # noqa: BLE001  the runtime's errors share no other parent
            raise ModelFailed(action="run", reason=type(error).__name__) from None
        return answers


def _gather(parts: dict[str, list[Array]], *, n_rows: int) -> ModelOutputs:
    joined = {}
    for name, arrays in parts.items():
        if len({array.shape[1:] for array in arrays}) != 1:
            raise ModelOutput(field=name, reason="rows have different numbers of columns")
        joined[name] = np.concatenate(arrays)[:n_rows]
    values = joined.get("value")
    return ModelOutputs(
        labels=joined.get("label"),
        probabilities=joined.get("probabilities"),
        values=None if values is None else values[:, 0].astype(np.float64),
    )


def _require_sound(name: str, answer: Any, *, n_rows: int) -> Array:
    dtype = np.dtype(np.int64 if name == "label" else np.float32)
    array = np.asarray(answer)
    if array.dtype != dtype:
        raise ModelOutput(field=name, reason=f"its numbers are {array.dtype}, not {dtype}")
    shape_holds = {
        "label": array.shape == (n_rows,),
        "probabilities": array.ndim == 2 and len(array) == n_rows and array.shape[1] > 0,
        "value": array.shape == (n_rows, 1),
    }
    if not shape_holds[name]:
        raise ModelOutput(field=name, reason=f"its shape is {array.shape} for {n_rows} rows")
    n_wrong = 0 if name == "label" else int(np.count_nonzero(~np.isfinite(array)))
    if n_wrong:
        raise ModelOutput(field=name, reason=f"{n_wrong} values are not finite")
    # The runtime's int64 is C's long long: equal to NumPy's, and yet another type by its name.
    return np.asarray(array, dtype=dtype)


def _open_session(model: bytes) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise ModelRuntimeMissing(package="onnxruntime") from None
    try:
        _prepare_runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = _LEAST_SEVERE
        # Folding constants would happen at once and outside the memory that is counted.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.add_session_config_entry("session.use_env_allocators", "1")
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # noqa: BLE001  the runtime's errors share no other parent
        raise ModelFailed(action="loaded", reason=type(error).__name__) from None


@functools.cache
def _prepare_runtime() -> None:
    """Bound the memory of all our sessions, and tell nobody that a model runs."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    place = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    bound = onnxruntime.OrtArenaCfg({"max_mem": MOST_MEMORY_BYTES, "arena_extend_strategy": 1})
    onnxruntime.create_and_register_allocator(place, bound)


def _run_options() -> Any:
    import onnxruntime

    options = onnxruntime.RunOptions()
    options.log_severity_level = _LEAST_SEVERE
    # Give the memory back after each batch: the arena outlives the session.
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options
