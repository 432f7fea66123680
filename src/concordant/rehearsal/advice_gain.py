"""Say whether working together is worth it, at which sites, and how far from pooling it stays.

In:  a case and the way of working together that the advice speaks of.
Out: sentences. Anybody may run this.
"""

from dataclasses import dataclass
from math import isnan

from concordant.rehearsal.advice_words import Case, is_ahead, is_behind, is_nothing
from concordant.rehearsal.compare import Estimate
from concordant.rehearsal.plan import Plan
from concordant.rehearsal.summary import SiteResult, WayResult
from concordant.terms.listing import list_some, say_count

MOST_NAMED = 4
MANY_SITES = 20
"""From here on, one site in twenty is on the wrong side of a 95 % interval by chance alone."""


@dataclass(frozen=True, slots=True)
class GainVerdict:
    """Whether to work together, and whether its settings are worth a word.

    ``is_advised`` is False where no gain was shown: a setting that was best is no advice then.
    """

    sentences: tuple[str, ...]
    is_worth_settling: bool
    is_advised: bool = True


def about_gain(case: Case, chosen: WayResult) -> GainVerdict:
    """Return the answer to the first question, whether to work together or alone."""
    alone = case.summary.best("alone")
    reached = f"{case.words.words(chosen.way)} {_reaches(case, chosen)}"
    if alone is None:
        said = (
            f"{reached[0].upper()}{reached[1:]}. What that gains over staying alone was not "
            "measured: add `local` to `--methods`."
        )
        return GainVerdict((said,), is_worth_settling=True)
    gap = case.gap(chosen, alone)
    if is_ahead(gap):
        said = (
            f"Working together helps here: {reached}, {case.sized_fully(gap)} better than "
            f"{_alone(case, alone)}."
        )
        return GainVerdict((said,), is_worth_settling=True)
    if is_behind(gap) and not _is_alone_trivial(case):
        said = (
            "Do not collaborate for this: the best that was tried does worse than staying alone. "
            f"{reached[0].upper()}{reached[1:]}, {case.sized_fully(gap)} worse than "
            f"{_alone(case, alone)}."
        )
        return GainVerdict(
            (said, *_could_pooling(case, alone)), is_worth_settling=False, is_advised=False
        )
    if is_behind(gap):
        said = (
            f"For rows of its own, {_alone(case, alone)} did better by {case.sized_fully(gap)}, "
            f"which says nothing of rows of others: {reached}."
        )
        return GainVerdict((said,), is_worth_settling=False, is_advised=False)
    if is_nothing(gap):
        said = (
            f"Nothing is gained here: {reached}, the same as {_alone(case, alone)} with every seed."
        )
        return GainVerdict(
            (said, *_could_pooling(case, alone)), is_worth_settling=False, is_advised=False
        )
    said = (
        f"{case.seeds[0].upper()}{case.seeds[1:]} cannot tell whether working together helps: "
        f"{reached}, staying alone {case.text.score(alone.score.mean)} ({case.measured(gap)}). "
        "More seeds narrow the interval; while it holds 0, count on no gain."
    )
    return GainVerdict(
        (said, *_could_pooling(case, alone)), is_worth_settling=True, is_advised=False
    )


def about_one_class(case: Case) -> tuple[str, ...]:
    """Say that sites with one class are right by saying it, where they judge their own rows."""
    count, n_sites = case.circumstances.n_one_class, case.circumstances.n_sites
    if not count or case.plan.test != "own-site":
        return ()
    said = (
        f"{count} of {n_sites} sites learn from rows of one class and are asked about the same: "
        "alone they are right by saying it every time. `--test spread` asks them about rows of "
        "others."
    )
    return (said,)


def _is_alone_trivial(case: Case) -> bool:
    return case.plan.test == "own-site" and 2 * case.circumstances.n_one_class > (
        case.circumstances.n_sites
    )


def _reaches(case: Case, chosen: WayResult) -> str:
    what, score = case.summary.measure.name, case.text.score(chosen.score.mean)
    if case.summary.over == "sites":
        return f"reaches a mean {what} over sites of {score}"
    return f"reaches {what} {score} on all test rows together"


def _alone(case: Case, alone: WayResult) -> str:
    at_best = f" at its best, with `{alone.way.model}`" if "model" in case.words.told else ""
    return f"each site alone{at_best} ({case.text.score(alone.score.mean)})"


def _could_pooling(case: Case, alone: WayResult) -> tuple[str, ...]:
    """Say whether there was anything to gain, where working together gained nothing."""
    pooled = _central(case, alone.way.model)
    return () if pooled is None else (_pooling_or_alone(case, pooled, alone),)


