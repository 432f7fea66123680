"""Send a release in steps that can be interrupted anywhere and run again.

In:  charter, pact, table and the vault; then the prepared release and the folder to send it to.
Out: a contribution to look at before the yes; after it, one file in the folder, the basis and
     a line of the log in the vault. Only a site runs this.

The order is the safety: the basis is on the disk before the bundle exists, and a release counts
as finished only when the bundle is whole. Killed in between, the same call goes on with the same
number and basis.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from concordant.errors.files import NotAFolder
from concordant.files.atomic import require_free, unwritable
from concordant.site.contribute import Contribution, contribute
from concordant.site.pact import Pact, pact_tag
from concordant.site.vault import Vault
from concordant.terms.charter import Charter
from concordant.terms.roster import Roster
from concordant.transport.folder.layout import file_name
from concordant.transport.folder.site import Uploaded, write_upload
from concordant.wire.codec import span_fingerprint
from concordant.wire.messages import AgreedSpan, AnchorView, RepresentationBundle


@dataclass(frozen=True, slots=True)
class PreparedRelease:
    """What would leave; ``resumed`` says that an interrupted release is being finished."""

    contribution: Contribution
    number: int
    resumed: bool


def prepare_release(
    charter: Charter,
    pact: Pact,
    table: object,
    *,
    site: str,
    vault: Vault,
    span: AgreedSpan | None = None,
    public: object = None,
    with_rows: bool = True,
    replace: bool = False,
    roster: Roster | None = None,
    withhold_rare_classes: bool = False,
    rng: np.random.Generator | None = None,
) -> PreparedRelease:
    """Return the next release of the site; nothing is sent and nothing is written.

    The choices are those of ``contribute``. With ``replace``, a release that has left already
    is followed by another with a fresh basis.
    """
    tag = pact_tag(pact, charter)
    planned = vault.plan_release(charter, site, replace=replace, tag=tag)
    contribution = contribute(
        charter,
        pact,
        table,
        site=site,
        span=span,
        public=public,
        with_rows=with_rows,
        release=planned.number,
        roster=roster,
        withhold_rare_classes=withhold_rare_classes,
        basis=planned.basis,
        rng=rng,
    )
    if span is not None:
        vault.require_same_span(charter, site, span_fingerprint(span))
    return PreparedRelease(contribution, planned.number, resumed=planned.basis is not None)


def send_release(
    prepared: PreparedRelease,
    charter: Charter,
    inbox: Path,
    vault: Vault,
    *,
    force: bool = False,
) -> Uploaded:
    """Keep the basis, write the bundle into ``inbox``, and note that it left.

    A file that is there already is replaced if it is this site's own of an earlier or an
    interrupted release, or with ``force``; another one is refused before anything is written.
    """
    bundle = prepared.contribution.bundle
    envelope = bundle.envelope
    replaces = force or prepared.resumed or prepared.number > 1
    with vault.lock(charter, envelope.site):
        _require_place(inbox, bundle, force=replaces)
        if envelope.span is not None:
            vault.keep_span(charter, envelope.site, envelope.span)
        vault.begin_release(charter, envelope, prepared.contribution.basis)
        uploaded = write_upload(bundle, inbox, force=replaces)
        facts = prepared.contribution.facts
        vault.note(charter, envelope.site, _line(uploaded, bundle) | {"n_rows": facts.n_rows})
        vault.finish_release(charter, envelope, sha256=uploaded.sha256, n_bytes=uploaded.n_bytes)
    return uploaded


def send_view(
    charter: Charter, view: AnchorView, inbox: Path, vault: Vault, *, force: bool = False
) -> Uploaded:
    """Write the view into ``inbox`` and note that it left."""
    site = view.envelope.site
    with vault.lock(charter, site):
        _require_place(inbox, view, force=force)
        uploaded = write_upload(view, inbox, force=force)
        vault.note(charter, site, _line(uploaded, view))
    return uploaded


def _require_place(inbox: Path, message: AnchorView | RepresentationBundle, *, force: bool) -> None:
    """Make the folder where it is missing; refuse a name that is taken."""
    require_free(inbox / file_name(message.envelope.site, message.kind), force=force)
    try:
        inbox.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotAFolder(path=str(inbox)) from None
    except OSError as error:
        raise unwritable(inbox, error) from None


def _line(uploaded: Uploaded, message: AnchorView | RepresentationBundle) -> dict[str, Any]:
    return {
        "what": message.kind,
        "file": uploaded.path.name,
        "release": message.envelope.release,
        "sha256": uploaded.sha256,
        "n_bytes": uploaded.n_bytes,
    }
