"""A scikit-learn regressor that plays a whole study in memory.

In:  the rows of all sites with their numbers.
Out: numbers as each site would predict them. Anybody may run this, for rehearsals only.
"""

# ruff: noqa: N803  `X` stays in scikit-learn signatures

from typing import Any, no_type_check

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin

from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.linalg.arrays import Array
from concordant.rehearsal.estimator_choices import read_choices, read_step
from concordant.rehearsal.estimator_fit import (
    answer_rows,
    chosen_model,
    draw_seed,
    keep_study,
    settle_sites,
)
from concordant.rehearsal.estimator_rows import (
    n_rows_of,
    own_features,
    read_columns,
    read_numbers,
)
from concordant.rehearsal.estimator_study import play_study
from concordant.terms.charter import AnchorKind, SpanPlan
from concordant.terms.recipes_build import Estimator


class CollaborativeRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Predict a number for rows of several sites by one model that no site showed its rows to.

    ``fit`` plays every step of a study in this process: it drafts terms, draws each site's
    secret basis, projects the rows, aligns the sites and trains. ``predict`` sends each row
    through the map of a site. It is for trying out what a collaboration would give, on rows that
    you hold; it protects nobody.

    The terms (ranges, levels, dimensions) are drafted from all of X at once, by the function of
    ``concordant charter draft``. That peeks at pooled ranges, which the sites of a real study
    agree on from public rows or from profiles.

    Parameters
    ----------
    span : {"own", "shared", "agreed"}, default="own"
        What the secret bases have in common: nothing but the features; a random span; the span
        that all sites share best, for which each makes a second upload.
    anchor : {"orthonormal", "uniform", "gaussian"}, default="orthonormal"
        How the anchor is drawn that the sites share. The agreed span needs an orthonormal one.
    method : {"auto", "odc", "imakura", "kawakami"}, default="auto"
        How the sites are aligned.
    n_dims : int, default=None
        How many numbers of a row leave a site, from 1 up (2 with one span for all). More than the
        rows allow is shrunk with a warning. None takes what a draft proposes, at most a fifth of
        the rows of the smallest site.
    estimator : scikit-learn regressor or str, default=None
        The model that is trained on the aligned rows: any that can be cloned, the name of a model
        of ``concordant analyst train`` or ``"search"``. None stands for ``"ridge"``.
    n_sites : int, default=None
        To how many sites rows are dealt when ``fit`` is not told ``sites``, from 2 up. None deals
        them to five, or fewer where a site would have less than three rows.
    site : str, default=None
        The site whose map rows go through when ``predict`` is not told ``sites``. None stands for
        the first of ``sites_``. Which site it is moves results where sites differ.
    scale : {"unit", "none"}, default="unit"
        Whether aligned rows are centred and brought to unit scale before training.
    label_step : float, default=None
        What targets are rounded to before they leave a site, above 0. A real study rounds, lest
        an exact number name a person. None keeps about six digits of the spread, so that this
        estimator can be compared with others that learn from exact targets.
    random_state : int, RandomState instance or None, default=None
        Seeds everything that is drawn: who gets which row, the bases, the model.

    Attributes
    ----------
    sites_ : ndarray of shape (n_sites,)
        The names of the sites as text, numbers by size and words by the alphabet.
    n_dims_ : int
        How many numbers of a row left its site.
    charter_ : Charter
        The terms. A column that was not used is an ``IgnoredColumn`` there, with the reason.
    alignment_ : Alignment
        The maps' diagnostics: ``sites`` with verdicts, ``shares`` of the common directions.
    site_reports_ : tuple of SiteReport
        Rows and verdict of each site.
    estimator_ : scikit-learn regressor
        The final model.
    study_ : PlayedStudy
        All that ``predict`` needs.
    n_features_in_ : int
        Number of columns of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where X has names that are texts.

    See Also
    --------
    CollaborativeClassifier : The same for classes; its notes hold here too.
    concordant.rehearsal.encoder.CollaborativeEncoder : The aligned rows themselves.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from concordant import CollaborativeRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> together = CollaborativeRegressor(span="agreed", n_dims=8, random_state=0)
    >>> together.fit(X[100:], y[100:]).score(X[:100], y[:100]) > 0.35
    True
    """

    @no_type_check  # scikit-learn wants a constructor that takes anything; `fit` looks at it
    def __init__(
        self,
        *,
        span: SpanPlan = "own",
        anchor: AnchorKind = "orthonormal",
        method: Method = "auto",
        n_dims: int | None = None,
        estimator: Estimator | str | None = None,
        n_sites: int | None = None,
        site: str | None = None,
        scale: Scale = "unit",
        label_step: float | None = None,
        random_state: Any = None,
    ) -> None:
        self.span = span
        self.anchor = anchor
        self.method = method
        self.n_dims = n_dims
        self.estimator = estimator
        self.n_sites = n_sites
        self.site = site
        self.scale = scale
        self.label_step = label_step
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sites: Any = None) -> "CollaborativeRegressor":
        """Play the study on these rows.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            The rows of all sites.
        y : array-like of shape (n_samples,)
            Their numbers, not all the same.
        sites : array-like of shape (n_samples,), default=None
            The name of each row's site. None deals the rows to ``n_sites`` sites.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        choices = read_choices(self)
        columns = read_columns(self, X, reset=True)
        numbers = read_numbers(self, y, n_rows_of(columns))
        seed = draw_seed(self)
        study = play_study(
            columns,
            numbers,
            settle_sites(self, choices, sites, len(numbers), seed=seed),
            choices,
            task="regression",
            model=chosen_model(self, "regression"),
            seed=seed,
            keep=own_features(X, columns),
            label_step=read_step(self),
        )
        self.estimator_ = study.estimator
        keep_study(self, study)
        return self

    def predict(self, X: Any, sites: Any = None) -> Array:
        """Return a number for each row.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        sites : array-like of shape (n_samples,), default=None
            The name of each row's site, one of ``sites_``. None sends all through ``site``.

        Returns
        -------
        numbers : ndarray of shape (n_samples,)
            On the scale of y.
        """
        return np.asarray(answer_rows(self, X, sites).values)

    def score(self, X: Any, y: Any, sites: Any = None, sample_weight: Any = None) -> float:
        """Return the share of the spread of y that the predictions explain.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Their true numbers.
        sites : array-like of shape (n_samples,), default=None
            As in ``predict``.
        sample_weight : array-like of shape (n_samples,), default=None
            How much each row counts.

        Returns
        -------
        r2 : float
            At most 1; 0 is what the mean of y would reach.
        """
        from sklearn.metrics import r2_score

        return float(r2_score(y, self.predict(X, sites=sites), sample_weight=sample_weight))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "study_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
