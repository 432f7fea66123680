"""Three sites whose tables look different, one upload each; and what happens on the way."""

import json
import re
import shutil

import numpy as np
import pytest

from concordant.terms.charter_text import decode_charter
from tests.commands import call, done, files_in, write_csv
from tests.journeys.parties import Analyst, Site, cut, found, settle, share_right, write_table
from tests.small_study import SITES, patients

SPELLINGS = {
    "north": {},
    "south": {"delimiter": ";", "decimal": ","},
    "west": {"delimiter": "\t"},
}


def play(tmp_path, *, span="own", seed=3):
    """Play a study up to the uploads; return the analyst, the sites and rows kept back."""
    rng = np.random.default_rng(seed)
    everybody = patients(rng, 640)
    study = tmp_path / "study"
    study.mkdir()
    public = write_csv(study / "public.csv", cut(everybody, slice(0, 150)))
    words = [public, "--label", "diagnosis", "--task", "classification", "--ignore", "notes"]
    dims = "4" if span == "own" else "8"
    words += ["--ignore", "stay", "--dims", dims, "--span", span]
    analyst = found(study, SITES, draft=words)
    sites = settle(analyst, SITES, tmp_path / "homes")
    for place, (name, site) in enumerate(sites.items()):
        rows = slice(150 + 130 * place, 280 + 130 * place)
        order = list(rng.permutation(list(everybody)))
        write_table(site, cut(everybody, rows, order=order), **SPELLINGS[name])
        checked = done("site", "check", *site.study[:2], "--table", site.home / "table.csv")
        assert checked.code == 0
        site.must_send(analyst.inbox)
    return analyst, sites, cut(everybody, slice(540, 640))


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    return folder, play(folder)[2]


@pytest.fixture
def played(_played, tmp_path):
    """Return a copy of a study in which all sites contributed, and rows kept back."""
    folder, kept_back = _played
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    sites = {name: Site(name, tmp_path / "homes" / name) for name in SITES}
    return Analyst(tmp_path / "study"), sites, kept_back


@pytest.mark.parametrize("span", ["own", "shared"])
def test_every_site_predicts_better_than_the_most_frequent_class(tmp_path, span):
    analyst, sites, kept_back = play(tmp_path, span=span)
    code, record = analyst.check()
    assert code == 0
    assert {each["site"]: each["state"] for each in record["bundles"]["sites"]} == dict.fromkeys(
        SITES, "accepted"
    )
    run = analyst.train()
    truth = kept_back["diagnosis"]
    floor = max(truth.count(name) for name in set(truth)) / len(truth)
    for site in sites.values():
        table = write_csv(site.home / "new.csv", kept_back)
        assert share_right(site.predict(run, table), truth) > floor + 0.1
        scores = site.evaluate(run, table, "--own-rows", site.home / "table.csv")
        assert scores["together"][0]["name"] == "accuracy"
        assert scores["gains"] is not None


def test_nothing_of_a_site_but_its_bundle_reaches_the_analyst(played):
    analyst, sites, _ = played
    expected = {"charter.toml", "roster.toml", "pact.notice", "public.csv"}
    expected |= {f"inbox/{name}.bundle" for name in SITES}
    assert files_in(analyst.home).keys() == expected
    for site in sites.values():
        assert {path.split("/")[0] for path in files_in(site.home)} == {
            "charter.toml",
            "roster.toml",
            "pact.notice",
            "table.csv",
            "vault",
        }


def test_a_row_is_predicted_alike_in_whatever_spelling_it_comes(played):
    analyst, sites, kept_back = played
    run = analyst.train()
    north = sites["north"]
    spelled = [
        north.predict(run, write_csv(north.home / f"{name}.csv", kept_back, **spelling))
        for name, spelling in SPELLINGS.items()
    ]
    marked = north.home / "marked.csv"
    marked.write_bytes(b"\xef\xbb\xbf" + (north.home / "north.csv").read_bytes())
    assert spelled[0] == spelled[1] == spelled[2] == north.predict(run, marked)


