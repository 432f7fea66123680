"""A run's folder is there whole or not at all, and holds one return for each site."""

import json
import os
import stat
from dataclasses import replace

import pytest

from concordant.analyst.train import as_record, train
from concordant.errors.files import FileExists, FileUnwritable, NotAFolder
from concordant.site.contribute import contribute
from concordant.transport.folder.run import write_run, write_span
from concordant.transport.folder.site import read_return, read_span
from concordant.wire.codec import encode_message
from tests.messages import make_span
from tests.studies import make_charter, make_pact, make_table

CHARTER = make_charter(span="shared")
SITES = ("east", "north", "west")


@pytest.fixture(scope="module")
def training():
    import numpy as np

    rng = np.random.default_rng(0)
    bundles = [
        contribute(CHARTER, make_pact(), make_table(rng), site=site).bundle for site in SITES
    ]
    return train(CHARTER, bundles, model="logistic", validate=False)


def write(training, out, **choices):
    choices = {"record": as_record(training), "page": "<html></html>"} | choices
    return write_run(training, CHARTER, out, **choices)


def names(folder):
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in found)


EVERYTHING = sorted(
    ["model.skops", "report.html", "run.json", *(f"returns/{site}.return" for site in SITES)]
)


def test_a_run_has_a_return_for_each_site_and_the_record(training, tmp_path):
    written = write(training, tmp_path / "deep" / "run")
    assert names(tmp_path / "deep" / "run") == EVERYTHING
    assert sorted(path.relative_to(tmp_path / "deep/run").as_posix() for path in written) == (
        EVERYTHING
    )
    for site in SITES:
        path = tmp_path / "deep" / "run" / "returns" / f"{site}.return"
        assert path.read_bytes() == encode_message(training.returns[site])
        assert read_return(path, CHARTER).envelope.site == site
    record = json.loads((tmp_path / "deep/run/run.json").read_text("utf-8"))
    assert record["terms"] == CHARTER.terms_digest
    assert record == json.loads(json.dumps(as_record(training)))
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["run"]


def test_without_a_page_there_is_none(training, tmp_path):
    write(training, tmp_path / "run", page=None)
    assert "report.html" not in names(tmp_path / "run")


@pytest.mark.parametrize("taken", EVERYTHING)
def test_nothing_is_overwritten_without_force(training, tmp_path, taken):
    path = tmp_path / "run" / taken
    path.parent.mkdir(parents=True)
    path.write_bytes(b"theirs")
    with pytest.raises(FileExists) as caught:
        write(training, tmp_path / "run")
    assert caught.value.facts["path"] == str(path)
    assert names(tmp_path / "run") == [taken]
    write(training, tmp_path / "run", force=True)
    assert names(tmp_path / "run") == EVERYTHING
    assert path.read_bytes() != b"theirs"


def test_returns_of_an_earlier_run_do_not_stay_beside_those_of_this_one(training, tmp_path):
    write(training, tmp_path / "run")
    (tmp_path / "run" / "notes.txt").write_text("mine")
    fewer = replace(training, returns={"north": training.returns["north"]})
    (tmp_path / "run" / "returns" / "notes.txt").write_text("mine")
    with pytest.raises(FileExists):
        write(fewer, tmp_path / "run")
    write(fewer, tmp_path / "run", force=True)
    returns = [name for name in names(tmp_path / "run") if name.startswith("returns/")]
    assert returns == ["returns/north.return", "returns/notes.txt"]
    assert (tmp_path / "run" / "notes.txt").read_text() == "mine"


def test_a_stray_return_of_another_site_is_not_mixed_in(training, tmp_path):
    (tmp_path / "run" / "returns").mkdir(parents=True)
    (tmp_path / "run" / "returns" / "south.return").write_bytes(b"theirs")
    with pytest.raises(FileExists):
        write(training, tmp_path / "run")


@pytest.mark.parametrize("there", [False, True], ids=["new", "replaced"])
@pytest.mark.parametrize("step", ["write_message", "encode_archive", "_encode_record"])
def test_interrupted_at_any_step_the_old_state_stays(training, tmp_path, monkeypatch, step, there):
    if there:
        write(training, tmp_path / "run", page="<html>old</html>")
    before = {name: (tmp_path / "run" / name).read_bytes() for name in names(tmp_path / "run")}

    def interrupt(*_args, **_choices):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"concordant.transport.folder.run.{step}", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(training, tmp_path / "run", force=there, page="<html>new</html>")
    monkeypatch.undo()
    after = {name: (tmp_path / "run" / name).read_bytes() for name in names(tmp_path / "run")}
    assert after == before
    assert [path.name for path in tmp_path.iterdir()] == ["run"] * there


def test_a_record_that_is_no_json_writes_nothing(training, tmp_path):
    with pytest.raises(ValueError, match="JSON"):
        write(training, tmp_path / "run", record={"score": float("nan")})
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_hold_a_run_are_named(training, tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(NotAFolder):
        write(training, tmp_path / "file", force=True)
    with pytest.raises(FileUnwritable):
        write(training, tmp_path / "file" / "run")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "returns").write_text("no folder")
    with pytest.raises(NotAFolder):
        write(training, tmp_path / "run", force=True)


def test_a_folder_in_the_place_of_a_file_is_not_taken_away(training, tmp_path):
    (tmp_path / "run" / "run.json" / "theirs").mkdir(parents=True)
    with pytest.raises(FileUnwritable):
        write(training, tmp_path / "run", force=True)
    assert (tmp_path / "run" / "run.json" / "theirs").is_dir()


def test_a_span_is_written_whole_and_read_back(rng, tmp_path):
    span = make_span(rng)
    path = write_span(span, tmp_path / "study.span")
    assert path.read_bytes() == encode_message(span)
    with pytest.raises(FileExists):
        write_span(span, path)
    write_span(span, path, force=True)
    columns = make_charter().columns[:6]
    assert read_span(path, make_charter(columns=columns, n_dims=3)).sites == span.sites


@pytest.mark.skipif(os.name == "nt", reason="rights are kept otherwise there")
def test_the_archive_which_may_hold_rows_is_readable_to_the_analyst_alone(training, tmp_path):
    write(training, tmp_path / "run")
    modes = {
        name: stat.S_IMODE((tmp_path / "run" / name).stat().st_mode)
        for name in ("model.skops", "report.html")
    }
    assert not modes["model.skops"] & 0o077
    assert modes["report.html"] & 0o077
