"""How large a model is: its parameters, and the file in which it goes to a site.

In:  a model's name with its parameters, or plain counts; inputs and outputs.
Out: counts of parameters, bytes. No model is built; anybody may run this.

Federated averaging trains on the raw features, so its model has ``n_features`` inputs; ours sees
the aligned ones, ``n_dims`` of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from concordant.terms.charter import Charter
from concordant.terms.recipes_parameters import Plain

HIDDEN_UNITS = 256
PARAMETER_BYTES = 4
# What an ONNX file holds beside its numbers: names, operations, the class codes.
_LINEAR_FILE_BYTES = 500
_NETWORK_FILE_BYTES = 1_300


@dataclass(frozen=True, slots=True)
class ModelSize:
    """A model to reckon with: ``words`` name it in a sentence.

    ``n_averaged`` parameters on the raw features would be averaged in each round of federated
    learning; ``issued_bytes`` is the same model on the aligned features, as a site gets it.
    """

    words: str
    n_averaged: int
    issued_bytes: int


def linear_parameters(n_inputs: int, n_outputs: int) -> int:
    """Return the weights and intercepts of a linear model.

    >>> linear_parameters(11, 1), linear_parameters(784, 10)
    (12, 7850)
    """
    return (n_inputs + 1) * n_outputs


def network_parameters(
    n_inputs: int, n_outputs: int, *, hidden_units: int = HIDDEN_UNITS, hidden_layers: int = 1
) -> int:
    """Return the weights and intercepts of a network with equal hidden layers.

    >>> network_parameters(784, 10)
    203530
    """
    between = (hidden_layers - 1) * linear_parameters(hidden_units, hidden_units)
    first = linear_parameters(n_inputs, hidden_units)
    return first + between + linear_parameters(hidden_units, n_outputs)


def count_outputs(n_classes: int) -> int:
    """Return how many outputs a model has: one for a number or for two classes.

    >>> count_outputs(0), count_outputs(2), count_outputs(5)
    (1, 1, 5)
    """
    return n_classes if n_classes > 2 else 1


def averaged_parameters(
    name: str, parameters: Mapping[str, Plain], *, n_inputs: int, n_outputs: int
) -> int | None:
    """Return how many parameters federated averaging of a named model would move.

    None where there is nothing to average: trees and neighbours are no vectors of numbers.

    >>> averaged_parameters("forest", {}, n_inputs=11, n_outputs=1) is None
    True
    """
    if name in ("logistic", "ridge"):
        return linear_parameters(n_inputs, n_outputs)
    if name == "kernel":
        # All sites draw the same random waves from one seed; the linear model on them is averaged.
        return linear_parameters(_whole(parameters, "n_components", 500), n_outputs)
    if name == "mlp":
        return network_parameters(
            n_inputs,
            n_outputs,
            hidden_units=_whole(parameters, "hidden_units", HIDDEN_UNITS),
            hidden_layers=_whole(parameters, "hidden_layers", 1),
        )
    return None


def usual_models(charter: Charter) -> tuple[ModelSize, ModelSize]:
    """Return the two that a forecast reckons with: a linear model, and a network of 256 units."""
    n_outputs = count_outputs(len(charter.classes))
    # The issued file of a linear classifier holds a line of weights for each class, two included.
    lines = max(len(charter.classes), 1)
    linear = linear_parameters(charter.n_dims, lines)
    network = network_parameters(charter.n_dims, n_outputs)
    return (
        ModelSize(
            "a linear model",
            linear_parameters(charter.n_features, n_outputs),
            _LINEAR_FILE_BYTES + PARAMETER_BYTES * linear,
        ),
        ModelSize(
            f"a network of {HIDDEN_UNITS} hidden units",
            network_parameters(charter.n_features, n_outputs),
            _NETWORK_FILE_BYTES + PARAMETER_BYTES * network,
        ),
    )


def stated_model(n_parameters: int) -> ModelSize:
    """Return a model of so many parameters on either side, as the paper reckons."""
    return ModelSize(
        f"a model of {n_parameters:,} parameters",
        n_parameters,
        _NETWORK_FILE_BYTES + PARAMETER_BYTES * n_parameters,
    )


def _whole(parameters: Mapping[str, Plain], key: str, default: int) -> int:
    return int(parameters.get(key) or default)
