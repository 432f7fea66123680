"""Train the returned model's recipe on one site's own rows only, to see what it gained.

In:  the charter, the recipe that came in the return, the site's own labelled rows.
Out: a model of the full features, or the reason in words why there is none. Only a site runs
     this; nothing is sent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float, Int64

from concordant.errors import ConcordantError
from concordant.linalg.arrays import Array
from concordant.linalg.scaling import scale_of_columns
from concordant.linalg.threads import one_blas_thread
from concordant.site.own_rows import OwnRows
from concordant.terms.charter import Charter
from concordant.terms.floors import FEWEST_ALONE
from concordant.terms.recipes import RECIPES, build_model
from concordant.terms.recipes_fit import fit_model
from concordant.wire.messages import ReturnBundle


@dataclass(frozen=True, slots=True, repr=False)
class AloneModel:
    """A model of the site's own rows: it sees every feature, scaled by the site's own constants.

    ``n_rows`` it was trained on; ``warnings`` are the kinds that the training raised.
    """

    estimator: Any
    centre: Float[Array, " features"]
    scale: Float[Array, " features"]
    n_classes: int
    n_rows: int
    warnings: tuple[str, ...]

    def values(self, rows: Float[Array, "rows features"]) -> Float[Array, " rows"]:
        """Return the numbers that a regression predicts."""
        return np.asarray(self.estimator.predict(self._scaled(rows)), dtype=np.float64).ravel()

    def codes(self, rows: Float[Array, "rows features"]) -> Int64[Array, " rows"]:
        """Return the class codes that a classifier predicts."""
        return np.asarray(self.estimator.predict(self._scaled(rows)), dtype=np.int64)

    def probabilities(
        self, rows: Float[Array, "rows features"]
    ) -> Float[Array, "rows classes"] | None:
        """Return probabilities of all agreed classes; 0 for those that the site never saw."""
        if not hasattr(self.estimator, "predict_proba"):
            return None
        shares = np.zeros((len(rows), self.n_classes))
        shares[:, self.estimator.classes_] = self.estimator.predict_proba(self._scaled(rows))
        return shares

    def _scaled(self, rows: Float[Array, "rows features"]) -> Float[Array, "rows features"]:
        return (rows - self.centre) / self.scale


def train_alone(
    charter: Charter, returned: ReturnBundle, own: OwnRows, *, seed: int
) -> AloneModel | str:
    """Return the model trained on these rows alone, or why it cannot be trained.

    The recipe's names and ranges are looked up in the closed list of ``terms.recipes``: a
    return cannot choose what runs here.
    """
    reason = _why_not(charter, returned, own)
    if reason is not None or own.labels is None:
        return reason or "The rows have no labels."
    return _fit(charter, returned.recipe_name, returned.recipe_parameters, own, seed=seed)


def _why_not(charter: Charter, returned: ReturnBundle, own: OwnRows) -> str | None:
    name, n_rows = returned.recipe_name, len(own.matrix)
    if name not in RECIPES:
        return (
            f"The analyst trained a model of its own ({name!r}), which is not on the list that "
            "a site can train by name."
        )
    if n_rows < FEWEST_ALONE:
        return f"There are {n_rows} own rows; a model of them alone would need {FEWEST_ALONE}."
    if charter.classes and own.labels is not None and len(np.unique(own.labels)) < 2:
        return "All own rows have the same class, so there is nothing to tell apart alone."
    return None


def _fit(
    charter: Charter, name: str, parameters: Mapping[str, Any], own: OwnRows, *, seed: int
) -> AloneModel | str:
    centre, scale = scale_of_columns(own.matrix)
    n_rows = len(own.matrix)
    try:
        estimator = build_model(name, parameters, charter.task, seed, n_rows=n_rows)
    except ConcordantError as refusal:
        return f"The return's recipe is not usable. {refusal.found_text}"
    assert own.labels is not None  # noqa: S101  `train_alone` asked before
    with one_blas_thread():
        try:
            warnings = fit_model(estimator, (own.matrix - centre) / scale, own.labels)
        except ValueError:
            # scikit-learn's text may quote data, so it is not repeated.
            return f"The model {name!r} cannot be trained on the own rows alone."
    return AloneModel(estimator, centre, scale, len(charter.classes), n_rows, warnings)
