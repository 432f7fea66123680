"""What all methods of one seed and one setting share: the rows of each site, and their uploads.

In:  the charter, the rows that each site learns from and those that it is asked, a setting.
Out: a Cell; uploads are played once, when a method first asks for them. Never part of a real
     study.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from jaxtyping import Float

from concordant.analyst.align import align
from concordant.analyst.models import choose_model, in_precision, train_model
from concordant.analyst.pool import pool_rows
from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.errors.rehearsal import UploadsNotPlanned
from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_blas_thread
from concordant.rehearsal.baselines import Encoded, SeededRecipe, Trained, train_recipe
from concordant.rehearsal.collaboration import collaborate
from concordant.rehearsal.conditions import draw_paper_bases
from concordant.rehearsal.plan import Condition
from concordant.rehearsal.rehearsed_terms import confirmed, draw_pact
from concordant.rehearsal.setting import Setting
from concordant.rehearsal.uploads import Uploads, upload_rows
from concordant.site.common_features import place_in_common
from concordant.site.own_rows import OwnRows
from concordant.terms.answers import Answers, ask
from concordant.terms.charter import AnchorKind, Charter, SpanPlan
from concordant.terms.draft import sized_anchor
from concordant.terms.draws import draws_for
from concordant.wire.messages import Envelope, RepresentationBundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SiteData:
    """The rows of one site: ``own`` with their labels to learn from, ``asked`` to be predicted."""

    own: Encoded
    asked: Float[Array, "asked features"]
    persons: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sent:
    """What the analyst has of all sites, and the asked rows by the basis of the site that asks.

    ``uploads`` is None under a condition of the paper, whose sites send no file of ours.
    """

    bundles: tuple[RepresentationBundle, ...]
    asked: tuple[Float[Array, "_ dims"], ...]
    uploads: Uploads | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Cell:
    """One seed and one setting. Whatever is drawn depends on these and on nothing else."""

    charter: Charter
    sites: Mapping[str, SiteData]
    setting: Setting
    seed: int

    def __repr__(self) -> str:
        return f"Cell({self.setting}, seed {self.seed}, <{len(self.sites)} sites>)"

    @cached_property
    def sent(self) -> Sent:
        """What everybody sent; played at the first call."""
        setting = self.setting
        rng = draws_for(self.seed, "uploads", *setting.words, setting.n_dims)
        with one_blas_thread():
            if setting.condition and setting.anchor and setting.n_dims:
                return self._sent_by_paper(rng, setting.condition, setting.anchor)
            if setting.span and setting.anchor and setting.n_dims:
                return self._sent_by_us(rng, setting.span, setting.anchor)
        raise UploadsNotPlanned

    @cached_property
    def _alone(self) -> dict[tuple[str, str], Trained]:
        return {}

    def alone(self, model: str, site: str) -> Trained:
        """Return the model of one site's own rows; trained at the first call."""
        if (model, site) not in self._alone:
            self._alone[model, site] = train_recipe(
                self.charter, SeededRecipe(model, {}, self.seed), self.sites[site].own
            )
        return self._alone[model, site]

    def collaborate(self, model: str, *, method: Method, scale: Scale) -> tuple[Answers, ...]:
        """Return each site's answers by the model that the analyst would train."""
        if self.sent.uploads is None:
            views = [bundle.anchor_view for bundle in self.sent.bundles]
            alignment = align(views, method, names=tuple(self.sites))
            return self.train_on_maps(model, alignment.maps, scale=scale)
        played = collaborate(
            self.sent.uploads, model=model, method=method, scale=scale, seed=self.seed
        )
        return tuple(played.answers(name, site.asked) for name, site in self.sites.items())

    def train_on_maps(
        self, model: str, maps: tuple[Float[Array, "dims dims"], ...], *, scale: Scale
    ) -> tuple[Answers, ...]:
        """Return each site's answers by one model of all rows brought together by ``maps``."""
        choice = choose_model(model, None, self.charter.task, self.seed)
        pool = pool_rows(self.sent.bundles, maps, scale=scale)
        n_classes = len(self.charter.classes)
        with one_blas_thread():
            estimator, _ = train_model(choice, pool.features, pool.labels)
            placed = [
                place_in_common(asked, site_map, pool.centre, pool.scale)
                for asked, site_map in zip(self.sent.asked, maps, strict=True)
            ]
            return tuple(ask(estimator, in_precision(choice, rows), n_classes) for rows in placed)

    def _sent_by_us(self, rng: np.random.Generator, span: SpanPlan, anchor: AnchorKind) -> Sent:
        charter = played_terms(self.charter, span=span, anchor=anchor, n_dims=self.setting.n_dims)
        own = {
            name: OwnRows(site.own.matrix, site.own.labels, site.persons, ())
            for name, site in self.sites.items()
        }
        uploads = upload_rows(charter, draw_pact(rng), own, rng=rng)
        asked = (
            uploads.releases[name].basis.project(site.asked) for name, site in self.sites.items()
        )
        return Sent(uploads.bundles, tuple(asked), uploads)

    def _sent_by_paper(
        self, rng: np.random.Generator, condition: Condition, anchor: AnchorKind
    ) -> Sent:
        sites = tuple(self.sites.values())
        drawn = draw_paper_bases(
            rng,
            [site.own.matrix for site in sites],
            condition=condition,
            anchor=anchor,
            n_dims=self.setting.n_dims,
        )
        bundles = tuple(
            RepresentationBundle(
                envelope=Envelope(self.charter.study_id, "", name, 1, "", rehearsal=True),
                anchor_view=view,
                rows=site.own.matrix @ basis,
                precision="float64",
                labels=site.own.labels,
            )
            for (name, site), basis, view in zip(
                self.sites.items(), drawn.bases, drawn.views, strict=True
            )
        )
        asked = (site.asked @ basis for site, basis in zip(sites, drawn.bases, strict=True))
        return Sent(bundles, tuple(asked))


def played_terms(charter: Charter, *, span: SpanPlan, anchor: AnchorKind, n_dims: int) -> Charter:
    """Return the confirmed terms of a study with this span, anchor and number of dimensions."""
    plan = sized_anchor(replace(charter.anchor, kind=anchor), charter.n_features)
    return confirmed(replace(charter, n_dims=n_dims, span=span, anchor=plan))
