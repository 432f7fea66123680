"""Turn anchor views into one map per site, with what each site's view says about it.

In:  one anchor view per site. Out: an Alignment; no view is changed. Run by the analyst.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
from jaxtyping import Float

from concordant.analyst.diagnostics import (
    Measured,
    SiteDiagnostics,
    measure_views,
    require_full_rank,
)
from concordant.analyst.methods.auto import auto_maps
from concordant.analyst.methods.imakura import imakura_maps, require_right_factor
from concordant.analyst.methods.kawakami import kawakami_maps
from concordant.analyst.methods.odc import choose_target, odc_maps
from concordant.analyst.verdicts import Method, judge_site, recommend_span
from concordant.analyst.views import Views, require_views
from concordant.errors.linalg import OptionNotForMethod, PowerNegative, UnknownMethod
from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_blas_thread


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """One map per site, and what the views said.

    A row of site i becomes comparable with everybody's as ``representation @ maps[i]``.
    ``shares`` (method ``auto`` only) is the part of each aligned direction that the average
    site's span holds.
    """

    method: Method
    maps: tuple[Float[Array, "dims dims"], ...] = field(repr=False)
    sites: tuple[SiteDiagnostics, ...]
    shares: Float[Array, " dims"] | None = field(repr=False)

    def map_of(self, site: str) -> Float[Array, "dims dims"]:
        """Return the map of the site with this name."""
        return self.maps[[each.site for each in self.sites].index(site)]

    @property
    def unusable(self) -> tuple[str, ...]:
        """Names of the sites that must not enter training."""
        return tuple(each.site for each in self.sites if each.verdict == "unusable")

    @property
    def mean_span_difference(self) -> float:
        """The sites' mean distance from the span they share best: 0 equal, near 1 unrelated."""
        return float(np.mean([each.numbers.span_difference for each in self.sites]))

    @property
    def recommendation(self) -> str | None:
        """What to change in the next study when the spans differ much, in words; else None."""
        return recommend_span(self.mean_span_difference)


def align(
    anchor_views: Sequence[Float[Array, "..."]] | Float[Array, "sites rows dims"],
    method: Method = "auto",
    *,
    names: Sequence[str] | None = None,
    target: Float[Array, "dims dims"] | Literal["haar"] | None = None,
    right_factor: Float[Array, "dims dims"] | None = None,
    power: float = 2.0,
    centre: bool = False,
    rng: np.random.Generator | None = None,
) -> Alignment:
    """Return one map per site that brings their representations together.

    Parameters
    ----------
    anchor_views
        The views of one common anchor, one per site, each with ``n_dims`` columns.
    method
        ``"auto"`` (ours), or a published one, exact to its paper: ``"odc"``, ``"imakura"``,
        ``"kawakami"``.
    names
        Site names for verdicts and errors.
    target
        ``odc`` only: an orthogonal matrix, ``"haar"`` to draw one, or None for the identity.
    right_factor
        ``imakura`` only: an invertible matrix, or None for the identity.
    power
        ``auto`` only: direction k is weighed by ``shares[k] ** power``.
    centre
        Subtract each view's column means first. Do it when the anchor is not orthonormal and
        the method is not to be the paper's to the letter; never for an orthonormal anchor.
    rng
        Draws the target ``"haar"``; the operating system's entropy unless told.

    Raises
    ------
    AnchorRankLow, AnchorViewNotFinite, AnchorViewsDiffer
        Naming the site. Other faults of a view are verdicts, not errors: see ``sites``.

    Notes
    -----
    The published methods return the scale that their papers give them, which shrinks with the
    number of sites and anchor rows; bring pooled features to unit scale before training.
    """
    _require_options(method, target=target, right_factor=right_factor, power=power)
    views = require_views(anchor_views, names, centre=centre)
    measured = measure_views(views)
    directions = require_full_rank(measured)
    with one_blas_thread():
        if method == "odc":
            maps = odc_maps(views.arrays, choose_target(target, views.n_dims, rng))
        elif method == "imakura":
            factor = require_right_factor(right_factor, views.n_dims)
            maps = imakura_maps(views.arrays, measured.frames, factor)
        elif method == "kawakami":
            maps = kawakami_maps(measured.frames, directions)
        else:
            maps = auto_maps(measured.frames, directions, power)
    return Alignment(
        method=method,
        maps=tuple(site_map.astype(views.dtype) for site_map in maps),
        sites=_diagnose(method, views, measured, maps),
        shares=directions.shares if method == "auto" else None,
    )


def _require_options(
    method: str,
    *,
    target: object,
    right_factor: object,
    power: float,
) -> None:
    if method not in get_args(Method):
        raise UnknownMethod(method=method, known=", ".join(get_args(Method)))
    if target is not None and method != "odc":
        raise OptionNotForMethod(option="target", method=method, owner="odc")
    if right_factor is not None and method != "imakura":
        raise OptionNotForMethod(option="right_factor", method=method, owner="imakura")
    if not 0 <= power < math.inf:
        raise PowerNegative(power=power)


def _diagnose(
    method: Method,
    views: Views,
    measured: Measured,
    maps: tuple[Float[Array, "dims dims"], ...],
) -> tuple[SiteDiagnostics, ...]:
    """Add each aligned view's distance from their mean, and judge."""
    aligned = [view @ site_map for view, site_map in zip(views.arrays, maps, strict=True)]
    common = sum(aligned[1:], start=aligned[0]) / len(aligned)
    length = float(np.linalg.norm(common))
    sites = []
    for numbers, view in zip(measured.numbers, aligned, strict=True):
        distance = float(np.linalg.norm(view - common))
        complete = replace(numbers, residual=distance / length if length else None)
        sites.append(SiteDiagnostics(complete, judge_site(complete, method)))
    return tuple(sites)
