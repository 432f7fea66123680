"""An archive gives back the same model to whoever allows its types, and nothing to others."""

import io
import json
import zipfile

import numpy as np
import pytest
import sklearn

from concordant.errors.model_archive import (
    ArchiveNotWritten,
    ArchiveTooLarge,
    ArchiveUnreadable,
    ArchiveUntrusted,
)
from concordant.errors.wire import ModelFailed
from concordant.terms import model_archive
from concordant.terms.model_archive import (
    decode_archive,
    encode_archive,
    list_types,
    run_archived,
)
from concordant.terms.recipes import build_model, recipe_names
from concordant.wire.limits import Limits

SMALL = {"forest": {"n_trees": 3}, "boosting": {"n_rounds": 3}, "mlp": {"max_iter": 300}}


def fit_plain(rng, n_rows=20):
    from sklearn.linear_model import LogisticRegression

    rows = rng.standard_normal((n_rows, 3))
    return LogisticRegression().fit(rows, (rows[:, 0] > 0).astype(int)), rows


def pack(parts, method=zipfile.ZIP_STORED):
    """Return a zip of texts or bytes by name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return made.getvalue()


def unpack(raw):
    with zipfile.ZipFile(io.BytesIO(raw)) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", recipe_names("classification"))
def test_every_named_model_comes_back_from_its_archive(name, rng):
    rows = rng.standard_normal((60, 3))
    labels = (rows[:, 0] > 0).astype(int)
    model = build_model(name, SMALL.get(name, {}), "classification", 0, n_rows=60)
    archive = encode_archive(model.fit(rows, labels))
    # Which types need a word differs between versions; each is named, and is scikit-learn's own.
    needed = list_types(archive)
    assert all(each.startswith("sklearn.") for each in needed)
    found = decode_archive(archive, needed)
    np.testing.assert_array_equal(found.predict(rows), model.predict(rows))


class Odd:
    """A type that is on nobody's list; making one would be noticed."""

    made = 0

    def __init__(self):
        Odd.made += 1


def test_a_type_that_nobody_allowed_is_refused_before_anything_is_built():
    archive = encode_archive({"model": Odd()})
    with pytest.raises(ArchiveUntrusted, match="Odd"):
        decode_archive(archive, ["sklearn.tree._tree.Tree"])
    assert Odd.made == 1


def test_the_models_own_type_is_asked_for_even_where_it_is_well_known(rng):
    model, rows = fit_plain(rng)
    archive = encode_archive(model)
    (own,) = list_types(archive)
    assert own.endswith(".LogisticRegression")
    with pytest.raises(ArchiveUntrusted, match="LogisticRegression"):
        decode_archive(archive, [])
    np.testing.assert_array_equal(decode_archive(archive, [own]).predict(rows), model.predict(rows))


def test_a_name_from_a_file_is_escaped_and_cut(rng):
    model, _ = fit_plain(rng)
    parts = unpack(encode_archive(model))
    schema = json.loads(parts["schema.json"])
    schema["__module__"] = "\x1b[31m" * 100
    with pytest.raises(ArchiveUntrusted) as caught:
        decode_archive(pack(parts | {"schema.json": json.dumps(schema)}), [])
    assert str(caught.value).isprintable()
    assert len(str(caught.value.facts["types"])) < 1500


