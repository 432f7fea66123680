import errno
import os
import socket
import stat
from pathlib import Path
from typing import Self

import pytest

from concordant.errors.files import (
    FileMissing,
    FileTooLarge,
    FileUnreadable,
    LinkRefused,
    NotAFile,
    NotText,
)
from concordant.files import reading
from concordant.files.reading import open_ordinary, read_bounded, read_text_bounded

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such file")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "charter.toml"
    path.write_bytes(b"12345")
    return path


def test_a_file_is_read_up_to_its_limit_and_not_beyond(file):
    assert read_bounded(file, 5, "charter") == b"12345"
    with pytest.raises(FileTooLarge) as caught:
        read_bounded(file, 4, "charter")
    assert caught.value.facts == {"what": "charter", "path": str(file), "limit": 4}


@POSIX
def test_a_file_without_end_is_not_read_to_its_end():
    with pytest.raises(NotAFile, match="a device"):
        read_bounded(Path("/dev/zero"), 10, "charter")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileMissing) as caught:
        read_bounded(tmp_path / "nowhere", 10, "charter")
    assert caught.value.exit_code == 4
    assert caught.value.facts["what"] == "charter"


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(NotAFile, match="a folder"):
        open_ordinary(tmp_path, "table")


def test_a_folder_that_cannot_even_be_opened_is_no_file(tmp_path, monkeypatch):
    def refusing(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(NotAFile, match="a folder"):
        open_ordinary(tmp_path, "table")


@POSIX
def test_a_pipe_is_refused_and_nobody_waits_for_a_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotAFile, match="a pipe"):
        open_ordinary(tmp_path / "pipe", "table")


@POSIX
def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        with pytest.raises((NotAFile, FileUnreadable)):
            open_ordinary(Path("s"), "table")


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        (stat.S_IFSOCK, "a socket"),
        (stat.S_IFBLK, "a device"),
        (stat.S_IFIFO, "a pipe"),
        (0, "something else"),
    ],
)
def test_what_is_opened_is_what_was_looked_at(file, monkeypatch, mode, kind):
    really_look = os.fstat

    def look(descriptor: int) -> os.stat_result:
        return os.stat_result((mode, *really_look(descriptor)[1:]))

    monkeypatch.setattr(os, "fstat", look)
    with pytest.raises(NotAFile, match=kind):
        open_ordinary(file, "table")


def test_a_refused_file_is_closed(tmp_path, monkeypatch):
    closed = []
    really_close = os.close
    monkeypatch.setattr(os, "close", lambda number: closed.append(number) or really_close(number))
    with pytest.raises(NotAFile):
        open_ordinary(tmp_path, "table")
    assert len(closed) == 1


@POSIX
def test_a_link_is_followed_only_where_that_is_wanted(file, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(file)
    assert read_bounded(link, 10, "charter") == b"12345"
    with pytest.raises(LinkRefused):
        read_bounded(link, 10, "charter", follow_symlinks=False)
    assert read_bounded(file, 10, "charter", follow_symlinks=False) == b"12345"


@POSIX
def test_a_link_that_appears_after_the_first_look_is_not_followed(file, tmp_path, monkeypatch):
    link = tmp_path / "link"
    link.symlink_to(file)
    monkeypatch.setattr(Path, "is_symlink", lambda _: False)
    with pytest.raises(LinkRefused):
        read_bounded(link, 10, "charter", follow_symlinks=False)


@POSIX
def test_links_in_a_circle_are_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(LinkRefused):
        open_ordinary(tmp_path / "a", "table")


def test_a_file_that_may_not_be_read_is_told_without_a_traceback(file, monkeypatch):
    def refusing(*_: object) -> int:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(FileUnreadable, match="PermissionError"):
        read_bounded(file, 10, "charter")


def test_a_drive_that_fails_while_it_is_read_is_told(file, monkeypatch):
    class Broken:
        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None: ...

        def read(self, _: int) -> bytes:
            raise OSError(errno.EIO, "gone")

    monkeypatch.setattr(reading, "open_ordinary", lambda *_, **__: Broken())
    with pytest.raises(FileUnreadable, match="OSError"):
        read_bounded(file, 10, "charter")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte-order mark"])
def test_text_is_utf_8_with_or_without_a_mark(tmp_path, mark):
    (tmp_path / "a").write_bytes(mark + "größer".encode())
    assert read_text_bounded(tmp_path / "a", 100, "charter") == "größer"


def test_what_is_no_text_is_told_by_its_place_and_not_by_its_content(tmp_path):
    (tmp_path / "a").write_bytes(b"gr\xf6\xdfer")
    with pytest.raises(NotText) as caught:
        read_text_bounded(tmp_path / "a", 100, "charter")
    assert caught.value.facts["offset"] == 2
    assert "xf6" not in str(caught.value)
