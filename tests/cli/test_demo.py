"""The demo as a newcomer meets it: one small play that most tests look at, and its refusals."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from concordant.cli.console import Screen
from concordant.cli.demo import command
from concordant.cli.demo.conclusions import conclude
from concordant.cli.demo.folder import MADE, choose_folder
from concordant.cli.demo.stage import Choices, open_stage
from concordant.cli.demo.steps import Steps
from concordant.rehearsal.compare import measure_of
from concordant.rehearsal.datasets import read_dataset
from concordant.terms.charter_text import decode_charter
from concordant.transport.folder.layout import DEMO
from tests.commands import call, done
from tests.pictures import real_pictures

WAYS = ["alone", "odc", "own", "shared", "agreed", "pooled"]
SMALL = ("--dataset", "wine", "--sites", 3)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo") / "here"
    with real_pictures():
        ended = call("demo", *SMALL, "--out", folder)
    assert ended.code == 0, ended.err
    record = json.loads((folder / DEMO).read_text("utf-8"))
    return SimpleNamespace(folder=folder, ended=ended, record=record)


def names_in(folder: Path, pattern: str) -> list[str]:
    return sorted(path.name for path in folder.glob(pattern))


def test_everything_that_a_real_study_makes_lies_in_the_folder(played):
    sites = ["site-1", "site-2", "site-3"]
    for kind, place in (("view", "inbox"), ("bundle", "inbox"), ("return", "run/returns")):
        assert names_in(played.folder, f"{place}/*.{kind}") == [f"{site}.{kind}" for site in sites]
    for name in ("charter.toml", "roster.toml", "pact.notice", "study.span"):
        assert (played.folder / name).is_file()
    for page in ("report.html", "run/report.html"):
        text = (played.folder / page).read_text("utf-8")
        assert text.startswith("<!doctype html>")
        assert "<path " in text, "the pictures are drawn"
    assert json.loads((played.folder / "run.json").read_text("utf-8"))["n_sites"] == 3
    assert set(MADE) | {DEMO} == {path.name for path in played.folder.iterdir()}


def test_the_table_holds_every_way_to_train_on_screen_and_page(played):
    page = (played.folder / "report.html").read_text("utf-8")
    assert [way["kind"] for way in played.record["comparison"]] == WAYS
    for way in played.record["comparison"]:
        assert way["name"] in played.ended.out
        assert f">{way['name']}</th>" in page
        assert way["low"] <= way["mean"] <= way["high"]
        assert len(way["scores"]) == 3


def test_the_screen_says_that_the_terms_lie_below_the_floor_and_are_a_rehearsals(played):
    charter = decode_charter((played.folder / "charter.toml").read_text("utf-8"))
    assert charter.rehearsal
    assert charter.consents.agreed_below_floor
    assert "agreed_below_floor = true" in played.ended.shown
    assert "This is a rehearsal" in played.ended.shown


def test_the_screen_ends_with_the_folder_and_the_next_step(played):
    assert str(played.folder) in played.ended.out.replace("\n", "")
    assert "concordant charter draft" in played.ended.out.splitlines()[-1]


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    folder = tmp_path_factory.mktemp("again") / "here"
    ended = call("demo", *SMALL, "--out", folder, "--json")
    assert ended.code == 0, ended.err
    return SimpleNamespace(folder=folder, ended=ended)


def test_one_seed_gives_one_table(played, again):
    first = (played.folder / DEMO).read_bytes()
    assert (again.folder / DEMO).read_bytes() == first


def test_one_seed_gives_the_same_uploads_and_returns(played, again):
    for pattern in ("inbox/*", "study.span", "run/returns/*"):
        paths = sorted(played.folder.glob(pattern))
        assert paths
        for path in paths:
            assert (
                again.folder / path.relative_to(played.folder)
            ).read_bytes() == path.read_bytes()


def test_another_seed_cuts_the_rows_and_draws_the_secrets_anew(tmp_path):
    stages = [
        open_stage(Choices(read_dataset("wine"), 3, seed), tmp_path, Steps(Screen()))
        for seed in (1, 2)
    ]
    first, other = (stage.cut.sites[0].own.tolist() for stage in stages)
    assert first != other
    assert stages[0].rng.bytes(32) != stages[1].rng.bytes(32)


def test_with_json_stdout_is_one_document_and_people_read_stderr(again):
    assert json.loads(again.ended.out)["folder"] == str(again.folder)
    assert "each site alone" in again.ended.err


def test_every_site_has_more_rows_than_dimensions(played):
    assert all(site["own_rows"] > played.record["n_dims"] for site in played.record["sites"])


def test_rows_kept_back_are_in_no_table_that_somebody_learned_from(played):
    def rows(path: Path) -> list[str]:
        return path.read_text("utf-8").splitlines()[1:]

    new = [row for path in played.folder.glob("sites/*/new.csv") for row in rows(path)]
    own = [row for path in played.folder.glob("sites/*/table.csv") for row in rows(path)]
    public = rows(played.folder / "public.csv")
    assert len(new) + len(own) + len(public) == played.record["n_rows"]
    assert not set(new) & (set(own) | set(public))


def test_the_commands_of_a_real_study_work_on_the_folder(played, tmp_path):
    charter = played.folder / "charter.toml"
    home = played.folder / "sites" / "site-2"
    checked = call(
        "analyst", "check", "--charter", charter, "--inbox", played.folder / "inbox", "--json"
    )
    assert checked.code == 0, checked.err
    predicted = call(
        *("site", "predict", "--charter", charter, "--site", "site-2", "--vault", home / "vault"),
        *("--return", played.folder / "run/returns/site-2.return", "--table", home / "new.csv"),
        *("--out", tmp_path / "p.csv"),
    )
    assert predicted.code == 0, predicted.err
    assert (tmp_path / "p.csv").read_bytes() == (home / "predictions.csv").read_bytes()


def test_the_table_agrees_with_what_a_site_measures_by_itself(played):
    home = played.folder / "sites" / "site-3"
    measured = done(
        *("site", "evaluate", "--charter", played.folder / "charter.toml", "--site", "site-3"),
        *("--vault", home / "vault", "--return", played.folder / "run/returns/site-3.return"),
        *("--table", home / "new.csv", "--own-rows", home / "table.csv", "--json"),
    )
    found = json.loads(measured.out)
    ways = {way["kind"]: way["scores"][2] for way in played.record["comparison"]}
    for way, kind in (("together", "agreed"), ("alone", "alone")):
        accuracy = next(score for score in found[way] if score["name"] == "accuracy")
        assert accuracy["value"] == pytest.approx(ways[kind])


def test_two_sites_with_few_rows_play_too_and_numbers_are_judged_by_their_error(tmp_path):
    ended = call("demo", "--dataset", "diabetes", "--sites", 2, "--out", tmp_path / "d", "--json")
    assert ended.code == 0, ended.err
    record = json.loads(ended.out)
    assert record["measure"] == {"name": "RMSE", "higher_is_better": False}
    scores = {way["kind"]: way for way in record["comparison"]}
    gain = scores["alone"]["mean"] - scores["agreed"]["mean"]
    assert scores["agreed"]["gain"]["mean"] == pytest.approx(gain)


# --- folders


def test_a_folder_in_use_is_refused_and_left_as_it_is(tmp_path):
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    for words in ((), ("--force",)):
        ended = call("demo", *SMALL, "--out", tmp_path, *words)
        assert ended.code == 2
        assert names_in(tmp_path, "*") == ["mine.txt"]


def test_force_deletes_what_a_demo_made_and_nothing_else(tmp_path, monkeypatch):
    (tmp_path / DEMO).write_text('{"kind": "concordant demo"}', "utf-8")
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "old.bundle").write_text("old", "utf-8")
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    elsewhere = tmp_path.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept.txt").write_text("kept", "utf-8")
    (tmp_path / "run").symlink_to(elsewhere)
    stop_in_play(monkeypatch, KeyboardInterrupt)
    assert call("demo", *SMALL, "--out", tmp_path, "--force").code == 130
    assert names_in(tmp_path, "*") == ["mine.txt"]
    assert names_in(elsewhere, "*") == ["kept.txt"]


@pytest.mark.parametrize("marker", ["[]", "{", '{"kind": "another"}', b"\xff"])
def test_a_marker_that_is_not_a_demos_protects_the_folder(tmp_path, marker):
    content = marker if isinstance(marker, bytes) else marker.encode()
    (tmp_path / DEMO).write_bytes(content)
    (tmp_path / "inbox").mkdir()
    assert call("demo", *SMALL, "--out", tmp_path, "--force").code == 2
    assert names_in(tmp_path, "*") == [DEMO, "inbox"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "taken").write_text("mine", "utf-8")
    assert call("demo", *SMALL, "--out", tmp_path / "taken", "--force").code == 3
    assert (tmp_path / "taken").read_text("utf-8") == "mine"


def stop_in_play(monkeypatch, fault: type[BaseException]) -> None:
    def stop(stage, folder):
        del stage
        assert json.loads((folder / DEMO).read_text("utf-8"))["finished"] is False
        (folder / "inbox").mkdir()
        raise fault

    monkeypatch.setattr(command, "play", stop)


@pytest.mark.parametrize("there", [True, False])
def test_ctrl_c_leaves_nothing_of_a_demo(tmp_path, monkeypatch, there):
    stop_in_play(monkeypatch, KeyboardInterrupt)
    folder = tmp_path / "new"
    if there:
        folder.mkdir()
    assert call("demo", *SMALL, "--out", folder).code == 130
    assert folder.exists() is there
    assert names_in(tmp_path, "new/*") == []


def test_without_a_name_the_first_free_one_is_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert choose_folder(None) == Path("concordant-demo")
    Path("concordant-demo").mkdir()
    assert choose_folder(None) == Path("concordant-demo-2")
    Path("concordant-demo-2").mkdir()
    assert choose_folder(None) == Path("concordant-demo-3")


# --- calls that cannot be


def test_too_many_sites_are_refused_with_the_largest_number_before_anything_is_deleted(tmp_path):
    (tmp_path / DEMO).write_text('{"kind": "concordant demo"}', "utf-8")
    ended = call("demo", "--dataset", "wine", "--sites", 500, "--out", tmp_path, "--force")
    assert ended.code == 2
    assert "at most 38 sites" in ended.shown
    assert (tmp_path / DEMO).exists()


@pytest.mark.parametrize("words", [("--sites", 1), ("--seed", -1), ("--dataset", "iris")])
def test_a_call_that_cannot_mean_anything_is_refused(tmp_path, words):
    assert call("demo", "--out", tmp_path / "x", *words).code == 2
    assert not (tmp_path / "x").exists()


# --- what a reader may conclude


def scores(**ways):
    return tuple({"kind": way, "scores": values} for way, values in ways.items())


@pytest.mark.parametrize(
    ("agreed", "said"),
    [
        ([0.9, 0.91, 0.92, 0.9], "gained"),
        ([0.5, 0.51, 0.52, 0.5], "lost"),
        ([0.7, 0.9, 0.6, 0.8], "cannot tell"),
    ],
)
def test_a_gain_is_claimed_only_where_the_interval_excludes_zero(agreed, said):
    others = [0.7, 0.72, 0.71, 0.7]
    ways = scores(alone=others, own=others, pooled=others, agreed=agreed)
    first, *_ = conclude(ways, measure_of("classification"))
    assert said in first


def test_ways_that_cannot_be_told_apart_are_said_to_be_so():
    ways = scores(
        alone=[0.1, 0.2, 0.1], own=[0.8, 0.9, 0.7], pooled=[0.99, 1.0, 0.98], agreed=[0.8, 0.8, 0.8]
    )
    _, own, pooled, *_, last = conclude(ways, measure_of("classification"))
    assert "no difference" in own
    assert "did worse than" in pooled
    assert "one cut" in last
