"""Who takes part in a training, and what is known of each site.

In:  accepted bundles and an alignment method.
Out: the alignment of the sites that can be trusted, and a report on every site.
     The analyst runs this.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from concordant.analyst.align import Alignment, align
from concordant.analyst.diagnostics import SiteDiagnostics
from concordant.analyst.verdicts import Level, Method, SiteNumbers
from concordant.errors.analyst import TooFewSites, UnusableSites
from concordant.linalg.threads import one_blas_thread
from concordant.terms.charter import Charter
from concordant.terms.labels import count_classes
from concordant.wire.blocks import from_precision
from concordant.wire.messages import RepresentationBundle

LEAST_SITES = 2


@dataclass(frozen=True, slots=True)
class SiteReport:
    """One site: what it sent, how far its view can be trusted, and why.

    ``row_rank`` is the numerical rank of its projected rows (None without rows).
    ``class_counts`` is by the agreed classes in order, empty for a regression or without rows.
    """

    site: str
    release: int
    n_rows: int
    class_counts: dict[str, int]
    row_rank: int | None
    verdict: Level
    reason: str
    numbers: SiteNumbers
    excluded: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Participants:
    """The bundles that enter training in the order of the alignment, and a report on all."""

    bundles: tuple[RepresentationBundle, ...]
    alignment: Alignment
    reports: tuple[SiteReport, ...]

    @property
    def excluded(self) -> dict[str, str]:
        """The sites that were left out, each with the reason."""
        return {each.site: each.reason for each in self.reports if each.excluded}


def choose_participants(
    charter: Charter,
    bundles: Sequence[RepresentationBundle],
    method: Method,
    *,
    partial: bool,
) -> Participants:
    """Align the sites and leave out the unusable ones, which only ``partial`` allows.

    The others are aligned again without them: a bad view must not be anybody's reference.
    """
    chosen = list(bundles)
    excluded: list[SiteReport] = []
    while True:
        if len(chosen) < LEAST_SITES:
            raise TooFewSites(n_sites=len(chosen))
        names = [bundle.envelope.site for bundle in chosen]
        alignment = align([bundle.anchor_view for bundle in chosen], method, names=names)
        reports = report_sites(charter, chosen, alignment.sites)
        unusable = [each for each in reports if each.verdict == "unusable"]
        if not unusable:
            break
        if not partial:
            listing = " ".join(f"{each.site}: {each.reason}" for each in unusable)
            raise UnusableSites(
                n_unusable=len(unusable), n_sites=len(chosen), method=method, listing=listing
            )
        excluded += [replace(each, excluded=True) for each in unusable]
        chosen = [each for each in chosen if each.envelope.site not in alignment.unusable]
    everybody = sorted([*reports, *excluded], key=lambda each: each.site)
    return Participants(tuple(chosen), alignment, tuple(everybody))


def report_sites(
    charter: Charter,
    bundles: Sequence[RepresentationBundle],
    diagnostics: Sequence[SiteDiagnostics],
) -> tuple[SiteReport, ...]:
    """Return a report on each site; rows of very low rank make a good one doubtful."""
    return tuple(
        _report(charter, bundle, found) for bundle, found in zip(bundles, diagnostics, strict=True)
    )


def row_rank(bundle: RepresentationBundle) -> int:
    """Return how many directions the projected rows vary in, beyond the rounding of their type."""
    rows = from_precision(bundle)
    n_rows, n_dims = rows.shape
    if not rows.any():
        return 0
    with one_blas_thread():
        triangle = np.linalg.qr(rows, mode="r")
        stretches = np.linalg.svd(triangle, compute_uv=False)
    if bundle.row_scale is not None:
        # Rounding to steps moves each entry by up to half of one.
        step = float(bundle.row_scale.max())
        floor = 0.5 * step * (np.sqrt(n_rows) + np.sqrt(n_dims))
    else:
        floor = 4.0 * float(np.finfo(bundle.rows.dtype).eps) * np.sqrt(n_dims) * stretches[0]
    return int(np.count_nonzero(stretches > floor))


def _report(charter: Charter, bundle: RepresentationBundle, found: SiteDiagnostics) -> SiteReport:
    n_rows = len(bundle.rows)
    rank = row_rank(bundle) if n_rows else None
    verdict, reason = found.verdict, found.reason
    # "unusable" and a stretched view weigh more; that spans differ is no fault of a site.
    if rank is not None and 2 * rank < charter.n_dims and verdict in ("good", "spans differ"):
        verdict = "doubtful"
        reason = (
            f"Its {n_rows} rows vary in {rank} of {charter.n_dims} dimensions: more than half of "
            "its span is random."
        )
    return SiteReport(
        site=bundle.envelope.site,
        release=bundle.envelope.release,
        n_rows=n_rows,
        class_counts=_count_classes(charter, bundle),
        row_rank=rank,
        verdict=verdict,
        reason=reason,
        numbers=found.numbers,
    )


def _count_classes(charter: Charter, bundle: RepresentationBundle) -> dict[str, int]:
    if bundle.labels is None or not charter.classes:
        return {}
    return count_classes(bundle.labels, charter.classes)
