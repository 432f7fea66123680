"""Let uploads in at the analyst's door, one by one and then against each other.

In:  what arrived (bytes from anybody, opened lazily) or bundles in memory; the charter, and where
     there is one the roster, the notice of the pact and the agreed span.
Out: what is accepted, what is refused and why (each by file, site and field, while the others go
     on), and who is missing. The analyst runs this.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal, TypeAlias

from concordant.analyst.intake_fields import require_envelope, require_sound_bundle, require_view
from concordant.analyst.intake_reference import Reference, make_reference
from concordant.analyst.intake_together import (
    find_duplicated_views,
    find_foreign_spans,
    find_foreign_tags,
    find_off_span,
    find_same_releases,
    find_superseded,
)
from concordant.errors import ConcordantError
from concordant.errors.intake import FileFault, ViewsNotPlanned
from concordant.errors.wire import BundleShape
from concordant.terms.charter import Charter
from concordant.terms.notice import PactNotice
from concordant.terms.roster import Roster
from concordant.wire.codec import read_message
from concordant.wire.container import open_container
from concordant.wire.exact_reading import ByteSource
from concordant.wire.limits import Limits
from concordant.wire.messages import AgreedSpan, AnchorView, RepresentationBundle
from concordant.wire.rules import SITE_NAME, matches

Upload: TypeAlias = AnchorView | RepresentationBundle
_Named: TypeAlias = list[tuple[str, Upload]]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file that came: its name, and how to open it for reading."""

    name: str
    open: Callable[[], BinaryIO]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that was not let in; ``site`` is whose it seems to be, where its name tells."""

    name: str
    site: str | None
    error: ConcordantError


@dataclass(frozen=True, slots=True, kw_only=True)
class _Intake:
    """What every intake tells.

    ``superseded`` are files of earlier releases, which count no longer and are no fault.
    ``missing`` are the sites of the roster without an accepted file; without a roster nobody
    knows.
    """

    refused: tuple[Refusal, ...]
    superseded: tuple[str, ...]
    missing: tuple[str, ...]
    knows_who_is_missing: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewIntake(_Intake):
    """The views that may enter the agreed span, by site."""

    accepted: tuple[AnchorView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleIntake(_Intake):
    """The bundles that may enter training, by site."""

    accepted: tuple[RepresentationBundle, ...]


def intake_views(
    charter: Charter,
    arrivals: Iterable[Arrival],
    *,
    roster: Roster | None = None,
    notice: PactNotice | None = None,
) -> ViewIntake:
    """Open every view and let in those that keep all rules.

    Raises only where the call itself is at fault: a study without views, a notice of other terms.
    """
    if charter.span != "agreed":
        raise ViewsNotPlanned(plan=charter.span)
    reference = make_reference(charter, roster=roster, notice=notice)
    sifted = _sift(reference, *_read_all(reference, arrivals, "view"))
    return ViewIntake(
        accepted=tuple(each for _, each in sifted.left if isinstance(each, AnchorView)),
        **sifted.facts(roster),
    )


def intake_bundles(
    charter: Charter,
    arrivals: Iterable[Arrival],
    *,
    roster: Roster | None = None,
    notice: PactNotice | None = None,
    span: AgreedSpan | None = None,
) -> BundleIntake:
    """Open every bundle and let in those that keep all rules.

    With ``span`` (the file that was handed out) every bundle must have been made on it; without,
    all on one. Raises only where the call itself is at fault: a notice or a span of other terms.
    """
    reference = make_reference(charter, roster=roster, notice=notice, span=span)
    sifted = _sift(reference, *_read_all(reference, arrivals, "bundle"))
    return BundleIntake(
        accepted=tuple(each for _, each in sifted.left if isinstance(each, RepresentationBundle)),
        **sifted.facts(roster),
    )


def require_bundles(
    charter: Charter,
    bundles: Sequence[RepresentationBundle],
    *,
    roster: Roster | None = None,
    notice: PactNotice | None = None,
    span: AgreedSpan | None = None,
) -> tuple[RepresentationBundle, ...]:
    """Return bundles in memory in the order of their sites, or raise the first refusal."""
    reference = make_reference(charter, roster=roster, notice=notice, span=span)
    named = [(f"{bundle.envelope.site}.bundle", bundle) for bundle in bundles]
    for name, bundle in named:
        require_sound_bundle(charter, bundle)
        _require_alone(reference, name, bundle)
    sifted = _sift(reference, list(named), [])
    if sifted.refused:
        raise sifted.refused[0].error
    return tuple(each for _, each in sifted.left if isinstance(each, RepresentationBundle))


def require_anchor_views(
    charter: Charter, views: Sequence[AnchorView], *, notice: PactNotice | None = None
) -> tuple[AnchorView, ...]:
    """Return views in memory in the order of their sites, or raise the first refusal."""
    if charter.span != "agreed":
        raise ViewsNotPlanned(plan=charter.span)
    reference = make_reference(charter, notice=notice)
    named: _Named = [(f"{view.envelope.site}.view", view) for view in views]
    for name, view in named:
        _require_alone(reference, name, view)
    sifted = _sift(reference, named, [])
    if sifted.refused:
        raise sifted.refused[0].error
    return tuple(each for _, each in sifted.left if isinstance(each, AnchorView))


def _read_all(
    reference: Reference, arrivals: Iterable[Arrival], kind: Literal["view", "bundle"]
) -> tuple[_Named, list[Refusal]]:
    charter = reference.charter
    limits = Limits(n_features=charter.n_features, n_dims=charter.n_dims)
    named: _Named = []
    refused: list[Refusal] = []
    for arrival in arrivals:
        site = arrival.name.removesuffix(f".{kind}")
        known = site if matches(SITE_NAME, site) else None
        try:
            with arrival.open() as file:
                message = _read_one(reference, arrival.name, file, kind, limits)
            _require_alone(reference, arrival.name, message)
        except ConcordantError as error:
            refused.append(Refusal(arrival.name, known, error))
        except Exception as error:  # noqa: BLE001  one broken file must not stop the others
            fault = FileFault(file=arrival.name, reason=type(error).__name__)
            refused.append(Refusal(arrival.name, known, fault))
        else:
            named.append((arrival.name, message))
    return named, refused


def _read_one(
    reference: Reference,
    name: str,
    file: ByteSource,
    kind: Literal["view", "bundle"],
    limits: Limits,
) -> Upload:
    try:
        message = read_message(file, limits=limits, kinds=(kind,))
    except BundleShape:
        # Under other terms the shapes are others too; then the terms are what has to be said.
        require_envelope(reference, name, open_container(file).manifest.envelope, kind=kind)
        raise
    assert isinstance(message, AnchorView | RepresentationBundle)  # noqa: S101  by `kinds`
    return message


def _require_alone(reference: Reference, name: str, message: Upload) -> None:
    """Hold one file against terms, roster and notice."""
    require_envelope(reference, name, message.envelope, kind=message.kind)
    require_view(reference.charter, message)


@dataclass(frozen=True, slots=True)
class _Sifted:
    left: _Named
    refused: list[Refusal]
    superseded: list[str]

    def facts(self, roster: Roster | None) -> dict[str, Any]:
        """Return the fields that both intakes share."""
        present = {message.envelope.site for _, message in self.left}
        expected = () if roster is None else roster.sites
        return {
            "refused": tuple(sorted(self.refused, key=lambda refusal: refusal.name)),
            "superseded": tuple(self.superseded),
            "missing": tuple(site for site in expected if site not in present),
            "knows_who_is_missing": roster is not None,
        }


def _sift(reference: Reference, named: _Named, refused: list[Refusal]) -> _Sifted:
    """Hold the files against each other, rule after rule, each among those still left."""
    left = sorted(named, key=lambda pair: pair[1].envelope.site)
    superseded: list[str] = []
    for find in (
        find_same_releases,
        find_superseded,
        find_foreign_tags,
        find_foreign_spans,
        find_duplicated_views,
        find_off_span,
    ):
        found = find(reference, [message for _, message in left])
        for place, error in found.items():
            name, message = left[place]
            if error is None:
                superseded.append(name)
            else:
                refused.append(Refusal(name, message.envelope.site, error))
        left = [pair for place, pair in enumerate(left) if place not in found]
    return _Sifted(left, refused, superseded)
