import json
import os
import shutil

import pytest

from tests.commands import call, done, files_in
from tests.small_study import SITES, joining

CHECK = ["analyst", "check", "--charter", "charter.toml", "--inbox", "inbox"]


@pytest.fixture
def inbox(trained):
    """Stand in a folder in which three sites contributed; return their inbox."""
    return trained / "inbox"


def check(*more, code=0):
    ended = call(*CHECK, "--json", *more)
    assert ended.code == code, ended.err
    assert "Traceback" not in ended.err
    return json.loads(ended.out)


def states(record):
    sites = record["bundles"]["sites"]
    return {each["site"] or each["file"]: each["state"] for each in sites}


def alter(path, place):
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(raw)


def test_sound_uploads_are_accepted_with_their_numbers(inbox):
    before = files_in(inbox)
    record = check()
    assert states(record) == dict.fromkeys(SITES, "accepted")
    assert record["bundles"]["missing"] == []
    for site in record["bundles"]["sites"]:
        assert site["rank"] == 4
        assert 0 <= site["span_difference"] < 1
        assert site["n_rows"] == 120
    assert files_in(inbox) == before


def test_one_line_per_site_says_what_was_found(inbox):
    (inbox / "west.bundle").unlink()
    alter(inbox / "south.bundle", -1)
    ended = call(*CHECK)
    assert ended.code == 3
    lines = [line.split() for line in ended.out.splitlines()]
    assert ["north", "accepted", "1", "120", "good"] in [line[:5] for line in lines]
    assert ["south", "REFUSED"] in lines
    assert ["west", "missing"] in lines
    assert "does not match its SHA-256" in ended.out


@pytest.mark.parametrize("place", [0, 8, 40, 400, 1200, -1500, -700, -1])
def test_an_altered_byte_is_refused_and_the_others_go_on(inbox, place):
    alter(inbox / "south.bundle", place)
    record = check(code=3)
    assert states(record) == {"north": "accepted", "south": "refused", "west": "accepted"}
    assert record["exit_code"] == 3
    assert record["error"] == "SitesIncomplete"


@pytest.mark.parametrize("share", [0.0, 0.001, 0.5, 0.999])
def test_a_copy_that_broke_off_is_refused(inbox, share):
    path = inbox / "south.bundle"
    raw = path.read_bytes()
    path.write_bytes(raw[: int(share * len(raw))])
    assert states(check(code=3))["south"] == "refused"


def test_a_missing_site_is_named_where_there_is_a_roster(inbox):
    (inbox / "west.bundle").unlink()
    record = check()
    assert record["bundles"]["missing"] == ["west"]
    assert "west" in done(*CHECK).err


def test_without_a_roster_it_says_that_nobody_can_tell(inbox, trained):
    (inbox / "west.bundle").unlink()
    (trained / "roster.toml").unlink()
    record = check()
    assert record["bundles"]["knows_who_is_missing"] is False
    assert "nobody can tell" in done(*CHECK).shown


@pytest.mark.usefixtures("inbox")
def test_a_site_that_the_roster_does_not_name_is_refused(trained):
    text = (trained / "roster.toml").read_text("utf-8")
    (trained / "roster.toml").write_text(text.replace('"west"', '"east"'), "utf-8")
    record = check(code=3)
    assert states(record)["west"] == "refused"
    assert record["bundles"]["missing"] == ["east"]


def test_fewer_than_two_sites_end_with_5(inbox):
    for site in ("south", "west"):
        (inbox / f"{site}.bundle").unlink()
    assert check(code=5)["error"] == "TooFewSites"


def test_an_empty_inbox_ends_with_5_and_a_missing_one_with_4(study):
    (study / "inbox").mkdir()
    assert check(code=5)["bundles"]["missing"] == list(SITES)
    assert call("analyst", "check", "--charter", "charter.toml", "--inbox", "none").code == 4


