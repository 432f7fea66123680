"""One method at work: what it may use to answer for the rows that each site kept back.

In:  a Cell, a model, a generator of the method's own.
Out: a Trial, which methods are written against (docs/your-own-method.md). Never part of a real
     study: a method sees all sites at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from jaxtyping import Float, Num

from concordant.analyst.training import Scale
from concordant.analyst.verdicts import Method
from concordant.linalg.arrays import Array
from concordant.rehearsal.baselines import Encoded, Scaling, SeededRecipe, Trained, train_recipe
from concordant.rehearsal.cell import Cell
from concordant.rehearsal.setting import Setting
from concordant.terms.answers import Answers
from concordant.terms.charter import Charter, Task
from concordant.terms.draws import draws_for
from concordant.wire.blocks import from_precision


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trial:
    """One method with one model, one seed and one setting.

    ``rng`` is the method's own: what it draws changes nothing of any other method. ``seed`` is
    what models are seeded by, the same for all.
    """

    cell: Cell
    model: str
    rng: np.random.Generator

    def __repr__(self) -> str:
        return f"Trial({self.model!r}, {self.cell!r})"

    # ------------------------------------------------------------ what every method has

    @property
    def charter(self) -> Charter:
        """The terms that the rows were encoded by."""
        return self.cell.charter

    @property
    def task(self) -> Task:
        """Whether classes or numbers are predicted."""
        return self.cell.charter.task

    @property
    def n_classes(self) -> int:
        """How many classes there are; 0 for numbers."""
        return len(self.cell.charter.classes)

    @property
    def setting(self) -> Setting:
        """Span, anchor, condition and dimensions."""
        return self.cell.setting

    @property
    def n_dims(self) -> int:
        """How many numbers a row becomes; 0 for a method that needs no ``dims``."""
        return self.cell.setting.n_dims

    @property
    def seed(self) -> int:
        """The seed of the rows' cut and of the models."""
        return self.cell.seed

    @property
    def sites(self) -> tuple[str, ...]:
        """The names of the sites; answers are returned in their order."""
        return tuple(self.cell.sites)

    @property
    def own(self) -> Mapping[str, Encoded]:
        """Each site's rows to learn from: ``.matrix`` and ``.labels``."""
        return MappingProxyType({name: site.own for name, site in self.cell.sites.items()})

    @property
    def asked(self) -> Mapping[str, Float[Array, "asked features"]]:
        """Each site's rows to predict."""
        return MappingProxyType({name: site.asked for name, site in self.cell.sites.items()})

    def train(
        self,
        features: Float[Array, "rows features"],
        labels: Num[Array, " rows"],
        *,
        scaling: Scaling = "columns",
    ) -> Trained:
        """Return this trial's model of some rows; its ``.answers(features)`` take further ones.

        ``scaling`` brings the features to scale first: "columns" each to unit spread, "unit" all
        by one number, "none" not at all.
        """
        recipe = SeededRecipe(self.model, {}, self.seed)
        return train_recipe(self.charter, recipe, Encoded(features, labels), scaling=scaling)

    def alone(self, site: str) -> Trained:
        """Return this trial's model of one site's own rows, which methods share."""
        return self.cell.alone(self.model, site)

    # ------------------------------------------------------------ what the analyst has

    @property
    def views(self) -> tuple[Float[Array, "anchor_rows dims"], ...]:
        """What each site's basis makes of the shared anchor."""
        return tuple(bundle.anchor_view for bundle in self.cell.sent.bundles)

    @property
    def representations(self) -> tuple[Float[Array, "_ dims"], ...]:
        """Each site's own rows in its secret coordinates, in an order of their own."""
        return tuple(from_precision(bundle) for bundle in self.cell.sent.bundles)

    @property
    def labels(self) -> tuple[Num[Array, " _"], ...]:
        """The labels of the representations, in their order."""
        found = (bundle.labels for bundle in self.cell.sent.bundles)
        return tuple(labels for labels in found if labels is not None)

    @property
    def asked_representations(self) -> tuple[Float[Array, "_ dims"], ...]:
        """Each site's rows to predict, in its secret coordinates."""
        return self.cell.sent.asked

    def collaborate(self, *, method: Method = "auto", scale: Scale = "unit") -> tuple[Answers, ...]:
        """Return each site's answers by the study that our own commands would carry out."""
        return self.cell.collaborate(self.model, method=method, scale=scale)

    def train_on_maps(
        self, maps: Sequence[Float[Array, "dims dims"]], *, scale: Scale = "unit"
    ) -> tuple[Answers, ...]:
        """Return each site's answers by one model of all ``representation @ map``.

        ``unit`` centres these features and brings all to one scale; ``none`` leaves them.
        """
        return self.cell.train_on_maps(self.model, tuple(maps), scale=scale)


def start_trial(cell: Cell, method: str, model: str) -> Trial:
    """Return the trial of one method with a fresh generator of its own."""
    words = (*cell.setting.words, cell.setting.n_dims)
    return Trial(cell, model, draws_for(cell.seed, "method", method, model, *words))
