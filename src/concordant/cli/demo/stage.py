"""What a demo decides before it is played, and what all its studies share.

In:  a set, a number of sites, a seed; how the rows were cut.
Out: dimensions that every site has rows for, a step for the labels, the consents that so small
     tables need.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from concordant.cli.demo.at_sites import PlayedSite
from concordant.cli.demo.folder import PUBLIC
from concordant.cli.demo.papers import Terms
from concordant.cli.demo.steps import Steps
from concordant.rehearsal.datasets import Dataset
from concordant.rehearsal.split import Cut, draw_cut
from concordant.terms.charter import Consents
from concordant.terms.floors import SITES_FLOOR, UNIQUE_LABELS_LIMIT, rows_floor
from concordant.terms.labels import round_to_step, share_unique


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person asked for."""

    dataset: Dataset
    n_sites: int
    seed: int

    @property
    def row_classes(self) -> list[str] | None:
        """The class of every row, to deal them out evenly; None where labels are numbers."""
        dataset = self.dataset
        return dataset.columns[dataset.label] if dataset.task == "classification" else None


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything that the studies of one demo share."""

    choices: Choices
    cut: Cut
    terms: Terms
    public: Path
    sites: tuple[PlayedSite, ...]
    rng: np.random.Generator
    steps: Steps


def open_stage(choices: Choices, folder: Path, steps: Steps) -> Stage:
    """Cut the rows and decide on the terms; nothing is written yet."""
    rng = np.random.default_rng(choices.seed)
    cut = draw_cut(
        rng,
        n_rows=choices.dataset.n_rows,
        n_sites=choices.n_sites,
        classes=choices.row_classes,
    )
    return Stage(
        choices=choices,
        cut=cut,
        terms=decide_terms(choices, cut),
        public=folder / PUBLIC,
        sites=tuple(PlayedSite.in_folder(folder, each.site) for each in cut.sites),
        rng=rng,
        steps=steps,
    )


def decide_terms(choices: Choices, cut: Cut) -> Terms:
    """Return what the charters of a demo agree on beside the columns."""
    n_dims = min(choices.dataset.n_dims, cut.fewest_own - 1)
    step, is_unique = _label_step(choices.dataset, cut)
    return Terms(
        dataset=choices.dataset,
        sites=tuple(site.site for site in cut.sites),
        n_dims=n_dims,
        label_step=step,
        consents=Consents(
            agreed_below_floor=is_below_floor(cut, n_dims), accept_unique_labels=is_unique
        ),
    )


def is_below_floor(cut: Cut, n_dims: int) -> bool:
    """Tell whether the agreed span would be refused for too few rows or too few sites."""
    return cut.fewest_own < rows_floor(n_dims) or len(cut.sites) < SITES_FLOOR


def _label_step(dataset: Dataset, cut: Cut) -> tuple[float | None, bool]:
    """Return the finest step that hides labels at every site; if none does, say so by True."""
    if dataset.label_step is None:
        return None, False
    labels = np.asarray(dataset.columns[dataset.label], dtype=np.float64)
    for factor in (1.0, 2.0, 4.0):
        step = factor * dataset.label_step
        rounded = [round_to_step(labels[site.own], step) for site in cut.sites]
        if max(share_unique(each) for each in rounded) <= UNIQUE_LABELS_LIMIT:
            return step, False
    return dataset.label_step, True
