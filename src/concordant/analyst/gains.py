"""Measure what each site gains over staying alone, as far as the analyst can see it.

In:  the pooled rows, what the common model said of rows it had not seen, the same recipe.
Out: for each site its score together and alone on the same rows, the gain with its interval, and
     the mean over sites. No site is asked again. The analyst runs this.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Num

from concordant.analyst.folds import MOST_SITES
from concordant.analyst.held_out import HeldOut
from concordant.analyst.models import ModelChoice, in_precision, train_model
from concordant.analyst.pool import Pool
from concordant.analyst.validation import MOST_ROWS, N_RESAMPLES, draw_part, number_persons
from concordant.errors.analyst import ModelNotTrained
from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_thread
from concordant.terms.answers import ask
from concordant.terms.floors import FEWEST_ALONE
from concordant.terms.intervals import measure_with_interval, resampling, t_interval
from concordant.terms.scores import Weights

# Models that train in milliseconds are measured at more sites.
QUICK_MODELS = ("logistic", "ridge", "dummy")
MOST_SITES_QUICK = 100

NO_FORECAST = (
    "Like the scores, these gains are no forecast: for the reasons given there, a site's gain on "
    "new rows may be another. `concordant site evaluate` on rows that the site kept back is the "
    "number to trust."
)


@dataclass(frozen=True, slots=True)
class SiteGain:
    """One site: its score with the common model and alone; a gain above 0 is always better.

    The four are None where a model of the site's rows alone means nothing: fewer than ten rows,
    one class only, or a recipe that cannot be trained on so few.
    """

    site: str
    n_rows: int
    together: float | None = None
    alone: float | None = None
    gain: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class MeanGain:
    """The mean over the measured sites, and its 95 % t interval, which needs two of them."""

    gain: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Gains:
    """What working together brings; ``how`` says in words how it was measured."""

    measure: str
    higher_is_better: bool
    how: str
    sites: tuple[SiteGain, ...]
    mean: MeanGain
    n_sites_measured: int


def measure_gains(
    choice: ModelChoice,
    pool: Pool,
    held_out: HeldOut,
    n_classes: int,
    rng: np.random.Generator,
    *,
    is_forecast: bool,
) -> Gains:
    """Return the gain of each site, or of some sites drawn at random where there are many."""
    chosen = _draw_sites(choice, len(pool.names), rng)
    seeds = rng.integers(2**32, size=len(chosen))
    # Many small models: threads would wait for each other longer than they work.
    with one_thread():
        sites = tuple(
            _measure_site(choice, pool, held_out, n_classes, site, int(seed))
            for site, seed in zip(chosen, seeds, strict=True)
        )
    gains = np.array([each.gain for each in sites if each.gain is not None])
    return Gains(
        measure="accuracy" if n_classes else "RMSE",
        higher_is_better=bool(n_classes),
        how=_describe(pool, len(chosen), is_forecast=is_forecast),
        sites=sites,
        mean=mean_gain(gains),
        n_sites_measured=len(gains),
    )


def mean_gain(gains: Float[Array, " sites"]) -> MeanGain:
    """Return the mean over sites with its t interval, as far as there are sites."""
    if not len(gains):
        return MeanGain(None, None, None)
    low, high = t_interval(gains) if len(gains) > 1 else (None, None)
    return MeanGain(float(gains.mean()), low, high)


def _draw_sites(choice: ModelChoice, n_sites: int, rng: np.random.Generator) -> list[int]:
    n_most = MOST_SITES_QUICK if choice.name in QUICK_MODELS else MOST_SITES
    if n_sites <= n_most:
        return list(range(n_sites))
    drawn: list[int] = np.sort(rng.choice(n_sites, n_most, replace=False)).tolist()
    return drawn


def _describe(pool: Pool, n_measured: int, *, is_forecast: bool) -> str:
    how = (
        "On each site's own rows: the common model, trained on the rows of all sites but those "
        "being tested, against the same recipe trained on that site's other rows alone, both on "
        "the rows as they reached the analyst. Intervals: 95 %, paired; of a site by drawing its "
        f"{'rows' if pool.groups is None else 'persons'} again, of the mean Student's over sites. "
        "At home a site could also use what the projection leaves out; `concordant site evaluate` "
        "compares with that."
    )
    if n_measured < len(pool.names):
        how += f" {n_measured} of {len(pool.names)} sites, drawn at random, were measured."
    return how if is_forecast else f"{how} {NO_FORECAST}"


def _measure_site(
    choice: ModelChoice, pool: Pool, held_out: HeldOut, n_classes: int, site: int, seed: int
) -> SiteGain:
    own = held_out.where(pool.sites[held_out.rows] == site)
    # Which rows are used, and how they are drawn again, are two draws.
    own = draw_part(own, pool.groups, MOST_ROWS, np.random.default_rng([seed, 1]))
    name, n_rows = pool.names[site], int(np.count_nonzero(pool.sites == site))
    if len(own.rows) < FEWEST_ALONE:
        return SiteGain(name, n_rows)
    alone = _answer_alone(choice, pool, own, n_classes, site)
    if alone is None:
        return SiteGain(name, n_rows)
    return _compare(name, n_rows, pool, own, alone, n_classes, seed)


def _answer_alone(
    choice: ModelChoice, pool: Pool, own: HeldOut, n_classes: int, site: int
) -> Num[Array, " rows"] | None:
    """Return what models of the site's other rows say, in the folds of the common model."""
    labels = pool.labels[own.rows]
    if n_classes and len(np.unique(labels)) < 2:
        return None
    said = np.zeros(len(labels), dtype=labels.dtype)
    for fold in np.unique(own.folds):
        tested = own.folds == fold
        trains = pool.sites == site
        trains[own.rows[tested]] = False
        known = np.unique(pool.labels[trains])
        if not len(known):
            return None
        if n_classes and len(known) == 1:
            # All that such a site could say alone.
            said[tested] = known[0]
            continue
        try:
            model, _ = train_model(choice, pool.features[trains], pool.labels[trains])
        except ModelNotTrained:
            return None
        features = pool.features[own.rows[tested]]
        said[tested] = ask(model, in_precision(choice, features), n_classes).plain
    return said


def _compare(
    name: str,
    n_rows: int,
    pool: Pool,
    own: HeldOut,
    alone: Num[Array, " rows"],
    n_classes: int,
    seed: int,
) -> SiteGain:
    truth, together = pool.labels[own.rows], own.answers.plain
    if n_classes:
        with_all, by_itself = (np.not_equal(said, truth) * 1.0 for said in (together, alone))
    else:
        with_all, by_itself = (np.square(said - truth) for said in (together, alone))

    def loss(weights: Weights, misses: Float[Array, " rows"]) -> Float[Array, " resamples"]:
        mean = (weights @ misses) / weights.sum(axis=1)
        return np.asarray(mean if n_classes else np.sqrt(mean))

    draws = resampling(len(truth), number_persons(pool, own), seed=seed, n_resamples=N_RESAMPLES)
    score = measure_with_interval(
        "gain", lambda weights: loss(weights, by_itself) - loss(weights, with_all), draws
    )
    once = np.ones((1, len(truth)))
    losses = [float(loss(once, misses)[0]) for misses in (with_all, by_itself)]
    of_all, of_one = (1.0 - each if n_classes else each for each in losses)
    return SiteGain(name, n_rows, of_all, of_one, score.value, score.low, score.high)
