import io

import pytest

from concordant.errors.wire import BundleLength, BundleUnreadable
from concordant.wire import exact_reading
from concordant.wire.exact_reading import measure_file, read_exactly, read_pieces


class BrokenFile(io.BytesIO):
    """A file on a drive that was pulled out."""

    def read(self, *_: object) -> bytes:
        raise OSError(5, "gone")

    def seek(self, *_: object) -> int:
        raise OSError(5, "gone")


def test_a_file_is_as_long_as_it_is():
    assert measure_file(io.BytesIO(b"12345")) == 5


def test_exactly_the_bytes_asked_for_are_read():
    assert read_exactly(io.BytesIO(b"abcdef"), 2, 3, n_file_bytes=6) == b"cde"


def test_a_file_that_is_too_short_is_refused_before_it_is_read():
    with pytest.raises(BundleLength) as caught:
        read_exactly(BrokenFile(), 2, 10**15, n_file_bytes=6)
    assert caught.value.facts["described"] == 2 + 10**15


def test_long_parts_come_in_pieces(monkeypatch):
    monkeypatch.setattr(exact_reading, "PIECE_BYTES", 4)
    pieces = list(read_pieces(io.BytesIO(b"0123456789"), 1, 9, site="north"))
    assert pieces == [b"1234", b"5678", b"9"]


def test_a_file_that_shrinks_while_it_is_read_is_refused():
    with pytest.raises(BundleLength, match="north"):
        list(read_pieces(io.BytesIO(b"0123"), 0, 9, site="north"))


def test_a_drive_that_fails_is_named():
    with pytest.raises(BundleUnreadable, match="OSError"):
        measure_file(BrokenFile())
    with pytest.raises(BundleUnreadable, match="north"):
        list(read_pieces(BrokenFile(), 0, 9, site="north"))
