"""Sites that are missing, late, leave, or come only to predict."""

import shutil

import pytest

from tests.commands import call, done, write_csv
from tests.small_study import SITES, joining

TRAIN = ["analyst", "train", "--charter", "charter.toml", "--inbox", "inbox", "--model", "logistic"]


def test_a_late_site_is_admitted_and_voids_nobodys_upload(trained, rng):
    from tests.small_study import patients

    write_csv(trained / "late.csv", patients(rng, 120))
    ended = call("site", "contribute", *joining("late"), "--yes")
    assert ended.code == 3
    assert "roster" in ended.err
    text = (trained / "roster.toml").read_text("utf-8")
    text = text.replace("number = 1", "number = 2").replace('"west",', '"west",\n  "late",')
    (trained / "roster.toml").write_text(text, "utf-8")
    done("site", "contribute", *joining("late"), "--yes")
    done("analyst", "check", "--charter", "charter.toml", "--inbox", "inbox")
    done(*TRAIN, "--out", "run", "--force")
    assert len(list((trained / "run" / "returns").iterdir())) == 4


def test_a_site_that_withdraws_gets_no_return_and_its_old_one_is_taken_away(trained):
    (trained / "inbox" / "west.bundle").unlink()
    assert call(*TRAIN, "--out", "run", "--force").code == 3
    assert (trained / "run" / "returns" / "west.return").exists()
    done(*TRAIN, "--out", "run", "--force", "--partial")
    assert not (trained / "run" / "returns" / "west.return").exists()


def test_a_site_without_rows_predicts_with_the_others_model(study, rng):
    from tests.small_study import patients

    for site in SITES:
        more = ["--no-rows"] if site == "west" else []
        done("site", "contribute", *joining(site), *more, "--yes")
    ended = done(*TRAIN, "--out", "run")
    assert "only predicts" in ended.out
    write_csv(study / "new.csv", patients(rng, 25))
    words = ["--charter", "charter.toml", "--site", "west", "--vault", "vault-west"]
    words += ["--return", "run/returns/west.return", "--table", "new.csv", "--out", "p.csv"]
    done("site", "predict", *words)
    assert len((study / "p.csv").read_text("utf-8").splitlines()) == 26


def test_without_any_rows_there_is_nothing_to_train(study):
    for site in SITES:
        done("site", "contribute", *joining(site), "--no-rows", "--yes")
    ended = call(*TRAIN, "--out", "run")
    assert ended.code == 5
    assert not (study / "run").exists()


@pytest.mark.parametrize("name", ["inbox", "run", "vault-west"])
def test_a_vault_that_was_moved_still_predicts(trained, name):
    shutil.move(trained / name, trained / "elsewhere")
    places = {"inbox": "inbox", "run": "run", "vault-west": "vault-west"} | {name: "elsewhere"}
    words = ["--charter", "charter.toml", "--site", "west", "--vault", places["vault-west"]]
    words += ["--return", f"{places['run']}/returns/west.return"]
    done("site", "predict", *words, "--table", "new.csv", "--out", "p.csv")
