import hashlib
import json

import pytest

from concordant.terms.charter_text import decode_charter
from concordant.terms.consent_words import spoken_consents
from concordant.terms.profile import profile_table
from concordant.terms.profile_text import encode_profile
from concordant.terms.roster import decode_roster
from concordant.terms.table import table_from_frame
from tests.commands import call, done, files_in, write_csv
from tests.studies import make_columns

WANTED = ("--label", "outcome", "--task", "classification", "--ignore", "stay")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def table(folder, rng):
    return write_csv(folder / "public.csv", make_columns(rng, 200))


def read_charter(folder, name="charter.toml"):
    return decode_charter((folder / name).read_text("utf-8"))


def draft(*words):
    return done("charter", "draft", *words, *WANTED)


def test_charter_and_roster_are_written_and_can_be_checked(folder, table):
    ended = draft(table, "--sites", "north, south,west", "--out", "charter.toml")
    assert decode_roster((folder / "roster.toml").read_text("utf-8")).sites == (
        "north",
        "south",
        "west",
    )
    done("charter", "check", "charter.toml")
    assert "Written: charter.toml and roster.toml" in ended.shown
    assert "charter confirm" in ended.shown
    assert "hold" in ended.shown
    assert set(files_in(folder)) == {"charter.toml", "public.csv", "roster.toml"}


def test_without_sites_no_roster_is_written_and_it_says_what_that_means(folder, table):
    ended = draft(table, "--out", "charter.toml")
    assert not (folder / "roster.toml").exists()
    assert "nobody can tell who is missing" in ended.shown


def test_a_profile_is_known_by_its_content_and_not_by_its_name(folder, rng):
    profile = encode_profile(profile_table(table_from_frame(make_columns(rng, 200))))
    (folder / "north.csv").write_text("\ufeff\n" + profile, encoding="utf-8")
    write_csv(folder / "south.json", make_columns(rng, 200), delimiter=";", decimal=",")
    ended = draft("north.csv", "south.json", "--out", "charter.toml")
    assert "contradict" not in ended.shown
    assert read_charter(folder).n_features > 5


def test_json_that_is_no_profile_is_refused(folder):
    (folder / "cells.json").write_text('{"age": [1, 2]}', encoding="utf-8")
    ended = call("charter", "draft", "cells.json", *WANTED, "--out", "charter.toml")
    assert ended.code == 3
    assert not (folder / "charter.toml").exists()


def test_contradictions_are_said_with_the_names_of_the_files(folder, rng):
    for name, factor in (("north", 1.0), ("south", 10.0), ("west", 1.0)):
        columns = make_columns(rng, 400)
        columns["x3"] = [factor * value for value in columns["x3"]]
        text = encode_profile(profile_table(table_from_frame(columns)))
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    ended = draft("north.json", "south.json", "west.json", "--out", "charter.toml")
    assert "'x3': the numbers of south.json look about 10 times too large" in ended.shown


def test_files_of_one_name_are_told_apart_by_their_folder(folder, rng):
    for name in ("north", "south"):
        (folder / name).mkdir()
        columns = make_columns(rng, 200)
        if name == "south":
            del columns["x2"]
        write_csv(folder / name / "t.csv", columns)
    ended = draft("north/t.csv", "south/t.csv", "--out", "charter.toml")
    assert "'x2' is not in south" in ended.shown


def test_choices_travel_into_the_charter(folder, table):
    draft(
        table,
        *("--dims", "3", "--span", "agreed", "--agreed-below-floor", "--precision", "int8"),
        *("--study", "hearts", "--out", "charter.toml"),
    )
    charter = read_charter(folder)
    assert (charter.n_dims, charter.span, charter.precision) == (3, "agreed", "int8")
    assert charter.study == "hearts"
    assert charter.consents.spoken() == ("agreed_below_floor",)


def test_every_consent_has_a_word_and_is_repeated_on_the_screen(folder, table):
    words = (
        *("accept-weak-anchor", "agreed-below-floor", "analyst-is-site"),
        *("model-may-contain-rows", "accept-unique-labels"),
    )
    ended = draft(table, *(f"--{word}" for word in words), "--out", "charter.toml")
    charter = read_charter(folder)
    assert len(charter.consents.spoken()) == len(words)
    for sentence in spoken_consents(charter):
        assert sentence in ended.shown


def test_a_public_table_is_named_by_its_digest_and_can_stand_alone(folder, table):
    draft("--public", table, "--span", "public", "--out", "charter.toml")
    charter = read_charter(folder)
    assert charter.public_sha256 == hashlib.sha256(table.read_bytes()).hexdigest()
    done("charter", "check", "charter.toml")


