"""Align the sites and fit one model to all their rows; what is handed out comes after this.

In:  the charter and bundles that were held against it.
Out: the participants, the pooled rows, the fitted estimator, and why its scores may be no
     forecast. The analyst runs this.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from concordant.analyst.forecast import forecast_reasons
from concordant.analyst.models import ModelChoice, choose_model, train_model
from concordant.analyst.pool import Pool, pool_rows
from concordant.analyst.select import SEARCH, fixed_choice, search
from concordant.analyst.sites import Participants, choose_participants
from concordant.analyst.training import Candidate, Scale
from concordant.analyst.verdicts import Method
from concordant.errors.analyst import NoRowsAtAll, OneClassOnly
from concordant.terms.charter import Charter
from concordant.terms.recipes_build import Estimator
from concordant.terms.recipes_parameters import Plain
from concordant.wire.messages import RepresentationBundle

# Each purpose draws from its own stream, so that leaving one out changes no other.
SEARCH_STREAM, VALIDATE_STREAM, ISSUE_STREAM, CURVES_STREAM, GAINS_STREAM = range(5)


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """One model of all sites' rows, still at the analyst.

    ``reasons`` say why cross-validation of it is no forecast; none when it is one. ``kinds`` are
    the kinds of warning that its training raised.
    """

    sites: Participants
    pool: Pool
    choice: ModelChoice
    estimator: Estimator
    reasons: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    notes: tuple[str, ...]
    kinds: tuple[str, ...]


def fit_together(
    charter: Charter,
    bundles: Sequence[RepresentationBundle],
    *,
    model: str | Estimator,
    parameters: Mapping[str, Plain] | None = None,
    method: Method = "auto",
    scale: Scale = "unit",
    seed: int = 0,
    partial: bool = False,
    on_step: Callable[[str], None] | None = None,
) -> Fitted:
    """Return the model of all sites that can be trusted; the arguments are those of ``train``.

    ``bundles`` must have passed ``require_bundles``.
    """
    say = on_step or (lambda _words: None)
    say(f"aligning {len(bundles)} sites")
    sites = choose_participants(charter, bundles, method, partial=partial)
    pool = _pool(sites, scale)
    reasons = forecast_reasons(sites.alignment, pool, len(charter.classes))
    choice, candidates, notes = _settle(
        charter, model, parameters, pool, reasons, seed=seed, say=say
    )
    say(f"training {choice.name} on {pool.n_rows} rows")
    estimator, kinds = train_model(choice, pool.features, pool.labels)
    return Fitted(sites, pool, choice, estimator, reasons, candidates, notes, kinds)


def draws_of(seed: int, stream: int) -> np.random.Generator:
    """Return the generator of one purpose of a training."""
    return np.random.default_rng([seed, stream])


def _pool(sites: Participants, scale: Scale) -> Pool:
    if not any(len(bundle.rows) for bundle in sites.bundles):
        raise NoRowsAtAll(n_sites=len(sites.bundles))
    pool = pool_rows(sites.bundles, sites.alignment.maps, scale=scale)
    if np.all(pool.labels == pool.labels[0]):
        raise OneClassOnly(n_rows=pool.n_rows)
    return pool


def _settle(
    charter: Charter,
    model: str | Estimator,
    parameters: Mapping[str, Plain] | None,
    pool: Pool,
    reasons: tuple[str, ...],
    *,
    seed: int,
    say: Callable[[str], None],
) -> tuple[ModelChoice, tuple[Candidate, ...], tuple[str, ...]]:
    """Return the model to train, what ``search`` tried, and what is to be said about it."""
    if not (isinstance(model, str) and model == SEARCH):
        return choose_model(model, parameters, charter.task, seed), (), ()
    if reasons:
        choice = fixed_choice(charter.task, seed)
        note = (
            f"{SEARCH!r} fell back to {choice.name!r}: cross-validation here does not tell which "
            "model will do best at the sites."
        )
        return choice, (), (note,)
    draws = draws_of(seed, SEARCH_STREAM)
    return (*search(charter.task, pool, len(charter.classes), seed, draws, say), ())
