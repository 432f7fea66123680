import csv
import json

import numpy as np
import pytest

from tests.commands import call, done, files_in, write_csv
from tests.small_study import patients
from tests.studies import CLASSES

HERE = ["--charter", "charter.toml", "--site", "north", "--vault", "vault-north"]
BASE = ["site", "predict", *HERE, "--return", "run/returns/north.return"]
PREDICT = [*BASE, "--table", "new.csv", "--out", "p.csv"]
EVALUATE = ["site", "evaluate", *HERE, "--return", "run/returns/north.return"]


def read(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_there_is_one_line_per_row_with_probabilities_of_every_class(trained):
    record = json.loads(done(*PREDICT, "--json").out)
    lines = read(trained / "p.csv")
    assert list(lines[0]) == ["row", "prediction", "probability_ill", "probability_well"]
    assert [int(line["row"]) for line in lines] == list(range(1, 121))
    for line in lines:
        shares = [float(line[f"probability_{name}"]) for name in CLASSES]
        assert sum(shares) == pytest.approx(1.0, abs=1e-5)
        assert line["prediction"] == CLASSES[int(np.argmax(shares))]
    assert record["n_rows"] == 120
    assert record["n_blank"] == 0
    assert sum(record["predicted"].values()) == 120


def test_a_label_column_is_not_read(trained, rng):
    columns = patients(rng, 30)
    write_csv(trained / "with.csv", columns)
    columns["diagnosis"] = ["?"] * 30
    write_csv(trained / "wrong.csv", columns)
    del columns["diagnosis"]
    write_csv(trained / "without.csv", columns)
    texts = set()
    for name in ("with", "wrong", "without"):
        done(*BASE, "--table", f"{name}.csv", "--out", f"{name}-p.csv")
        texts.add((trained / f"{name}-p.csv").read_text("utf-8"))
    assert len(texts) == 1


def test_the_id_stands_beside_each_prediction_as_it_stands_in_the_table(trained, rng):
    ids = ["007", "a,b", 'say "x"', "=1+1", "two\nlines", " padded ", "", "1.50"]
    columns = {"patient": ids, **patients(rng, 8)}
    write_csv(trained / "few.csv", columns)
    done(*BASE, "--table", "few.csv", "--out", "p.csv", "--id", "patient")
    lines = read(trained / "p.csv")
    assert list(lines[0])[:3] == ["row", "patient", "prediction"]
    assert [line["patient"] for line in lines] == [each.strip() for each in ids]


@pytest.mark.usefixtures("trained")
@pytest.mark.parametrize(("column", "code"), [("patient", 3), ("none", 3)])
def test_an_id_column_that_is_not_there_names_those_that_are(column, code):
    ended = call(*PREDICT, "--id", column)
    assert ended.code == code
    assert "x0" in ended.err


def test_an_id_column_called_like_a_prediction_is_refused(trained, rng):
    write_csv(trained / "few.csv", {"row": ["x"] * 5, **patients(rng, 5)})
    ended = call(*BASE, "--table", "few.csv", "--out", "p.csv", "--id", "row")
    assert ended.code == 2
    assert not (trained / "p.csv").exists()


def test_a_file_that_is_there_is_left_alone_without_force(trained):
    (trained / "p.csv").write_text("mine")
    assert call(*PREDICT).code == 2
    assert (trained / "p.csv").read_text() == "mine"
    done(*PREDICT, "--force")
    assert len(read(trained / "p.csv")) == 120


@pytest.mark.parametrize("name", ["new.csv", "charter.toml", "run/returns/north.return"])
def test_what_is_read_is_not_overwritten_even_with_force(trained, name):
    before = (trained / name).read_bytes()
    assert call(*BASE, "--table", "new.csv", "--out", name, "--force").code == 2
    assert (trained / name).read_bytes() == before


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (["--return", "run/returns/south.return"], {3}),
        (["--return", "inbox/north.bundle"], {3}),
        (["--return", "none.return"], {4}),
        (["--site", "south"], {4}),
        (["--vault", "vault-south"], {4}),
        (["--vault", "nowhere"], {4}),
        (["--charter", "agreed.toml"], {3, 4}),
        (["--table", "none.csv"], {3, 4}),
        (["--release", "2"], {4}),
    ],
)
def test_what_does_not_belong_together_is_refused_and_nothing_is_written(trained, change, codes):
    before = files_in(trained)
    ended = call(*PREDICT, *change)
    assert ended.code in codes, ended.err
    assert "bug" not in ended.err
    assert files_in(trained) == before


