"""The site's end of the shared folder: put an upload in, take the span and the return out.

In:  a message to send, or the path of a file that came to the site.
Out: one file, whole or not at all; or a message whose every byte was checked against the terms.
     Only a site runs this. No algebra.
"""

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

from concordant.errors.site_release import PublicFileDiffers
from concordant.errors.wire import BundleShape, OtherTerms
from concordant.files.atomic import write_atomically
from concordant.files.reading import read_bounded
from concordant.terms.charter import Charter
from concordant.terms.same_terms import compare_terms, find_difference
from concordant.terms.table import Table
from concordant.terms.table_file import MAX_BYTES, decode_frame
from concordant.transport.folder.layout import file_name
from concordant.wire.codec import decode_message, write_message
from concordant.wire.container import open_container
from concordant.wire.envelopes import sender
from concordant.wire.limits import Limits
from concordant.wire.messages import (
    AgreedSpan,
    AnchorView,
    Envelope,
    Message,
    RepresentationBundle,
    ReturnBundle,
)

_HEADER_BYTES = 1024 * 1024
_FLOAT_BYTES = 8


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What was written: for the site's log and for the person who carries it."""

    path: Path
    sha256: str
    n_bytes: int


def write_upload(
    message: AnchorView | RepresentationBundle, inbox: Path, *, force: bool = False
) -> Uploaded:
    """Write a view or a bundle under its agreed name into an existing folder.

    A file of that name is left alone unless ``force``.
    """
    path = inbox / file_name(message.envelope.site, message.kind)
    with write_atomically(path, force=force) as file:
        written = write_message(message, file)
    return Uploaded(path, written.sha256, written.n_bytes)


def read_span(path: Path, charter: Charter) -> AgreedSpan:
    """Read the analyst's agreed span, within the size that the terms fix."""
    n_bytes = _FLOAT_BYTES * charter.n_features * charter.n_dims
    message = _read(path, charter, n_bytes, what="agreed span", kind="span")
    assert isinstance(message, AgreedSpan)  # noqa: S101  the codec returns the kind asked for
    return message


def read_return(path: Path, charter: Charter) -> ReturnBundle:
    """Read this site's return, within the size that the terms and the largest model fix."""
    n_bytes = _FLOAT_BYTES * charter.n_dims * (charter.n_dims + 2) + Limits().max_model_bytes
    message = _read(path, charter, n_bytes, what="return", kind="return")
    assert isinstance(message, ReturnBundle)  # noqa: S101  as above
    return message


def read_public_table(path: Path, charter: Charter) -> Table:
    """Read the public rows, if the file is the very one that the terms name by its digest."""
    content = read_bounded(path, MAX_BYTES, "public table")
    digest = hashlib.sha256(content).hexdigest()
    agreed = charter.public_sha256 or "none"
    if digest != agreed:
        raise PublicFileDiffers(sent=digest[:16], agreed=agreed[:16])
    # The very bytes that the digest was taken of: the file may be another by now.
    return decode_frame(content, path.name)


def _read(path: Path, charter: Charter, n_bytes: int, *, what: str, kind: str) -> Message:
    limits = Limits(n_features=charter.n_features, n_dims=charter.n_dims)
    content = read_bounded(path, n_bytes + _HEADER_BYTES, what)
    try:
        return decode_message(content, limits, (kind,))
    except BundleShape:
        # Under other terms the shapes are others too; then the terms are what has to be said.
        _require_same_terms(open_container(io.BytesIO(content)).manifest.envelope, charter)
        raise


def _require_same_terms(envelope: Envelope, charter: Charter) -> None:
    other = find_difference(compare_terms(charter, envelope))
    if other is not None:
        site = sender(envelope)
        raise OtherTerms(site=site, field=other.field, sent=other.sent, agreed=other.agreed)
