"""How each named model is put together from scikit-learn's parts.

In:  complete, already checked parameters (``recipes.require_parameters``), task, seed.
Out: an unfitted estimator. Anybody may run this.

Defaults suit small tables of features that are centred and at unit scale. Every regressor sees
a standardised target: networks and support vectors need it, and single precision keeps its
digits for the spread of a target such as a year instead of for its mean.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from concordant.terms.charter import Task
from concordant.terms.recipes_parameters import Plain

# scikit-learn's estimators share no type.
Estimator: TypeAlias = Any

Builder: TypeAlias = Callable[[Mapping[str, Plain], Task, int, int | None], Estimator]

# Below this, a tenth of the rows is too few to tell when to stop.
ROWS_FOR_EARLY_STOPPING = 500


def build_logistic(
    chosen: Mapping[str, Plain], _task: Task, _seed: int, _rows: int | None
) -> Estimator:
    """Build multinomial logistic regression."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(
        C=chosen["C"], class_weight=chosen["class_weight"], max_iter=chosen["max_iter"]
    )


def build_ridge(
    chosen: Mapping[str, Plain], _task: Task, _seed: int, _rows: int | None
) -> Estimator:
    """Build least squares with shrinkage."""
    from sklearn.linear_model import Ridge

    return _with_standard_target(Ridge(alpha=chosen["alpha"]))


def build_kernel(chosen: Mapping[str, Plain], task: Task, seed: int, rows: int | None) -> Estimator:
    """Build random Fourier features, then the linear model of the task."""
    from sklearn.kernel_approximation import RBFSampler
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline

    gamma = "scale" if chosen["gamma"] is None else chosen["gamma"]
    features = RBFSampler(gamma=gamma, n_components=chosen["n_components"], random_state=seed)
    if task == "classification":
        return make_pipeline(features, build_logistic(chosen, task, seed, rows))
    return _with_standard_target(make_pipeline(features, Ridge(alpha=chosen["alpha"])))


def build_mlp(chosen: Mapping[str, Plain], task: Task, seed: int, rows: int | None) -> Estimator:
    """Build a network with equal hidden layers, trained by Adam."""
    from sklearn.neural_network import MLPClassifier, MLPRegressor

    early = chosen["early_stopping"]
    if early == "auto":
        early = rows is not None and rows >= ROWS_FOR_EARLY_STOPPING
    options = {
        "hidden_layer_sizes": (chosen["hidden_units"],) * int(chosen["hidden_layers"] or 1),
        "alpha": chosen["alpha"],
        "learning_rate_init": chosen["learning_rate"],
        "max_iter": chosen["max_iter"],
        "early_stopping": early,
        "random_state": seed,
    }
    if task == "classification":
        return MLPClassifier(**options)
    return _with_standard_target(MLPRegressor(**options))


def build_forest(
    chosen: Mapping[str, Plain], task: Task, seed: int, _rows: int | None
) -> Estimator:
    """Build a random forest."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    options = {
        "n_estimators": chosen["n_trees"],
        "max_depth": chosen["max_depth"],
        "min_samples_leaf": chosen["min_rows_per_leaf"],
        "random_state": seed,
    }
    if task == "classification":
        return RandomForestClassifier(class_weight=chosen["class_weight"], **options)
    return _with_standard_target(RandomForestRegressor(max_features=1 / 3, **options))


def build_boosting(
    chosen: Mapping[str, Plain], task: Task, seed: int, _rows: int | None
) -> Estimator:
    """Build gradient boosting on binned features."""
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    options = {
        "max_iter": chosen["n_rounds"],
        "learning_rate": chosen["learning_rate"],
        "max_leaf_nodes": chosen["max_leaves"],
        "min_samples_leaf": chosen["min_rows_per_leaf"],
        "l2_regularization": chosen["shrinkage"],
        # Stopping early sets rows aside by class and fails where a class has one row.
        "early_stopping": False,
        "random_state": seed,
    }
    if task == "classification":
        return HistGradientBoostingClassifier(class_weight=chosen["class_weight"], **options)
    return _with_standard_target(HistGradientBoostingRegressor(**options))


def build_dummy(
    _chosen: Mapping[str, Plain], task: Task, seed: int, _rows: int | None
) -> Estimator:
    """Build a model that says the most frequent class, or the mean."""
    from sklearn.dummy import DummyClassifier, DummyRegressor

    if task == "classification":
        return DummyClassifier(strategy="prior", random_state=seed)
    return _with_standard_target(DummyRegressor(strategy="mean"))


def build_svm(chosen: Mapping[str, Plain], task: Task, seed: int, _rows: int | None) -> Estimator:
    """Build a support vector machine with a Gaussian kernel."""
    from sklearn.svm import SVC, SVR

    gamma = "scale" if chosen["gamma"] is None else chosen["gamma"]
    if task == "classification":
        return SVC(
            C=chosen["C"], gamma=gamma, class_weight=chosen["class_weight"], random_state=seed
        )
    return _with_standard_target(SVR(C=chosen["C"], gamma=gamma, epsilon=chosen["epsilon"]))


def build_knn(chosen: Mapping[str, Plain], task: Task, _seed: int, rows: int | None) -> Estimator:
    """Build nearest neighbours; never more of them than there are rows."""
    from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

    asked = int(chosen["n_neighbors"] or 1)
    options = {
        "n_neighbors": asked if rows is None else min(asked, max(1, rows)),
        "weights": chosen["weights"],
    }
    if task == "classification":
        return KNeighborsClassifier(**options)
    return _with_standard_target(KNeighborsRegressor(**options))


def _with_standard_target(regressor: Estimator) -> Estimator:
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.preprocessing import StandardScaler

    return TransformedTargetRegressor(regressor=regressor, transformer=StandardScaler())
