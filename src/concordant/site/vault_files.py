"""The files of the vault: written privately and whole, read as if a stranger had written them.

In:  a path in the vault; the pact, plain data, or a basis with the envelope it belongs to.
Out: the file; or what it held, and VaultDamaged where that is not what was written. Only a
     site runs this.
"""

from pathlib import Path
from typing import Any

import numpy as np

from concordant.errors import BundleRejected
from concordant.errors.files import FileMissing, FileTooLarge, LinkRefused, NotAFile
from concordant.errors.site import (
    BasisNotOrthonormal,
    PactForOtherStudy,
    PactUnreadable,
    VaultDamaged,
)
from concordant.errors.wire import NotCanonical
from concordant.files.atomic import write_atomically, write_bytes_atomically
from concordant.files.reading import open_ordinary, read_bounded
from concordant.site.basis import SecretBasis
from concordant.site.pact import Pact, decode_pact, encode_pact
from concordant.site.pact_text import MAX_FILE_BYTES
from concordant.wire.canonical import canonical_json, parse_canonical
from concordant.wire.container import open_container, write_container
from concordant.wire.manifest import ManifestDraft
from concordant.wire.messages import Envelope

KIND = "basis"
MAX_RECORD_BYTES = 64 * 1024**2
_STRANGE = (FileTooLarge, LinkRefused, NotAFile)


def write_pact_file(path: Path, study_id: str, pact: Pact) -> None:
    """Write the pact of a study, in place of what was there."""
    write_bytes_atomically(path, encode_pact(pact, study_id), force=True, private=True)


def read_pact_file(path: Path, study_id: str) -> Pact | None:
    """Return the pact of a study, or None where there is no file."""
    try:
        raw = read_bounded(path, MAX_FILE_BYTES, "pact", follow_symlinks=False)
        return decode_pact(raw, study_id)
    except FileMissing:
        return None
    except (*_STRANGE, PactUnreadable, PactForOtherStudy) as fault:
        raise VaultDamaged(file=path.name, reason=fault.name) from None


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write plain data, in place of what was there."""
    write_bytes_atomically(path, canonical_json(record) + b"\n", force=True, private=True)


def read_record(path: Path) -> dict[str, Any] | None:
    """Return the plain data of a file, or None where there is no file."""
    try:
        raw = read_bounded(path, MAX_RECORD_BYTES, "vault's file", follow_symlinks=False)
    except FileMissing:
        return None
    except _STRANGE as fault:
        raise VaultDamaged(file=path.name, reason=fault.name) from None
    try:
        return parse_canonical(raw.removesuffix(b"\n"))
    except NotCanonical:
        raise VaultDamaged(file=path.name, reason="it is not what concordant writes") from None


def write_basis(path: Path, envelope: Envelope, basis: SecretBasis, *, force: bool) -> None:
    """Write a secret basis with the envelope of the bundle it belongs to."""
    with write_atomically(path, force=force, private=True) as file:
        write_container(file, ManifestDraft(KIND, envelope, {}), [(KIND, basis.reveal())])


def read_basis(path: Path, shape: tuple[int, int]) -> tuple[SecretBasis, Envelope] | None:
    """Return a basis of that shape with its envelope, or None where there is no file."""
    try:
        with open_ordinary(path, "vault's file", follow_symlinks=False) as file:
            container = open_container(file)
            manifest = container.manifest
            said = [(entry.name, entry.shape, entry.dtype) for entry in manifest.arrays]
            if manifest.kind != KIND or manifest.details or said != [(KIND, shape, "float64")]:
                raise VaultDamaged(file=path.name, reason="it holds something else")
            matrix = np.asarray(container.read(KIND), dtype=np.float64)
            return SecretBasis(matrix), manifest.envelope
    except FileMissing:
        return None
    except (*_STRANGE, BundleRejected, BasisNotOrthonormal) as fault:
        raise VaultDamaged(file=path.name, reason=fault.name) from None
