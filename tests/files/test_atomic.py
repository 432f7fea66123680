import errno
import os
import stat
from pathlib import Path

import pytest

from concordant.errors.files import FileExists, FileUnwritable
from concordant.files import atomic
from concordant.files.atomic import (
    require_free,
    write_atomically,
    write_bytes_atomically,
    write_text_atomically,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refuse(number: int):
    """Return a function that answers as a system does that cannot."""

    def refusing(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refusing


def test_a_file_is_there_whole_and_alone(tmp_path):
    write_bytes_atomically(tmp_path / "a.bundle", b"12\n34")
    assert (tmp_path / "a.bundle").read_bytes() == b"12\n34"
    assert names(tmp_path) == ["a.bundle"]


def test_text_is_written_the_same_on_every_machine(tmp_path):
    write_text_atomically(tmp_path / "a.toml", "größer\nals")
    assert (tmp_path / "a.toml").read_bytes() == "größer\nals".encode()


def test_nothing_is_under_the_name_before_the_block_ends(tmp_path):
    with write_atomically(tmp_path / "a") as file:
        file.write(b"half")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_bytes() == b"half"


@pytest.mark.parametrize("fault", [KeyboardInterrupt, SystemExit, MemoryError, ValueError])
@pytest.mark.parametrize("before", [None, b"old"])
def test_whatever_stops_the_block_leaves_the_old_state_and_no_leftover(tmp_path, fault, before):
    path = tmp_path / "a"
    if before is not None:
        path.write_bytes(before)
    was = names(tmp_path)

    def stop_in_the_middle() -> None:
        with write_atomically(path, force=True) as file:
            file.write(b"half")
            raise fault

    with pytest.raises(fault):
        stop_in_the_middle()
    assert names(tmp_path) == was
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize("step", ["fsync", "link"])
def test_ctrl_c_while_the_file_is_finished_leaves_nothing(tmp_path, monkeypatch, step):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_bytes_atomically(tmp_path / "a", b"new")
    assert names(tmp_path) == []


def test_a_file_that_is_there_is_kept_without_force(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(FileExists) as caught:
        write_bytes_atomically(tmp_path / "a", b"new")
    assert caught.value.exit_code == 2
    assert (tmp_path / "a").read_bytes() == b"old"
    write_bytes_atomically(tmp_path / "a", b"new", force=True)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert names(tmp_path) == ["a"]


def test_a_link_that_leads_nowhere_is_a_name_that_is_taken(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExists):
        write_bytes_atomically(tmp_path / "a", b"new")
    assert not (tmp_path / "nowhere").exists()


def test_force_replaces_a_link_and_not_what_it_leads_to(tmp_path):
    (tmp_path / "target").write_bytes(b"kept")
    (tmp_path / "a").symlink_to(tmp_path / "target")
    write_bytes_atomically(tmp_path / "a", b"new", force=True)
    assert (tmp_path / "target").read_bytes() == b"kept"
    assert not (tmp_path / "a").is_symlink()


def test_a_file_that_appears_meanwhile_is_kept(tmp_path):
    def write_late() -> None:
        with write_atomically(tmp_path / "a") as file:
            file.write(b"new")
            (tmp_path / "a").write_bytes(b"somebody else's")

    with pytest.raises(FileExists):
        write_late()
    assert (tmp_path / "a").read_bytes() == b"somebody else's"
    assert names(tmp_path) == ["a"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps access lists instead of modes")
def test_a_private_file_is_the_owners_alone_from_its_first_byte(tmp_path):
    with write_atomically(tmp_path / "a", private=True) as file:
        file.write(b"secret")
        (half,) = tmp_path.iterdir()
        assert stat.S_IMODE(half.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


def test_on_windows_a_private_file_is_restricted_before_anything_is_in_it(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr(atomic, "_WINDOWS", True)
    monkeypatch.setattr(atomic, "restrict_to_owner", lambda path: seen.append(path.stat().st_size))
    write_bytes_atomically(tmp_path / "a", b"secret", private=True)
    write_bytes_atomically(tmp_path / "b", b"open")
    assert seen == [0]
    assert names(tmp_path) == ["a", "b"]


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.EMLINK])
def test_a_file_system_without_hard_links_does_as_well(tmp_path, monkeypatch, number):
    monkeypatch.setattr(os, "link", refuse(number))
    write_bytes_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert names(tmp_path) == ["a"]


def test_without_hard_links_a_name_is_claimed_before_it_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "link", refuse(errno.EPERM))

    def write_late() -> None:
        with write_atomically(tmp_path / "a") as file:
            file.write(b"new")
            (tmp_path / "a").write_bytes(b"somebody else's")

    with pytest.raises(FileExists):
        write_late()
    assert (tmp_path / "a").read_bytes() == b"somebody else's"


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError(errno.EIO, "gone")])
def test_without_hard_links_a_claimed_name_is_given_back(tmp_path, monkeypatch, fault):
    def stop(*_: object) -> None:
        raise fault

    monkeypatch.setattr(os, "link", refuse(errno.EPERM))
    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises((KeyboardInterrupt, FileUnwritable)):
        write_bytes_atomically(tmp_path / "a", b"new")
    assert names(tmp_path) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_full_disk_is_named_and_leaves_the_old_state(tmp_path, monkeypatch, number):
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", refuse(number))
    with pytest.raises(FileUnwritable) as caught:
        write_bytes_atomically(tmp_path / "a", b"new", force=True)
    assert caught.value.exit_code == 4
    assert caught.value.facts["path"] == str(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_fault_of_the_block_that_is_not_the_disks_keeps_its_name(tmp_path):
    def read_elsewhere() -> None:
        with write_atomically(tmp_path / "a"):
            (tmp_path / "missing").read_bytes()

    with pytest.raises(FileNotFoundError):
        read_elsewhere()
    assert names(tmp_path) == []


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileUnwritable) as caught:
        write_bytes_atomically(tmp_path / "missing" / "a", b"new")
    assert caught.value.facts["path"] == str(tmp_path / "missing")


def test_a_folder_is_not_replaced_by_a_file(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(FileUnwritable):
        write_bytes_atomically(tmp_path / "a", b"new", force=True)
    assert names(tmp_path) == ["a"]


def test_a_folder_that_cannot_be_flushed_does_no_harm(tmp_path, monkeypatch):
    really_open = os.open

    def open_files_only(path, *arguments):
        if Path(path) == tmp_path:
            raise PermissionError
        return really_open(path, *arguments)

    monkeypatch.setattr(os, "open", open_files_only)
    write_bytes_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"


def test_an_error_without_words_is_told_by_its_type(tmp_path, monkeypatch):
    def refusing(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "replace", refusing)
    with pytest.raises(FileUnwritable, match="OSError"):
        write_bytes_atomically(tmp_path / "a", b"new", force=True)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_to_nowhere_takes_its_name_too(tmp_path):
    path = tmp_path / "charter.toml"
    require_free(path, force=False)
    path.symlink_to(tmp_path / "nowhere")
    require_free(path, force=True)
    with pytest.raises(FileExists):
        require_free(path, force=False)
