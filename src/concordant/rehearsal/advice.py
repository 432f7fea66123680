"""Say what a rehearsal's numbers advise, and what they cannot tell.

In:  the summary of a rehearsal, its plan, and what else a real study would be refused for.
Out: sentences in the order in which a reader decides. Anybody may run this.

A sentence claims a difference only where its interval excludes 0; where it holds 0, the sentence
says that these seeds cannot tell.
"""

from dataclasses import dataclass

from concordant.rehearsal.advice_choices import Choices, choose
from concordant.rehearsal.advice_gain import (
    GainVerdict,
    about_gain,
    about_one_class,
    about_pooling,
    about_sites,
)
from concordant.rehearsal.advice_study import about_placement, about_real_study
from concordant.rehearsal.advice_words import Case, Circumstances, open_case
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.summary import Summary
from concordant.terms.listing import say_count

NOTHING_TRIED = (
    "No way of working together was tried, so nothing can be advised. `--methods` without a list "
    "tries the usual ones."
)
ONE_SEED = (
    "One seed was run: there is no interval, and no difference here can be told from chance. Add "
    "`--seeds 5` before anything is decided."
)
OF_THE_PAPER = (
    "A condition of the paper repeats its tables with bases that no real study makes: what "
    "follows describes this rehearsal, and advises no study."
)


@dataclass(frozen=True, slots=True)
class Advice:
    """The sentences, and the way of working together that they speak of, if any was tried.

    ``is_advised`` says whether they advise it: not with one seed, nor where no gain was shown.
    """

    sentences: tuple[str, ...]
    choices: Choices | None
    is_advised: bool


def advise(summary: Summary, plan: Plan, circumstances: Circumstances) -> Advice:
    """Return the advice that the numbers carry."""
    case = open_case(summary, plan, circumstances)
    choices = choose(case)
    if choices is None:
        return Advice((NOTHING_TRIED, about_placement(case)), None, is_advised=False)
    first = (OF_THE_PAPER,) if plan.condition else ()
    if plan.n_seeds == 1:
        return Advice((*first, *_of_one_seed(case, choices)), choices, is_advised=False)
    verdict = about_gain(case, choices.chosen)
    is_advised = verdict.is_advised and plan.condition is None
    return Advice((*first, *_of_seeds(case, choices, verdict)), choices, is_advised)


def _of_seeds(case: Case, choices: Choices, verdict: GainVerdict) -> tuple[str, ...]:
    chosen = choices.chosen
    settings = choices.sentences if verdict.is_worth_settling else ()
    study: tuple[str, ...] = ()
    if verdict.is_worth_settling:
        study = about_real_study(case, chosen, is_advised=verdict.is_advised)
    return (
        *verdict.sentences,
        *about_one_class(case),
        *about_sites(case, chosen),
        *settings,
        *about_pooling(case, chosen),
        about_placement(case),
        *study,
        _about_seeds(case),
    )


def _of_one_seed(case: Case, choices: Choices) -> tuple[str, ...]:
    """Report one cut without a word on which way is better: one number has no interval."""
    chosen, alone = choices.chosen, case.summary.best("alone")
    highest = (
        f"In this one cut {case.words.words(chosen.way)} scored best of the ways to work together, "
        f"{case.text.score(chosen.score.mean)}"
    )
    if alone is not None:
        highest += f"; each site alone had {case.text.score(alone.score.mean)}"
    return (
        ONE_SEED,
        f"{highest}.",
        *about_one_class(case),
        about_placement(case),
        *about_real_study(case, chosen),
    )


def _about_seeds(case: Case) -> str:
    return (
        f"All intervals are over {say_count(case.plan.n_seeds, 'seed')}, which cut this one table "
        "again and draw every secret anew: they say nothing about rows that are not in the table. "
        "The best way was picked by the same seeds, which flatters it a little."
    )
