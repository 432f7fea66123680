"""A roster names its sites by rule, and says everything that is wrong with it at once."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concordant.errors.terms import RosterUnreadable, SiteNameRefused, SiteNotInRoster
from concordant.terms.roster import (
    MAX_BYTES,
    Roster,
    decode_roster,
    encode_roster,
    require_site,
    require_site_name,
    site_name_fault,
)

NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True).filter(
    lambda name: site_name_fault(name) is None
)
FEW = settings(max_examples=40, deadline=None)
ROSTER = Roster(2, ("st-mary", "nord", "south-2"))
TEXT = encode_roster(ROSTER)


def faults(text):
    with pytest.raises(RosterUnreadable) as refused:
        decode_roster(text)
    return refused.value.faults


@FEW
@given(st.integers(1, 10**6), st.lists(NAMES, min_size=1, max_size=9, unique=True))
def test_a_written_roster_is_read_as_it_was(number, names):
    roster = Roster(number, tuple(names))
    read = decode_roster(encode_roster(roster))
    assert read == roster
    assert read.digest == roster.digest


def test_dress_does_not_count_and_sites_do():
    for dressed in ("\ufeff" + TEXT, TEXT.replace("\n", "\r\n"), TEXT.replace("# ", "#### ")):
        assert decode_roster(dressed).digest == ROSTER.digest
    others = {Roster(3, ROSTER.sites), Roster(2, ROSTER.sites[::-1]), Roster(2, ROSTER.sites[:2])}
    assert len({roster.digest for roster in others | {ROSTER}}) == 4


@pytest.mark.parametrize(
    "name",
    ["", "-a", "A", "a_b", "a b", "a.b", "a/b", "..", "a" * 33, "é", "a\n", "con", "nul", "com1"],
)
def test_a_name_that_could_hurt_a_file_system_is_refused(name):
    with pytest.raises(SiteNameRefused):
        require_site_name(name)
    with pytest.raises(RosterUnreadable):
        Roster(1, (name,))


@pytest.mark.parametrize("name", ["a", "0", "a-", "com", "com10", "nul-2", "a" * 32])
def test_a_plain_name_is_fine(name):
    require_site_name(name)


def test_a_site_is_looked_up_with_the_nearest_name():
    require_site(ROSTER, "nord")
    require_site(None, "anybody")
    with pytest.raises(SiteNotInRoster, match="st-mary"):
        require_site(ROSTER, "st-marry")
    with pytest.raises(SiteNotInRoster, match=r"it names .*st-mary"):
        require_site(ROSTER, "zzz")
    with pytest.raises(SiteNameRefused):
        require_site(None, "../etc")


def test_all_faults_come_at_once_with_their_lines():
    text = 'format = 2\nnumber = 0\ncolour = "red"\nsites = ["a", "a", "B", 5]\n'
    found = faults(text)
    assert sorted((fault.where, fault.line) for fault in found) == [
        ("colour", 3),
        ("format", 1),
        ("number", 2),
        *[("sites", 4)] * 3,
    ]


@pytest.mark.parametrize(
    "text",
    ["", "format = 1", "sites = [", TEXT + TEXT, TEXT.replace("2", "2.5"), "number = 1\nsites = 3"],
)
def test_what_is_no_roster_is_refused(text):
    assert faults(text)


@pytest.mark.parametrize("bomb", ["x = " + "[" * 100_000, "a" + ".a" * 100_000 + " = 1"])
def test_a_bomb_of_brackets_or_dots_is_refused_before_it_is_read(bomb, monkeypatch):
    monkeypatch.setattr(tomllib, "loads", None)
    (found,) = faults(bomb)
    assert found.where == "roster"
    assert "nested" in found.found


def test_a_key_that_steers_a_screen_is_shown_on_one_line():
    (found, *_) = faults('"all is well\\n\\u001b[2J" = 1\n')
    assert found.where.isprintable()


def test_a_text_past_the_bound_is_refused():
    assert "too long" in faults("#" * (MAX_BYTES + 1))[0].found
