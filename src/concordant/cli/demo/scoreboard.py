"""Score all ways to train on the rows that the sites kept back.

In:  answers and truth.
Out: plain records, one for each way, in the order of the table. For demos only.
"""

from typing import Any

from concordant.cli.demo.play import Played
from concordant.rehearsal.compare import (
    Estimate,
    Measure,
    gain_over,
    mean_with_interval,
    measure_of,
    score_sites,
)

WAYS = {
    "alone": "each site alone",
    "odc": "ODC, own spans",
    "own": "auto, own spans",
    "shared": "auto, shared span",
    "agreed": "auto, agreed span",
    "pooled": "everyone pooled",
}


def score_ways(played: Played) -> tuple[dict[str, Any], ...]:
    """Return mean, gain over working alone, their intervals and all sites' scores."""
    task = played.charter.task
    measure = measure_of(task)
    scores = {way: score_sites(task, played.truth, played.answers[way]) for way in WAYS}
    return tuple(
        {
            "kind": way,
            "name": name,
            **as_record(mean_with_interval(scores[way])),
            "gain": None if way == "alone" else _gain(scores[way], scores["alone"], measure),
            "scores": list(scores[way]),
        }
        for way, name in WAYS.items()
    )


def difference(
    comparison: tuple[dict[str, Any], ...], way: str, other: str, measure: Measure
) -> Estimate:
    """Return how much better one way is than another, paired by site."""
    scores = {each["kind"]: each["scores"] for each in comparison}
    return gain_over(scores[way], scores[other], measure)


def as_record(estimate: Estimate) -> dict[str, float]:
    """Return an estimate as plain data."""
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _gain(
    scores: tuple[float, ...], alone: tuple[float, ...], measure: Measure
) -> dict[str, float]:
    return as_record(gain_over(scores, alone, measure))
