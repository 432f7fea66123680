import json

import pytest

from tests.commands import call, done, files_in
from tests.small_study import SITES, joining

pytestmark = pytest.mark.usefixtures("study")

NORTH = joining("north", study="agreed")


def test_a_view_holds_no_row_and_no_label(study):
    record = json.loads(done("site", "view", *NORTH, "--yes", "--json").out)
    assert [line["name"] for line in record["arrays"]] == ["view"]
    assert record["sent"] is True
    assert [path.name for path in (study / "views").iterdir()] == ["north.view"]


def test_every_consent_is_said_again():
    assert "agreed_below_floor" in done("site", "view", *NORTH, "--dry-run").shown


@pytest.mark.parametrize(
    ("more", "lines", "code"),
    [
        (["--dry-run"], None, 0),
        ([], None, 4),
        ([], ["no"], 4),
        ([], [KeyboardInterrupt()], 130),
    ],
)
def test_nothing_is_written_before_the_yes(study, more, lines, code):
    before = files_in(study)
    assert call("site", "view", *NORTH, *more, lines=lines).code == code
    assert files_in(study) == before
    assert not (study / "vault-north").exists()


def test_a_second_view_needs_force():
    done("site", "view", *NORTH, "--yes")
    assert call("site", "view", *NORTH, "--yes").code == 2
    assert call("site", "view", *NORTH, "--yes", "--force").code == 0


def test_views_belong_to_studies_with_an_agreed_span():
    ended = call("site", "view", *joining("north"), "--yes")
    assert ended.code == 2
    assert "contribute" in ended.err


def test_a_contribution_without_the_span_says_what_comes_first():
    ended = call("site", "contribute", *NORTH, "--yes")
    assert ended.code == 2
    assert "study.span" in ended.err


def test_the_words_of_the_span_are_shown_and_kept_only_after_the_yes():
    for site in SITES:
        done("site", "view", *joining(site, study="agreed"), "--yes")
    first, second = ["--out", "study.span"], ["--out", "second.span"]
    agree = ["analyst", "agree", "--charter", "agreed.toml", "--inbox", "views", "--json"]
    words = json.loads(done(*agree, *first).out)["words"]
    done(*agree, *second)
    looked = done("site", "contribute", *NORTH, "--span", "second.span", "--dry-run")
    assert "telephone" in looked.shown
    refused = call("site", "contribute", *NORTH, "--span", "second.span", lines=["no"])
    assert refused.code == 4
    sent = done("site", "contribute", *NORTH, "--span", "study.span", "--yes")
    assert words in sent.shown
    ended = call("site", "contribute", *NORTH, "--span", "second.span", "--replace", "--yes")
    assert ended.code == 3
    assert "Another agreed span" in ended.err
