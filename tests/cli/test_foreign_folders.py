"""A folder that says it is ours in a way that nobody could write is refused, and nothing in it
is touched."""

import pytest

from tests.commands import call, files_in, write_csv


@pytest.mark.parametrize("text", ["[" * 100_000, '{"kind":' + "9" * 5_000 + "}", "null", "\\xff"])
@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ("demo.json", ["demo", "--force", "--out", "folder"]),
        (
            "rehearsal.json",
            ["rehearse", "--table", "t.csv", "--label", "y", "--force", "--out", "folder"],
        ),
    ],
)
def test_a_marker_that_cannot_be_read_marks_nothing(marker, words, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_csv(tmp_path / "t.csv", {"x": [0.5, 1.5] * 40, "z": [*range(80)], "y": ["a", "b"] * 40})
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / marker).write_text(text, "utf-8")
    before = files_in(tmp_path)
    ended = call(*words)
    assert ended.code == 2
    assert "folder is" in ended.err.replace("\n", " ")
    assert files_in(tmp_path) == before
