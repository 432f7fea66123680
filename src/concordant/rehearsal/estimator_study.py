"""Play a whole study for an estimator, and keep what answers for its sites afterwards.

In:  columns, labels, sites, choices, a model, a seed.
Out: a PlayedStudy that can be pickled. Anybody may run this, for rehearsals only.

Everything runs through the functions of the commands: the terms, the uploads, intake, alignment
and training. What stays is each site's basis and map, as plain arrays. A real site never writes
its basis down in the open: there it is a SecretBasis, which refuses to be pickled. But a rehearsal
has no secrets (docs/decisions/0012): its draws come from a seed, its rows lie beside it, and
scikit-learn sends estimators from process to process.
"""

import warnings
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.analyst.align import Alignment
from concordant.analyst.sites import SiteReport
from concordant.errors.estimator import TrainingWarned
from concordant.linalg.arrays import Array
from concordant.rehearsal.collaboration import Collaboration, collaborate
from concordant.rehearsal.estimator_choices import StudyChoices
from concordant.rehearsal.estimator_sites import SitesOfRows
from concordant.rehearsal.estimator_terms import prepare_study
from concordant.rehearsal.frame_columns import Columns
from concordant.rehearsal.rehearsed_terms import draw_pact
from concordant.rehearsal.uploads import upload_rows
from concordant.site.common_features import place_in_common
from concordant.terms.charter import Charter, Task
from concordant.terms.draws import draws_for
from concordant.terms.preprocess import encode_rows
from concordant.terms.recipes_build import Estimator
from concordant.terms.table import table_from_frame


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PlayedStudy:
    """What is left of a study: its terms, its model, and each site's way into the model.

    ``sites`` are named as the caller named them, ``bases`` and ``maps`` are in their order.
    """

    charter: Charter
    sites: tuple[str, ...]
    bases: Float[Array, "sites features dims"]
    maps: Float[Array, "sites dims dims"]
    centre: Float[Array, " dims"]
    scale: Float[Array, " dims"]
    alignment: Alignment
    reports: tuple[SiteReport, ...]
    estimator: Estimator
    in_single_precision: bool

    def __repr__(self) -> str:
        return f"PlayedStudy(<{len(self.sites)} sites, {self.charter.n_dims} dims>)"

    def features(
        self, columns: Columns, places: Int64[Array, " rows"]
    ) -> Float[Array, "rows dims"]:
        """Return rows as the model sees them, each through the map of its own site.

        The numbers are those of single precision, which sites feed to an issued model.
        """
        encoded = encode_rows(self.charter, table_from_frame(columns)).matrix
        features = np.empty((len(encoded), self.charter.n_dims))
        for place in np.unique(places):
            rows = places == place
            projected = encoded[rows] @ self.bases[place]
            features[rows] = place_in_common(projected, self.maps[place], self.centre, self.scale)
        return features


def play_study(
    columns: Columns,
    labels: Num[Array, " rows"],
    sites: SitesOfRows,
    choices: StudyChoices,
    *,
    task: Task,
    model: str | Estimator,
    seed: int,
    keep: Collection[str] = (),
    label_step: float | None = None,
) -> PlayedStudy:
    """Return the study of these rows; the same for the same seed."""
    # One generator for all secrets, in the order in which a real study draws them.
    rng = draws_for(seed, "secrets")
    prepared = prepare_study(
        columns, labels, sites, choices, task=task, keep=keep, label_step=label_step, rng=rng
    )
    uploads = upload_rows(prepared.charter, draw_pact(rng), prepared.own, rng=rng)
    played = collaborate(
        uploads, model=model, method=choices.method, scale=choices.scale, seed=seed
    )
    _tell(played.fitted.kinds)
    return _record(played, sites)


def _record(played: Collaboration, sites: SitesOfRows) -> PlayedStudy:
    fitted = played.fitted
    return PlayedStudy(
        charter=played.uploads.charter,
        sites=sites.names,
        bases=np.stack([_basis(played, name) for name in sites.study_names]),
        maps=np.stack([fitted.sites.alignment.map_of(name) for name in sites.study_names]),
        centre=fitted.pool.centre,
        scale=fitted.pool.scale,
        alignment=fitted.sites.alignment,
        reports=fitted.sites.reports,
        estimator=fitted.estimator,
        in_single_precision=fitted.choice.trains_in_float32,
    )


def _basis(played: Collaboration, site: str) -> Float[Array, "features dims"]:
    """Return the basis of a site: what each feature by itself is projected to."""
    each_feature = np.eye(played.uploads.charter.n_features)
    return played.uploads.releases[site].basis.project(each_feature)


def _tell(kinds: Collection[str]) -> None:
    """Pass on that the training warned; only the kinds are known, the texts may quote data."""
    if kinds:
        sentence = f"Training the final model raised {', '.join(kinds)}."
        warnings.warn(sentence, TrainingWarned, stacklevel=2)