def test_a_regression_says_its_step(folder, table):
    words = ("--label", "stay", "--task", "regression", "--ignore", "outcome")
    done("charter", "draft", table, *words, "--label-step", "2", "--out", "charter.toml")
    assert read_charter(folder).label.step == 2.0


def test_json_answers_all_that_the_screen_says(folder, table):
    ended = draft(table, "--sites", "a,b", "--out", "charter.toml", "--json")
    record = json.loads(ended.out)
    charter = read_charter(folder)
    assert record["n_dims"] == charter.n_dims
    assert record["terms_digest"] == charter.terms_digest
    assert record["sites"] == ["a", "b"]
    assert record["contradictions"] == []
    assert record["faults"] == []
    assert record["why_dims"] in ended.shown
    assert any("stay" in note for note in record["notes"])


def test_terms_that_check_would_refuse_are_announced(table):
    ended = draft(table, "--anchor", "uniform", "--out", "charter.toml")
    assert "`charter check` will refuse these terms" in ended.shown
    assert "projection.anchor" in ended.shown
    assert call("charter", "check", "charter.toml").code == 3


def test_a_charter_that_is_there_is_overwritten_with_force_alone(folder, table):
    draft(table, "--out", "charter.toml")
    before = files_in(folder)
    assert call("charter", "draft", table, *WANTED, "--out", "charter.toml").code == 2
    assert files_in(folder) == before
    draft(table, "--out", "charter.toml", "--force")
    assert files_in(folder) != before


def test_a_roster_of_the_same_sites_is_left_alone(folder, table):
    draft(table, "--sites", "a,b", "--out", "charter.toml")
    roster = (folder / "roster.toml").read_bytes()
    ended = draft(table, "--sites", "b,a", "--out", "agreed.toml")
    assert (folder / "roster.toml").read_bytes() == roster
    assert "Written: agreed.toml" in ended.shown
    assert "roster" not in ended.shown.split("Written:")[1]


def test_a_roster_of_other_sites_needs_force_and_gets_the_next_number(folder, table):
    draft(table, "--sites", "a,b", "--out", "charter.toml")
    before = files_in(folder)
    ended = call("charter", "draft", table, *WANTED, "--sites", "a,c", "--out", "other.toml")
    assert ended.code == 2
    assert files_in(folder) == before
    draft(table, "--sites", "a,c", "--out", "other.toml", "--force")
    roster = decode_roster((folder / "roster.toml").read_text("utf-8"))
    assert (roster.number, roster.sites) == (2, ("a", "c"))


def test_a_broken_roster_gives_way_to_force_alone(folder, table):
    (folder / "roster.toml").write_text("sites = 3", encoding="utf-8")
    words = ("charter", "draft", table, *WANTED, "--sites", "a,b", "--out", "charter.toml")
    assert call(*words).code == 3
    assert not (folder / "charter.toml").exists()
    assert call(*words, "--force").code == 0
    assert decode_roster((folder / "roster.toml").read_text("utf-8")).sites == ("a", "b")


@pytest.mark.parametrize(
    "words",
    [
        ("--dims", "many"),
        ("--dims", "0"),
        ("--dims", "1000"),
        ("--sites", "North"),
        ("--sites", "a,a"),
        ("--sites", "a,,b"),
        ("--sites", "nul"),
        ("--sites", ",".join(f"s{place}" for place in range(10_001))),
        ("--label-step", "1"),
        ("--anchor-rows", "100"),
        ("--span", "public"),
        ("--span", "wide"),
        ("--ignore", "nothing"),
        ("--group", "outcome"),
        ("--min-count", "1"),
        ("--public", "public.csv"),
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_a_wrong_call_leaves_nothing_behind(folder, table, words):
    before = files_in(folder)
    ended = call("charter", "draft", table, *WANTED, *words, "--out", "charter.toml")
    assert ended.code == 2, ended.shown
    assert files_in(folder) == before


@pytest.mark.parametrize("step", ["0", "-1", "inf", "nan"])
def test_a_step_is_a_number_above_zero(table, step):
    words = ("--label", "stay", "--task", "regression", "--label-step", step)
    assert call("charter", "draft", table, *words, "--out", "charter.toml").code == 2


def test_nothing_to_draft_from_is_a_wrong_call(folder):
    assert call("charter", "draft", *WANTED, "--out", "charter.toml").code == 2
    assert files_in(folder) == {}


def test_a_table_that_is_not_there_is_named(folder):
    ended = call("charter", "draft", "absent.csv", *WANTED, "--out", "charter.toml")
    assert ended.code == 4
    assert "absent.csv" in ended.shown
    assert files_in(folder) == {}
