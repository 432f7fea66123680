"""What a method is given: rows, views and representations that fit together."""

import numpy as np
import pytest

from concordant.analyst.align import align
from concordant.rehearsal.baselines import Encoded, encode_table
from concordant.rehearsal.cell import Cell, SiteData
from concordant.rehearsal.rehearsed_terms import EVERYTHING_ACCEPTED
from concordant.rehearsal.setting import Setting
from concordant.rehearsal.trial import start_trial
from tests.studies import make_charter, make_table

SETTINGS = (
    Setting("own", "orthonormal", None, 3),
    Setting("shared", "gaussian", None, 3),
    Setting("agreed", "orthonormal", None, 3),
    Setting(None, "uniform", "diffspan", 3),
)


def make_cell(rng, setting, persons=None):
    charter = make_charter(
        rehearsal=True, consents=EVERYTHING_ACCEPTED, group="person" if persons else None
    )
    sites = {}
    for name in ("east", "north", "west"):
        own = encode_table(charter, make_table(rng, 60))
        asked = encode_table(charter, make_table(rng, 7))
        sites[name] = SiteData(own, asked.matrix, persons)
    return Cell(charter, sites, setting, seed=3)


def test_what_a_trial_draws_is_its_methods_own(rng):
    cell = make_cell(rng, SETTINGS[0])
    first, again, other = (
        start_trial(cell, name, "logistic").rng.random() for name in ("a", "a", "b")
    )
    assert first == again != other


def in_order(rows, labels):
    both = np.column_stack([labels, rows])
    return both[np.argsort(both[:, 1])]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.span or "paper")
def test_representations_are_the_own_rows_in_secret_coordinates_with_their_labels(rng, setting):
    trial = start_trial(make_cell(rng, setting), "mine", "logistic")
    assert [view.shape[1] for view in trial.views] == [trial.n_dims] * 3
    for place, site in enumerate(trial.sites):
        own, rows = trial.own[site], trial.representations[place]
        if setting.condition:  # the paper's sites keep the order of their rows
            basis = np.linalg.lstsq(own.matrix, rows, rcond=None)[0]
        else:
            basis = trial.cell.sent.uploads.releases[site].basis.reveal()
        expected = in_order(own.matrix @ basis, own.labels)
        assert np.allclose(in_order(rows, trial.labels[place]), expected, atol=1e-5)
        asked = trial.asked[site] @ basis
        assert np.allclose(trial.asked_representations[place], asked, atol=1e-5)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.span or "paper")
@pytest.mark.parametrize("scale", ["unit", "none"])
def test_maps_of_ones_own_are_trained_as_the_studies_are(rng, setting, scale):
    trial = start_trial(make_cell(rng, setting), "mine", "logistic")
    by_hand = trial.train_on_maps(align(trial.views, "auto").maps, scale=scale)
    for ours, theirs in zip(by_hand, trial.collaborate(scale=scale), strict=True):
        assert np.array_equal(ours.codes, theirs.codes)
        assert np.array_equal(ours.probabilities, theirs.probabilities)


def test_uploads_do_not_depend_on_who_asks_first(rng):
    cell = make_cell(rng, SETTINGS[0])
    again = Cell(cell.charter, cell.sites, cell.setting, cell.seed)
    cell.collaborate("logistic", method="odc", scale="unit")
    for first, second in zip(cell.sent.bundles, again.sent.bundles, strict=True):
        assert np.array_equal(first.rows, second.rows)
        assert np.array_equal(first.anchor_view, second.anchor_view)


def test_persons_travel_with_their_rows(rng):
    persons = tuple(str(row // 2) for row in range(60))
    trial = start_trial(make_cell(rng, SETTINGS[0], persons), "mine", "logistic")
    assert len(trial.collaborate()[0].plain) == 7
    assert all(len(np.unique(each.groups)) == 30 for each in trial.cell.sent.bundles)


def test_a_site_of_one_class_answers_that_class(rng):
    cell = make_cell(rng, SETTINGS[0])
    own = cell.sites["east"].own
    sites = dict(cell.sites) | {
        "east": SiteData(Encoded(own.matrix, np.ones_like(own.labels)), cell.sites["east"].asked)
    }
    trial = start_trial(Cell(cell.charter, sites, cell.setting, 3), "local", "logistic")
    said = trial.alone("east").answers(trial.asked["east"])
    assert np.array_equal(said.codes, np.ones(7))
    assert np.array_equal(said.probabilities, np.tile([0.0, 1.0], (7, 1)))


def test_no_repr_shows_a_number_of_a_row(rng):
    cell = make_cell(rng, SETTINGS[0])
    trial = start_trial(cell, "local", "logistic")
    said = repr(trial) + repr(cell.sites["east"].own) + repr(trial.alone("east"))
    assert "array" not in said
    assert f"{cell.sites['east'].own.matrix[0, 0]:.3f}" not in said
