import json

import pytest

from concordant.terms.charter import Consents
from tests.commands import call, done, files_in, write_terms
from tests.small_study import LABEL, OTHER_STUDY, SITES, joining
from tests.studies import make_charter

AGREE = ["analyst", "agree", "--charter", "agreed.toml", "--inbox", "views"]


@pytest.fixture
def views(study):
    """Stand in a folder in which three sites sent their views."""
    for site in SITES:
        done("site", "view", *joining(site, study="agreed"), "--yes")
    return study / "views"


def test_the_span_has_words_and_says_what_it_tells(views):
    ended = done(*AGREE, "--out", "study.span", "--json")
    record = json.loads(ended.out)
    assert len(record["words"].split()) == 12
    assert record["made_from"] == list(SITES)
    assert "No row and no label" in ended.shown
    seen = json.loads(done("site", "inspect", "study.span", "--json").out)
    assert seen["span_words"] == record["words"]
    assert seen["details"]["sites"] == list(SITES)
    assert len(list(views.iterdir())) == 3


@pytest.mark.usefixtures("views")
def test_it_says_how_much_each_sites_own_span_differs():
    ended = done(*AGREE, "--out", "study.span")
    lines = {line.split()[0]: line for line in ended.out.splitlines() if line.strip()}
    for site in SITES:
        assert "%" in lines[site]
    assert "agreed_below_floor" in ended.err


@pytest.mark.usefixtures("views")
def test_a_span_that_is_there_is_replaced_with_force_only(study):
    done(*AGREE, "--out", "study.span")
    first = (study / "study.span").read_bytes()
    assert call(*AGREE, "--out", "study.span").code == 2
    assert (study / "study.span").read_bytes() == first
    ended = done(*AGREE, "--out", "study.span", "--force")
    assert "takes no other" in ended.shown
    assert (study / "study.span").read_bytes() != first


def test_a_missing_view_stops_it_unless_partial(views, study):
    (views / "west.view").unlink()
    before = files_in(study)
    ended = call(*AGREE, "--out", "study.span")
    assert ended.code == 3
    assert "west: missing" in ended.err
    assert files_in(study) == before
    record = json.loads(done(*AGREE, "--out", "study.span", "--partial", "--json").out)
    assert record["made_from"] == ["north", "south"]


def test_one_view_is_never_enough(views):
    for site in ("south", "west"):
        (views / f"{site}.view").unlink()
    assert call(*AGREE, "--out", "study.span", "--partial").code == 5


def test_below_the_floor_it_is_refused_without_the_consent(study):
    charter = make_charter(
        label=LABEL, study_id=OTHER_STUDY[:-1] + "a", span="agreed", consents=Consents()
    )
    write_terms(study, charter, *SITES, "east", "mid", name="strict.toml")
    done("pact", "new", "--charter", "strict.toml", "--out", "strict.key")
    for site in SITES:
        words = joining(site, study="strict")
        done("site", "view", *words, "--yes")
    ended = call(
        "analyst",
        "agree",
        "--charter",
        "strict.toml",
        "--inbox",
        "views",
        "--out",
        "s",
        "--partial",
    )
    assert ended.code == 3
    assert "agreed_below_floor" in ended.err
    assert not (study / "s").exists()


def test_it_belongs_to_studies_with_an_agreed_span(study):
    (study / "inbox").mkdir()
    words = ["--charter", "charter.toml", "--inbox", "inbox", "--out", "study.span"]
    ended = call("analyst", "agree", *words)
    assert ended.code == 2
    assert "analyst train" in ended.err
