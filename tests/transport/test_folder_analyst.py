"""The analyst's inbox: whatever somebody put there, nothing is followed, opened or read early."""

import os

import pytest

from concordant.errors.files import LinkRefused
from concordant.errors.transport import (
    EmptyFile,
    HugeFile,
    InboxMissing,
    NotARegularFile,
    OddFileName,
)
from concordant.transport.folder.analyst import MAX_FILE_BYTES, read_inbox

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights there")


def put(folder, name: str, content: bytes = b"content"):
    path = folder / name
    path.write_bytes(content)
    return path


def turned_away(inbox) -> dict[str, type]:
    return {each.name: type(each.error) for each in inbox.turned_away}


def test_uploads_come_in_the_order_of_their_names_and_open_lazily(tmp_path):
    for name in ("south.bundle", "north.bundle", "east.bundle"):
        put(tmp_path, name, name.encode())
    inbox = read_inbox(tmp_path, "bundle")
    assert [arrival.name for arrival in inbox.arrivals] == [
        "east.bundle",
        "north.bundle",
        "south.bundle",
    ]
    put(tmp_path, "north.bundle", b"changed after the listing")
    with inbox.arrivals[1].open() as file:
        assert file.read() == b"changed after the listing"


def test_views_and_bundles_are_told_apart_and_known_names_left_in_peace(tmp_path):
    for name in ("a.view", "b.view", "a.bundle", "a.return", "charter.toml", "roster.toml"):
        put(tmp_path, name)
    for name in ("pact.notice", "study.span", "notes.txt", "pact.key"):
        put(tmp_path, name)
    views = read_inbox(tmp_path, "view")
    assert [arrival.name for arrival in views.arrivals] == ["a.view", "b.view"]
    assert views.others == ("notes.txt", "pact.key")
    assert views.turned_away == ()


def test_files_still_being_written_are_said_and_not_opened(tmp_path):
    put(tmp_path, ".~0123456789abcdef")
    put(tmp_path, ".~north.bundle")
    inbox = read_inbox(tmp_path, "bundle")
    assert inbox.unfinished == (".~0123456789abcdef", ".~north.bundle")
    assert inbox.arrivals == inbox.turned_away == ()


@posix
def test_a_name_can_neither_forge_a_line_nor_break_a_report(tmp_path):
    for name in (b"x\nall is well", b".~\x1b[2J", b"\xff.bundle", b"a\nb.bundle"):
        (tmp_path / os.fsdecode(name)).write_bytes(b"content")
    inbox = read_inbox(tmp_path, "bundle")
    shown = (*inbox.others, *inbox.unfinished, *(each.name for each in inbox.turned_away))
    assert len(shown) == 4
    assert all(name.isprintable() and name.encode("utf-8") for name in shown)


@posix
def test_links_folders_and_pipes_are_turned_away(tmp_path):
    secret = put(tmp_path, "elsewhere.txt")
    (tmp_path / "link.bundle").symlink_to(secret)
    (tmp_path / "dangling.bundle").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.bundle").mkdir()
    os.mkfifo(tmp_path / "pipe.bundle")
    inbox = read_inbox(tmp_path, "bundle")
    assert inbox.arrivals == ()
    assert turned_away(inbox) == dict.fromkeys(
        ("dangling.bundle", "folder.bundle", "link.bundle", "pipe.bundle"), NotARegularFile
    )
    said = {each.name: each.error.facts["what"] for each in inbox.turned_away}
    assert said["link.bundle"] == "a link"
    assert said["pipe.bundle"] == "a pipe"


@posix
def test_a_file_exchanged_for_a_link_after_the_listing_is_not_followed(tmp_path):
    secret = put(tmp_path, "elsewhere.txt")
    path = put(tmp_path, "north.bundle")
    inbox = read_inbox(tmp_path, "bundle")
    path.unlink()
    path.symlink_to(secret)
    with pytest.raises(LinkRefused):
        inbox.arrivals[0].open()


@pytest.mark.parametrize(
    "name", ["North.bundle", "north (1).bundle", "north.BUNDLE", "nórth.bundle"]
)
def test_odd_names_are_turned_away_by_name(tmp_path, name):
    put(tmp_path, name)
    inbox = read_inbox(tmp_path, "bundle")
    assert [type(each.error) for each in inbox.turned_away] == [OddFileName]
    assert inbox.arrivals == ()


def test_empty_and_huge_files_are_turned_away_by_size(tmp_path):
    put(tmp_path, "empty.bundle", b"")
    with (tmp_path / "huge.bundle").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    put(tmp_path, "sound.bundle")
    inbox = read_inbox(tmp_path, "bundle")
    assert turned_away(inbox) == {"empty.bundle": EmptyFile, "huge.bundle": HugeFile}
    assert [arrival.name for arrival in inbox.arrivals] == ["sound.bundle"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    for path in (tmp_path / "nowhere", put(tmp_path, "a-file")):
        with pytest.raises(InboxMissing) as caught:
            read_inbox(path, "bundle")
        assert caught.value.facts == {"path": str(path)}


def test_an_empty_folder_is_empty(tmp_path):
    inbox = read_inbox(tmp_path, "view")
    assert (inbox.arrivals, inbox.turned_away, inbox.unfinished, inbox.others) == ((), (), (), ())
