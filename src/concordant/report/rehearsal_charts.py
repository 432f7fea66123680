"""The pictures of a rehearsal: ways beside each other, scores over dimensions, each site's gain.

In:  the plain record of a rehearsal (``rehearsal.json``).
Out: charts as plain data. Anybody may run this; nothing is drawn here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from concordant.report.chart import Dot, DotChart, Line, LineChart
from concordant.report.rehearsal_tables import named_note
from concordant.report.rehearsal_words import (
    chosen_way,
    comparison_title,
    placement_note,
    score_note,
    sites_title,
    text_of,
    within_range,
)

Record = Mapping[str, Any]

KINDS = {"alone": "each site alone", "together": "together", "pooled": "raw rows pooled"}
POOLED_PCA = "pooled-pca"
MOST_DOTS = 16
"""A longer list is shown with the best number of dimensions of each way."""

AT_BEST = " Each way is shown with the number of dimensions that scored best."
MOST_LINES = 6
"""As many colours as a reader tells apart."""


def comparison_chart(record: Record) -> DotChart:
    """Return all ways to train with their intervals; the line is the best of staying alone."""
    text, measure = text_of(record), record["measure"]
    known = [way for way in record["ways"] if way["score"]]
    shown = _at_best_dims(record, known)
    alone = [way["score"]["mean"] for way in known if way["kind"] == "alone"]
    reference = (max if measure["higher_is_better"] else min)(alone) if alone else None
    return DotChart(
        title=f"Ways to train on {record['title']}",
        caption=(
            f"{placement_note(record)} {score_note(record)}"
            f"{AT_BEST if len(shown) < len(known) else ''}"
            f"{' The upright line is staying alone.' if alone else ''}"
        ),
        axis=measure["name"],
        dots=tuple(
            Dot(
                way["name"],
                way["score"]["mean"],
                *within_range(record, way["score"]),
                KINDS[way["kind"]],
            )
            for way in shown
        ),
        reference=reference,
        percent=text.percent,
        table=comparison_title(record),
    )


def _at_best_dims(record: Record, known: Sequence[Record]) -> list[Record]:
    """Return the ways, of a long list each at the number of dimensions that scored best."""
    if len(known) <= MOST_DOTS:
        return list(known)
    sign = 1.0 if record["measure"]["higher_is_better"] else -1.0
    best: dict[tuple[str, ...], Record] = {}
    for way in known:
        setting = tuple(way[field] for field in ("method", "model", "span", "anchor", "condition"))
        if (
            setting not in best
            or sign * (way["score"]["mean"] - best[setting]["score"]["mean"]) > 0
        ):
            best[setting] = way
    return list(best.values())


def dims_chart(record: Record) -> LineChart | None:
    """Return scores over dimensions by span, or None where one number was tried."""
    chosen = chosen_way(record)
    if chosen is None:
        return None
    curves = _curves(record, chosen)
    if not any(len(line.x) > 1 for line in curves if line.name != POOLED_PCA):
        return None
    xs = [x for line in curves for x in line.x]
    levels = [
        _level(way, min(xs), max(xs))
        for way in record["ways"]
        if way["method"] in ("local", "central")
        and way["model"] == chosen["model"]
        and way["score"]
    ]
    text = text_of(record)
    return LineChart(
        title=f"Dimensions and {record['measure']['name']}",
        caption=(
            f"{placement_note(record)} {score_note(record)} Bands are these intervals; level "
            "lines are what needs no dimensions."
        ),
        x_axis="dimensions",
        y_axis=record["measure"]["name"],
        lines=tuple([*curves, *levels][:MOST_LINES]),
        markers=True,
        percent_y=text.percent,
    )


def sites_chart(record: Record) -> DotChart | None:
    """Return each site's gain with the chosen way, or None where nothing can be compared."""
    chosen = chosen_way(record)
    gains = [site for site in chosen["sites"] if site["gain"]] if chosen else []
    if chosen is None or not gains:
        return None
    text = text_of(record)
    # Differences of shares are points, not percent of anything.
    unit, factor = (f", {text.unit}", 100.0) if text.percent else ("", 1.0)
    return DotChart(
        title=f"What each site gains with {chosen['name']}",
        caption=(
            f"{placement_note(record)} The gain is over the same model of the site's own rows; "
            f"right of 0 is better. {named_note(record)}"
        ),
        axis=f"gain in {record['measure']['name']}{unit}",
        dots=tuple(_gain_dot(site["site"], site["gain"], factor) for site in gains),
        reference=0.0,
        table=sites_title(chosen),
    )


def _gain_dot(name: str, gain: Record, factor: float) -> Dot:
    low, high = (None if bound is None else factor * bound for bound in (gain["low"], gain["high"]))
    return Dot(name, factor * gain["mean"], low, high)


def _curves(record: Record, chosen: Record) -> list[Line]:
    """Return one curve a span of the chosen method, or one a method where spans do not differ."""
    near = [
        way
        for way in record["ways"]
        if way["n_dims"]
        and way["score"]
        and way["model"] == chosen["model"]
        and way["anchor"] in ("", chosen["anchor"])
    ]
    spans = dict.fromkeys(way["span"] for way in near if way["kind"] == "together")
    methods = dict.fromkeys(way["method"] for way in near if way["kind"] == "together")
    flat = _curve(record, POOLED_PCA, [way for way in near if way["method"] == POOLED_PCA])
    if len(spans) > 1:
        method = chosen["method"]
        curves = [
            _curve(
                record,
                f"{method}, {span}",
                [way for way in near if (way["method"], way["span"]) == (method, span)],
            )
            for span in spans
        ]
    else:
        curves = [
            _curve(record, method, [way for way in near if way["method"] == method])
            for method in methods
        ]
    return [line for line in (*curves[: MOST_LINES - 3], flat) if line.x]


def _curve(record: Record, name: str, ways: Sequence[Record]) -> Line:
    ways = sorted(ways, key=lambda way: int(way["n_dims"]))
    bands = [within_range(record, way["score"]) for way in ways]
    known = [(low, high) for low, high in bands if low is not None and high is not None]
    has_band = bool(known) and len(known) == len(ways)
    return Line(
        name=name,
        x=tuple(float(way["n_dims"]) for way in ways),
        y=tuple(way["score"]["mean"] for way in ways),
        low=tuple(low for low, _ in known) if has_band else (),
        high=tuple(high for _, high in known) if has_band else (),
    )


def _level(way: Record, low: float, high: float) -> Line:
    mean = way["score"]["mean"]
    return Line(name=way["method"], x=(low, high), y=(mean, mean), dashed=True)
