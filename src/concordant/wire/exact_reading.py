"""Read exactly so many bytes of a file, never more than it has.

In:  an open file, an offset, a count.
Out: the bytes, in one piece or piece by piece; a typed refusal where the file ends early or the
     system cannot read it. Anybody may run this.
"""

import os
from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from concordant.errors.wire import UNKNOWN_SENDER, BundleLength, BundleUnreadable

PIECE_BYTES = 1024 * 1024


@runtime_checkable
class ByteSource(Protocol):
    """What bytes can be read from at any place: an open file, or one in memory."""

    def seek(self, offset: int, whence: int = ..., /) -> int:
        """Go to ``offset``."""
        ...

    def read(self, size: int = ..., /) -> bytes:
        """Return at most ``size`` bytes."""
        ...


def measure_file(file: ByteSource) -> int:
    """Return how many bytes ``file`` really has."""
    try:
        return file.seek(0, os.SEEK_END)
    except OSError as error:
        raise BundleUnreadable(site=UNKNOWN_SENDER, reason=type(error).__name__) from None


def read_exactly(file: ByteSource, offset: int, n_bytes: int, *, n_file_bytes: int) -> bytes:
    """Return ``n_bytes`` from ``offset``; refuse before reading if the file is too short."""
    if offset + n_bytes > n_file_bytes:
        raise BundleLength(site=UNKNOWN_SENDER, sent=n_file_bytes, described=offset + n_bytes)
    return b"".join(read_pieces(file, offset, n_bytes, site=UNKNOWN_SENDER))


def read_pieces(file: ByteSource, offset: int, n_bytes: int, *, site: str) -> Iterator[bytes]:
    """Yield ``n_bytes`` from ``offset`` in pieces of at most ``PIECE_BYTES``."""
    done = 0
    while done < n_bytes:
        try:
            file.seek(offset + done)
            piece = file.read(min(PIECE_BYTES, n_bytes - done))
        except OSError as error:
            raise BundleUnreadable(site=site, reason=type(error).__name__) from None
        if not piece:
            raise BundleLength(site=site, sent=offset + done, described=offset + n_bytes)
        done += len(piece)
        yield piece
