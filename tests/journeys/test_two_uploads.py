"""A study with an agreed span: views first, then contributions; one site only predicts."""

import json

import numpy as np
import pytest

from tests.commands import call, done, write_csv
from tests.journeys.parties import cut, found, settle, share_right, write_table
from tests.small_study import patients

NAMES = ("north", "south", "west", "east", "mid")


@pytest.fixture(scope="module")
def agreed(tmp_path_factory):
    """Play a study of five sites up to the bundles; one of them has no row to give."""
    folder = tmp_path_factory.mktemp("agreed")
    rng = np.random.default_rng(6)
    everybody = patients(rng, 900)
    (folder / "study").mkdir()
    public = write_csv(folder / "study" / "public.csv", cut(everybody, slice(0, 150)))
    words = [public, "--label", "diagnosis", "--task", "classification", "--ignore", "notes"]
    words += ["--ignore", "stay", "--dims", "4", "--span", "agreed"]
    analyst = found(folder / "study", NAMES, draft=words)
    sites = settle(analyst, NAMES, folder / "homes")
    for place, site in enumerate(sites.values()):
        rows = slice(150 + 120 * place, 270 + 120 * place)
        write_table(site, cut(everybody, rows))
        site.must_send(analyst.inbox, what="view")
    out = analyst.home / "study.span"
    record = json.loads(done("analyst", "agree", *analyst.study, "--out", out, "--json").out)
    for name, site in sites.items():
        site.take(analyst.home)
        more = ["--no-rows"] if name == "mid" else []
        ended = site.send(analyst.inbox, "--span", site.home / "study.span", *more)
        assert ended.code == 0, ended.err
        assert record["words"] in ended.shown
    return analyst, sites, cut(everybody, slice(750, 900)), record


def test_the_whole_story_from_views_to_predictions(agreed):
    analyst, sites, kept_back, record = agreed
    assert record["made_from"] == sorted(NAMES)
    code, checked = analyst.check()
    assert code == 0
    assert len(checked["views"]["sites"]) == 5
    assert max(each["span_difference"] for each in checked["bundles"]["sites"]) < 1e-9
    run = analyst.train()
    truth = kept_back["diagnosis"]
    answers = {}
    for name, site in sites.items():
        table = write_csv(site.home / "new.csv", kept_back)
        answers[name] = site.predict(run, table)
        assert share_right(answers[name], truth) > 0.75
    for name in NAMES[1:]:
        # One span, so every site's rows come to the same place, up to rounding to float32.
        first = np.array([float(line["probability_ill"]) for line in answers["north"]])
        other = np.array([float(line["probability_ill"]) for line in answers[name]])
        np.testing.assert_allclose(first, other, atol=1e-5)


def test_a_site_takes_one_span_for_these_terms(agreed):
    analyst, sites, _, _ = agreed
    second = analyst.home / "second.span"
    done("analyst", "agree", *analyst.study, "--out", second)
    north = sites["north"]
    before = (analyst.inbox / "north.bundle").read_bytes()
    ended = north.send(analyst.inbox, "--span", second, "--replace")
    assert ended.code == 3
    assert "other sites" in ended.err
    assert (analyst.inbox / "north.bundle").read_bytes() == before
    ended = call("analyst", "check", *analyst.study, "--span", second)
    assert ended.code == 3


def test_a_view_or_a_bundle_is_no_span(agreed, tmp_path):
    analyst, sites, _, _ = agreed
    north = sites["north"]
    for name in ("south.view", "south.bundle"):
        path = tmp_path / "study.span"
        path.write_bytes((analyst.inbox / name).read_bytes())
        ended = north.send(tmp_path / "inbox", "--span", path, "--replace")
        assert ended.code == 3
        assert not (tmp_path / "inbox").exists()
