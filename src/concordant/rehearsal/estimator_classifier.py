"""A scikit-learn classifier that plays a whole study in memory.

In:  the rows of all sites with their classes.
Out: classes as each site would predict them. Anybody may run this, for rehearsals only.
"""

# ruff: noqa: N803  `X` stays in scikit-learn signatures

from typing import Any, no_type_check

import numpy as np
from jaxtyping import Float
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.linalg.arrays import Array
from concordant.rehearsal.estimator_choices import read_choices
from concordant.rehearsal.estimator_fit import (
    answer_rows,
    chosen_model,
    decide_rows,
    draw_seed,
    final_model,
    keep_study,
    settle_sites,
)
from concordant.rehearsal.estimator_rows import (
    n_rows_of,
    own_features,
    read_classes,
    read_columns,
)
from concordant.rehearsal.estimator_study import play_study
from concordant.terms.charter import AnchorKind, SpanPlan
from concordant.terms.recipes_build import Estimator


def _can(method: str) -> Any:
    """Return the test by which scikit-learn shows a method only where the final model has it."""
    return lambda estimator: hasattr(final_model(estimator, "classification"), method)


class CollaborativeClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classify rows of several sites by one model that no site showed its rows to.

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
    estimator : scikit-learn classifier or str, default=None
        The model that is trained on the aligned rows: any that can be cloned, the name of a model
        of ``concordant analyst train`` or ``"search"``. None stands for ``"logistic"``.
    n_sites : int, default=None
        To how many sites rows are dealt when ``fit`` is not told ``sites``, from 2 up. None deals
        them to five, or fewer where a site would have less than three rows.
    site : str, default=None
        The site whose map rows go through when ``predict`` is not told ``sites``. None stands for
        the first of ``sites_``. Which site it is moves results, by up to 30 points where each
        site knows few classes.
    scale : {"unit", "none"}, default="unit"
        Whether aligned rows are centred and brought to unit scale before training.
    random_state : int, RandomState instance or None, default=None
        Seeds everything that is drawn: who gets which row, the bases, the model.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes. In ``charter_`` they appear by their places here.
    sites_ : ndarray of shape (n_sites,)
        The names of the sites as text, numbers by size and words by the alphabet.
    n_dims_ : int
        How many numbers of a row left its site.
    charter_ : Charter
        The terms. A column that was not used is an ``IgnoredColumn`` there, with the reason.
    alignment_ : Alignment
        The maps' diagnostics: ``sites`` with verdicts, ``shares`` of the common directions.
    site_reports_ : tuple of SiteReport
        Rows, classes and verdict of each site.
    estimator_ : scikit-learn classifier
        The final model; it sees places in ``classes_`` instead of classes.
    study_ : PlayedStudy
        All that ``predict`` needs.
    n_features_in_ : int
        Number of columns of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where X has names that are texts.

    See Also
    --------
    CollaborativeRegressor : The same for numbers.
    concordant.rehearsal.encoder.CollaborativeEncoder : The aligned rows themselves.

    Notes
    -----
    Columns of a data frame that look like identifiers (texts that all differ, whole numbers that
    count the rows, names such as ``patient_id``) are ignored, as in a real draft; those of a
    plain matrix are not. Missing values (NaN) follow the policies of the terms.

    scikit-learn passes ``sites`` to ``fit``, ``score`` and others by metadata routing. A scorer
    by name (``scoring="accuracy"``) passes none to ``predict``: it answers through ``site``.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from concordant import CollaborativeClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> together = CollaborativeClassifier(span="agreed", n_sites=12, random_state=0)
    >>> together.fit(X[100:], y[100:]).score(X[:100], y[:100]) > 0.9
    True
    >>> together.predict(X[:2], sites=["site-07", "site-12"]).shape
    (2,)
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
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sites: Any = None) -> "CollaborativeClassifier":
        """Play the study on these rows.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            The rows of all sites.
        y : array-like of shape (n_samples,)
            Their classes, at least two and at most 100.
        sites : array-like of shape (n_samples,), default=None
            The name of each row's site. None deals the rows to ``n_sites`` sites.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        choices = read_choices(self)
        columns = read_columns(self, X, reset=True)
        classes, codes = read_classes(self, y, n_rows_of(columns))
        seed = draw_seed(self)
        study = play_study(
            columns,
            codes,
            settle_sites(self, choices, sites, len(codes), seed=seed, classes=codes),
            choices,
            task="classification",
            model=chosen_model(self, "classification"),
            seed=seed,
            keep=own_features(X, columns),
        )
        self.classes_, self.estimator_ = classes, study.estimator
        keep_study(self, study)
        return self

    def predict(self, X: Any, sites: Any = None) -> Array:
        """Return the class of each row.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        sites : array-like of shape (n_samples,), default=None
            The name of each row's site, one of ``sites_``. None sends all through ``site``.

        Returns
        -------
        classes : ndarray of shape (n_samples,)
            Values of ``classes_``.
        """
        check_is_fitted(self)
        return np.asarray(self.classes_[answer_rows(self, X, sites).codes])

    @available_if(_can("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any, sites: Any = None) -> Float[Array, "rows classes"] | None:
        """Return the probability of each class for each row.

        There only where the final model has it.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        sites : array-like of shape (n_samples,), default=None
            As in ``predict``.

        Returns
        -------
        probabilities : ndarray of shape (n_samples, n_classes)
            In the order of ``classes_``.
        """
        return answer_rows(self, X, sites).probabilities

    @available_if(_can("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any, sites: Any = None) -> Float[Array, "rows ..."]:
        """Return the final model's own scores.

        There only where the final model has them.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        sites : array-like of shape (n_samples,), default=None
            As in ``predict``.

        Returns
        -------
        scores : ndarray of shape (n_samples,) or (n_samples, n_classes)
            One a row where there are two classes.
        """
        return decide_rows(self, X, sites)

    def score(self, X: Any, y: Any, sites: Any = None, sample_weight: Any = None) -> float:
        """Return the share of rows whose class is right.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Their true classes.
        sites : array-like of shape (n_samples,), default=None
            As in ``predict``.
        sample_weight : array-like of shape (n_samples,), default=None
            How much each row counts.

        Returns
        -------
        accuracy : float
            From 0 to 1.
        """
        from sklearn.metrics import accuracy_score

        return float(accuracy_score(y, self.predict(X, sites=sites), sample_weight=sample_weight))

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "study_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
