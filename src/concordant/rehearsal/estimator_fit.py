"""Fit an estimator of ours, and ask a fitted one: the steps that all of them share.

In:  an estimator with its parameters, X, sites.
Out: the names that a fit leaves on the estimator; rows in the coordinates of its model. Anybody
     may run this, for rehearsals only.
"""

from typing import Any

import numpy as np
from jaxtyping import Float, Int64

from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_blas_thread
from concordant.rehearsal.estimator_choices import StudyChoices
from concordant.rehearsal.estimator_rows import n_rows_of, read_columns
from concordant.rehearsal.estimator_sites import (
    SitesOfRows,
    deal_sites,
    named_sites,
    place_of_site,
    places_of_sites,
)
from concordant.rehearsal.estimator_study import PlayedStudy
from concordant.terms.answers import Answers, ask
from concordant.terms.charter import Task
from concordant.terms.draws import draws_for
from concordant.terms.recipes import LINEAR, build_model, recipe_names
from concordant.terms.recipes_build import Estimator


def draw_seed(estimator: Any) -> int:
    """Return the seed of a fit: a whole number as it is, or one that ``random_state`` draws."""
    from sklearn.utils import check_random_state

    random_state = estimator.random_state
    if isinstance(random_state, int | np.integer):
        check_random_state(random_state)  # it refuses what NumPy could not be seeded with
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def settle_sites(
    estimator: Any,
    choices: StudyChoices,
    sites: Any,
    n_rows: int,
    *,
    seed: int,
    classes: Int64[Array, " rows"] | None = None,
) -> SitesOfRows:
    """Return which row is whose: as ``sites`` says, or dealt out evenly by class."""
    if sites is not None:
        settled = named_sites(sites, n_rows)
    else:
        rng = draws_for(seed, "sites")
        settled = deal_sites(rng, n_rows=n_rows, n_sites=choices.n_sites, classes=classes)
    place_of_site(settled.names, estimator.site)
    return settled


def keep_study(estimator: Any, study: PlayedStudy) -> None:
    """Leave on the estimator what a fit found, under the names that end in an underscore."""
    estimator.study_ = study
    estimator.charter_ = study.charter
    estimator.sites_ = np.array(study.sites)
    estimator.n_dims_ = study.charter.n_dims
    estimator.alignment_ = study.alignment
    estimator.site_reports_ = study.reports


def place_rows(estimator: Any, rows: Any, sites: Any) -> Float[Array, "rows dims"]:
    """Return rows as the model sees them, through the maps of the sites that they are of."""
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(estimator)
    columns = read_columns(estimator, rows, reset=False)
    study: PlayedStudy = estimator.study_
    places = places_of_sites(study.sites, sites, n_rows_of(columns), otherwise=estimator.site)
    return study.features(columns, places)


def answer_rows(estimator: Any, rows: Any, sites: Any) -> Answers:
    """Return what the final model says of rows."""
    features, final = _with_model(estimator, place_rows(estimator, rows, sites))
    with one_blas_thread():
        return ask(final, features, len(estimator.charter_.classes))


def decide_rows(estimator: Any, rows: Any, sites: Any) -> Float[Array, "rows ..."]:
    """Return the final model's own scores of rows: one a row for two classes, else one a class."""
    features, final = _with_model(estimator, place_rows(estimator, rows, sites))
    with one_blas_thread():
        return np.asarray(final.decision_function(features), dtype=np.float64)


def chosen_model(estimator: Any, task: Task) -> str | Estimator:
    """Return the model that is to be trained: what the caller chose, or the linear one."""
    return LINEAR[task] if estimator.estimator is None else estimator.estimator


def final_model(estimator: Any, task: Task) -> Estimator:
    """Return the fitted final model; before that an unfitted one that can do the same."""
    if hasattr(estimator, "estimator_"):
        return estimator.estimator_
    named = chosen_model(estimator, task)
    if not isinstance(named, str):
        return named
    # ``search`` settles on a model in ``fit``; until then it answers as the linear one does.
    is_known = named in recipe_names(task)
    return build_model(named if is_known else LINEAR[task], {}, task, 0)


def _with_model(
    estimator: Any, features: Float[Array, "rows dims"]
) -> tuple[Float[Array, "rows dims"], Estimator]:
    single = estimator.study_.in_single_precision
    return features.astype(np.float32) if single else features, estimator.estimator_