@pytest.mark.parametrize("place", [0, 20, 500, -1, -300])
def test_an_altered_return_is_refused(trained, place):
    path = trained / "run" / "returns" / "north.return"
    raw = bytearray(path.read_bytes())
    raw[place] ^= 1
    path.write_bytes(raw)
    assert call(*PREDICT).code == 3
    assert not (trained / "p.csv").exists()


def test_a_return_of_an_earlier_release_is_used_when_it_is_named(trained):
    from tests.small_study import joining

    done("site", "contribute", *joining("north"), "--replace", "--yes")
    ended = call(*PREDICT)
    assert ended.code == 3
    assert "release" in ended.err
    done(*PREDICT, "--release", "1")
    assert len(read(trained / "p.csv")) == 120


def test_scores_stand_beside_the_site_alone_and_nothing_is_written(trained):
    before = files_in(trained)
    ended = done(*EVALUATE, "--table", "new.csv", "--own-rows", "north.csv")
    for text in ("accuracy", "together", "alone", "gain", "Nothing was sent"):
        assert text in ended.out
    record = json.loads(
        done(*EVALUATE, "--table", "new.csv", "--own-rows", "north.csv", "--json").out
    )
    names = [score["name"] for score in record["together"]]
    assert names == [score["name"] for score in record["alone"]]
    for together, alone, gain in zip(
        record["together"], record["alone"], record["gains"], strict=True
    ):
        assert together["low"] <= together["value"] <= together["high"]
        assert abs(gain["value"]) == pytest.approx(abs(together["value"] - alone["value"]))
    assert files_in(trained) == before


@pytest.mark.usefixtures("trained")
def test_without_own_rows_the_model_is_scored_alone():
    record = json.loads(done(*EVALUATE, "--table", "new.csv", "--json").out)
    assert record["n_rows"] == 120
    assert record["alone"] is None


@pytest.mark.usefixtures("trained")
def test_rows_that_trained_the_model_are_noticed():
    ended = done(*EVALUATE, "--table", "north.csv", "--own-rows", "north.csv")
    assert "flatter" in ended.shown


def test_why_nothing_stands_beside_it_is_said(trained, rng):
    columns = patients(rng, 30)
    columns["diagnosis"] = ["ill"] * 30
    write_csv(trained / "ill.csv", columns)
    ended = done(*EVALUATE, "--table", "new.csv", "--own-rows", "ill.csv")
    assert "same class" in ended.shown


def test_unknown_labels_are_refused_without_showing_them(trained, rng):
    columns = patients(rng, 30)
    columns["diagnosis"][4] = "Jane Doe"
    write_csv(trained / "odd.csv", columns)
    ended = call(*EVALUATE, "--table", "odd.csv")
    assert ended.code == 3
    assert "Jane" not in ended.shown


def test_a_column_that_is_not_there_or_in_another_unit_is_said(trained, rng):
    columns = patients(rng, 60)
    columns["x0"] = [1000 * value for value in columns["x0"]]
    del columns["x1"]
    write_csv(trained / "odd.csv", columns)
    words = [*BASE, "--table", "odd.csv", "--out", "odd-p.csv", "--json"]
    ended = done(*words)
    absent, unit = json.loads(ended.out)["warnings"]
    assert "'x1'" in absent
    assert "'x0': the numbers look about 1000 times too large" in unit
    for sentence in (absent, unit):
        assert sentence in " ".join(ended.shown.split())


def test_a_table_without_an_agreed_column_is_refused(trained, rng):
    write_csv(trained / "labels.csv", {"diagnosis": patients(rng, 12)["diagnosis"]})
    ended = call(*BASE, "--table", "labels.csv", "--out", "none.csv")
    assert ended.code == 3
    assert "none of the" in ended.err
    assert not (trained / "none.csv").exists()
