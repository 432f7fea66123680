import json
import stat

import pytest

from concordant.site.disclosures import DISCLOSURES
from tests.commands import call, done, files_in, write_csv, write_terms
from tests.small_study import LABEL, SITES, joining, patients
from tests.studies import make_charter

pytestmark = pytest.mark.usefixtures("study")

NORTH = joining("north")


def contribute(*more, lines=None, words=NORTH):
    return call("site", "contribute", *words, *more, lines=lines)


def test_a_dry_run_writes_nothing_at_all(study):
    before = files_in(study)
    ended = contribute("--dry-run")
    assert ended.code == 0
    assert "dry run" in ended.out
    assert files_in(study) == before


def test_everything_that_would_leave_is_shown_with_what_it_tells():
    ended = contribute("--dry-run")
    for name in ("anchor_view", "labels", "rows"):
        assert f"- {name}: {DISCLOSURES['bundle', name]}" in ended.out
    assert "120 x 4" in ended.out


def test_without_a_terminal_and_without_yes_nothing_is_written(study):
    before = files_in(study)
    ended = contribute()
    assert ended.code == 4
    assert "--yes" in ended.err
    assert files_in(study) == before
    assert not (study / "vault-north").exists()
    assert not (study / "inbox").exists()


@pytest.mark.parametrize(
    ("typed", "code"), [(["no"], 4), ([""], 4), ([KeyboardInterrupt()], 130), ([EOFError()], 4)]
)
def test_another_word_than_yes_or_ctrl_c_leaves_nothing_behind(study, typed, code):
    before = files_in(study)
    ended = contribute(lines=typed)
    assert ended.code == code
    assert files_in(study) == before
    assert not (study / "vault-north").exists()


def test_after_the_yes_the_file_is_in_the_inbox_and_the_basis_in_the_vault(study):
    ended = contribute(lines=["yes"])
    assert ended.code == 0, ended.err
    assert [path.name for path in (study / "inbox").iterdir()] == ["north.bundle"]
    bases = list((study / "vault-north").rglob("*.basis"))
    assert len(bases) == 1
    assert not stat.S_IMODE(bases[0].stat().st_mode) & 0o077


def test_what_is_said_to_be_written_is_what_inspect_finds():
    sent = json.loads(contribute("--yes", "--json").out)
    found = json.loads(done("site", "inspect", sent["path"], "--json").out)
    for key in ("sha256", "n_bytes", "arrays", "envelope", "details"):
        assert found[key] == sent[key]


def test_the_question_goes_to_stderr_when_stdout_is_json():
    ended = contribute("--json", lines=["yes"])
    assert json.loads(ended.out)["sent"] is True
    assert "Type yes" in " ".join(ended.err.split())


def test_rows_that_left_already_are_refused_a_second_time(study):
    done("site", "contribute", *NORTH, "--yes")
    before = files_in(study)
    ended = contribute("--yes")
    assert ended.code == 3
    assert "already released" in ended.err
    assert "--replace" in ended.err
    assert files_in(study) == before


def test_a_replacement_has_the_next_number_and_says_what_two_releases_tell(study):
    done("site", "contribute", *NORTH, "--yes")
    first = files_in(study)["inbox/north.bundle"]
    ended = done("site", "contribute", *NORTH, "--replace", "--yes", "--json")
    assert json.loads(ended.out)["release"] == 2
    assert "match the rows of both" in ended.shown
    assert files_in(study)["inbox/north.bundle"] != first
    assert len(list((study / "vault-north").rglob("*.basis"))) == 2


def test_a_foreign_file_of_that_name_is_not_overwritten_without_force(study):
    (study / "inbox").mkdir()
    target = study / "inbox" / "north.bundle"
    target.write_bytes(b"somebody else's")
    ended = contribute("--yes")
    assert ended.code == 2
    assert "--force" in ended.err
    assert target.read_bytes() == b"somebody else's"
    assert not (study / "vault-north").exists()
    assert contribute("--yes", "--force").code == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--site", "nroth"), "north"),
        (("--site", "North"), "a-z"),
        (("--table", "none.csv"), "none.csv"),
        (("--charter", "none.toml"), "none.toml"),
        (("--pact", "agreed.key"), "study id"),
        (("--pact", "none.key"), "none.key"),
        (("--span", "none.span"), "none.span"),
    ],
)
def test_a_wrong_path_or_name_is_refused_in_words_before_anything_is_written(study, change, said):
    before = files_in(study)
    ended = contribute(*change, "--yes")
    assert ended.code in (2, 3, 4)
    assert said in ended.err
    assert files_in(study) == before


def test_a_pact_that_the_notice_does_not_speak_of_is_refused():
    done("pact", "new", "--charter", "charter.toml", "--out", "other.key", "--notice", "other")
    ended = contribute("--pact", "other.key", "--yes")
    assert ended.code == 3
    assert "notice" in ended.err
    assert contribute("--pact", "other.key", "--notice", "other", "--yes").code == 0


def test_without_a_notice_or_a_roster_it_says_what_could_not_be_checked(study):
    (study / "pact.notice").unlink()
    (study / "roster.toml").unlink()
    ended = contribute("--dry-run")
    assert ended.code == 0
    assert "no pact.notice" in ended.shown
    assert "no roster" in ended.shown


def test_the_pact_may_come_from_the_vault():
    done("pact", "import", "pact.key", "--charter", "charter.toml", "--vault", "vault-north")
    words = [word for word in NORTH if word not in ("--pact", "pact.key")]
    assert call("site", "contribute", *words, "--yes").code == 0