def test_a_model_that_comes_as_an_archive_needs_a_word_of_the_site(played):
    analyst, sites, kept_back = played
    plain = analyst.train("plain")
    run = analyst.home / "run"
    words = ["analyst", "train", *analyst.study, "--out", run, "--model", "logistic"]
    trained = done(*words, "--model-format", "skops")
    conversion = json.loads((run / "run.json").read_text("utf-8"))["conversion"]
    assert conversion["model_format"] == "skops"
    page = (run / "report.html").read_text("utf-8")
    for text in (*conversion["types"], "chooses to trust"):
        assert text in trained.shown
        assert text in page
    north = sites["north"]
    table = write_csv(north.home / "new.csv", kept_back)
    returned = run / "returns" / "north.return"
    seen = done("site", "inspect", returned)
    assert "code that a site chooses to trust" in seen.shown
    assert (
        json.loads(done("site", "inspect", returned, "--json").out)["details"]["model_format"]
        == "skops"
    )
    words = [*north.study, "--site", "north", "--return", returned, "--table", table]
    before = files_in(north.home)
    for command in (["predict", "--out", north.home / "p.csv"], ["evaluate"]):
        refused = call("site", command[0], *words, *command[1:])
        assert refused.code == 3
        assert all(name in refused.shown for name in conversion["types"])
    assert files_in(north.home) == before
    allowed = [word for name in conversion["types"] for word in ("--allow-type", name)]
    said = [line["prediction"] for line in north.predict(run, table, *allowed)]
    assert said == [line["prediction"] for line in north.predict(plain, table)]
    scores = north.evaluate(run, table, *allowed)["together"]
    assert [each["value"] for each in scores] == pytest.approx(
        [each["value"] for each in north.evaluate(plain, table)["together"]], abs=1e-6
    )


def test_the_pact_can_be_told_by_telephone(tmp_path):
    study = tmp_path / "study"
    study.mkdir()
    rng = np.random.default_rng(4)
    public = write_csv(study / "public.csv", patients(rng, 120))
    words = [public, "--label", "diagnosis", "--task", "classification", "--dims", "4"]
    analyst = found(study, SITES, draft=words)
    sites = settle(analyst, SITES, tmp_path / "homes")
    charter = ["--charter", sites["north"].home / "charter.toml"]
    vault = ["--vault", sites["north"].home / "vault"]
    read = json.loads(done("pact", "check", *charter, *vault, "--json").out)["fingerprint"]
    key = next((sites["north"].home / "vault").rglob("pact.key"))
    spoken = done("pact", "show", key, "--words", lines=["yes"]).out
    numbered = " ".join(re.findall(r"\d+\. +([a-z]+)", spoken))
    shutil.rmtree(sites["south"].home / "vault")
    done("pact", "import", "--words", *sites["south"].study, lines=[numbered])
    charter = ["--charter", sites["south"].home / "charter.toml"]
    vault = ["--vault", sites["south"].home / "vault"]
    heard = json.loads(done("pact", "check", *charter, *vault, "--json").out)["fingerprint"]
    assert heard == read


def test_edited_terms_are_refused_until_they_are_a_new_version(played):
    analyst, sites, _ = played
    north = sites["north"]
    path = north.home / "charter.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("dims = 4", "dims = 3"), "utf-8")
    ended = north.send(analyst.inbox, "--replace")
    assert ended.code == 3
    assert "changed after it was confirmed" in ended.err
    done("charter", "confirm", path, "--yes")
    assert decode_charter(path.read_text("utf-8")).confirmed.version == 2
    done("pact", "check", *north.study, "--write-notice", "--force")
    north.must_send(analyst.inbox, "--force")
    code, record = analyst.check()
    assert code == 3
    refused = [each for each in record["bundles"]["sites"] if each["state"] == "refused"]
    assert [each["site"] for each in refused] == ["north"]


def test_a_comment_may_be_edited_at_any_time(played):
    analyst, sites, _ = played
    path = sites["north"].home / "charter.toml"
    path.write_text("# read by me\n" + path.read_text("utf-8"), "utf-8")
    sites["north"].must_send(analyst.inbox, "--replace")
    assert analyst.check()[0] == 0


def test_a_killed_training_is_run_again_and_a_second_one_does_not_mix_with_it(played):
    analyst, _, _ = played
    run = analyst.train()
    first = files_in(run)
    assert call("analyst", "train", *analyst.study, "--out", run, "--model", "dummy").code == 2
    assert files_in(run) == first
    analyst.train("run", "--force", model="dummy")
    assert files_in(run).keys() == first.keys()
    assert files_in(run) != first
