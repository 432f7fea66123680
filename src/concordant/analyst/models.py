"""Which estimator is trained: one of the closed list by name, or any of scikit-learn's own.

In:  a name with plain parameters, or an estimator; task and seed.
Out: a ModelChoice that makes unfitted estimators, the same ones for the same seed; and fitted
     ones. The analyst runs this.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float32, Num

from concordant.errors.analyst import ModelNotTrained, NotAnEstimator, ParametersNotForEstimator
from concordant.linalg.arrays import Array
from concordant.terms.charter import Task
from concordant.terms.recipes import (
    build_model,
    recipe_names,
    require_parameters,
    require_recipe,
)
from concordant.terms.recipes_build import Estimator
from concordant.terms.recipes_fit import fit_model
from concordant.terms.recipes_parameters import Plain

CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that is settled but not yet trained.

    ``make`` takes the number of rows it will be trained on. ``name`` and ``parameters`` travel in
    the return; an estimator of one's own travels as "custom" without parameters.
    """

    name: str
    parameters: dict[str, Plain]
    make: Callable[[int], Estimator]
    trains_in_float32: bool


def choose_model(
    model: str | Estimator, parameters: Mapping[str, Plain] | None, task: Task, seed: int
) -> ModelChoice:
    """Return the choice of a model by name, or of a scikit-learn estimator or pipeline."""
    if isinstance(model, str):
        return choose_recipe(model, parameters or {}, task, seed)
    if parameters is not None:
        raise ParametersNotForEstimator(given="an estimator")
    _require_estimator(model, task)
    return ModelChoice(CUSTOM, {}, lambda _n_rows: _seeded_clone(model, seed), False)


def choose_recipe(name: str, parameters: Mapping[str, Plain], task: Task, seed: int) -> ModelChoice:
    """Return the choice of a model of the closed list."""
    complete = require_parameters(name, parameters, task)
    return ModelChoice(
        name,
        complete,
        lambda n_rows: build_model(name, complete, task, seed, n_rows=n_rows),
        require_recipe(name, task).trains_in_float32,
    )


def train_model(
    choice: ModelChoice, features: Float32[Array, "rows dims"], target: Num[Array, " rows"]
) -> tuple[Estimator, tuple[str, ...]]:
    """Return a fitted estimator and the kinds of warning that its training raised."""
    estimator = choice.make(len(features))
    try:
        warnings = fit_model(estimator, in_precision(choice, features), target)
    except (ValueError, TypeError, ArithmeticError, np.linalg.LinAlgError) as error:
        # Their texts may quote data.
        raise ModelNotTrained(
            name=choice.name, n_rows=len(features), reason=type(error).__name__
        ) from None
    return estimator, warnings


def in_precision(
    choice: ModelChoice, features: Float32[Array, "rows dims"]
) -> Float[Array, "rows dims"]:
    """Return the features in the number type that the model is trained in.

    The numbers are the same: those of single precision, which sites feed to the issued model.
    """
    return features if choice.trains_in_float32 else features.astype(np.float64)


def _require_estimator(model: Estimator, task: Task) -> None:
    from sklearn.base import is_classifier, is_regressor

    needed = "classifier" if task == "classification" else "regressor"
    fits_task = False
    if not isinstance(model, type) and hasattr(model, "fit") and hasattr(model, "get_params"):
        fits_task = is_classifier(model) if task == "classification" else is_regressor(model)
    if not fits_task:
        raise NotAnEstimator(
            given=type(model).__name__, needed=needed, known=", ".join(recipe_names(task))
        )


def _seeded_clone(model: Estimator, seed: int) -> Estimator:
    from sklearn.base import clone

    copy = clone(model)
    unseeded = {
        name: seed
        for name, value in copy.get_params().items()
        if name.rpartition("__")[2] == "random_state" and value is None
    }
    return copy.set_params(**unseeded)