def test_damaged_bytes_are_no_archive(rng):
    archive = encode_archive(fit_plain(rng)[0])
    for raw in (b"", b"nonsense", archive[: len(archive) // 2], pack({"schema.json": "[]"})):
        with pytest.raises(ArchiveUnreadable):
            decode_archive(raw, [])


def test_an_archive_that_breaks_off_is_refused(rng):
    archive = encode_archive(fit_plain(rng)[0])
    hollow = pack({"schema.json": unpack(archive)["schema.json"]})
    with pytest.raises(ArchiveUnreadable, match="KeyError"):
        decode_archive(hollow, list_types(archive))


def test_an_archive_that_cannot_be_built_is_refused(rng):
    archive = encode_archive(fit_plain(rng)[0])
    parts = unpack(archive)
    broken = pack({name: b"" if name.endswith(".npy") else raw for name, raw in parts.items()})
    with pytest.raises(ArchiveUnreadable):
        decode_archive(broken, list_types(archive))


def test_an_archive_of_another_version_is_refused_for_it_may_answer_otherwise(rng):
    archive = encode_archive(fit_plain(rng)[0])
    parts = unpack(archive)
    here = json.dumps(sklearn.__version__).replace('"', '\\"')
    assert here in parts["schema.json"].decode()
    other = parts["schema.json"].decode().replace(here, '\\"0.0.1\\"')
    with pytest.raises(ArchiveUnreadable, match="InconsistentVersionWarning"):
        decode_archive(pack(parts | {"schema.json": other}), list_types(archive))


def test_what_an_archive_cannot_hold_is_named():
    with pytest.raises(ArchiveNotWritten, match="generator"):
        encode_archive(step for step in (1, 2))


# ---------------------------------------------------------------- sizes


@pytest.fixture
def small_limit(monkeypatch):
    """Make the largest model a megabyte, so that bombs can be small too."""
    monkeypatch.setattr(model_archive, "Limits", lambda: Limits(max_model_bytes=2**20))


@pytest.mark.usefixtures("small_limit")
def test_an_archive_beyond_the_limit_is_refused_unread():
    with pytest.raises(ArchiveTooLarge):
        list_types(b"x" * (2**20 + 1))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_compressed_part_is_not_unpacked(rng, method):
    parts = unpack(encode_archive(fit_plain(rng)[0]))
    with pytest.raises(ArchiveUnreadable, match="BadZipFile"):
        list_types(pack(parts, method))


@pytest.mark.usefixtures("small_limit")
def test_parts_that_lie_on_each_other_are_added_up(rng):
    parts = unpack(encode_archive(fit_plain(rng)[0])) | {"weights": bytes(2**19)}
    raw = pack(parts)
    assert list_types(raw)
    # The directory at the end names one part again and again, and no byte of it is repeated.
    made = io.BytesIO(raw)
    with zipfile.ZipFile(made, "a") as file:
        file.filelist += [file.getinfo("weights")] * 3
        file.comment = b"forged"
    assert len(made.getvalue()) < 2**20
    with pytest.raises(ArchiveTooLarge) as caught:
        list_types(made.getvalue())
    assert int(caught.value.facts["sent"]) > 4 * 2**19


@pytest.mark.usefixtures("small_limit")
def test_a_sparse_matrix_that_unpacks_to_too_much_is_refused(rng):
    parts = unpack(encode_archive(fit_plain(rng)[0]))
    small = pack({"data.npy": b"1"}, zipfile.ZIP_DEFLATED)
    assert list_types(pack(parts | {"a": small}))
    bomb = pack({"data.npy": bytes(2**21)}, zipfile.ZIP_DEFLATED)
    with pytest.raises(ArchiveTooLarge):
        list_types(pack(parts | {"a": bomb}))


# ---------------------------------------------------------------- answers


def test_the_answers_are_those_of_the_estimator_for_all_classes(rng):
    model, rows = fit_plain(rng)
    features = rows.astype(np.float32)
    said = run_archived(model, features, 4)
    theirs = model.predict_proba(features.astype(np.float64))
    np.testing.assert_array_equal(said.labels, model.predict(features))
    np.testing.assert_array_equal(said.probabilities, np.hstack([theirs, np.zeros((20, 2))]))
    empty = run_archived(model, features[:0], 2)
    assert empty.labels.shape == (0,)
    assert empty.probabilities.shape == (0, 2)


@pytest.mark.parametrize(
    ("model", "features", "n_classes"),
    [
        ({"no": "model"}, np.zeros((2, 3), np.float32), 2),
        (None, np.zeros((2, 4), np.float32), 2),
        (None, np.zeros((2, 3), np.float32), 1),
    ],
    ids=["no model", "other dimensions", "classes that nobody agreed"],
)
def test_what_does_not_answer_is_refused(model, features, n_classes, rng):
    with pytest.raises(ModelFailed, match="run"):
        run_archived(model or fit_plain(rng)[0], features, n_classes)
