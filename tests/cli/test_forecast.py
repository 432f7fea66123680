"""``concordant forecast``: a study's traffic before there is one, and the paper's example."""

import json

import pytest

from concordant.cli.forecast.quantities import read_speed, read_time
from tests.cli.test_analyst_train import TRAIN
from tests.commands import call, done, files_in, write_terms
from tests.small_study import LABEL, SITES
from tests.studies import make_charter

PAPER = [
    *("forecast", "--features", "784", "--dims", "100", "--anchor-rows", "1000"),
    *("--sites", "100", "--rows", "1000", "--model-parameters", "25000000"),
]


@pytest.fixture
def terms(tmp_path, monkeypatch):
    """Stand in a folder with nothing but a draft and a roster."""
    monkeypatch.chdir(tmp_path)
    write_terms(tmp_path, make_charter(label=LABEL, confirm=False), *SITES)
    return tmp_path


def forecast(*words):
    return json.loads(done("forecast", "--charter", "charter.toml", *words, "--json").out)


def test_the_healthcare_example_of_the_paper_is_one_command_line():
    shown = done(*PAPER, "--participation", "0.1").shown
    for digits in ("10.4 GB", "20 GB", "2 GB", "5.2 rounds"):
        assert digits in shown
    record = json.loads(done(*PAPER, "--participation", "0.1", "--json").out)
    assert record["federated"]["full_round_bytes"] == 2e10
    assert round(record["break_even_rounds"], 1) == 5.2


def test_an_anchor_that_nobody_sends_saves_its_copies():
    sent = json.loads(done(*PAPER, "--json").out)
    drawn = json.loads(done(*PAPER, "--anchor-copies", "0", "--json").out)
    assert drawn["anchor_bytes"] == 0
    assert sent["total_bytes"] - drawn["total_bytes"] == sent["anchor_bytes"] > 0


def test_a_draft_is_forecast_from_nothing_but_the_terms(terms):
    before = files_in(terms)
    record = forecast("--rows", "500")
    assert [each["site"] for each in record["sites"]] == list(SITES)
    assert {each["n_rows"] for each in record["sites"]} == {500}
    assert record["total_bytes"] == record["up_bytes"] + record["down_bytes"]
    assert files_in(terms) == before


def test_what_was_foretold_is_what_a_run_then_counts(trained):
    foretold = forecast("--rows", "120")
    counted = json.loads(done(*TRAIN, "--json").out)["run"]["traffic"]
    for before, after in zip(foretold["sites"], counted["sites"], strict=True):
        path = trained / "inbox" / f"{after['site']}.bundle"
        assert before["bundle_bytes"] == after["bundle_bytes"] == path.stat().st_size
    (linear, _) = foretold["federated"]
    assert linear["n_parameters"] == counted["federated"]["n_parameters"]
    assert linear["study_bytes"] == pytest.approx(counted["total_bytes"], rel=0.05)


@pytest.mark.usefixtures("terms")
def test_both_usual_models_are_reckoned_with_and_a_stated_one_alone():
    usual = forecast("--rows", "500")["federated"]
    assert [each["model"] for each in usual] == [
        "a linear model",
        "a network of 256 hidden units",
    ]
    (stated,) = forecast("--rows", "500", "--model-parameters", "1000000")["federated"]
    assert stated["n_parameters"] == 1_000_000
    assert stated["break_even_rounds"] < usual[1]["break_even_rounds"] < 100
    assert usual[0]["break_even_rounds"] > 100
    shown = done("forecast", "--charter", "charter.toml", "--rows", "500").shown
    assert "this study moves more" in shown
    assert "this study moves less" in shown


@pytest.mark.usefixtures("terms")
def test_rows_are_given_for_all_by_name_or_both():
    rows = forecast("--rows", "100", "--rows", "north=7,west=0")["sites"]
    assert {each["site"]: each["n_rows"] for each in rows} == {"north": 7, "south": 100, "west": 0}
    numbered = forecast("--sites", "30", "--rows", "own=5,site-2=6")["sites"]
    assert len({each["site"] for each in numbered}) == 30
    assert sorted(each["n_rows"] for each in numbered)[:3] == [5, 6, 1000]


