"""Find scores among the lines of a rehearsal, by way, seed and site.

In:  the lines, in any order, and the measure.
Out: Scores, which answers by dictionary. Anybody may run this; it holds no row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

import numpy as np

from concordant.rehearsal.compare import Measure
from concordant.rehearsal.run_line import ALL_SITES, RunLine, Way

Over = Literal["sites", "rows"]
"""What the score of one seed is: the mean over sites, or that of all test rows together."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one measure: ``values`` by way, site and seed."""

    ways: tuple[Way, ...]
    seeds: tuple[int, ...]
    sites: tuple[str, ...]
    over: Over
    values: Mapping[Way, Mapping[str, Mapping[int, float]]]
    rows: Mapping[str, tuple[int, int]]

    def at_site(self, way: Way, site: str) -> Mapping[int, float]:
        """Return one site's scores by seed, where the measure means something."""
        return self.values[way].get(site, {})

    def all_rows(self, way: Way) -> Mapping[int, float]:
        """Return, by seed, the score of the test rows of all sites together."""
        return self.values[way].get(ALL_SITES, {})

    def by_seed(self, way: Way) -> Mapping[int, float]:
        """Return the score of each seed over the sites, or over the rows."""
        if self.over == "rows":
            return self.all_rows(way)
        at_sites = [self.at_site(way, site) for site in self.sites]
        return {
            seed: float(np.mean(known))
            for seed in self.seeds
            if (known := [scores[seed] for scores in at_sites if seed in scores])
        }

    def n_rows(self, site: str) -> tuple[int, int]:
        """Return how many rows a site learned from and was tested on, on average over seeds."""
        return self.rows[site]


def read_scores(lines: Sequence[RunLine], measure: Measure) -> Scores:
    """Return the scores of one measure among the lines."""
    ways = tuple(dict.fromkeys(line.way for line in lines))
    sites = tuple(dict.fromkeys(line.site for line in lines if line.site != ALL_SITES))
    values: dict[Way, dict[str, dict[int, float]]] = {way: {} for way in ways}
    for line in lines:
        score = line.scores.get(measure.name)
        if score is not None and isfinite(score):
            values[line.way].setdefault(line.site, {})[line.seed] = score
    return Scores(
        ways=ways,
        seeds=tuple(sorted({line.seed for line in lines})),
        sites=sites,
        over=_over(lines, measure),
        values=values,
        rows={site: _mean_rows(lines, site) for site in sites},
    )


def _over(lines: Sequence[RunLine], measure: Measure) -> Over:
    """Take all rows together where the measure is missing at sites of a way that has it at all."""
    has_it = {line.way for line in lines if measure.name in line.scores}
    judged = [line for line in lines if line.way in has_it and line.site != ALL_SITES]
    return "sites" if all(measure.name in line.scores for line in judged) else "rows"


def _mean_rows(lines: Sequence[RunLine], site: str) -> tuple[int, int]:
    counts = {line.seed: (line.n_own, line.n_new) for line in lines if line.site == site}
    own, new = np.mean(list(counts.values()), axis=0)
    return round(float(own)), round(float(new))
