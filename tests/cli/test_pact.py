import json
import re
import stat

import pytest

from tests.commands import call, done, files_in, write_terms
from tests.small_study import LABEL, SITES, joining
from tests.studies import make_charter

CHARTER = ["--charter", "charter.toml"]
pytestmark = pytest.mark.usefixtures("study")


def words_on_screen(text):
    return " ".join(re.findall(r"\d+\. +([a-z]+)", text))


def test_a_new_pact_is_private_and_its_notice_public(study):
    ended = done("pact", "new", *CHARTER, "--out", "new.key", "--notice", "new.notice", "--json")
    record = json.loads(ended.out)
    assert not stat.S_IMODE((study / "new.key").stat().st_mode) & 0o077
    assert len(record["fingerprint"].split()) == 12
    assert "must never get it" in ended.err
    notice = json.loads((study / "new.notice").read_text("utf-8"))
    assert notice.keys() == {"format", "kind", "study_id", "terms_digest", "tag"}


def test_two_pacts_are_never_alike(study):
    for name in ("one", "two"):
        done("pact", "new", *CHARTER, "--out", f"{name}.key", "--notice", f"{name}.notice")
    assert (study / "one.key").read_bytes() != (study / "two.key").read_bytes()


@pytest.mark.parametrize("there", ["pact.key", "pact.notice"])
def test_a_pact_or_a_notice_that_is_there_is_not_overwritten(study, there):
    for name in ("pact.key", "pact.notice"):
        if name != there:
            (study / name).unlink()
    before = files_in(study)
    assert call("pact", "new", *CHARTER, "--out", "pact.key").code == 2
    assert files_in(study) == before
    assert call("pact", "new", *CHARTER, "--out", "pact.key", "--force").code == 0


def test_a_pact_whose_notice_cannot_be_written_is_not_left_behind(study):
    words = ["--out", "new.key", "--notice", "none/new.notice"]
    assert call("pact", "new", *CHARTER, *words).code == 4
    assert not (study / "new.key").exists()


def test_a_pact_is_not_lost_to_another_whose_notice_cannot_be_written(study):
    before = (study / "pact.key").read_bytes()
    words = ["--out", "pact.key", "--notice", "none/new.notice", "--force"]
    assert call("pact", "new", *CHARTER, *words).code == 4
    assert (study / "pact.key").read_bytes() == before


def test_a_notice_whose_pact_cannot_be_written_is_not_left_behind(study):
    words = ["--out", "none/new.key", "--notice", "new.notice"]
    assert call("pact", "new", *CHARTER, *words).code == 4
    assert not (study / "new.notice").exists()


def test_the_words_are_shown_after_a_yes_only():
    assert call("pact", "show", "pact.key", "--words").code == 4
    ended = call("pact", "show", "pact.key", "--words", lines=["no"])
    assert ended.code == 4
    assert words_on_screen(ended.out) == ""
    ended = done("pact", "show", "pact.key", "--words", lines=["yes"])
    assert len(words_on_screen(ended.out).split()) == 24
    assert "never" in ended.out


def test_words_give_the_same_pact_as_the_file():
    spoken = words_on_screen(done("pact", "show", "pact.key", "--words", "--yes").out)
    done("pact", "import", "--words", *CHARTER, "--vault", "by-words", lines=[spoken])
    done("pact", "import", "pact.key", *CHARTER, "--vault", "by-file")
    told = {
        json.loads(done("pact", "check", *CHARTER, *more, "--json").out)["fingerprint"]
        for more in (["--vault", "by-words"], ["--vault", "by-file"], ["--pact", "pact.key"])
    }
    assert len(told) == 1


@pytest.mark.parametrize("wrong", ["", "abandon " * 23, "abandon " * 24, "jane doe " * 12])
def test_wrong_words_are_refused_and_never_repeated(study, wrong):
    ended = call("pact", "import", "--words", *CHARTER, "--vault", "vault", lines=[wrong])
    assert ended.code == 3
    assert "abandon" not in ended.out + ended.err
    assert "jane" not in ended.shown
    assert not (study / "vault").exists()


