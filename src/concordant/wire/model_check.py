"""Look through a returned model before any runtime sees it.

In:  the bytes of an ONNX file from the analyst.
Out: the parsed model, made of nothing but ``model_operators``, and the names of its outputs; or
     a refusal that names the part. Nothing is run. Anybody may run this.
"""

import math
from typing import Any, TypeAlias

from concordant.errors.wire import (
    ModelInterface,
    ModelRuntimeMissing,
    ModelTooLarge,
    ModelUnreadable,
    ModelUnsafe,
)
from concordant.wire.limits import Limits
from concordant.wire.model_operators import (
    DOMAINS,
    FLOAT_ONLY,
    FLOATS,
    MOST_NODES,
    OPERATORS,
    PARTS,
    TYPES,
    VERSIONS,
)
from concordant.wire.model_trees import require_shallow_trees

# A message of the ONNX file; onnx is imported only where a model is at hand.
Part: TypeAlias = Any

INPUT = "features"
CLASSIFIER_OUTPUTS = (("label",), ("label", "probabilities"))
REGRESSOR_OUTPUTS = ("value",)
# Name of each output: its number type and its number of axes.
_OUTPUT_TYPES = {"label": ("int64", 1), "probabilities": ("float32", 2), "value": ("float32", 2)}
_LONGEST_NAME = 40


def parse_model(raw: bytes) -> Part:
    """Return the ONNX model in ``raw``, of which every part is on the closed list."""
    limit = Limits().max_model_bytes
    if len(raw) > limit:
        raise ModelTooLarge(sent=len(raw), limit=limit)
    model = _parse(raw)
    # What this version of ONNX does not know, a newer runtime might: it is left out.
    model.DiscardUnknownFields()
    _require_parts(model)
    if not model.HasField("graph"):
        raise ModelUnreadable(reason="it has no graph")
    _require_versions(model.opset_import)
    _require_parts(model.graph)
    for tensor in model.graph.initializer:
        _require_tensor(tensor)
    if len(model.graph.node) > MOST_NODES:
        raise ModelUnsafe(part=f"more than {MOST_NODES} operations")
    for node in model.graph.node:
        _require_node(node)
    _require_float_division(model)
    return model


def require_interface(model: Part, n_dims: int) -> tuple[str, ...]:
    """Return the names of the outputs of a model that takes features and gives predictions."""
    inputs = [_describe(value) for value in model.graph.input]
    agreed = f"'{INPUT}' float32 [any, {n_dims}]"
    if inputs != [agreed]:
        raise ModelInterface(part="input", sent=", ".join(inputs) or "missing", agreed=agreed)
    names = tuple(value.name for value in model.graph.output)
    if names not in (*CLASSIFIER_OUTPUTS, REGRESSOR_OUTPUTS):
        sent = ", ".join(_short(name) for name in names) or "missing"
        raise ModelInterface(
            part="list of outputs", sent=sent, agreed="label, label and probabilities, or value"
        )
    for value in model.graph.output:
        _require_output(value)
    return names


def _parse(raw: bytes) -> Part:
    try:
        import onnx
        from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
    except ImportError:
        raise ModelRuntimeMissing(package="onnx") from None
    model = onnx.ModelProto()
    try:
        model.ParseFromString(raw)
    except DecodeError:
        raise ModelUnreadable(reason="it is no ONNX file") from None
    return model


def _require_parts(message: Part) -> None:
    kind = message.DESCRIPTOR.name
    for field, _ in message.ListFields():
        if field.name not in PARTS[kind]:
            raise ModelUnsafe(part=f"{kind}.{field.name}")


def _require_versions(opsets: Part) -> None:
    found: dict[str, int] = {}
    for opset in opsets:
        domain = _require_domain(opset.domain)
        least, most = VERSIONS[domain]
        # The converter repeats a line at times; two versions of one domain mean nothing.
        if not least <= opset.version <= most or found.setdefault(domain, opset.version) != (
            opset.version
        ):
            raise ModelInterface(
                part=f"operator set {domain or 'ai.onnx'}",
                sent=f"version {opset.version}",
                agreed=f"one version from {least} to {most}",
            )


