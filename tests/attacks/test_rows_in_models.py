"""A returned model can contain rows of the other sites, and needs no colluder to be read [A1].

The attacker is a site, honest until its return arrives. It knows its own secret basis F, its map G
and the two scaling constants, so it turns anything row-like inside the model back:
((v · scale + centre) G⁻¹) Fᵀ. It also has a list of persons to compare with.
"""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from concordant.analyst.train import train
from concordant.errors.analyst import ModelHoldsRows
from concordant.site.contribute import contribute
from concordant.terms.charter import Consents
from concordant.terms.recipes import recipe_names
from concordant.wire.blocks import from_precision
from tests.attacks.measures import mean_correlation, nearest
from tests.attacks.victims import draw_people, numbers_charter, order_of, table_of
from tests.studies import CLASSES, make_pact
from tests.worlds import draw_orthogonal

N_FEATURES, N_DIMS, N_ROWS = 16, 8, 60
SITES = ("north", "east", "south", "west")
SMALL = {
    "mlp": {"hidden_units": 16, "max_iter": 50},
    "forest": {"n_trees": 20, "min_rows_per_leaf": 1},
    "boosting": {"n_rounds": 20, "min_rows_per_leaf": 2},
}


class Study:
    """What four sites sent; ``people`` in the order of the pooled rows, which only the test has."""

    def __init__(self, rng, span="own", **consents):
        self.charter = numbers_charter(N_FEATURES, N_DIMS, span=span, consents=Consents(**consents))
        tables = {site: draw_people(rng, N_ROWS, N_FEATURES) for site in SITES}
        threshold = np.median(np.concatenate([rows[:, 0] for rows in tables.values()]))
        self.given = {}
        for site, rows in tables.items():
            labels = [CLASSES[int(value > threshold)] for value in rows[:, 0]]
            self.given[site] = contribute(
                self.charter, make_pact(), table_of(rows, labels), site=site, rng=rng
            )
        self.people = np.concatenate(
            [tables[site][order_of(given, tables[site])] for site, given in self.given.items()]
        )

    def train(self, model):
        bundles = [given.bundle for given in self.given.values()]
        return train(
            self.charter, bundles, model=model, parameters=SMALL.get(model), validate=False
        )

    def pooled(self, training):
        """Return the rows that the model was trained on."""
        parts = []
        for site, given in self.given.items():
            sent = training.returns[site]
            parts.append((from_precision(given.bundle) @ sent.map - sent.centre) / sent.scale)
        return np.concatenate(parts)


def row_like_parts(model):
    """Return every row of as many numbers as a row has, however the file's arrays are laid out."""
    graph = onnx.load_from_string(model.tobytes()).graph
    arrays = [numpy_helper.to_array(tensor) for tensor in graph.initializer]
    for attribute in (each for node in graph.node for each in node.attribute):
        arrays.append(np.array(attribute.floats))
        if attribute.HasField("t"):
            arrays.append(numpy_helper.to_array(attribute.t))
    flat = [a.astype(float).ravel() for a in arrays if a.size and a.size % N_DIMS == 0]
    layouts = [layout for a in flat for layout in (a.reshape(-1, N_DIMS), a.reshape(N_DIMS, -1).T)]
    return np.concatenate([np.empty((0, N_DIMS)), *layouts])


def find_rows(model, pooled):
    """Return the parts of a model that are pooled rows, and whose each is."""
    parts = row_like_parts(model)
    whose = nearest(parts, pooled) if len(parts) else np.empty(0, dtype=np.int64)
    distance = np.linalg.norm(parts - pooled[whose], axis=1)
    is_row = distance < 1e-3 * np.linalg.norm(pooled[whose], axis=1)
    return parts[is_row], whose[is_row]


def decode(rows, returned, basis):
    """Return what a site with its basis and its return reads in rows of the model."""
    common = rows * returned.scale + returned.centre
    return common @ np.linalg.inv(returned.map) @ basis.T


def test_a_model_that_stores_rows_shows_them_to_every_site_and_is_refused(rng):
    study = Study(rng, model_may_contain_rows=True)
    training = study.train("svm")
    mine = training.returns["north"]
    rows, whose = find_rows(mine.model, study.pooled(training))
    is_others = whose >= N_ROWS
    guessed = decode(rows[is_others], mine, study.given["north"].basis.reveal())
    truth = whose[is_others]

    assert len(set(truth)) > 0.2 * 3 * N_ROWS
    assert np.mean(nearest(guessed, study.people) == truth) > 0.9
    assert mean_correlation(guessed, study.people[truth]) > 0.8

    for model in ("svm", "knn"):
        with pytest.raises(ModelHoldsRows):
            Study(rng).train(model)


def test_an_estimator_of_ones_own_that_stores_rows_is_refused_too(rng):
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    with pytest.raises(ModelHoldsRows):
        Study(rng).train(make_pipeline(StandardScaler(), SVC()))


@pytest.mark.parametrize("model", recipe_names("classification", issuable_only=True))
def test_no_issued_model_holds_a_row(model, rng):
    study = Study(rng)
    training = study.train(model)
    rows, _ = find_rows(training.returns["north"].model, study.pooled(training))
    assert len(rows) == 0


def test_a_map_and_a_model_without_a_basis_decode_nothing(rng):
    """The reader of the folder has returns, even a model with rows in it, and no basis."""
    study = Study(rng, model_may_contain_rows=True)
    training = study.train("svm")
    returned = training.returns["north"]
    rows, whose = find_rows(returned.model, study.pooled(training))

    def share_named(basis):
        return np.mean(nearest(rows, _as_sent(study.people, returned, basis)) == whose)

    assert share_named(study.given["north"].basis.reveal()) > 0.9
    assert share_named(draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS]) < 0.1


def test_centre_and_scale_tell_a_site_the_mean_and_spread_of_all(rng):
    study = Study(rng, span="shared")
    returned = study.train("dummy").returns["north"]
    basis = study.given["north"].basis.reveal()
    mean = decode(np.zeros((1, N_DIMS)), returned, basis)[0]
    all_rows = study.people @ basis @ basis.T
    np.testing.assert_allclose(mean, all_rows.mean(axis=0), rtol=1e-4, atol=1e-4)
    spread = (all_rows - all_rows.mean(axis=0)) @ basis @ returned.map / returned.scale
    assert np.sqrt(np.mean(spread**2)) == pytest.approx(1.0, rel=1e-4)


def _as_sent(people, returned, basis):
    return (people @ basis @ returned.map - returned.centre) / returned.scale
