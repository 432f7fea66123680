"""What every method is held against: each site alone, all rows pooled, averages of models.

In:  a Trial.
Out: answers of each site. Never part of a real study.
"""

import numpy as np

from concordant.rehearsal.baselines import pool_encoded
from concordant.rehearsal.methods import method
from concordant.rehearsal.trial import Trial
from concordant.site.spans import principal_directions
from concordant.terms.answers import Answers


@method("local", about="Each site trains on its own rows, all columns.", needs=())
def answer_local(trial: Trial) -> list[Answers]:
    """Answer by each site's own model."""
    return [trial.alone(site).answers(trial.asked[site]) for site in trial.sites]


@method("central", about="One model of everybody's rows in one place, all columns.", needs=())
def answer_central(trial: Trial) -> list[Answers]:
    """Answer by one model of all rows, which no real study may have."""
    rows = pool_encoded(trial.own.values())
    model = trial.train(rows.matrix, rows.labels)
    return [model.answers(trial.asked[site]) for site in trial.sites]


@method(
    "pooled-pca",
    about="One model of everybody's rows in one place, on their strongest directions.",
    needs=("dims",),
)
def answer_pooled_pca(trial: Trial) -> list[Answers]:
    """Answer by one model of all rows in as many dimensions as leave a site.

    The directions are those of eq. 4 of the paper, not centred, taken of all rows at once. The
    features are brought to one scale, as aligned rows are.
    """
    rows = pool_encoded(trial.own.values())
    span = principal_directions(rows.matrix, trial.n_dims)
    model = trial.train(rows.matrix @ span, rows.labels, scaling="unit")
    return [model.answers(trial.asked[site] @ span) for site in trial.sites]


@method(
    "local-average",
    about="Each site trains on its own rows; the answers of all these models are averaged.",
    needs=(),
)
def answer_local_average(trial: Trial) -> list[Answers]:
    """Answer by the mean of what all sites' own models say; sites count equally.

    Values are averaged, and probabilities; a model without them votes for its class.
    """
    models = [trial.alone(site) for site in trial.sites]
    return [
        _mean_answer([model.answers(trial.asked[site]) for model in models], trial.n_classes)
        for site in trial.sites
    ]


def _mean_answer(said: list[Answers], n_classes: int) -> Answers:
    if not n_classes:
        return Answers(values=np.mean([one.plain for one in said], axis=0))
    shares = np.mean([_shares(one, n_classes) for one in said], axis=0)
    return Answers(codes=shares.argmax(axis=1).astype(np.int64), probabilities=shares)


def _shares(said: Answers, n_classes: int) -> np.ndarray:
    return np.eye(n_classes)[said.codes] if said.probabilities is None else said.probabilities
