import hashlib
import json

import pytest

from concordant.site.disclosures import DISCLOSURES
from concordant.wire.codec import encode_message
from tests.commands import call, done, files_in
from tests.messages import KINDS, make_message

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_is_explained_without_a_charter(folder, rng, kind):
    raw = encode_message(make_message(kind, rng))
    (folder / "file").write_bytes(raw)
    ended = done("site", "inspect", "file")
    for (of, _), words in DISCLOSURES.items():
        if of == kind and words in ended.out:
            break
    else:
        raise AssertionError(ended.out)
    record = json.loads(done("site", "inspect", "file", "--json").out)
    assert record["kind"] == kind
    assert record["sha256"] == hashlib.sha256(raw).hexdigest()
    assert record["n_bytes"] == len(raw)


@pytest.mark.parametrize("kind", ["span", "bundle"])
def test_the_words_of_the_span_are_there_to_compare(folder, rng, kind):
    (folder / "file").write_bytes(encode_message(make_message(kind, rng)))
    record = json.loads(done("site", "inspect", "file", "--json").out)
    assert len(record["span_words"].split()) == 12


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_refused_with_code_3_and_no_traceback(folder, rng, kind):
    raw = bytearray(encode_message(make_message(kind, rng)))
    for place in (0, 9, len(raw) // 3, len(raw) // 2, len(raw) - 1):
        damaged = raw.copy()
        damaged[place] ^= 1
        (folder / "file").write_bytes(damaged)
        ended = call("site", "inspect", "file")
        assert ended.code == 3
        assert ended.out == ""
        assert "Traceback" not in ended.err


@pytest.mark.parametrize("content", [b"", b"x", b"PK\x03\x04" * 50, b"{" * 5000])
def test_another_file_is_refused_in_words(folder, content):
    (folder / "file").write_bytes(content)
    assert call("site", "inspect", "file").code == 3


def test_a_missing_file_and_a_folder_are_named():
    assert call("site", "inspect", "none").code == 4
    assert call("site", "inspect", ".").code == 3


def test_nothing_is_written(folder, rng):
    (folder / "file").write_bytes(encode_message(make_message("view", rng)))
    before = files_in(folder)
    done("site", "inspect", "file")
    assert files_in(folder) == before
