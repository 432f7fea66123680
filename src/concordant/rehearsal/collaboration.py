"""Train on played uploads, and answer for any site as that site would.

In:  the uploads of a rehearsal, a model, an alignment.
Out: a Collaboration: one estimator, and each site's way into its coordinates. Nothing is handed
     out here, so any scikit-learn estimator will do; what a real study may issue is decided by
     ``train``. Never part of a real study.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from jaxtyping import Float, Float32

from concordant.analyst.fit_together import Fitted, fit_together
from concordant.analyst.intake import require_bundles
from concordant.analyst.models import in_precision
from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_blas_thread
from concordant.rehearsal.uploads import Uploads
from concordant.site.common_features import place_in_common
from concordant.terms.answers import Answers, ask
from concordant.terms.recipes_build import Estimator
from concordant.terms.recipes_parameters import Plain


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Collaboration:
    """One model of all sites, and what each site needs to use it."""

    uploads: Uploads
    fitted: Fitted

    def __repr__(self) -> str:
        return f"Collaboration({self.fitted.choice.name!r}, <{len(self.sites)} sites>)"

    @property
    def sites(self) -> tuple[str, ...]:
        """The sites that have a way into the model."""
        return tuple(bundle.envelope.site for bundle in self.fitted.sites.bundles)

    def features(
        self, site: str, rows: Float[Array, "rows features"]
    ) -> Float32[Array, "rows dims"]:
        """Return encoded rows of one site as the model sees them."""
        pool = self.fitted.pool
        projected = self.uploads.releases[site].basis.project(rows)
        site_map = self.fitted.sites.alignment.map_of(site)
        return place_in_common(projected, site_map, pool.centre, pool.scale)

    def answers(self, site: str, rows: Float[Array, "rows features"]) -> Answers:
        """Return what the model says of encoded rows of one site."""
        n_classes = len(self.uploads.charter.classes)
        features = in_precision(self.fitted.choice, self.features(site, rows))
        with one_blas_thread():
            return ask(self.fitted.estimator, features, n_classes)


def collaborate(
    uploads: Uploads,
    *,
    model: str | Estimator,
    parameters: Mapping[str, Plain] | None = None,
    method: Method = "auto",
    scale: Scale = "unit",
    seed: int = 0,
) -> Collaboration:
    """Return the model that the analyst would train on these uploads."""
    charter = uploads.charter
    accepted = require_bundles(charter, uploads.bundles, span=uploads.span)
    with one_blas_thread():
        fitted = fit_together(
            charter,
            accepted,
            model=model,
            parameters=parameters,
            method=method,
            scale=scale,
            seed=seed,
        )
    return Collaboration(uploads, fitted)
