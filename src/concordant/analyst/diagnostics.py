"""Measure anchor views: finite, rank, condition, stretch, and how far the spans are apart.

In:  one anchor view per site.
Out: their orthonormal frames, the directions they share, and the numbers of each site.
     Run by the analyst. A bad view is measured, not refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from jaxtyping import Float

from concordant.analyst.verdicts import Level, Method, SiteNumbers, Verdict, judge_site
from concordant.analyst.views import Views, require_views
from concordant.errors.linalg import AnchorRankLow, AnchorViewNotFinite, NoAnchorViews
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import Frame, orthonormal_factor
from concordant.linalg.spectral import SharedDirections, numerical_rank, shared_directions
from concordant.linalg.subspaces import span_difference
from concordant.linalg.threads import one_blas_thread


@dataclass(frozen=True, slots=True)
class SiteDiagnostics:
    """The numbers of one site and what they mean."""

    numbers: SiteNumbers
    judgement: Verdict

    @property
    def site(self) -> str:
        """The name of the site."""
        return self.numbers.site

    @property
    def verdict(self) -> Level:
        """One of "good", "spans differ", "doubtful", "unusable"."""
        return self.judgement.level

    @property
    def reason(self) -> str:
        """The verdict's reason, a sentence for people."""
        return self.judgement.reason


class Measured(NamedTuple):
    """Anchor views taken apart. ``frames`` and ``directions`` are of the views of full rank."""

    frames: tuple[Frame, ...]
    directions: SharedDirections | None
    numbers: tuple[SiteNumbers, ...]


class _Part(NamedTuple):
    """What one view gives before it is compared: its frame (None below full rank) and spectrum."""

    frame: Frame | None
    stretches: Float[Array, " dims"]
    rank: int
    n_not_finite: int


def diagnose_views(
    anchor_views: Sequence[Float[Array, "..."]] | Float[Array, "sites rows dims"],
    method: Method = "auto",
    *,
    names: Sequence[str] | None = None,
    centre: bool = False,
) -> tuple[SiteDiagnostics, ...]:
    """Return each site's numbers and verdict; also for views that ``align`` would refuse.

    Only views of full rank are compared with each other. ``centre`` as in ``align``.
    """
    measured = measure_views(require_views(anchor_views, names, centre=centre))
    return tuple(SiteDiagnostics(each, judge_site(each, method)) for each in measured.numbers)


def measure_views(views: Views) -> Measured:
    """Factor every view, find the span they share best, and compare each view with it."""
    with one_blas_thread():
        parts = [_take_apart(view, views.dtype) for view in views.arrays]
    frames = tuple(part.frame for part in parts if part.frame is not None)
    directions, median = None, np.zeros(views.n_dims)
    if frames:
        directions = shared_directions([frame.columns for frame in frames], views.n_dims)
        median = np.median([np.log(part.stretches) for part in parts if part.frame], axis=0)
    numbers = tuple(
        _compare(name, part, median, directions)
        for name, part in zip(views.names, parts, strict=True)
    )
    return Measured(frames, directions, numbers)


def require_full_rank(measured: Measured) -> SharedDirections:
    """Return the directions that all views share, or refuse the first view that lost some."""
    for numbers in measured.numbers:
        if numbers.n_not_finite:
            raise AnchorViewNotFinite(site=numbers.site, n_bad=numbers.n_not_finite)
        if numbers.rank < numbers.n_dims:
            raise AnchorRankLow(site=numbers.site, rank=numbers.rank, n_dims=numbers.n_dims)
    if measured.directions is None:
        raise NoAnchorViews
    return measured.directions


def _take_apart(view: Float[Array, "rows dims"], dtype: np.dtype) -> _Part:
    n_not_finite = int(view.size - np.isfinite(view).sum())
    if n_not_finite:
        return _Part(None, np.full(view.shape[1], np.nan), 0, n_not_finite)
    frame = orthonormal_factor(view)
    stretches = np.linalg.svd(frame.triangle, compute_uv=False)
    rank = numerical_rank(stretches, view.shape, dtype)
    return _Part(frame if rank == view.shape[1] else None, stretches, rank, 0)


def _compare(
    name: str,
    part: _Part,
    median: Float[Array, " dims"],
    directions: SharedDirections | None,
) -> SiteNumbers:
    known = SiteNumbers(
        site=name, n_dims=len(median), n_not_finite=part.n_not_finite, rank=part.rank
    )
    if part.frame is None or directions is None:
        return known
    return replace(
        known,
        condition=float(part.stretches[0] / part.stretches[-1]),
        deviation=float(np.abs(np.log(part.stretches) - median).max()),
        span_difference=span_difference(part.frame.columns, directions.columns),
    )