def _require_domain(domain: str) -> str:
    if domain not in DOMAINS:
        raise ModelUnsafe(part=f"domain {_short(domain)}")
    return DOMAINS[domain]


def _require_node(node: Part) -> None:
    _require_parts(node)
    domain = _require_domain(node.domain)
    if node.op_type not in OPERATORS[domain]:
        raise ModelUnsafe(part=f"operator {_short(node.op_type)}")
    for attribute in node.attribute:
        _require_parts(attribute)
        if attribute.HasField("t"):
            _require_tensor(attribute.t)
        if node.op_type == "Cast" and attribute.name == "to" and attribute.i not in TYPES:
            raise ModelUnsafe(part=f"Cast to type {attribute.i}")
    if node.op_type.startswith("TreeEnsemble"):
        require_shallow_trees(node)


def _require_float_division(model: Part) -> None:
    """Refuse a division whose numbers are not known to be floats.

    Whole numbers divided by zero, or the smallest one by -1, stop the whole process.
    """
    if not any(node.op_type in FLOAT_ONLY for node in model.graph.node):
        return
    import onnx

    graph = onnx.shape_inference.infer_shapes(model).graph
    known = {
        value.name: value.type.tensor_type.elem_type
        for value in (*graph.input, *graph.value_info, *graph.output)
    } | {tensor.name: tensor.data_type for tensor in graph.initializer}
    for node in graph.node:
        # The second input of ReduceMean names axes.
        types = {known.get(name) for name in node.input[: FLOAT_ONLY.get(node.op_type, 0)]}
        if node.op_type in FLOAT_ONLY and not types <= FLOATS:
            raise ModelUnsafe(part=f"operator {_short(node.op_type)} on whole numbers")


def _require_tensor(tensor: Part) -> None:
    """Refuse a tensor of another type or size than its values have."""
    _require_parts(tensor)
    if tensor.data_type not in TYPES:
        raise ModelUnsafe(part=f"a tensor of type {tensor.data_type}")
    _, n_bytes_each, listing = TYPES[tensor.data_type]
    described = math.prod(tensor.dims) if all(side >= 0 for side in tensor.dims) else -1
    in_bytes, in_list = len(tensor.raw_data), len(getattr(tensor, listing))
    whole = in_bytes == described * n_bytes_each if in_bytes else in_list == described
    if not whole or (in_bytes and in_list):
        raise ModelUnreadable(reason="a tensor has another size than its shape says")


def _require_output(value: Part) -> None:
    dtype, n_axes = _OUTPUT_TYPES[value.name]
    tensor = value.type.tensor_type
    unshaped = not tensor.HasField("shape")
    if TYPES.get(tensor.elem_type, ("",))[0] != dtype or not (
        unshaped or len(tensor.shape.dim) == n_axes
    ):
        axes = ", ".join(["any"] * n_axes)
        raise ModelInterface(
            part="output", sent=_describe(value), agreed=f"{value.name!r} {dtype} [{axes}]"
        )


def _describe(value: Part) -> str:
    tensor = value.type.tensor_type
    dtype = TYPES[tensor.elem_type][0] if tensor.elem_type in TYPES else "another type"
    if not tensor.HasField("shape"):
        return f"{_short(value.name)} {dtype} of any shape"
    sides = [
        str(side.dim_value) if side.HasField("dim_value") else "any" for side in tensor.shape.dim
    ]
    return f"{_short(value.name)} {dtype} [{', '.join(sides)}]"


def _short(name: str) -> str:
    """Return a foreign text so that it can stand in an error: quoted, escaped, cut."""
    return ascii(name[:_LONGEST_NAME])