def test_other_names_are_turned_away_or_left_alone_and_said(inbox):
    shutil.copy(inbox / "north.bundle", inbox / "North (1).bundle")
    (inbox / "notes.txt").write_text("hello")
    (inbox / ".~0123").write_bytes(b"half")
    (inbox / "\x1b[2J.bundle").write_bytes(b"x")
    record = check(code=3)
    assert states(record)["North (1).bundle"] == "refused"
    assert record["bundles"]["others"] == ["notes.txt"]
    assert record["bundles"]["unfinished"] == [".~0123"]
    ended = call(*CHECK)
    assert "\x1b" not in ended.out + ended.err
    assert "notes.txt" in ended.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_what_is_no_file_is_never_opened(inbox, trained, kind):
    path = inbox / "south.bundle"
    path.rename(trained / "elsewhere.bundle")
    if kind == "link":
        path.symlink_to(trained / "elsewhere.bundle")
    elif kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    record = check(code=3)
    assert states(record)["south"] == "refused"


def test_a_file_under_another_sites_name_is_refused(inbox):
    shutil.copy(inbox / "north.bundle", inbox / "south.bundle")
    record = check(code=3)
    assert states(record)["south"] == "refused"


def contribute_with_another_pact():
    done("pact", "new", "--charter", "charter.toml", "--out", "other.key", "--notice", "other")
    words = joining("south")
    words += ["--pact", "other.key", "--notice", "other", "--replace", "--yes"]
    done("site", "contribute", *words)


@pytest.mark.usefixtures("inbox")
def test_a_wrong_pact_is_named_through_the_notice():
    contribute_with_another_pact()
    record = check(code=3)
    assert states(record)["south"] == "refused"
    refused = [each for each in record["bundles"]["sites"] if each["site"] == "south"]
    assert refused[0]["error"] == "WrongPact"
    assert "pact check" in refused[0]["remedy"]


@pytest.mark.usefixtures("inbox")
def test_without_a_notice_different_pacts_are_still_noticed(trained):
    contribute_with_another_pact()
    (trained / "pact.notice").unlink()
    assert "no pact.notice" in call(*CHECK).shown
    assert call(*CHECK).code == 3


@pytest.mark.usefixtures("inbox")
def test_a_notice_of_another_study_is_refused():
    assert call(*CHECK, "--notice", "agreed.notice").code == 3


def test_secrets_that_the_analyst_could_read_are_named(inbox, trained):
    shown = done(*CHECK).err
    for name in ("pact.key", "agreed.key", "vault-north"):
        assert name in shown
    for path in trained.glob("*.key"):
        path.unlink()
    for path in trained.glob("vault-*"):
        shutil.rmtree(path)
    assert "Secrets" not in done(*CHECK).err
    (inbox / "PACT.KEY").write_bytes(b"x")
    assert "PACT.KEY" in done(*CHECK).err


@pytest.mark.usefixtures("inbox")
def test_the_latest_release_counts():
    done("site", "contribute", *joining("north"), "--replace", "--yes")
    releases = {each["site"]: each["release"] for each in check()["bundles"]["sites"]}
    assert releases == {"north": 2, "south": 1, "west": 1}


def test_views_are_looked_at_before_bundles_in_a_study_with_an_agreed_span(study):
    check_views = ["analyst", "check", "--charter", "agreed.toml", "--inbox", "views", "--json"]
    for site in ("north", "south"):
        done("site", "view", *joining(site, study="agreed"), "--yes")
    record = json.loads(done(*check_views).out)
    assert record["views"]["missing"] == ["west"]
    assert "bundles" not in record
    done("site", "view", *joining("west", study="agreed"), "--yes")
    span = ["--out", "study.span"]
    done("analyst", "agree", "--charter", "agreed.toml", "--inbox", "views", *span)
    for site in SITES:
        words = joining(site, study="agreed")
        done("site", "contribute", *words, "--span", "study.span", "--yes")
    record = json.loads(done(*check_views).out)
    assert len(record["views"]["sites"]) == 3
    assert len(record["bundles"]["sites"]) == 3
    differences = [each["span_difference"] for each in record["bundles"]["sites"]]
    assert max(differences) < 1e-9
    alter(study / "views" / "west.view", -1)
    assert call(*check_views).code == 3
