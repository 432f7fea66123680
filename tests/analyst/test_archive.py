"""The analyst's archive gives back the same model and executes nothing."""

import io
import zipfile

import numpy as np
import pytest

from concordant.analyst.archive import decode_archive, encode_archive
from concordant.errors.analyst import ArchiveNotWritten, ArchiveUnreadable, ArchiveUntrusted
from concordant.terms.recipes import build_model, recipe_names

SMALL = {"forest": {"n_trees": 3}, "boosting": {"n_rounds": 3}, "mlp": {"max_iter": 300}}
TRUSTED = {
    "forest": ["sklearn.tree._tree.Tree"],
    "boosting": ["sklearn.ensemble._hist_gradient_boosting.predictor.TreePredictor"],
    "knn": [
        "sklearn.metrics._dist_metrics.EuclideanDistance64",
        "sklearn.neighbors._kd_tree.KDTree",
    ],
    "mlp": ["sklearn.neural_network._stochastic_optimizers.AdamOptimizer"],
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", recipe_names("classification"))
def test_every_named_model_comes_back_from_its_archive(name, rng):
    rows = rng.standard_normal((60, 3))
    labels = (rows[:, 0] > 0).astype(int)
    model = build_model(name, SMALL.get(name, {}), "classification", 0, n_rows=60)
    archive = encode_archive(model.fit(rows, labels))
    if name in TRUSTED:
        with pytest.raises(ArchiveUntrusted, match=TRUSTED[name][0]):
            decode_archive(archive, [])
    found = decode_archive(archive, TRUSTED.get(name, []))
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


def test_damaged_bytes_are_no_archive(rng):
    from sklearn.linear_model import LogisticRegression

    rows = rng.standard_normal((20, 3))
    archive = encode_archive(LogisticRegression().fit(rows, rows[:, 0] > 0))
    for raw in (b"", b"nonsense", archive[: len(archive) // 2]):
        with pytest.raises(ArchiveUnreadable):
            decode_archive(raw, [])


def test_an_archive_that_breaks_off_while_it_is_built_is_refused(rng):
    from sklearn.linear_model import LogisticRegression

    rows = rng.standard_normal((20, 3))
    archive = encode_archive(LogisticRegression().fit(rows, rows[:, 0] > 0))
    with zipfile.ZipFile(io.BytesIO(archive)) as full:
        schema = full.read("schema.json")
    hollow = io.BytesIO()
    with zipfile.ZipFile(hollow, "w") as file:
        file.writestr("schema.json", schema)
    with pytest.raises(ArchiveUnreadable, match="KeyError"):
        decode_archive(hollow.getvalue(), [])


def test_what_an_archive_cannot_hold_is_named():
    with pytest.raises(ArchiveNotWritten, match="generator"):
        encode_archive(step for step in (1, 2))
