"""The closed list of what a returned model may be made of.

In:  nothing.
Out: operator names by domain, versions of operator sets, parts of an ONNX file. Anybody may run
     this.

The list is what scikit-learn's models become, and plain arithmetic to join them. None of it reads
a file, meets the network, draws random numbers, loops, holds a graph of its own, handles texts,
or makes a tensor of a size that stands nowhere but in a number (``Expand``, ``Tile``, ``Range``).
"""

OPERATORS: dict[str, frozenset[str]] = {
    "": frozenset(
        (
            *("Abs", "Add", "And", "ArgMax", "ArgMin", "Cast", "Clip", "Concat", "Constant", "Cos"),
            *("CumSum", "Div", "Equal", "Erf", "Exp", "Flatten", "Gather", "GatherElements"),
            *("Gemm", "Greater", "GreaterOrEqual", "Identity", "Less", "LessOrEqual", "Log"),
            *("MatMul", "Max", "Min", "Mul", "Neg", "Not", "Or", "Pow", "Reciprocal"),
            *("ReduceL2", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin"),
            *("ReduceProd", "ReduceSum", "ReduceSumSquare", "Relu", "Reshape", "Shape", "Sigmoid"),
            *("Sign", "Sin", "Slice", "Softmax", "Split", "Sqrt", "Squeeze", "Sub", "Sum"),
            *("Tanh", "TopK", "Transpose", "Unsqueeze", "Where"),
        )
    ),
    "ai.onnx.ml": frozenset(
        (
            *("ArrayFeatureExtractor", "LinearClassifier", "LinearRegressor", "Normalizer"),
            *("SVMClassifier", "SVMRegressor", "Scaler"),
            *("TreeEnsembleClassifier", "TreeEnsembleRegressor"),
        )
    ),
}
# Operators that divide, and how many of their inputs are numbers to divide: on whole numbers some
# divisions end the process, not the call.
FLOAT_ONLY = {"Div": 2, "ReduceMean": 1}
# Two spellings of one domain.
DOMAINS = {"": "", "ai.onnx": "", "ai.onnx.ml": "ai.onnx.ml"}
# From the first with today's meaning of the arithmetic to the last that every supported runtime
# knows: a model must run at a site that has not updated.
VERSIONS = {"": (7, 21), "ai.onnx.ml": (1, 4)}
MOST_NODES = 10_000

# Fields of each kind of message in the file; whatever else is set is refused by its name.
PARTS: dict[str, frozenset[str]] = {
    "ModelProto": frozenset(
        (
            *("ir_version", "opset_import", "graph", "producer_name", "producer_version"),
            *("domain", "model_version", "doc_string"),
        )
    ),
    "GraphProto": frozenset(
        ("node", "name", "initializer", "doc_string", "input", "output", "value_info")
    ),
    "NodeProto": frozenset(
        ("input", "output", "name", "op_type", "domain", "attribute", "doc_string")
    ),
    "AttributeProto": frozenset(
        ("name", "type", "f", "i", "s", "t", "floats", "ints", "strings", "doc_string")
    ),
    "TensorProto": frozenset(
        (
            *("name", "dims", "data_type", "doc_string", "raw_data"),
            *("float_data", "double_data", "int32_data", "int64_data"),
        )
    ),
}
# ONNX's number of a type: our name of it, the bytes of one value, the field that lists values.
TYPES: dict[int, tuple[str, int, str]] = {
    1: ("float32", 4, "float_data"),
    6: ("int32", 4, "int32_data"),
    7: ("int64", 8, "int64_data"),
    9: ("bool", 1, "int32_data"),
    11: ("float64", 8, "double_data"),
}
# The numbers of the two types of float.
FLOATS = frozenset((1, 11))