def _pooling_or_alone(case: Case, pooled: WayResult, alone: WayResult) -> str:
    gap = case.gap(pooled, alone)
    if is_ahead(gap):
        return (
            "There is something to gain: everybody's raw rows in one place did better than staying "
            f"alone by {case.sized(gap)}. Try more dimensions, or another span."
        )
    if is_behind(gap):
        return (
            "Even everybody's raw rows in one place did worse than staying alone, by "
            f"{case.sized(gap)}: here more rows of others do not help."
        )
    return (
        f"Nor can {case.seeds} tell everybody's raw rows in one place from staying alone "
        f"({case.measured(gap)})."
    )


def about_sites(case: Case, chosen: WayResult) -> tuple[str, ...]:
    """Say where something is gained and where it is lost."""
    gains = [each for each in chosen.sites if each.gain and not isnan(each.gain.mean)]
    if not gains:
        return ()
    if not sites_have_names(case.plan):
        return (_counted(chosen, case.plan.n_seeds),)
    winners = [each for each in gains if each.gain and is_ahead(each.gain)]
    losers = [each for each in gains if each.gain and is_behind(each.gain)]
    n_unclear = len(gains) - len(winners) - len(losers)
    said = f"Site by site: {_sites(case, winners, 'gain')}, {_sites(case, losers, 'lose')}, "
    said += f"and {n_unclear} cannot be told."
    if len(gains) >= MANY_SITES:
        said += (
            f" Among {len(gains)} sites about {round(0.05 * len(gains))} would seem to gain or "
            "lose by chance alone."
        )
    return (said,)


def sites_have_names(plan: Plan) -> bool:
    """Tell whether a site is the same with every seed: levels are dealt out in a random order."""
    return plan.site_column is not None or (plan.split, plan.task) == ("by-label", "regression")


def _sites(case: Case, sites: list[SiteResult], verb: str) -> str:
    if not sites:
        return f"none {verb}s"
    gains = sorted(sites, key=lambda each: -abs(each.gain.mean) if each.gain else 0.0)
    verb = verb if len(sites) > 1 else f"{verb}s"
    if verb.startswith("gain") and len(sites) > MOST_NAMED:
        return f"{len(sites)} {verb}"
    named = [f"{each.site} {case.text.gain(each.gain.mean)}" for each in gains if each.gain]
    return f"{len(sites)} {verb} ({list_some(named, most=MOST_NAMED)})"


def _counted(chosen: WayResult, n_seeds: int) -> str:
    n_cases = len(chosen.sites) * n_seeds
    won, lost = (sum(getattr(each, name) for each in chosen.sites) for name in ("n_won", "n_lost"))
    return (
        f"Sites are dealt out anew with each seed, so none of them has a name. Of {n_cases} cases "
        f"({say_count(len(chosen.sites), 'site')}, {say_count(n_seeds, 'seed')}), a site did "
        f"better together in {won}, worse in {lost}, and the same in {n_cases - won - lost}."
    )


def about_pooling(case: Case, chosen: WayResult) -> tuple[str, ...]:
    """Say how far from everybody's rows in one place the chosen way stays."""
    central = _central(case, chosen.way.model)
    said = []
    if central is not None:
        gap = case.gap(chosen, central)
        said.append(f"Everybody's raw rows in one place: {_against(case, gap, central)}.")
    flat = next(
        (
            each
            for each in case.summary.results
            if each.way.method == "pooled-pca"
            and (each.way.model, each.way.n_dims) == (chosen.way.model, chosen.way.n_dims)
        ),
        None,
    )
    if flat is not None:
        gap = case.gap(chosen, flat)
        said.append(f"Pooled PCA in as many dimensions: {_against(case, gap, flat)}.")
    return (" ".join(said),) if said else ()


def _against(case: Case, gap: Estimate, other: WayResult) -> str:
    score = case.text.score(other.score.mean)
    if is_nothing(gap):
        return f"{score}, the same with every seed"
    if is_behind(gap):
        return f"{score}, better by {case.sized(gap)}"
    if is_ahead(gap):
        return f"{score}, worse by {case.sized(gap)}"
    return f"{score}, not told apart ({case.measured(gap)})"


def _central(case: Case, model: str) -> WayResult | None:
    return next(
        (
            each
            for each in case.summary.results
            if each.way.method == "central" and each.way.model == model and each.by_seed
        ),
        None,
    )
