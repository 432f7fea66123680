import json
import shlex
import shutil

import pytest

from concordant.analyst import train as training
from concordant.analyst.gains import Gains, MeanGain, SiteGain
from concordant.cli.analyst.model_choice import read_parameters
from concordant.cli.analyst.show_gains import show_gains
from concordant.cli.console import Screen
from concordant.errors.cli import OptionsContradict
from tests.commands import call, done, files_in, write_terms
from tests.small_study import LABEL, SITES, joining
from tests.studies import make_charter

BASE = ["analyst", "train", "--charter", "charter.toml", "--inbox", "inbox"]
TRAIN = [*BASE, "--model", "logistic", "--out", "again"]


def test_a_run_has_a_return_for_each_site_a_record_and_a_page(trained):
    made = files_in(trained / "run")
    assert sorted(made) == [
        "model.skops",
        "report.html",
        *[f"returns/{site}.return" for site in SITES],
        "run.json",
    ]
    record = json.loads(made["run.json"])
    assert record["n_sites"] == 3
    assert record["roster"]["number"] == 1
    assert b"logistic" in made["report.html"]


@pytest.mark.usefixtures("trained")
def test_the_screen_says_who_took_part_and_how_good_the_model_seems():
    ended = done(*TRAIN)
    for text in (*SITES, "logistic", "accuracy", "one site left out", "report.html", "ONNX"):
        assert text in ended.out


@pytest.mark.usefixtures("trained")
def test_one_seed_gives_one_model():
    done(*TRAIN[:-1], "first", "--seed", "7")
    record = json.loads(done(*TRAIN[:-1], "second", "--seed", "7", "--json").out)
    assert record["run"]["seed"] == 7
    with open("first/run.json", encoding="utf-8") as file:  # noqa: PTH123  here
        first = json.load(file)
    # The words of the call name the folder; all else is the same.
    assert first.pop("command").replace("first", "second") == record["run"].pop("command")
    assert first == record["run"]


def test_the_command_of_a_run_repeats_it(trained):
    words = [*TRAIN, "--parameter", "C=0.5", "--scale", "none"]
    first = json.loads(done(*words, "--json").out)["run"]
    assert first["command"].startswith("concordant analyst train --charter charter.toml")
    assert "--json" not in first["command"]
    shutil.rmtree(trained / "again")
    done(*shlex.split(first["command"])[1:])
    again = json.loads((trained / "again" / "run.json").read_text("utf-8"))
    assert again == first


def test_a_report_names_no_folder_of_the_machine(trained):
    inbox, out = trained / "inbox", trained / "again"
    words = ["--charter", trained / "charter.toml", "--inbox", inbox, "--out", out]
    record = json.loads(done("analyst", "train", *words, "--model", "logistic", "--json").out)
    assert str(trained) not in record["run"]["command"]
    assert "--inbox inbox --out again" in record["run"]["command"]


@pytest.mark.usefixtures("trained")
def test_the_screen_says_what_each_site_gains():
    shown = done(*TRAIN).shown
    assert "What each site gains (accuracy, above 0 is better)" in shown
    assert "On average over 3 sites" in shown


def test_of_many_sites_the_extremes_are_shown_and_of_none_a_sentence(capsys):
    sites = tuple(SiteGain(f"s{n}", 50, 0.9, 0.8, n / 100, -0.1, 0.2) for n in range(40))
    mean = MeanGain(0.195, 0.1, 0.3)
    show_gains(Screen(), Gains("accuracy", True, "how", sites, mean, 40))
    shown = capsys.readouterr().out
    assert all(name in shown for name in ("s0", "s20", "s39"))
    assert "s21" not in shown
    nothing = MeanGain(None, None, None)
    show_gains(Screen(), Gains("accuracy", True, "how", (SiteGain("s0", 5),), nothing, 0))
    assert "No site has enough rows" in capsys.readouterr().out


@pytest.mark.usefixtures("trained")
def test_the_report_goes_to_the_terminal_as_markdown_on_request():
    ended = done(*TRAIN, "--markdown")
    assert ended.out.startswith("# ")
    assert "| north |" in ended.out
    assert "Written: again" in ended.err
    assert call(*TRAIN[:-1], "other", "--markdown", "--json").code == 2


@pytest.mark.usefixtures("trained")
def test_what_moved_is_counted_as_the_files_are(trained):
    traffic = json.loads(done(*TRAIN, "--json").out)["run"]["traffic"]
    assert [each["site"] for each in traffic["sites"]] == list(SITES)
    for each in traffic["sites"]:
        bundle = trained / "inbox" / f"{each['site']}.bundle"
        returned = trained / "again" / "returns" / f"{each['site']}.return"
        assert each["bundle_bytes"] == bundle.stat().st_size
        assert each["return_bytes"] == returned.stat().st_size


def test_files_that_were_turned_away_are_said_not_to_be_counted(trained):
    path = trained / "inbox" / "west.bundle"
    path.write_bytes(path.read_bytes()[:-1])
    record = json.loads(done(*TRAIN, "--partial", "--json").out)["run"]
    assert "Not counted" in record["traffic"]["words"][-1]
    assert len(record["traffic"]["sites"]) == 2


def test_a_run_that_is_there_is_left_alone_without_force(trained):
    before = files_in(trained)
    ended = call(*TRAIN[:-1], "run")
    assert ended.code == 2
    assert "--force" in ended.err
    assert files_in(trained) == before
    assert call(*TRAIN[:-1], "run", "--force").code == 0


