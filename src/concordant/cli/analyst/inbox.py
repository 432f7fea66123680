"""Take in what the sites uploaded, and measure it, before anything is made of it.

In:  the open study, a folder.
Out: the uploads that fit the terms, with their numbers; refusals by name; who is missing.
     Nothing is written. The analyst runs this.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from concordant.analyst.diagnostics import SiteDiagnostics, diagnose_views
from concordant.analyst.intake import Refusal, Upload, intake_bundles, intake_views
from concordant.analyst.verdicts import Method
from concordant.cli.analyst.opening import AnalystStudy
from concordant.errors.analyst import TooFewSites, UnusableSites
from concordant.errors.cli import SitesIncomplete
from concordant.files.reading import open_ordinary
from concordant.terms.charter import Charter
from concordant.transport.folder.analyst import TurnedAway, read_inbox
from concordant.transport.folder.layout import SPAN, site_of
from concordant.wire.codec import read_message
from concordant.wire.limits import Limits
from concordant.wire.messages import AgreedSpan, AnchorView

Kind = Literal["view", "bundle"]


@dataclass(frozen=True, slots=True, eq=False)
class Received:
    """All uploads of one kind.

    ``refused`` are those with a fault, whether they were opened or not; ``superseded`` are
    earlier releases of a site; the ``missing`` sent nothing at all, which only a roster can tell.
    """

    kind: Kind
    accepted: tuple[Upload, ...]
    refused: tuple[Refusal, ...]
    superseded: tuple[str, ...]
    missing: tuple[str, ...]
    knows_who_is_missing: bool
    unfinished: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def sites(self) -> tuple[str, ...]:
        """The names of the sites whose uploads were accepted."""
        return tuple(upload.envelope.site for upload in self.accepted)

    @property
    def is_empty(self) -> bool:
        """Whether no upload of this kind lies there, good or bad."""
        return not (self.accepted or self.refused)


def receive(
    study: AnalystStudy, folder: Path, kind: Kind, *, span: AgreedSpan | None = None
) -> Received:
    """Open every upload of one kind; a fault of one site leaves the others alone."""
    inbox = read_inbox(folder, kind)
    charter, roster, notice = study.charter, study.roster, study.notice
    found = (
        intake_views(charter, inbox.arrivals, roster=roster, notice=notice)
        if kind == "view"
        else intake_bundles(charter, inbox.arrivals, roster=roster, notice=notice, span=span)
    )
    refused = (*found.refused, *(_refusal(away, kind) for away in inbox.turned_away))
    heard_of = {each.envelope.site for each in found.accepted} | {each.site for each in refused}
    return Received(
        kind=kind,
        accepted=found.accepted,
        refused=tuple(sorted(refused, key=lambda each: each.name)),
        superseded=found.superseded,
        missing=tuple(site for site in found.missing if site not in heard_of),
        knows_who_is_missing=found.knows_who_is_missing,
        unfinished=inbox.unfinished,
        others=inbox.others,
    )


def measure(received: Received, method: Method) -> dict[str, SiteDiagnostics]:
    """Return each accepted site's numbers and verdict."""
    if not received.accepted:
        return {}
    views = [anchor_view(upload) for upload in received.accepted]
    return {each.site: each for each in diagnose_views(views, method, names=received.sites)}


def anchor_view(upload: Upload) -> np.ndarray:
    """Return the matrix by which sites are compared."""
    return upload.view if isinstance(upload, AnchorView) else upload.anchor_view


def incompleteness(received: Received) -> SitesIncomplete | None:
    """Return the refusal that missing or refused sites amount to; None when all can be used."""
    absent = [f"{name}: missing" for name in received.missing]
    absent += [f"{each.site or each.name}: {each.error.name}" for each in received.refused]
    if not absent:
        return None
    n_accepted = len(received.accepted)
    return SitesIncomplete(
        n_accepted=n_accepted, n_expected=n_accepted + len(absent), absent=", ".join(absent)
    )


def unusable(health: Mapping[str, SiteDiagnostics], method: Method) -> UnusableSites | None:
    """Return the refusal that sites with untrustworthy views amount to; None when there is none."""
    found = {site: each.reason for site, each in health.items() if each.verdict == "unusable"}
    if not found:
        return None
    return UnusableSites(
        n_unusable=len(found),
        n_sites=len(health),
        method=method,
        listing=" ".join(f"{site}: {reason}" for site, reason in found.items()),
    )


def require_enough(received: Received, *, partial: bool) -> None:
    """Refuse to go on without every site, or without two of them."""
    refusal = incompleteness(received)
    if refusal is not None and not partial:
        raise refusal
    if len(received.accepted) < 2:
        raise TooFewSites(n_sites=len(received.accepted))


def find_span(
    charter: Charter, span_path: Path | None, *, charter_path: Path, inbox: Path
) -> AgreedSpan | None:
    """Read the agreed span that was named, or the one by the charter or in the inbox."""
    if charter.span != "agreed" and span_path is None:
        return None
    places = [span_path] if span_path else [charter_path.parent / SPAN, inbox / SPAN]
    for path in places:
        if span_path is not None or path.is_file():
            return _read_span(path, charter)
    return None


def _read_span(path: Path, charter: Charter) -> AgreedSpan:
    limits = Limits(n_features=charter.n_features, n_dims=charter.n_dims)
    with open_ordinary(path, "agreed span") as file:
        message = read_message(file, limits=limits, kinds=("span",))
    assert isinstance(message, AgreedSpan)  # noqa: S101  the codec returns the kind asked for
    return message


def _refusal(away: TurnedAway, kind: Kind) -> Refusal:
    return Refusal(name=away.name, site=site_of(away.name, kind), error=away.error)
