"""A scikit-learn transformer that gives the aligned rows of a played study.

In:  the rows of all sites.
Out: the numbers that the model of a study would see. Anybody may run this, for rehearsals only.
"""

# ruff: noqa: N803  `X` stays in scikit-learn signatures

from typing import Any, no_type_check

import numpy as np
from jaxtyping import Float
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted

from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.linalg.arrays import Array
from concordant.rehearsal.estimator_choices import read_choices
from concordant.rehearsal.estimator_fit import draw_seed, keep_study, place_rows, settle_sites
from concordant.rehearsal.estimator_rows import n_rows_of, own_features, read_columns
from concordant.rehearsal.estimator_sites import SitesOfRows
from concordant.rehearsal.estimator_study import play_study
from concordant.rehearsal.frame_columns import Columns
from concordant.terms.charter import AnchorKind, SpanPlan


class CollaborativeEncoder(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Bring rows of several sites into the coordinates that they share.

    ``fit`` plays a study up to the alignment, in this process; ``transform`` sends each row
    through the map of a site, and gives what the model of the study would see: centred and at
    unit scale. Put it before any model of a ``Pipeline``. It is for trying out what a
    collaboration would give, on rows that you hold; it protects nobody.

    The terms (ranges, levels, dimensions) are drafted from all of X at once, as by
    ``CollaborativeClassifier``.

    Parameters
    ----------
    span : {"own", "shared", "agreed"}, default="agreed"
        What the secret bases have in common: nothing but the features; a random span; the span
        that all sites share best. With one span for all, a row comes to the same place through
        whichever map; with own spans ``fit_transform(X)`` differs from ``fit(X).transform(X)``.
    anchor : {"orthonormal", "uniform", "gaussian"}, default="orthonormal"
        How the anchor is drawn that the sites share. The agreed span needs an orthonormal one.
    method : {"auto", "odc", "imakura", "kawakami"}, default="auto"
        How the sites are aligned.
    n_dims : int, default=None
        How many numbers a row becomes, from 1 up (2 with one span for all). More than the rows
        allow is shrunk with a warning. None takes what a draft proposes, at most a fifth of the
        rows of the smallest site.
    n_sites : int, default=None
        To how many sites rows are dealt when ``fit`` is not told ``sites``, from 2 up. None deals
        them to five, or fewer where a site would have less than three rows.
    site : str, default=None
        The site whose map rows go through when ``transform`` is not told ``sites``. None stands
        for the first of ``sites_``.
    scale : {"unit", "none"}, default="unit"
        Whether aligned rows are centred and brought to unit scale.
    random_state : int, RandomState instance or None, default=None
        Seeds everything that is drawn: who gets which row, and the bases.

    Attributes
    ----------
    sites_ : ndarray of shape (n_sites,)
        The names of the sites as text, numbers by size and words by the alphabet.
    n_dims_ : int
        How many numbers a row becomes.
    charter_ : Charter
        The terms; their label is a stand-in that nothing is learned from.
    alignment_ : Alignment
        The maps' diagnostics: ``sites`` with verdicts, ``shares`` of the common directions.
    site_reports_ : tuple of SiteReport
        Rows and verdict of each site.
    study_ : PlayedStudy
        All that ``transform`` needs.
    n_features_in_ : int
        Number of columns of X.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where X has names that are texts.

    See Also
    --------
    concordant.CollaborativeClassifier : The same with a model; its notes hold here too.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from concordant.rehearsal.encoder import CollaborativeEncoder
    >>> X, y = load_wine(return_X_y=True)
    >>> encoder = CollaborativeEncoder(n_sites=6, n_dims=4, random_state=0)
    >>> encoder.fit_transform(X).shape
    (178, 4)
    >>> make_pipeline(encoder, LogisticRegression()).fit(X[::2], y[::2]).score(X, y) > 0.9
    True
    """

    @no_type_check  # scikit-learn wants a constructor that takes anything; `fit` looks at it
    def __init__(
        self,
        *,
        span: SpanPlan = "agreed",
        anchor: AnchorKind = "orthonormal",
        method: Method = "auto",
        n_dims: int | None = None,
        n_sites: int | None = None,
        site: str | None = None,
        scale: Scale = "unit",
        random_state: Any = None,
    ) -> None:
        self.span = span
        self.anchor = anchor
        self.method = method
        self.n_dims = n_dims
        self.n_sites = n_sites
        self.site = site
        self.scale = scale
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None, sites: Any = None) -> "CollaborativeEncoder":
        """Align the sites of these rows.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            The rows of all sites.
        y : None
            Not used: spans and maps do not depend on it.
        sites : array-like of shape (n_samples,), default=None
            The name of each row's site. None deals the rows to ``n_sites`` sites.

        Returns
        -------
        self : object
            The fitted transformer.
        """
        del y
        self._align(X, sites)
        return self

    def fit_transform(self, X: Any, y: Any = None, sites: Any = None) -> Float[Array, "rows dims"]:
        """Align the sites and return these rows, each through the map of its own site.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            The rows of all sites.
        y : None
            Not used.
        sites : array-like of shape (n_samples,), default=None
            As in ``fit``.

        Returns
        -------
        aligned : ndarray of shape (n_samples, n_dims_)
            As the model of a study is trained on them.
        """
        del y
        columns, settled = self._align(X, sites)
        aligned: Float[Array, "rows dims"] = self.study_.features(columns, settled.places)
        return aligned

    def transform(self, X: Any, sites: Any = None) -> Float[Array, "rows dims"]:
        """Return rows in the coordinates that the sites share.

        Parameters
        ----------
        X : {array-like, pandas or polars data frame} of shape (n_samples, n_features)
            Rows.
        sites : array-like of shape (n_samples,), default=None
            The name of each row's site, one of ``sites_``. None sends all through ``site``.

        Returns
        -------
        aligned : ndarray of shape (n_samples, n_dims_)
            Single-precision numbers, kept as float64.
        """
        return place_rows(self, X, sites)

    def get_feature_names_out(self, input_features: Any = None) -> Array:
        """Return dim0, dim1, …: what a number means, only the secret basis knows.

        Parameters
        ----------
        input_features : array-like of str, default=None
            Names of the columns of X; they are compared with those of ``fit`` and not used.

        Returns
        -------
        names : ndarray of shape (n_dims_,) of str objects
            One name a number.
        """
        check_is_fitted(self)
        _check_feature_names_in(self, input_features)
        return np.array([f"dim{place}" for place in range(self.n_dims_)], dtype=object)

    def _align(self, rows: Any, sites: Any) -> tuple[Columns, SitesOfRows]:
        choices = read_choices(self)
        columns = read_columns(self, rows, reset=True)
        n_rows, seed = n_rows_of(columns), draw_seed(self)
        settled = settle_sites(self, choices, sites, n_rows, seed=seed)
        study = play_study(
            columns,
            np.arange(n_rows) % 2,  # terms want a label and training a model: both are stand-ins
            settled,
            choices,
            task="classification",
            model="dummy",
            seed=seed,
            keep=own_features(rows, columns),
        )
        keep_study(self, study)
        return columns, settled

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "study_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
