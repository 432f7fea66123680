"""Keep a site's secrets between the steps of a study: the pact, the bases, what has left.

In:  the path of a private folder; what a step of the study makes.
Out: the same again at the next step. Only a site runs this; an analyst who can read the folder
     can undo every projection.

    VAULT/<study id>/pact.key
    VAULT/<study id>/<site>/<terms digest>/state.json, log.json, 000001.basis, …

Each set of terms has a folder of its own, so that a charter confirmed anew starts from nothing.
Every file is written whole or not at all: a killed command leaves the old state or the new one.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from concordant.errors.site import (
    AlreadyReleased,
    BasisMissing,
    PactAlreadyThere,
    PactMissing,
    ReleaseUnknown,
    VaultBusy,
    VaultDamaged,
    VaultNameUnsafe,
)
from concordant.files.one_process import only_process
from concordant.files.private import require_private_folder
from concordant.site.basis import SecretBasis
from concordant.site.pact import Pact
from concordant.site.vault_contents import count_other_terms, say_what_is_there
from concordant.site.vault_files import (
    read_basis,
    read_pact_file,
    read_record,
    write_basis,
    write_pact_file,
    write_record,
)
from concordant.site.vault_log import add_line, decode_log
from concordant.site.vault_state import Release, StudyState, decode_state, encode_state
from concordant.terms.charter import Charter
from concordant.terms.roster import require_site_name
from concordant.wire.messages import Envelope
from concordant.wire.rules import HEX_256, STUDY_ID, matches

PACT = "pact.key"
STATE = "state.json"
LOG = "log.json"
LOCK = "lock"


@dataclass(frozen=True, slots=True)
class PlannedRelease:
    """The number of the release to make, and the basis of one that was interrupted."""

    number: int
    basis: SecretBasis | None


@dataclass(frozen=True, slots=True)
class KeptRelease:
    """A basis and the envelope of the bundle that was made with it."""

    basis: SecretBasis
    envelope: Envelope


class Vault:
    """A site's private folder of secrets.

    The folder is checked here, and made by the first thing that is stored. ``accept_open`` lets
    it lie on a file system that keeps no permissions; a folder that others can read where
    permissions exist is always refused.
    """

    def __init__(self, path: Path, *, accept_open: bool = False) -> None:
        self.path = path
        self._accept_open = accept_open
        self._held: set[Path] = set()
        if path.exists():
            require_private_folder(path, create=False, accept_open=accept_open)

    def __repr__(self) -> str:
        return f"Vault({str(self.path)!r})"

    # ------------------------------------------------------------ the pact

    def store_pact(self, charter: Charter, pact: Pact, *, force: bool = False) -> None:
        """Keep the study's pact; another one than is there is refused without ``force``."""
        path = self._study(charter) / PACT
        try:
            there = read_pact_file(path, charter.study_id)
        except VaultDamaged:
            if not force:
                raise
            there = None
        if there == pact:
            return
        if there is not None and not force:
            raise PactAlreadyThere(study_id=charter.study_id)
        self._make(path.parent)
        write_pact_file(path, charter.study_id, pact)

    def read_pact(self, charter: Charter) -> Pact:
        """Return the pact of the study."""
        pact = read_pact_file(self._study(charter) / PACT, charter.study_id)
        if pact is None:
            raise PactMissing(study_id=charter.study_id)
        return pact

    # ------------------------------------------------------------ one writer

    @contextlib.contextmanager
    def lock(self, charter: Charter, site: str) -> Iterator[None]:
        """Keep other processes out of this site's part of the vault while the block runs.

        Inside such a block of the same Vault it does nothing more.
        """
        folder = self._make(self._site(charter, site))
        if folder in self._held:
            yield
            return
        with only_process(folder / LOCK) as alone:
            if not alone:
                raise VaultBusy(site=site)
            self._held.add(folder)
            try:
                yield
            finally:
                self._held.discard(folder)

    # ------------------------------------------------------------ releases

    def plan_release(
        self, charter: Charter, site: str, *, replace: bool = False, tag: str | None = None
    ) -> PlannedRelease:
        """Return the number of the next release, and the basis if it was begun before.

        A release that was interrupted is to be finished with its own basis and number; with
        ``tag``, only if it was made with the same pact. After a finished one the next needs
        ``replace``, and gets a fresh basis.
        """
        state = self._read_state(charter, site)
        latest = state.latest
        if latest is None:
            return PlannedRelease(state.next_number, None)
        if latest.finished is None and tag in (None, latest.tag):
            try:
                kept = self._read_basis(charter, site, latest)
            except VaultDamaged:
                if not replace:
                    raise
            else:
                return PlannedRelease(latest.number, kept.basis)
        if not replace:
            raise AlreadyReleased(site=site, number=latest.number)
        return PlannedRelease(state.next_number, None)

    def begin_release(self, charter: Charter, envelope: Envelope, basis: SecretBasis) -> None:
        """Put the basis on the disk before anything leaves.

        Beginning an interrupted release again with the same basis is fine.
        """
        self._require_ours(charter, envelope)
        state = self._read_state(charter, envelope.site)
        begun = state.find(envelope.release)
        if begun is not None:
            self._require_same_release(charter, begun, envelope, basis)
            return
        after = state.begin(envelope.release, envelope.tag)
        folder = self._make(self._terms(charter, envelope.site))
        # A basis that no state speaks of was never used: the command was killed right here.
        write_basis(folder / _basis_name(envelope.release), envelope, basis, force=True)
        write_record(folder / STATE, encode_state(after))

    def finish_release(
        self, charter: Charter, envelope: Envelope, *, sha256: str, n_bytes: int
    ) -> None:
        """Note that the bundle of a release that was begun is written."""
        self._require_ours(charter, envelope)
        state = self._read_state(charter, envelope.site)
        after = state.finish(envelope.release, sha256=sha256, n_bytes=n_bytes)
        write_record(self._terms(charter, envelope.site) / STATE, encode_state(after))

    def read_release(self, charter: Charter, site: str, number: int | None = None) -> KeptRelease:
        """Return basis and envelope of the latest finished release, or of release ``number``.

        A number may also name a release that was begun only: a return for it proves that it left.
        """
        state = self._read_state(charter, site)
        if number is None:
            left = [release for release in state.releases if release.finished is not None]
            wanted = left[-1] if left else None
        else:
            wanted = state.find(number)
        if wanted is None:
            known = [] if number is None else [each.number for each in state.releases]
            raise BasisMissing(site=site, but=say_what_is_there(self._study(charter), site, known))
        return self._read_basis(charter, site, wanted)

    def read_releases(self, charter: Charter, site: str) -> tuple[Release, ...]:
        """Return what is known of all releases under these terms, without their bases."""
        return self._read_state(charter, site).releases

    def count_other_terms(self, charter: Charter, site: str) -> int:
        """Return under how many other terms of the study this site made a release."""
        return count_other_terms(self._site(charter, site), charter.terms_digest)

    # ------------------------------------------------------------ span and log

    def require_same_span(self, charter: Charter, site: str, fingerprint: str) -> None:
        """Refuse another agreed span than the one used under these terms; write nothing."""
        self._read_state(charter, site).require_span(fingerprint)

    def keep_span(self, charter: Charter, site: str, fingerprint: str) -> None:
        """Remember the one agreed span of these terms; a second one is refused."""
        if not matches(HEX_256, fingerprint):
            raise ValueError("a fingerprint has 64 hexadecimal digits")
        state = self._read_state(charter, site)
        state.require_span(fingerprint)
        if state.span is None:
            folder = self._make(self._terms(charter, site))
            write_record(folder / STATE, encode_state(replace(state, span=fingerprint)))

    def note(self, charter: Charter, site: str, line: dict[str, Any]) -> None:
        """Add a line of plain facts, with the time, to the log of what left."""
        record = add_line(self.read_log(charter, site), line)
        write_record(self._make(self._terms(charter, site)) / LOG, record)

    def read_log(self, charter: Charter, site: str) -> list[dict[str, Any]]:
        """Return what left under these terms, oldest first."""
        return decode_log(read_record(self._terms(charter, site) / LOG), file=LOG)

    # ------------------------------------------------------------ inside

    def _study(self, charter: Charter) -> Path:
        if not matches(STUDY_ID, charter.study_id):
            raise VaultNameUnsafe
        return self.path / charter.study_id

    def _site(self, charter: Charter, site: str) -> Path:
        require_site_name(site)
        return self._study(charter) / site

    def _terms(self, charter: Charter, site: str) -> Path:
        return self._site(charter, site) / charter.terms_digest

    def _make(self, folder: Path) -> Path:
        """Make the folder and those above it, each for its owner alone."""
        require_private_folder(self.path, create=True, accept_open=self._accept_open)
        inside = folder.relative_to(self.path).parts
        for depth in range(len(inside)):
            step = self.path.joinpath(*inside[: depth + 1])
            require_private_folder(step, create=True, accept_open=self._accept_open)
        return folder

    def _read_state(self, charter: Charter, site: str) -> StudyState:
        empty = StudyState(charter.study_id, charter.terms_digest, site)
        record = read_record(self._terms(charter, site) / STATE)
        return empty if record is None else decode_state(record, empty, file=STATE)

    def _read_basis(self, charter: Charter, site: str, release: Release) -> KeptRelease:
        name = _basis_name(release.number)
        shape = (charter.n_features, charter.n_dims)
        kept = read_basis(self._terms(charter, site) / name, shape)
        if kept is None:
            raise VaultDamaged(file=name, reason="it is missing")
        basis, envelope = kept
        said = (envelope.study_id, envelope.terms_digest, envelope.site, envelope.release)
        ours = (charter.study_id, charter.terms_digest, site, release.number)
        if said != ours or envelope.tag != release.tag:
            raise VaultDamaged(file=name, reason="it belongs to another release")
        return KeptRelease(basis, envelope)

    def _require_ours(self, charter: Charter, envelope: Envelope) -> None:
        ours = (charter.study_id, charter.terms_digest)
        if (envelope.study_id, envelope.terms_digest) != ours:
            raise ReleaseUnknown(
                number=envelope.release, site=envelope.site, state="of other terms than these"
            )

    def _require_same_release(
        self, charter: Charter, begun: Release, envelope: Envelope, basis: SecretBasis
    ) -> None:
        if begun.finished is not None:
            state = "already finished"
            raise ReleaseUnknown(number=begun.number, site=envelope.site, state=state)
        kept = self._read_basis(charter, envelope.site, begun)
        same = (kept.basis.reveal() == basis.reveal()).all() and kept.envelope == envelope
        if not same:
            state = "already begun with another basis"
            raise ReleaseUnknown(number=begun.number, site=envelope.site, state=state)


def _basis_name(number: int) -> str:
    return f"{number:06d}.basis"
