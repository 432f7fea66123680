"""Hold uploads against each other: releases, pact, span, copies.

In:  uploads that each kept the terms, and the reference.
Out: the places of those that cannot stay, with the refusal; None where a later release of the
     same site takes its place, which is no fault. The analyst runs this.

Where uploads differ and nothing tells which is right, all of them are refused: that most agree
is no reference. Only the common span, which is checked by its geometry, goes by the most.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence

from concordant.analyst.intake_reference import Reference
from concordant.errors import BundleRejected
from concordant.errors.intake import (
    DuplicatedView,
    NoCommonSpan,
    OffTheSpan,
    SameRelease,
    SpanMissing,
    SpanNotPlanned,
    SpansMixed,
    TagsDiffer,
    WrongSpan,
)
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import orthonormal_factor
from concordant.linalg.subspaces import SAME_SPAN_LIMIT, distance_from_span
from concordant.terms.same_terms import DIGITS_SHOWN
from concordant.wire.messages import AnchorView, RepresentationBundle

Uploads = Sequence[AnchorView | RepresentationBundle]
Found = dict[int, BundleRejected | None]


def find_same_releases(_reference: Reference, uploads: Uploads) -> Found:
    """Refuse files of one site that carry one release number: nobody knows which is its own."""
    counts = Counter((each.envelope.site, each.envelope.release) for each in uploads)
    found: Found = {}
    for place, each in enumerate(uploads):
        site, release = each.envelope.site, each.envelope.release
        n_files = counts[site, release]
        if n_files > 1:
            found[place] = SameRelease(site=site, release=release, n_files=n_files)
    return found


def find_superseded(_reference: Reference, uploads: Uploads) -> Found:
    """Find earlier releases of sites that released again."""
    latest: dict[str, int] = {}
    for each in uploads:
        site = each.envelope.site
        latest[site] = max(latest.get(site, 0), each.envelope.release)
    return {
        place: None
        for place, each in enumerate(uploads)
        if each.envelope.release < latest[each.envelope.site]
    }


def find_foreign_tags(_reference: Reference, uploads: Uploads) -> Found:
    """Refuse all when their tags differ; a notice or a span was held against each before."""
    tags = {each.envelope.tag for each in uploads}
    if len(tags) < 2:
        return {}
    return {
        place: TagsDiffer(site=each.envelope.site, n_tags=len(tags), n_files=len(uploads))
        for place, each in enumerate(uploads)
    }


def find_foreign_spans(reference: Reference, uploads: Uploads) -> Found:
    """Refuse bundles whose span fingerprint is not the study's, or all when theirs differ."""
    bundles = {
        place: each for place, each in enumerate(uploads) if isinstance(each, RepresentationBundle)
    }
    named = Counter(each.envelope.span for each in bundles.values() if each.envelope.span)
    found: Found = {}
    for place, each in bundles.items():
        site, sent = each.envelope.site, each.envelope.span
        if reference.charter.span != "agreed":
            if sent is not None:
                found[place] = SpanNotPlanned(site=site, plan=reference.charter.span)
        elif sent is None:
            found[place] = SpanMissing(site=site)
        elif reference.fingerprint is not None:
            if sent != reference.fingerprint:
                found[place] = WrongSpan(
                    site=site,
                    sent=sent[:DIGITS_SHOWN],
                    agreed=reference.fingerprint[:DIGITS_SHOWN],
                )
        elif len(named) > 1:
            found[place] = SpansMixed(site=site, n_spans=len(named), n_files=named.total())
    return found


def find_duplicated_views(_reference: Reference, uploads: Uploads) -> Found:
    """Refuse views that are equal bit for bit: every basis is drawn at random."""
    senders: dict[Hashable, list[int]] = defaultdict(list)
    for place, each in enumerate(uploads):
        senders[_view_of(each).tobytes()].append(place)
    found: Found = {}
    for places in senders.values():
        for place in places if len(places) > 1 else ():
            others = (uploads[other].envelope.site for other in places if other != place)
            found[place] = DuplicatedView(
                site=uploads[place].envelope.site,
                field="view" if isinstance(uploads[place], AnchorView) else "anchor_view",
                others=", ".join(others),
            )
    return found


def find_off_span(reference: Reference, uploads: Uploads) -> Found:
    """Refuse bundles off the span that all sites share by the plan.

    It is the span file's, where that is at hand, otherwise the one that most views lie in.
    """
    plan = reference.charter.span
    if plan == "own":
        return {}
    views = {
        place: each.anchor_view
        for place, each in enumerate(uploads)
        if isinstance(each, RepresentationBundle)
    }
    if reference.span is not None:
        frame = reference.span.span
    else:
        spans = _gather_spans(views)
        spans.sort(key=lambda pair: -len(pair[1]))
        if len(spans) > 1 and len(spans[0][1]) == len(spans[1][1]):
            return {
                place: NoCommonSpan(
                    site=uploads[place].envelope.site,
                    n_files=len(views),
                    n_spans=len(spans),
                    plan=plan,
                )
                for place in views
            }
        if not spans:
            return {}
        frame = spans[0][0]
    return {
        place: OffTheSpan(
            site=uploads[place].envelope.site,
            plan=plan,
            distance=f"{distance:.1e}",
            limit=f"{SAME_SPAN_LIMIT:.0e}",
        )
        for place, view in views.items()
        if not (distance := distance_from_span(view, frame)) <= SAME_SPAN_LIMIT
    }


def _gather_spans(views: dict[int, Array]) -> list[tuple[Array, list[int]]]:
    """Put the views that lie in one span together; one pass when all do."""
    spans: list[tuple[Array, list[int]]] = []
    for place, view in views.items():
        for frame, members in spans:
            if distance_from_span(view, frame) <= SAME_SPAN_LIMIT:
                members.append(place)
                break
        else:
            spans.append((orthonormal_factor(view).columns, [place]))
    return spans


def _view_of(upload: AnchorView | RepresentationBundle) -> Array:
    return upload.view if isinstance(upload, AnchorView) else upload.anchor_view
