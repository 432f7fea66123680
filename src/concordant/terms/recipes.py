"""The models that have a name: a closed list, so that both sides can build the same one.

In:  a name and plain parameters (text, numbers, yes/no), as they travel in a return.
Out: an unfitted scikit-learn estimator, the same for the same seed. Anybody may run this.

A name from a file cannot choose code: it is looked up here, and its parameters have a type and
a range each, which also bound the time and memory that a foreign return can ask for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from concordant.errors.recipes import (
    ModelNotForTask,
    ParameterRefused,
    UnknownModel,
    UnknownParameter,
)
from concordant.terms import recipes_build
from concordant.terms.charter import Task
from concordant.terms.recipes_build import Builder, Estimator
from concordant.terms.recipes_parameters import (
    Choice,
    Number,
    OptionalNumber,
    Parameter,
    Plain,
    Whole,
)

BOTH: tuple[Task, ...] = ("classification", "regression")
LINEAR: Mapping[Task, str] = MappingProxyType({"classification": "logistic", "regression": "ridge"})
"""The model of a first try, and where nothing speaks for another."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One model of the closed list.

    ``contains_rows``: a fitted one stores rows of the table it was trained on, so it is issued
    only where the terms allow it. ``trains_in_float32``: it loses nothing in single precision.
    """

    name: str
    sentence: str
    tasks: tuple[Task, ...]
    parameters: Mapping[str, Parameter]
    build: Builder
    contains_rows: bool = False
    trains_in_float32: bool = False


_WEIGHTS = Choice(None, (None, "balanced"))

RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        recipe.name: recipe
        for recipe in (
            Recipe(
                "logistic",
                "a linear classifier; its counterpart for numbers is ridge",
                ("classification",),
                {
                    "C": Number(1.0, 1e-6, 1e6),
                    "class_weight": _WEIGHTS,
                    "max_iter": Whole(5000, 1, 100_000),
                },
                recipes_build.build_logistic,
            ),
            Recipe(
                "ridge",
                "linear regression with shrinkage; its counterpart for classes is logistic",
                ("regression",),
                {"alpha": Number(1.0, 1e-9, 1e9)},
                recipes_build.build_ridge,
            ),
            Recipe(
                "kernel",
                "a smooth curved model: random Fourier features, then a linear model",
                BOTH,
                {
                    "n_components": Whole(500, 1, 10_000),
                    "gamma": OptionalNumber(None, 1e-9, 1e9, "1 / (dimensions x variance)"),
                    "C": Number(1.0, 1e-6, 1e6),
                    "alpha": Number(1.0, 1e-9, 1e9),
                    "class_weight": _WEIGHTS,
                    "max_iter": Whole(5000, 1, 100_000),
                },
                recipes_build.build_kernel,
            ),
            Recipe(
                "mlp",
                "a neural network with one or more equal hidden layers",
                BOTH,
                {
                    "hidden_units": Whole(256, 1, 4096),
                    "hidden_layers": Whole(1, 1, 8),
                    "alpha": Number(1e-4, 0.0, 1e3),
                    "learning_rate": Number(1e-3, 1e-7, 1.0),
                    "max_iter": Whole(300, 1, 10_000),
                    "early_stopping": Choice("auto", ("auto", True, False)),
                },
                recipes_build.build_mlp,
                trains_in_float32=True,
            ),
            Recipe(
                "forest",
                "many trees, each grown on a random part of the rows",
                BOTH,
                {
                    "n_trees": Whole(200, 1, 2000),
                    "max_depth": OptionalNumber(None, 1.0, 64.0, "no limit", whole=True),
                    "min_rows_per_leaf": Whole(3, 1, 100_000),
                    "class_weight": _WEIGHTS,
                },
                recipes_build.build_forest,
                trains_in_float32=True,
            ),
            Recipe(
                "boosting",
                "small trees, each mending what the ones before got wrong",
                BOTH,
                {
                    "n_rounds": Whole(200, 1, 5000),
                    "learning_rate": Number(0.08, 1e-4, 1.0),
                    "max_leaves": Whole(31, 2, 1024),
                    "min_rows_per_leaf": Whole(20, 1, 100_000),
                    "shrinkage": Number(1.0, 0.0, 1e6),
                    "class_weight": _WEIGHTS,
                },
                recipes_build.build_boosting,
            ),
            Recipe(
                "dummy",
                "always the most frequent class or the mean: the floor to beat",
                BOTH,
                {},
                recipes_build.build_dummy,
            ),
            Recipe(
                "svm",
                "a kernel support vector machine; it stores rows of the training table",
                BOTH,
                {
                    "C": Number(1.0, 1e-6, 1e6),
                    "gamma": OptionalNumber(None, 1e-9, 1e9, "1 / (dimensions x variance)"),
                    "class_weight": _WEIGHTS,
                    "epsilon": Number(0.1, 0.0, 1e3),
                },
                recipes_build.build_svm,
                contains_rows=True,
            ),
            Recipe(
                "knn",
                "the nearest neighbours of a row; it stores every row of the training table",
                BOTH,
                {
                    "n_neighbors": Whole(15, 1, 10_000),
                    "weights": Choice("uniform", ("uniform", "distance")),
                },
                recipes_build.build_knn,
                contains_rows=True,
            ),
        )
    }
)


def recipe_names(task: Task, *, issuable_only: bool = False) -> tuple[str, ...]:
    """Return the names of the models for ``task``; without those that contain rows, if asked."""
    return tuple(
        recipe.name
        for recipe in RECIPES.values()
        if task in recipe.tasks and not (issuable_only and recipe.contains_rows)
    )


def require_recipe(name: str, task: Task) -> Recipe:
    """Return the recipe of that name, or raise with the names that exist for ``task``."""
    known = ", ".join(recipe_names(task))
    if name not in RECIPES:
        raise UnknownModel(name=name, known=known)
    if task not in RECIPES[name].tasks:
        raise ModelNotForTask(name=name, task=task, known=known)
    return RECIPES[name]


def require_parameters(name: str, parameters: Mapping[str, Plain], task: Task) -> dict[str, Plain]:
    """Return all parameters of the model, defaults filled in, or raise on the first bad one."""
    recipe = require_recipe(name, task)
    complete = {key: parameter.default for key, parameter in recipe.parameters.items()}
    for key, value in parameters.items():
        if key not in recipe.parameters:
            known = ", ".join(recipe.parameters) or "none"
            raise UnknownParameter(name=name, parameter=key, known=known)
        parameter = recipe.parameters[key]
        if not parameter.allows(value):
            raise ParameterRefused(name=name, parameter=key, allowed=parameter.sentence())
        complete[key] = value
    return complete


def build_model(
    name: str,
    parameters: Mapping[str, Plain],
    task: Task,
    seed: int,
    *,
    n_rows: int | None = None,
) -> Estimator:
    """Return the unfitted estimator of that name.

    ``n_rows`` (of the table it will see) settles choices such as ``early_stopping = "auto"``.
    Class labels are to be given as codes, features centred and at unit scale.
    """
    recipe = require_recipe(name, task)
    return recipe.build(require_parameters(name, parameters, task), task, seed, n_rows)
