"""Sum up a rehearsal: what each way to train scored, what it gained, how far it is from the best.

In:  the lines of a finished rehearsal.
Out: a Summary with 95 % t intervals over seeds. Anybody may run this; it holds no row.

Every difference is paired: it is taken seed by seed, because all ways saw the same cut with one
seed. Seeds cut one table again and again, so an interval says how much the cut and the draws
matter, and nothing about rows that are not in the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isclose, nan
from typing import Literal

import numpy as np

from concordant.rehearsal.compare import (
    ROUNDING,
    Estimate,
    Measure,
    gains_over,
    mean_with_interval,
)
from concordant.rehearsal.run_line import RunLine, Way
from concordant.rehearsal.score_lookup import Over, Scores, read_scores

Kind = Literal["alone", "together", "pooled"]
Standing = Literal["best", "close", "behind", ""]

ALONE = "local"
POOLED = ("central", "pooled-pca")
"""They need everybody's rows in one place: what could be had, and what no study may do."""


FEWEST_EQUAL = 6
"""So many seeds that agree are beyond chance (2 in 2⁶). Fewer that give the same number, as scores
of few test rows do, have no spread to take an interval from: they get none."""


@dataclass(frozen=True, slots=True)
class SiteResult:
    """One site's scores with one way, over seeds; ``gain`` is over staying alone.

    ``n_won`` and ``n_lost`` count the seeds in which the site did better or worse than alone.
    """

    site: str
    n_own: int
    n_new: int
    score: Estimate
    gain: Estimate | None
    n_won: int = 0
    n_lost: int = 0


@dataclass(frozen=True, slots=True)
class WayResult:
    """How one way to train did.

    ``by_seed`` are the scores behind ``score``; ``all_rows`` judges the test rows of all sites
    together. ``gain`` is over staying alone with the same model; ``from_best`` is below 0 where
    the way is worse than the best that a real study could do. ``standing`` is "close" where the
    interval of ``from_best`` holds 0, and empty where it says nothing.
    """

    way: Way
    kind: Kind
    by_seed: Mapping[int, float]
    score: Estimate
    all_rows: Estimate
    gain: Estimate | None
    from_best: Estimate
    standing: Standing
    sites: tuple[SiteResult, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What came out of a rehearsal, way by way in the order of its lines.

    ``over`` says what a score is: the mean over sites, or, where a measure means nothing at
    some site, the score of all test rows together.
    """

    measure: Measure
    over: Over
    n_seeds: int
    results: tuple[WayResult, ...]

    @property
    def has_intervals(self) -> bool:
        """Whether there are seeds enough for any interval."""
        return self.n_seeds > 1

    def best(self, *kinds: Kind) -> WayResult | None:
        """Return the best way of these kinds that gave a score with every seed."""
        known = [
            each
            for each in self.results
            if each.kind in kinds and len(each.by_seed) == self.n_seeds
        ]
        return max(known, key=lambda each: self.measure.sign * each.score.mean, default=None)

    def difference(self, one: WayResult, other: WayResult) -> Estimate:
        """Return how much better one way is than the other, seed by seed; above 0 is better."""
        return _difference(one.by_seed, other.by_seed, self.measure)


def kind_of(way: Way) -> Kind:
    """Return who would have to show rows to whom."""
    if way.method == ALONE:
        return "alone"
    return "pooled" if way.method in POOLED else "together"


def summarise(lines: Sequence[RunLine], measure: Measure) -> Summary:
    """Return the summary of a rehearsal's lines."""
    scores = read_scores(lines, measure)
    sums = {way: scores.by_seed(way) for way in scores.ways}
    best = _best_possible(sums, measure, n_seeds=len(scores.seeds))
    results = tuple(_result(way, scores, sums, best, measure) for way in scores.ways)
    return Summary(measure, scores.over, len(scores.seeds), results)


def _best_possible(
    sums: Mapping[Way, Mapping[int, float]], measure: Measure, *, n_seeds: int
) -> Way | None:
    """Return the best way that a real study could take: pooling raw rows is none.

    A way that failed with some seed is judged on others than the rest, so it is not among them.
    """
    possible = {
        way: measure.sign * float(np.mean(list(by_seed.values())))
        for way, by_seed in sums.items()
        if len(by_seed) == n_seeds and kind_of(way) != "pooled"
    }
    return max(possible, key=possible.__getitem__, default=None)


def _result(
    way: Way,
    scores: Scores,
    sums: Mapping[Way, Mapping[int, float]],
    best: Way | None,
    measure: Measure,
) -> WayResult:
    alone = next((each for each in sums if each.method == ALONE and each.model == way.model), None)
    from_best = _difference(sums[way], {} if best is None else sums[best], measure)
    return WayResult(
        way=way,
        kind=kind_of(way),
        by_seed=sums[way],
        score=_estimate(sums[way].values()),
        all_rows=_estimate(scores.all_rows(way).values()),
        gain=None if alone in (None, way) else _difference(sums[way], sums[alone], measure),
        from_best=from_best,
        standing=_standing(way, best, from_best, n_seeds=len(sums[way])),
        sites=tuple(_site_result(scores, way, alone, site, measure) for site in scores.sites),
    )


def _standing(way: Way, best: Way | None, from_best: Estimate, *, n_seeds: int) -> Standing:
    if way == best:
        return "best"
    if kind_of(way) == "pooled" or n_seeds < 2 or np.isnan(from_best.mean):
        return ""
    return "behind" if from_best.excludes_zero else "close"


def _site_result(
    scores: Scores, way: Way, alone: Way | None, site: str, measure: Measure
) -> SiteResult:
    own = scores.at_site(way, site)
    n_own, n_new = scores.n_rows(site)
    if alone in (None, way):
        return SiteResult(site, n_own, n_new, _estimate(own.values()), None)
    others = scores.at_site(alone, site)
    gains = _gains(own, others, measure)
    return SiteResult(
        site=site,
        n_own=n_own,
        n_new=n_new,
        score=_estimate(own.values()),
        gain=_estimate(gains),
        n_won=sum(gain > 0 for gain in gains),
        n_lost=sum(gain < 0 for gain in gains),
    )


def _difference(one: Mapping[int, float], other: Mapping[int, float], measure: Measure) -> Estimate:
    return _estimate(_gains(one, other, measure))


def _gains(
    one: Mapping[int, float], other: Mapping[int, float], measure: Measure
) -> tuple[float, ...]:
    paired = [seed for seed in one if seed in other]
    return gains_over([one[seed] for seed in paired], [other[seed] for seed in paired], measure)


def _estimate(values: Iterable[float]) -> Estimate:
    known = list(values)
    if not known:
        return Estimate(nan, nan, nan)
    estimate = mean_with_interval(known)
    if len(known) < FEWEST_EQUAL and estimate.mean and _are_equal(known):
        return Estimate(estimate.mean, nan, nan)
    return estimate


def _are_equal(values: Sequence[float]) -> bool:
    return isclose(min(values), max(values), rel_tol=ROUNDING)
