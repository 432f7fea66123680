"""Studies of another kind: without a public table, with numbers to predict, with persons."""

import csv
import json

import numpy as np
import pytest

from tests.commands import call, done, write_csv
from tests.journeys.parties import Analyst, Site, cut, found, settle, share_right, write_table
from tests.small_study import SITES, patients

N_ROWS = 120


def play(tmp_path, everybody, words, *, model="logistic"):
    """Play a study with one upload; return analyst, sites and the run."""
    (tmp_path / "study").mkdir()
    analyst = found(tmp_path / "study", SITES, draft=words)
    sites = settle(analyst, SITES, tmp_path / "homes")
    for place, site in enumerate(sites.values()):
        write_table(site, cut(everybody, slice(place * N_ROWS, (place + 1) * N_ROWS)))
        site.must_send(analyst.inbox)
    return analyst, sites, analyst.train(model=model)


def test_terms_come_from_profiles_where_no_table_is_public(tmp_path, rng):
    everybody = patients(rng, 4 * N_ROWS)
    profiles = []
    for place, name in enumerate(SITES):
        site = Site(name, tmp_path / "homes" / name)
        rows = slice(place * N_ROWS, (place + 1) * N_ROWS)
        write_table(site, cut(everybody, rows))
        profiles.append(tmp_path / f"{name}.json")
        words = ["--table", site.home / "table.csv", "--out", profiles[-1]]
        done("site", "profile", *words, lines=["yes"])
    words = [*profiles, "--label", "diagnosis", "--task", "classification", "--ignore", "notes"]
    _, sites, run = play(tmp_path, everybody, [*words, "--ignore", "stay", "--dims", "5"])
    kept_back = cut(everybody, slice(3 * N_ROWS, None))
    for site in sites.values():
        table = write_csv(site.home / "new.csv", kept_back)
        assert share_right(site.predict(run, table), kept_back["diagnosis"]) > 0.75


def test_numbers_are_predicted_in_their_own_unit(tmp_path, rng):
    everybody = patients(rng, 4 * N_ROWS)
    public = write_csv(tmp_path / "public.csv", cut(everybody, slice(3 * N_ROWS, None)))
    words = [public, "--label", "stay", "--task", "regression", "--label-step", "1"]
    words += ["--ignore", "notes", "--ignore", "diagnosis", "--dims", "5"]
    analyst, sites, run = play(tmp_path, everybody, words, model="ridge")
    kept_back = cut(everybody, slice(3 * N_ROWS, None))
    truth = np.array(kept_back["stay"])
    for site in sites.values():
        table = write_csv(site.home / "new.csv", kept_back)
        lines = site.predict(run, table)
        assert list(lines[0]) == ["row", "prediction"]
        told = np.array([float(line["prediction"]) for line in lines])
        assert np.mean((told - truth) ** 2) < 0.5 * np.var(truth)
        scores = site.evaluate(run, table, "--own-rows", site.home / "table.csv")
        assert {score["name"] for score in scores["together"]} >= {"RMSE", "R²"}
    record = json.loads((run / "run.json").read_text("utf-8"))
    assert record["task"] == "regression"
    assert analyst.check()[0] == 0


def test_rows_of_one_person_stay_together_and_the_person_stays_at_home(tmp_path, rng):
    everybody = patients(rng, 4 * N_ROWS)
    persons = [f"patient-{place // 4}" for place in range(4 * N_ROWS)]
    everybody["person"] = persons
    public = write_csv(tmp_path / "public.csv", cut(everybody, slice(3 * N_ROWS, None)))
    words = [public, "--label", "diagnosis", "--task", "classification", "--group", "person"]
    words += ["--ignore", "notes", "--ignore", "stay", "--dims", "5"]
    analyst, sites, run = play(tmp_path, everybody, words)
    record = json.loads((run / "run.json").read_text("utf-8"))
    assert {score["how"] for score in record["scores"]} == {"by group", "leave one site out"}
    for path in analyst.inbox.iterdir():
        assert b"patient-" not in path.read_bytes()
        names = [line["name"] for line in inspect(path)["arrays"]]
        assert "groups" in names
    north = sites["north"]
    del everybody["person"]
    table = write_csv(north.home / "new.csv", cut(everybody, slice(3 * N_ROWS, None)))
    assert len(north.predict(run, table)) == N_ROWS


def inspect(path):
    return json.loads(done("site", "inspect", path, "--json").out)


# ---------------------------------------------------------------- rows that cannot be encoded


@pytest.fixture
def strict(tmp_path, rng):
    """Return a study whose terms refuse an unknown colour, trained; and rows with two of them."""
    everybody = patients(rng, 4 * N_ROWS)
    public = write_csv(tmp_path / "public.csv", cut(everybody, slice(3 * N_ROWS, None)))
    (tmp_path / "study").mkdir()
    charter = tmp_path / "study" / "charter.toml"
    words = [public, "--label", "diagnosis", "--task", "classification", "--ignore", "notes"]
    words += ["--ignore", "stay", "--dims", "5", "--sites", ",".join(SITES), "--out", charter]
    done("charter", "draft", *words)
    text = charter.read_text("utf-8")
    start = text.index('name = "colour"')
    block = text[start:].replace('unseen = "zero"', 'unseen = "refuse"', 1)
    assert block != text[start:]
    charter.write_text(text[:start] + block, "utf-8")
    done("charter", "confirm", charter, "--yes")
    analyst = Analyst(tmp_path / "study")
    sites = settle(analyst, SITES, tmp_path / "homes")
    for place, site in enumerate(sites.values()):
        write_table(site, cut(everybody, slice(place * N_ROWS, (place + 1) * N_ROWS)))
        site.must_send(analyst.inbox)
    run = analyst.train()
    odd = cut(everybody, slice(3 * N_ROWS, 3 * N_ROWS + 20))
    odd["colour"][3] = odd["colour"][17] = "mauve-secret"
    return analyst, sites["north"], run, odd


def test_rows_that_cannot_be_encoded_are_refused_or_blank_and_never_dropped(strict):
    _, north, run, odd = strict
    table = write_csv(north.home / "odd.csv", odd)
    out = north.home / "p.csv"
    words = [*north.study, "--site", "north", "--return", run / "returns" / "north.return"]
    words += ["--table", table, "--out", out]
    ended = call("site", "predict", *words)
    assert ended.code == 3
    assert "2 of 20" in ended.err
    assert "colour" in ended.err
    assert "mauve" not in ended.shown
    assert not out.exists()
    record = json.loads(done("site", "predict", *words, "--unencodable", "blank", "--json").out)
    assert record["n_blank"] == 2
    with out.open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 20
    assert [int(line["row"]) for line in lines if not line["prediction"]] == [4, 18]
    assert [line["probability_ill"] for line in lines if not line["prediction"]] == ["", ""]


def test_a_table_with_such_rows_is_not_contributed(strict):
    analyst, north, _, odd = strict
    write_table(north, odd)
    before = (analyst.inbox / "north.bundle").read_bytes()
    ended = north.send(analyst.inbox, "--replace")
    assert ended.code == 3
    assert "mauve" not in ended.shown
    assert (analyst.inbox / "north.bundle").read_bytes() == before
