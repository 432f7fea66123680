"""Say where the test rows went, and what a real study would need that a rehearsal does not ask for.

In:  a case and the way of working together that the advice speaks of.
Out: sentences. Anybody may run this.
"""

from concordant.rehearsal.advice_words import Case
from concordant.rehearsal.run_line import Way
from concordant.rehearsal.summary import WayResult
from concordant.terms.floors import (
    ROWS_PER_DIM,
    SITES_FLOOR,
    SMALLEST_FLOOR,
    UNIQUE_LABELS_LIMIT,
    rows_floor,
)
from concordant.terms.recipes import RECIPES

REAL_METHODS = ("auto", "odc", "imakura", "kawakami")
RAW = "-raw"
"""What the names of the published methods end in where aligned rows keep their scale."""

_OWN_SITE = "Test rows: each was predicted by the site that had kept it back (`--test own-site`)."
_SPREAD = (
    "Test rows: each was predicted by a site drawn at random (`--test spread`). With `--test "
    "own-site` the site that kept a row back predicts it, and how rows differ between sites helps "
    "or hurts."
)
_EVEN = (
    " Rows were dealt out evenly, so a row is like those of any other site, and the other "
    "placement asks nearly the same."
)
_UNEVEN = (
    " Sites differ here, so which site a row comes from may give its answer away, above all to "
    "sites alone and to own spans. `--test spread` sends each test row to a site drawn at "
    "random; run both before you decide."
)


def about_placement(case: Case) -> str:
    """Say who predicted the test rows, and what the other placement would ask."""
    if case.plan.test == "spread":
        return _SPREAD
    is_even = case.plan.site_column is None and case.plan.split == "iid"
    return _OWN_SITE + (_EVEN if is_even else _UNEVEN)


def about_real_study(case: Case, chosen: WayResult, *, is_advised: bool = True) -> tuple[str, ...]:
    """Say how to make the chosen way a real study, and which risks it would have to accept."""
    way = chosen.way
    if case.plan.condition:
        return ()
    if way.method.removesuffix(RAW) not in REAL_METHODS:
        return (_not_ours(way),)
    needs = (_floor(case, way), _labels(case), _model(way), _anchor(way), _all_dims(case, way))
    return (_how(way, is_advised=is_advised), *filter(None, needs))


def _not_ours(way: Way) -> str:
    return (
        f"`{way.method}` is no method of `concordant analyst train`: a real study with it needs "
        "tools of your own."
    )


def _how(way: Way, *, is_advised: bool) -> str:
    command = f"concordant analyst train --method {way.method.removesuffix(RAW)}"
    if way.model in RECIPES:
        command += f" --model {way.model}"
    if way.method.endswith(RAW):
        command += " --scale none"
    return (
        f"{'As' if is_advised else 'To try it all the same as'} a real study: "
        f"`concordant charter draft` with `--span {way.span}` and "
        f"`--dims {way.n_dims}`, later `{command}`."
    )


def _floor(case: Case, way: Way) -> str:
    if way.span != "agreed":
        return ""
    n_sites, fewest = case.circumstances.n_sites, case.circumstances.fewest_rows
    floor = rows_floor(way.n_dims)
    asked = f"{SITES_FLOOR} sites and, with {way.n_dims} dimensions, {floor} rows at each"
    have = f"{n_sites} sites with {fewest} rows or more to learn from"
    if n_sites >= SITES_FLOOR and fewest >= floor:
        return f"The agreed span asks for {asked}; here are {have}."
    risks = []
    if fewest < floor:
        risks.append("one odd row may show in the span that everybody gets")
    if n_sites < SITES_FLOOR:
        risks.append("with so few sites one can work out another's directions")
    return (
        f"A real study would be refused the agreed span: it asks for {asked}, and here are {have}. "
        f"The terms can accept the risk (`agreed_below_floor = true`): {' and '.join(risks)}."
        f"{_fewer_dims(n_sites, fewest)}"
    )


def _fewer_dims(n_sites: int, fewest: int) -> str:
    """Say with how many dimensions the agreed span would be granted, where any would do."""
    if n_sites < SITES_FLOOR or fewest < SMALLEST_FLOOR:
        return ""
    return f" With {fewest // ROWS_PER_DIM} dimensions it would be granted without."


def _labels(case: Case) -> str:
    share = case.circumstances.share_unique
    if share is None or share <= UNIQUE_LABELS_LIMIT:
        return ""
    return (
        f"At some site {100 * share:.0f} % of the labels stand at one row only; a real study "
        f"refuses more than {100 * UNIQUE_LABELS_LIMIT:.0f} %, because whoever knows a person's "
        "label finds the row. Round it with `--label-step`, or accept it in the terms "
        "(`accept_unique_labels = true`)."
    )


def _model(way: Way) -> str:
    if way.model not in RECIPES or not RECIPES[way.model].contains_rows:
        return ""
    return (
        f"The model `{way.model}` contains rows of all sites: a real study hands it out only "
        "where the terms say `model_may_contain_rows = true`."
    )


def _anchor(way: Way) -> str:
    if way.anchor in ("", "orthonormal"):
        return ""
    return (
        f"A {way.anchor} anchor can be found out: a real study needs `accept_weak_anchor = true` "
        "for it, and has no reason but to repeat a paper."
    )


def _all_dims(case: Case, way: Way) -> str:
    n_features = case.circumstances.n_features
    if way.n_dims < n_features:
        return ""
    return (
        f"With {way.n_dims} dimensions of {n_features} features nothing of a row is left out, and "
        "nothing of it is hidden from a site that colludes with the analyst."
    )