@pytest.mark.usefixtures("terms")
def test_sites_that_only_predict_are_in_no_round_of_federated_averaging():
    (_, all_three) = forecast("--rows", "100")["federated"]
    (_, only_two) = forecast("--rows", "100", "--rows", "west=0")["federated"]
    assert only_two["bytes_per_round"] == pytest.approx(2 / 3 * all_three["bytes_per_round"])


@pytest.mark.usefixtures("terms")
def test_what_nobody_said_is_said_to_be_assumed():
    assert "1,000 were assumed" in done("forecast", "--charter", "charter.toml").err
    named = [f"--rows={site}=10" for site in SITES]
    assert "assumed" not in done("forecast", "--charter", "charter.toml", *named).err


def test_without_a_roster_the_rows_by_name_say_who_takes_part(terms):
    (terms / "roster.toml").unlink()
    rows = forecast("--rows", "north=10,south=20")["sites"]
    assert [each["site"] for each in rows] == ["north", "south"]
    ended = call("forecast", "--charter", "charter.toml", "--rows", "100")
    assert ended.code == 2
    assert "--sites" in ended.err


@pytest.mark.usefixtures("terms")
def test_many_sites_are_shown_by_their_number_of_rows():
    rows = ["--rows", "200", "--rows", "big=9000"]
    shown = done("forecast", "--charter", "charter.toml", "--sites", "500", *rows).out
    assert "each of 499" in shown
    assert "big" in shown
    assert len(shown.splitlines()) < 40


@pytest.mark.usefixtures("terms")
def test_a_faster_line_takes_less_time_and_moves_the_same():
    slow = forecast("--rows", "9000", "--bandwidth", "1 Mbit/s")
    fast = forecast("--rows", "9000", "--bandwidth", "1 Gbit/s")
    assert slow["total_bytes"] == fast["total_bytes"]
    assert slow["seconds"] > fast["seconds"] > fast["phases"] * 0.05
    near = forecast("--rows", "9000", "--bandwidth", "1 Gbit/s", "--rtt", "1 ms")
    assert fast["seconds"] - near["seconds"] == pytest.approx(2 * 0.049)


def test_speeds_and_times_are_read_with_their_units():
    assert read_speed("1 MB/s") == read_speed("8Mbit/s") == 8 * read_speed("1e3 kbit/s")
    assert read_time("1500 ms") == read_time("1.5s") == 1.5


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bandwidth", "10"], "Mbit/s"),
        (["--bandwidth", "10 Mb/s"], "Mbit/s"),
        (["--bandwidth", "0 Mbit/s"], "above 0"),
        (["--bandwidth", "1e999 Mbit/s"], "above 0"),
        (["--bandwidth", "1e Mbit/s"], "above 0"),
        (["--rtt", "-5 ms"], "a time"),
        (["--rtt", "fast"], "50 ms"),
        (["--rows", "many"], "NAME=COUNT"),
        (["--rows", "1,000"], "NAME=COUNT"),
        (["--rows", "=5"], "NAME=COUNT"),
        (["--rows", "north=1,north=2"], "NAME=COUNT"),
        (["--rows", "north=-1"], "NAME=COUNT"),
        (["--rows", "nort=5"], "nearest: north"),
        (["--rows", "No!=5", "--sites", "3"], "No!"),
        (["--rows", "a=1,b=2,c=3", "--sites", "2"], "--sites says 2"),
        (["--rows", "2000000000"], "1,000,000,000"),
        (["--participation", "0"], "participation"),
        (["--participation", "2"], "participation"),
        (["--rounds", "0"], "--rounds"),
        (["--sites", "1"], "--sites"),
        (["--bits", "16"], "--bits"),
    ],
)
def test_nonsense_is_refused_with_what_would_make_sense(more, said):
    ended = call("forecast", "--charter", "charter.toml", *more)
    assert ended.code in (2, 3)
    assert said in ended.err


@pytest.mark.parametrize(
    "words", [["forecast"], PAPER[:5], [*PAPER[:-2], "--rows", "north=5"], PAPER[:7]]
)
def test_without_a_charter_the_counts_must_all_be_there(words):
    ended = call(*words)
    assert ended.code == 2
    assert "--charter" in ended.err


def test_terms_that_nobody_could_carry_out_are_not_forecast(terms):
    write_terms(terms, make_charter(label=LABEL, n_dims=99), *SITES)
    ended = call("forecast", "--charter", "charter.toml")
    assert ended.code == 3
    assert "dims" in ended.err
