"""Choose among the ways to work together: the simplest that these seeds cannot tell from the best.

In:  a case.
Out: the chosen way, and a sentence for each setting of which several were tried. Anybody may
     run this.

Models are settled first, then the method, the anchor, the span and the number of dimensions. At
each step the simplest setting stays that leaves a way whose distance from the best holds 0. Where
that way shows no gain over staying alone, nothing is advised and the best way is spoken of: to
say what was tried at its worst would be unfair to working together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from concordant.rehearsal.advice_words import (
    Case,
    is_ahead,
    is_behind,
    is_nothing,
)
from concordant.rehearsal.summary import WayResult
from concordant.terms.listing import list_all, say_count

Option = str | int
"""What one field of a way can be: a name, or a number of dimensions."""

SPAN_ORDER = ("own", "shared", "public", "agreed")
_WHY_SPAN = {
    "own": "it asks for one upload and nothing before it",
    "shared": "it asks for one upload, and nothing about the rows goes into it",
    "public": "it asks for one upload and a table that everybody may see",
    "agreed": "it asks for two uploads, the first without rows or labels",
}
_SIMPLEST_FIRST: dict[str, tuple[Option, ...]] = {
    "method": ("auto",),
    "anchor": ("orthonormal",),
    "span": SPAN_ORDER,
}
"""Models, and the methods of others, have no order: there the best stays."""

_HEADS = {
    "model": "Model",
    "method": "Method",
    "anchor": "Anchor",
    "span": "Span",
    "n_dims": "Dimensions",
}


@dataclass(frozen=True, slots=True)
class Choices:
    """The way that the advice speaks of, and how each setting of it was chosen."""

    chosen: WayResult
    sentences: tuple[str, ...]


def choose(case: Case) -> Choices | None:
    """Return the choice, or None where no way of working together was tried."""
    best = case.summary.best("together")
    if best is None:
        return None
    simplest = _settle(case, best, take_simplest=True)
    alone = case.summary.best("alone")
    if alone is None or not case.summary.has_intervals:
        return simplest
    if simplest.chosen is best or is_ahead(case.gap(simplest.chosen, alone)):
        return simplest
    if is_ahead(case.gap(best, alone)):
        return Choices(best, (_kept(case, best),))
    return _settle(case, best, take_simplest=False)


def _settle(case: Case, best: WayResult, *, take_simplest: bool) -> Choices:
    """Settle one setting after the other, on the simplest that will do or on the best."""
    n_seeds = case.summary.n_seeds
    left = [
        each
        for each in case.summary.results
        if each.kind == "together" and len(each.by_seed) == n_seeds
    ]
    sentences = []
    for field, head in _HEADS.items():
        options = _best_by_setting(case, left, field)
        setting = _simplest(case, options, field, best if take_simplest else None)
        if len(options) > 1:
            how = ", each at its best" if len(options) < len(left) else ""
            sentences.append(f"{head}{how}: {_sentence(case, options, field, setting)}")
        elif field == "n_dims" and setting:
            sentences.append(_one_number(case, int(setting)))
        left = [each for each in left if getattr(each.way, field) == setting]
    return Choices(left[0], tuple(sentences))


def _best_by_setting(case: Case, left: Sequence[WayResult], field: str) -> dict[Option, WayResult]:
    """Return, for each setting that was tried, the best way that has it."""
    sign = case.summary.measure.sign
    options: dict[Option, WayResult] = {}
    for each in left:
        setting = getattr(each.way, field)
        if setting not in options or sign * each.score.mean > sign * options[setting].score.mean:
            options[setting] = each
    return options


def _simplest(
    case: Case, options: dict[Option, WayResult], field: str, best: WayResult | None
) -> Option:
    """Return the simplest setting that is behind neither the best of all nor the best here.

    Without a best of all it has to score as the best here did, with every seed.
    """
    highest = _highest(case, options)
    if not case.summary.has_intervals:
        return highest
    gaps = {one: case.gap(each, options[highest]) for one, each in options.items()}
    if best is None:
        near = [one for one, gap in gaps.items() if is_nothing(gap)]
    else:
        near = [
            one
            for one, gap in gaps.items()
            if not (is_behind(gap) or is_behind(case.gap(options[one], best)))
        ]
    if field == "n_dims":
        return min(near, default=highest)
    ranked = [one for one in _SIMPLEST_FIRST.get(field, ()) if one in near]
    return ranked[0] if ranked else highest


def _highest(case: Case, options: dict[Option, WayResult]) -> Option:
    sign = case.summary.measure.sign
    return max(options, key=lambda one: sign * options[one].score.mean)


def _sentence(case: Case, options: dict[Option, WayResult], field: str, setting: Option) -> str:
    chosen, highest = options[setting], _highest(case, options)
    names = _names(options, field)
    said = [_lead(case, options, names, field, setting)]
    others = {one: case.gap(each, chosen) for one, each in options.items()}
    others = {one: gap for one, gap in others.items() if one not in (setting, highest)}
    behind = [f"{names[one]} by {case.sized(g)}" for one, g in others.items() if is_behind(g)]
    ahead = [f"{names[one]} by {case.sized(g)}" for one, g in others.items() if is_ahead(g)]
    same = [names[one] for one, g in others.items() if is_nothing(g)]
    unclear = [
        f"{names[one]} ({case.spread(gap)})"
        for one, gap in others.items()
        if not (is_behind(gap) or is_ahead(gap) or is_nothing(gap))
    ]
    if behind:
        said.append(f"Behind it: {list_all(behind)}.")
    if ahead:
        said.append(f"Ahead of it: {list_all(ahead)}.")
    if same:
        said.append(f"With the same scores: {list_all(same)}.")
    if unclear:
        said.append(f"Not told apart from it: {list_all(unclear)}.")
    return " ".join(said)


def _lead(
    case: Case,
    options: dict[Option, WayResult],
    names: dict[Option, str],
    field: str,
    setting: Option,
) -> str:
    why, highest = _why(field, setting), _highest(case, options)
    if setting == highest:
        because = f"; {why}" if why and field != "n_dims" else ""
        return f"{names[setting]} scored best{because}."
    gap = case.gap(options[setting], options[highest])
    if is_nothing(gap):
        return (
            f"take {names[setting]}: it scored as {names[highest]} did with every seed{_so(why)}."
        )
    return (
        f"take {names[setting]}: {case.seeds} cannot tell it from {names[highest]}, which scored "
        f"best ({case.measured(gap)}){_so(why)}."
    )


def _names(options: dict[Option, WayResult], field: str) -> dict[Option, str]:
    """Return what settings are called: with their dimensions where those differ between them."""
    if field == "n_dims":
        return {one: str(one) for one in options}
    dims = {one: each.way.n_dims for one, each in options.items()}
    if len(set(dims.values())) == 1 or 0 in dims.values():
        return {one: f"`{one}`" for one in options}
    return {one: f"`{one}` in {say_count(n, 'dimension')}" for one, n in dims.items()}


def _so(why: str) -> str:
    return f", and {why}" if why else ""


def _why(field: str, setting: Option) -> str:
    if field == "span":
        return _WHY_SPAN.get(str(setting), "")
    if field == "n_dims":
        return "fewer numbers of each row leave"
    return ""


def _one_number(case: Case, n_dims: int) -> str:
    most = max(n_dims, min(case.circumstances.n_features, case.circumstances.fewest_rows) - 1)
    tries = sorted({max(1, n_dims // 2), n_dims, min(2 * n_dims, most)})
    if len(tries) == 1:
        return f"Dimensions: only {n_dims} were tried."
    option = ",".join(str(each) for each in tries)
    return f"Dimensions: only {n_dims} were tried here; `--dims {option}` compares."


def _kept(case: Case, best: WayResult) -> str:
    return (
        f"Settings: take those of {case.words.words(best.way)}. Simpler ones cannot be told from "
        "them, but show no gain over staying alone."
    )
