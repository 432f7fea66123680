"""Put everything that a rehearsal found into one plain record.

In:  what was rehearsed, its summary and its advice.
Out: a dict for ``rehearsal.json``, ``--json``, the tables and the page; equal for equal plans on
     equal machines. It holds scores and counts; no row. Anybody may run this.
"""

from collections.abc import Mapping
from dataclasses import asdict
from math import isfinite
from typing import Any

from concordant import __version__
from concordant.rehearsal.advice import Advice
from concordant.rehearsal.advice_gain import sites_have_names
from concordant.rehearsal.compare import Estimate
from concordant.rehearsal.rehearsed import Rehearsed
from concordant.rehearsal.summary import SiteResult, Summary, WayResult
from concordant.rehearsal.way_words import WayWords, way_words

Record = dict[str, Any]


def rehearsal_record(
    rehearsed: Rehearsed,
    summary: Summary,
    advice: Advice,
    *,
    title: str,
    command: str,
    methods: Mapping[str, str],
) -> Record:
    """Return the record of a finished rehearsal."""
    plan, facts = rehearsed.plan, rehearsed.facts
    words = way_words([each.way for each in summary.results])
    chosen = advice.choices.chosen if advice.choices else None
    return {
        "finished": True,
        "concordant": __version__,
        "title": title,
        "command": command,
        "n_rows": facts.n_rows,
        "n_features": facts.n_features,
        "classes": list(facts.classes),
        "n_sites": facts.n_sites,
        "fewest_rows": facts.fewest_rows,
        "most_rows": facts.most_rows,
        "dims": {span: list(dims) for span, dims in facts.dims.items()},
        "digest": facts.table,
        "plan": plan.as_record(),
        "seeds": list(plan.seeds),
        "measure": asdict(summary.measure),
        "over": summary.over,
        "told": list(words.told),
        "sites_are_named": sites_have_names(plan),
        "ways": [_way(each, words, is_chosen=each is chosen) for each in summary.results],
        "advised": advice.is_advised,
        "advice": list(advice.sentences),
        "notes": list(rehearsed.notes),
        "methods": dict(methods),
        "versions": dict(facts.versions),
        "machine": facts.machine,
    }


def _way(result: WayResult, words: WayWords, *, is_chosen: bool) -> Record:
    return {
        "name": words.name(result.way),
        **asdict(result.way),
        "kind": result.kind,
        "standing": result.standing,
        "chosen": is_chosen,
        "score": _estimate(result.score),
        "all_rows": _estimate(result.all_rows),
        "gain": _estimate(result.gain),
        "from_best": _estimate(result.from_best),
        "sites": [_site(each) for each in result.sites],
    }


def _site(result: SiteResult) -> Record:
    return {
        "site": result.site,
        "n_own": result.n_own,
        "n_new": result.n_new,
        "score": _estimate(result.score),
        "gain": _estimate(result.gain),
        "n_won": result.n_won,
        "n_lost": result.n_lost,
    }


def _estimate(estimate: Estimate | None) -> Record | None:
    """Return an estimate as plain data; bounds that one seed does not give are null."""
    if estimate is None or not isfinite(estimate.mean):
        return None
    known = isfinite(estimate.low)
    return {
        "mean": estimate.mean,
        "low": estimate.low if known else None,
        "high": estimate.high if known else None,
    }
