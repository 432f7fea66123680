"""Say what a linear model makes of each column, in the units that people know.

In:  a return with a linear model, the site's rows.
Out: coefficients per unit and per level with the intercept, held against the model's own answers;
     or the reason in words why there are none. Only a site runs this.

Scores are ``features @ W + w`` and features ``Y M + constant``, so that ``M W`` are the
coefficients of the encoded numbers and agreed constants turn those into units. ``M`` is the
secret basis in another form: so many independent scores tell so many of its directions.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from concordant.linalg.arrays import Array
from concordant.site.explained_rows import ColumnBlock, ExplainedRows
from concordant.site.original_units import UnitStep, unit_steps
from concordant.site.returned_model import AskModel, answer_table
from concordant.terms.charter import Charter
from concordant.terms.schema import NumericLabel
from concordant.wire.messages import ReturnBundle
from concordant.wire.model_linear import LinearModel, read_linear

ALLOWED_DIFFERENCE = 1e-4


@dataclass(frozen=True, slots=True)
class Coefficient:
    """What one step of a column adds to each output."""

    column: str
    term: str
    effects: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class LinearEffects:
    """A row's answer is the intercept and what each of its cells adds.

    ``outputs`` say what is answered. A number adds its coefficient times its value, a level its
    coefficient; cells count as the terms encode them (clipped, or in the middle where missing).
    ``encoded`` are the same coefficients for encoded numbers, with ``encoded_intercept``.
    ``largest_difference`` to the model's own answers was seen on the site's rows. The outputs
    tell ``n_directions`` of the secret basis to whoever holds the model.
    """

    outputs: tuple[str, ...]
    intercept: tuple[float, ...]
    coefficients: tuple[Coefficient, ...]
    encoded: tuple[tuple[float, ...], ...]
    encoded_intercept: tuple[float, ...]
    largest_difference: float
    n_directions: int


def linear_effects(
    charter: Charter,
    returned: ReturnBundle,
    ask_model: AskModel,
    rows: ExplainedRows,
    blocks: tuple[ColumnBlock, ...],
) -> LinearEffects | str:
    """Return the coefficients of the model, or why it has none."""
    if returned.model_format != "onnx":
        return "The model came as an archive, which is not read for coefficients."
    linear = read_linear(returned.model.tobytes(), charter.n_dims)
    if linear is None or len(linear.codes) == 1:
        return f"The model {returned.recipe_name!r} is not linear: no one coefficient holds."
    difference = _largest_difference(charter, linear, ask_model, rows)
    # Written so that NaN is refused too.
    if not difference <= ALLOWED_DIFFERENCE:
        return "The weights in the model do not explain its own answers."
    weights, offsets = _contrasts(linear)
    constant = -(returned.centre / returned.scale)
    encoded, encoded_intercept = rows.weights @ weights, constant @ weights + offsets
    intercept, coefficients = _in_units(encoded, encoded_intercept, blocks)
    return LinearEffects(
        outputs=_outputs(charter, linear),
        intercept=intercept,
        coefficients=coefficients,
        encoded=tuple(tuple(line) for line in encoded.tolist()),
        encoded_intercept=tuple(encoded_intercept.tolist()),
        largest_difference=difference,
        n_directions=_count_directions(weights),
    )


def _count_directions(weights: Float[Array, "dims outputs"]) -> int:
    """Return how many directions the outputs tell, each as well as any, however short it is.

    Whoever made the model chose the lengths: beside a very long one others would not count.
    """
    longest = np.abs(weights).max(axis=0)
    told = longest > 0
    if not told.any():  # the rank of nothing, which older versions of NumPy refuse
        return 0
    return int(np.linalg.matrix_rank(weights[:, told] / longest[told]))


def _contrasts(
    linear: LinearModel,
) -> tuple[Float[Array, "dims outputs"], Float[Array, " outputs"]]:
    """Return a regression's weights as they are; those of classes against the first class."""
    if not linear.codes:
        return linear.weights, linear.offsets
    return linear.weights[:, 1:] - linear.weights[:, :1], linear.offsets[1:] - linear.offsets[0]


def _outputs(charter: Charter, linear: LinearModel) -> tuple[str, ...]:
    if isinstance(charter.label, NumericLabel):
        unit = charter.label.unit
        return (f"{charter.label.column} ({unit})" if unit else charter.label.column,)
    first, *others = (charter.classes[code] for code in linear.codes)
    return tuple(f"log-odds of {other} against {first}" for other in others)


def _largest_difference(
    charter: Charter, linear: LinearModel, ask_model: AskModel, rows: ExplainedRows
) -> float:
    """Return how far the weights are from the model's answers: in probability, or as a share."""
    answers = answer_table(ask_model(rows.features), len(charter.classes))
    scores = rows.common @ linear.weights + linear.offsets
    if not linear.codes:
        return float(np.abs(scores - answers).max() / (np.abs(answers).max() or 1.0))
    if max(linear.codes) >= len(charter.classes):
        return float("inf")
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    expected = np.zeros_like(answers, dtype=np.float64)
    expected[:, linear.codes] = shares / shares.sum(axis=1, keepdims=True)
    return float(np.abs(expected - answers).max())


def _in_units(
    encoded: Float[Array, "features outputs"],
    intercept: Float[Array, " outputs"],
    blocks: tuple[ColumnBlock, ...],
) -> tuple[tuple[float, ...], tuple[Coefficient, ...]]:
    coefficients = []
    for block in blocks:
        own = encoded[block.start : block.stop]
        steps = unit_steps(block.column)
        intercept = intercept + _moved_to_intercept(own, steps[0])
        for step in steps:
            effects = tuple(_effect(own, step).tolist())
            coefficients.append(Coefficient(block.column.name, step.term, effects))
    return tuple(intercept.tolist()), tuple(coefficients)


def _effect(own: Float[Array, "block outputs"], step: UnitStep) -> Float[Array, " outputs"]:
    average = own[list(step.against)].mean(axis=0) if step.against else np.zeros(own.shape[1])
    weight = own[step.feature] if step.feature is not None else np.zeros(own.shape[1])
    return np.asarray(weight * step.size - average)


def _moved_to_intercept(
    own: Float[Array, "block outputs"], first: UnitStep
) -> Float[Array, " outputs"]:
    """Return what a column adds to every row: where its scale begins, the average of its levels."""
    if first.against:
        return np.asarray(own[list(first.against)].mean(axis=0))
    assert first.feature is not None  # noqa: S101  only "none of these" has no feature
    return np.asarray(-own[first.feature] * first.size * first.zero)
