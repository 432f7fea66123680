"""The page of a training: what came of it, who took part, how it was aligned, what next.

In:  the plain record of a training (``run.json``).
Out: a Page. Anybody may run this; the record holds no row and no secret.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import KeyFact, Page
from concordant.report.run_alignment import alignment_parts
from concordant.report.run_curves import curve_parts
from concordant.report.run_gains import gain_fact, gain_parts, say_mean_gain
from concordant.report.run_model import model_parts
from concordant.report.run_scores import NOT_A_FORECAST, score_fact, score_parts
from concordant.report.run_sites import site_parts
from concordant.report.run_study import study_parts
from concordant.report.run_traffic import traffic_fact, traffic_parts
from concordant.terms.consent_words import REHEARSAL_WORDS, consent_sentences
from concordant.terms.listing import say_count

Record = Mapping[str, Any]

NEXT = (
    "What to do next: give each site its own file NAME.return from the folder returns; it is of "
    "use to that site alone. The site runs `concordant site predict` with it, and `concordant "
    "site evaluate` on labelled rows that it kept back: that is the number to trust."
)


def run_page(record: Record) -> Page:
    """Return the page of one training."""
    return Page(
        title=record["study"] or f"Prediction of {record['label']}",
        lead=_lead(record),
        facts=_facts(record),
        warnings=_warnings(record),
        parts=(
            *gain_parts(record),
            *score_parts(record),
            *curve_parts(record),
            *alignment_parts(record),
            *traffic_parts(record),
            *site_parts(record),
            *model_parts(record),
            *study_parts(record),
        ),
        closing=(NEXT,),
        footer=f"Made by concordant {record['versions']['concordant']}, `analyst train`.",
    )


def _lead(record: Record) -> tuple[str, ...]:
    """Return the finding, then what was done."""
    name, method = record["model"]["name"], record["alignment"]["method"]
    finding = (say_mean_gain(record),) if record.get("gains") else ()
    who = (
        f"{say_count(record['n_sites'], 'site')} trained one model together to predict "
        f"{record['label']!r}. Their {record['n_rows']:,} raw rows stayed at home; what came to "
        f"the analyst were projections of them, {record['n_dims']} numbers a row instead of "
        f"{record['n_features']}, with their labels. The projections were aligned by the method "
        f"{method!r}, and the model {name!r} was trained on all of them."
    )
    return (*finding, who)


def _facts(record: Record) -> tuple[KeyFact, ...]:
    taken = KeyFact(
        say_count(record["n_sites"], "site"),
        f"with {say_count(record['n_rows'], 'row')}, which stayed at home",
    )
    found = (gain_fact(record), score_fact(record), taken, traffic_fact(record))
    return tuple(fact for fact in found if fact is not None)


def _warnings(record: Record) -> tuple[str, ...]:
    said = list(consent_sentences(record["consents"]))
    if record["rehearsal"]:
        said.append(REHEARSAL_WORDS)
    if not record["forecast"]:
        said.append(" ".join([NOT_A_FORECAST, *record["forecast_reasons"]]))
    said += [f"{site} was left out. {why}" for site, why in record["excluded"].items()]
    if record["alignment"]["recommendation"]:
        said.append(record["alignment"]["recommendation"])
    return (*said, *record["warnings"])