def test_a_pact_that_others_can_read_is_refused(study):
    (study / "pact.key").chmod(0o644)
    ended = contribute("--yes")
    assert ended.code == 4
    assert "chmod" in ended.err


def test_a_site_may_join_only_to_predict():
    ended = done("site", "contribute", *NORTH, "--no-rows", "--yes", "--json")
    record = json.loads(ended.out)
    assert [line["name"] for line in record["arrays"]] == ["anchor_view"]
    assert record["n_rows"] == 0
    assert "only to predict" in ended.shown


@pytest.mark.parametrize(("more", "said"), [([], "--no-rows"), (["--no-rows"], "stay here")])
def test_a_missing_table_is_a_wrong_call_where_rows_are_needed(more, said):
    words = [word for word in NORTH if word not in ("--table", "north.csv")]
    ended = call("site", "contribute", *words, *more, "--yes")
    assert ended.code == 2
    assert said in ended.err


def test_rare_classes_are_warned_of_and_withheld_on_request(study, rng):
    columns = patients(rng, 60)
    columns["diagnosis"] = ["ill"] * 4 + ["well"] * 56
    write_csv(study / "north.csv", columns)
    warned = done("site", "contribute", *NORTH, "--dry-run", "--json")
    assert json.loads(warned.out)["rare_classes"] == ["ill"]
    assert "Fewer than 10" in warned.shown
    kept = done("site", "contribute", *NORTH, "--dry-run", "--json", "--withhold-rare-classes")
    assert json.loads(kept.out)["n_withheld"] == 4
    assert json.loads(kept.out)["n_rows"] == 56


@pytest.mark.parametrize("kind", ["delimiter", "decimal", "encoding"])
def test_a_table_in_another_spelling_can_be_named(study, rng, kind):
    columns = patients(rng, 60)
    columns = {"Größe": columns["x0"], **columns}
    path = write_csv(
        study / "north.csv",
        columns,
        delimiter="|" if kind == "delimiter" else ";",
        decimal="," if kind == "decimal" else ".",
    )
    if kind == "encoding":
        path.write_bytes(path.read_text("utf-8").encode("cp1252"))
    options = {"delimiter": "|", "decimal": ",", "encoding": "windows-1252"}
    assert contribute("--dry-run", f"--{kind}", options[kind]).code == 0


def test_no_cell_of_the_table_is_on_the_screen_when_it_is_refused(study, rng):
    columns = patients(rng, 60)
    columns["diagnosis"][3] = "Jane Doe"
    columns["stay"][5] = "secret-cell"
    write_csv(study / "north.csv", columns)
    ended = contribute("--yes")
    assert ended.code == 3
    assert "diagnosis" in ended.err
    assert "Jane" not in ended.shown
    assert "secret-cell" not in ended.shown


def test_ctrl_c_while_the_bundle_is_written_is_finished_by_the_same_command(study, monkeypatch):
    from concordant.transport.folder import releases

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(releases, "write_upload", interrupted)
        assert contribute("--yes").code == 130
    assert list((study / "inbox").iterdir()) == []
    (basis,) = (study / "vault-north").rglob("*.basis")
    kept = basis.read_bytes()
    ended = done("site", "contribute", *NORTH, "--yes", "--json")
    assert json.loads(ended.out)["resumed"] is True
    assert basis.read_bytes() == kept
    assert "interrupted" in ended.shown


@pytest.mark.parametrize("more", [["--out", "vault-north"], ["--vault", "inbox/vault"]])
def test_the_secrets_of_the_site_do_not_travel_with_its_upload(study, more):
    before = files_in(study)
    ended = contribute(*more, "--yes")
    assert ended.code == 2
    assert "analyst" in ended.err
    assert files_in(study) == before


def test_a_pact_in_the_folder_that_travels_is_noticed(study):
    (study / "inbox").mkdir()
    (study / "pact.key").rename(study / "inbox" / "pact.key")
    assert contribute("--pact", "inbox/pact.key", "--yes").code == 2


def test_a_release_under_other_terms_is_told_of_the_one_that_left_before(study):
    assert contribute("--yes").code == 0
    later = make_charter(label=LABEL, retention="for longer than we said")
    write_terms(study, later, *SITES, name="second.toml")
    again = ["--charter", "second.toml", "--out", "again", "--dry-run", "--json"]
    ended = contribute(*again)
    assert ended.code == 0, ended.err
    assert "1 other version of these terms" in ended.err
    assert json.loads(ended.out)["n_other_terms"] == 1


def test_a_table_in_another_unit_is_said_before_the_yes_and_counted_at_the_question(study, rng):
    columns = patients(rng, 120)
    columns["x0"] = [1000 * value for value in columns["x0"]]
    write_csv(study / "north.csv", columns)
    ended = contribute(lines=["no"])
    assert "'x0': the numbers look about 1000 times too large" in ended.shown
    assert "after the word Note (1)" in ended.shown
    assert "after the word Note" not in contribute("--dry-run").shown


def test_real_rows_leave_under_no_rehearsals_terms(study):
    write_terms(study, make_charter(label=LABEL, rehearsal=True), *SITES, name="played.toml")
    words = ["--charter", "played.toml", "--dry-run", "--json"]
    ended = contribute(*words)
    assert ended.code == 3
    assert json.loads(ended.out)["error"] == "RehearsalFiles"
    (study / "demo.json").write_text("{}")
    assert contribute(*words).code == 0