def test_an_empty_folder_is_no_run_and_a_file_is_none_either(trained):
    (trained / "again").mkdir()
    assert call(*TRAIN).code == 0
    assert call(*TRAIN[:-1], "charter.toml", "--force").code == 3


@pytest.mark.parametrize("fault", ["missing", "refused"])
def test_it_goes_on_without_a_site_only_after_partial(trained, fault):
    path = trained / "inbox" / "west.bundle"
    if fault == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1])
    before = files_in(trained)
    ended = call(*TRAIN)
    assert ended.code == 3
    assert "west" in ended.err
    assert files_in(trained) == before
    record = json.loads(done(*TRAIN, "--partial", "--json").out)["run"]
    assert list(record["excluded"]) == ["west"]
    assert sorted(p.name for p in (trained / "again" / "returns").iterdir()) == [
        "north.return",
        "south.return",
    ]
    assert "west was left out" in (trained / "again" / "report.html").read_text("utf-8")


def test_two_sites_are_the_least(trained):
    for site in ("south", "west"):
        (trained / "inbox" / f"{site}.bundle").unlink()
    assert call(*TRAIN, "--partial").code == 5
    assert not (trained / "again").exists()


def test_an_unusable_site_stops_it_with_5_unless_partial(trained, monkeypatch):
    from concordant.analyst import diagnostics, verdicts

    def judge(numbers, method):
        if numbers.site == "west":
            return verdicts.Verdict("unusable", "It was made so by a test.")
        return verdicts.judge_site(numbers, method)

    monkeypatch.setattr(diagnostics, "judge_site", judge)
    monkeypatch.setattr("concordant.analyst.align.judge_site", judge)
    ended = call(*TRAIN)
    assert ended.code == 5
    assert "west" in ended.err
    assert not (trained / "again").exists()
    assert call("analyst", "check", *TRAIN[2:6]).code == 5
    ended = done(*TRAIN, "--partial")
    assert "west was left out. It was made so by a test." in ended.shown


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize("method", ["auto", "odc", "imakura", "kawakami"])
def test_every_method_trains(method):
    record = json.loads(done(*TRAIN, "--method", method, "--scale", "none", "--json").out)
    assert record["run"]["alignment"]["method"] == method
    assert record["run"]["model"]["scale"] == "none"


@pytest.mark.usefixtures("trained")
def test_parameters_reach_the_model():
    record = json.loads(done(*TRAIN, "--parameter", "C=0.5", "--json").out)
    assert record["run"]["model"]["parameters"]["C"] == 0.5


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--parameter", "C"], "NAME=VALUE"),
        (["--parameter", "=1"], "NAME=VALUE"),
        (["--parameter", "C=1", "--parameter", "C=2"], "NAME=VALUE"),
        (["--parameter", "depth=3"], "depth"),
        (["--parameter", "C=many"], "C"),
        (["--model", "magic"], "magic"),
        (["--model", "ridge"], "ridge"),
        (["--span", "none.span"], "none.span"),
        (["--roster", "none.toml"], "none.toml"),
        (["--inbox", "nowhere"], "nowhere"),
    ],
)
def test_a_wrong_choice_is_refused_in_words_and_writes_nothing(trained, more, said):
    before = files_in(trained)
    ended = call(*TRAIN, *more)
    assert ended.code in (2, 4)
    assert said in ended.err
    assert files_in(trained) == before


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize("model", ["svm", "knn"])
def test_a_model_that_contains_rows_is_refused(model):
    ended = call(*BASE, "--model", model, "--out", "again")
    assert ended.code == 3
    assert "model_may_contain_rows" in ended.err


def test_values_are_read_as_what_they_look_like():
    given = ["a=1", "b=0.5", "c=None", "d=yes", "e=False", "f=balanced", "g = 1e3 "]
    assert read_parameters(given) == {
        "a": 1,
        "b": 0.5,
        "c": None,
        "d": True,
        "e": False,
        "f": "balanced",
        "g": 1000.0,
    }
    with pytest.raises(OptionsContradict):
        read_parameters(["a=1", "a=2"])


def test_ctrl_c_while_it_trains_leaves_nothing(trained, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("concordant.cli.analyst.train.train_model", interrupted)
    before = files_in(trained)
    assert call(*TRAIN).code == 130
    assert files_in(trained) == before
    assert training.train is not interrupted


def test_ctrl_c_while_the_run_is_written_leaves_nothing(trained, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("concordant.transport.folder.run.encode_archive", interrupted)
    before = files_in(trained)
    assert call(*TRAIN).code == 130
    assert files_in(trained) == before


# ---------------------------------------------------------------- rehearsals


def rehearse(study):
    write_terms(study, make_charter(label=LABEL, rehearsal=True), *SITES)
    shutil.rmtree(study / "inbox", ignore_errors=True)
    (study / "pact.notice").unlink()
    (study / "demo.json").write_text("{}")
    for site in SITES:
        done("site", "contribute", *joining(site), "--yes")
    (study / "demo.json").unlink()


def test_the_files_of_a_rehearsal_are_refused_outside_a_demo_folder(study):
    rehearse(study)
    for words in (TRAIN, ["analyst", "check", *TRAIN[2:6]]):
        ended = call(*words)
        assert ended.code == 3
        assert "rehearsal" in ended.err
    (study / "demo.json").write_text("{}")
    ended = done(*TRAIN)
    assert "rehearsal" in ended.err


def test_a_folder_inside_a_demo_folder_is_one_too(study):
    rehearse(study)
    (study.parent / "demo.json").write_text("{}")
    assert call("analyst", "check", *TRAIN[2:6]).code == 0
