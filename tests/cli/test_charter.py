import json

import pytest

from concordant.terms.charter import Consents
from concordant.terms.charter_text import encode_charter
from concordant.terms.roster import Roster, encode_roster
from tests.commands import call, done, files_in
from tests.studies import make_charter


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder, *, confirm=False, **changes):
    path = folder / "charter.toml"
    path.write_text(encode_charter(make_charter(confirm=confirm, **changes)), "utf-8")
    return path


def test_every_fault_is_listed_at_once_with_its_line(folder):
    path = write(folder)
    text = path.read_text("utf-8")
    text = text.replace("dims = 4", "dims = 0").replace('span = "own"', 'span = "mine"')
    path.write_text(text, "utf-8")
    ended = call("charter", "check", "charter.toml", "--json")
    assert ended.code == 3
    faults = json.loads(ended.out)["faults"]
    assert len(faults) >= 2
    for fault in faults:
        line = text.splitlines()[fault["line"] - 1]
        assert "dims" in line or "span" in line
    shown = call("charter", "check", "charter.toml")
    assert "dims" in shown.out
    assert "span" in shown.out


@pytest.mark.parametrize("text", ["", "not = [toml", "\x00", "format = 1\n"])
def test_a_text_that_is_no_charter_is_refused_in_words(folder, text):
    (folder / "charter.toml").write_text(text, "utf-8")
    for word in ("check", "show", "confirm"):
        ended = call("charter", word, "charter.toml")
        assert ended.code == 3
        assert "Traceback" not in ended.err


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("word", ["check", "show", "confirm"])
def test_a_missing_charter_is_named(word):
    ended = call("charter", word, "none.toml")
    assert ended.code == 4
    assert "none.toml" in ended.err


def test_terms_are_confirmed_after_a_yes_and_keep_their_comments(folder):
    path = write(folder)
    path.write_text("# ours\n" + path.read_text("utf-8"), "utf-8")
    before = path.read_bytes()
    for lines, code in ((None, 4), (["no"], 4), ([KeyboardInterrupt()], 130)):
        assert call("charter", "confirm", "charter.toml", lines=lines).code == code
        assert path.read_bytes() == before
    record = json.loads(done("charter", "confirm", "charter.toml", "--yes", "--json").out)
    assert record["version"] == 1
    assert path.read_text("utf-8").startswith("# ours\n")
    assert json.loads(done("charter", "show", "charter.toml", "--json").out)["confirmed"] is True


def test_confirming_twice_changes_nothing(folder):
    path = write(folder)
    done("charter", "confirm", "charter.toml", "--yes")
    before = path.read_bytes()
    assert "already" in done("charter", "confirm", "charter.toml").out
    assert path.read_bytes() == before


def test_edited_terms_become_the_next_version(folder):
    path = write(folder)
    done("charter", "confirm", "charter.toml", "--yes")
    path.write_text(path.read_text("utf-8").replace("dims = 4", "dims = 3"), "utf-8")
    assert "Edited after version 1" in done("charter", "check", "charter.toml").out
    record = json.loads(done("charter", "confirm", "charter.toml", "--yes", "--json").out)
    assert record["version"] == 2


def test_terms_that_nobody_confirmed_are_refused_by_the_other_commands(folder):
    write(folder)
    ended = call("pact", "new", "--charter", "charter.toml", "--out", "pact.key")
    assert ended.code == 3
    assert "confirm" in ended.err
    assert files_in(folder).keys() == {"charter.toml"}


def test_show_answers_people_and_programs(folder):
    write(folder, confirm=True)
    shown = done("charter", "show", "charter.toml").out
    for text in ("outcome", "x0", "colour", "own", "orthonormal"):
        assert text in shown
    record = json.loads(done("charter", "show", "charter.toml", "--json").out)
    assert record["n_features"] == 11
    assert record["terms"]["projection"]["dims"] == 4


@pytest.mark.parametrize("consent", list(Consents.__dataclass_fields__))
def test_every_consent_is_said_on_every_screen(folder, consent):
    write(folder, confirm=True, consents=Consents(**{consent: True}))
    for word in ("show", "check", "confirm"):
        assert f"{consent} = true" in done("charter", word, "charter.toml").shown


def test_without_a_roster_check_says_that_nobody_can_tell_who_is_missing(folder):
    write(folder)
    assert "nobody can tell" in done("charter", "check", "charter.toml").shown


def test_the_roster_has_a_number_and_a_digest_of_its_own(folder):
    write(folder)
    before = json.loads(done("charter", "confirm", "charter.toml", "--yes", "--json").out)
    assert before["roster"] is None
    roster = Roster(2, ("north", "south"))
    (folder / "roster.toml").write_text(encode_roster(roster), "utf-8")
    for word in ("confirm", "show"):
        record = json.loads(done("charter", word, "charter.toml", "--json").out)
        assert record["roster"] == {
            "number": 2,
            "digest": roster.digest,
            "sites": ["north", "south"],
        }
        # Admitting sites voids nobody's upload.
        assert record["terms_digest"] == before["terms_digest"]
    assert roster.digest in done("charter", "show", "charter.toml").shown