@pytest.mark.parametrize("more", [[], ["pact.key", "--words"]])
def test_a_pact_comes_from_a_file_or_from_words(more):
    assert call("pact", "import", *more, *CHARTER, "--vault", "vault").code == 2


@pytest.mark.parametrize(
    ("content", "said"), [("correct horse battery staple", "cannot be used"), ("", "cannot")]
)
def test_a_passphrase_is_no_pact(study, content, said):
    (study / "words.key").write_text(content)
    (study / "words.key").chmod(0o600)
    ended = call("pact", "import", "words.key", *CHARTER, "--vault", "vault")
    assert ended.code == 3
    assert said in ended.err
    assert "horse" not in ended.shown


def test_another_pact_does_not_replace_the_one_in_the_vault():
    done("pact", "import", "pact.key", *CHARTER, "--vault", "vault")
    done("pact", "new", *CHARTER, "--out", "new.key", "--notice", "new.notice")
    words = ["new.key", *CHARTER, "--vault", "vault", "--notice", "new.notice"]
    assert call("pact", "import", *words).code == 3


def test_a_pact_that_the_notice_does_not_speak_of_is_refused(study):
    done("pact", "new", *CHARTER, "--out", "new.key", "--notice", "new.notice")
    assert call("pact", "import", "new.key", *CHARTER, "--vault", "vault").code == 3
    assert call("pact", "check", "--pact", "new.key", *CHARTER).code == 3
    assert not (study / "vault").exists()


def test_the_pact_of_one_study_is_refused_in_another():
    ended = call("pact", "check", "--pact", "agreed.key", *CHARTER)
    assert ended.code == 3
    assert "study id" in ended.err


def test_a_check_needs_a_pact_from_somewhere():
    assert call("pact", "check", *CHARTER).code == 2
    assert call("pact", "check", *CHARTER, "--vault", "vault").code == 4


def test_without_a_notice_it_says_that_nothing_was_compared(study):
    (study / "pact.notice").unlink()
    ended = done("pact", "check", "--pact", "pact.key", *CHARTER, "--json")
    assert json.loads(ended.out)["noticed"] is False
    assert "ask the maker" in ended.err


def test_each_charter_of_a_folder_has_a_notice_of_its_own(study):
    assert (study / "agreed.notice").exists()
    words = ["--charter", "agreed.toml", "--pact", "agreed.key", "--json"]
    assert json.loads(done("pact", "check", *words).out)["noticed"] is True


def test_no_screen_of_a_site_shows_the_pact(study):
    secret = (study / "pact.key").read_text("utf-8")
    spoken = words_on_screen(done("pact", "show", "pact.key", "--words", "--yes").out).split()
    shown = [
        done("pact", "check", "--pact", "pact.key", *CHARTER),
        done("pact", "import", "pact.key", *CHARTER, "--vault", "vault"),
        done("site", "contribute", *joining("north"), "--dry-run"),
    ]
    for ended in shown:
        text = ended.out + ended.err
        assert " ".join(spoken[:3]) not in " ".join(text.split())
        for part in re.findall(r"[0-9a-f]{64}|[A-Za-z0-9+/=]{40,}", secret):
            assert part not in text


def test_after_a_new_version_the_maker_is_asked_for_the_notice_and_can_write_it(study):
    later = make_charter(label=LABEL, retention="for longer than we said")
    write_terms(study, later, *SITES, name="charter.toml")
    check = ["pact", "check", "--pact", "pact.key", *CHARTER]
    for words in (check, ["site", "contribute", *joining("north"), "--dry-run"]):
        ended = call(*words)
        assert ended.code == 3
        assert "another version of these terms" in ended.shown
        assert "--write-notice" in ended.shown
    done(*check, "--write-notice", "--force")
    assert "notice speaks of" in done(*check).out
