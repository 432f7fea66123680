"""What a site reads of its gain: together, alone, and the paired difference."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics

from concordant.errors.site_release import NothingToScore, ReturnNotOurs, RowsNotEncodable
from concordant.errors.terms import LabelColumnMissing, LabelMissing, LabelUnknown
from concordant.site.contribute import contribute
from concordant.site.evaluate import _gains, _judge, evaluate
from concordant.site.predict import predict
from concordant.terms.intervals import resampling
from concordant.terms.labels import encode_labels
from concordant.terms.scores import HIGHER_IS_BETTER
from concordant.terms.table import table_from_frame
from tests.returns import make_linear_return
from tests.studies import (
    CLASSES,
    STRICT,
    make_charter,
    make_columns,
    make_pact,
    make_regression,
    make_table,
)


class Site:
    """A site that contributed without rows, and its return."""

    def __init__(self, charter, rng, **changes):
        self.charter = charter
        columns = make_columns(rng, 80) | {"mrn": [f"p{k}" for k in range(80)]}
        made = contribute(charter, make_pact(), columns, site="north", with_rows=False)
        self.basis, self.sent = made.basis, made.bundle.envelope
        self.returned = make_linear_return(rng, charter, self.sent, **changes).message

    def evaluate(self, table, **choices):
        choices = {"sent": self.sent} | choices
        return evaluate(self.charter, self.basis, self.returned, table, **choices)


def by_name(scores):
    return {score.name: score for score in scores}


def test_scores_are_those_of_the_predictions(rng):
    site, table = Site(make_charter(), rng), make_table(rng, 90)
    found = site.evaluate(table)
    said = predict(site.charter, site.basis, site.returned, table)
    truth = encode_labels(site.charter, table)
    scores = by_name(found.together)
    assert (found.n_rows, found.n_blank) == (90, 0)
    assert scores["accuracy"].value == pytest.approx(np.mean(said.codes == truth))
    auc = metrics.roc_auc_score(truth, said.probabilities[:, 1])
    assert scores["ROC-AUC"].value == pytest.approx(auc)
    assert scores["accuracy"].interval == "Wilson"
    assert all(score.low <= score.value <= score.high for score in found.together)
    assert (found.alone, found.gains, found.why_not_alone) == (None, None, None)


def test_a_regression_is_scored_by_its_errors(rng):
    site, table = Site(make_regression(), rng), make_table(rng, 90)
    found = site.evaluate(table, own_table=make_table(rng, 60))
    said = predict(site.charter, site.basis, site.returned, table).values
    truth = encode_labels(site.charter, table)
    scores = by_name(found.together)
    assert set(scores) == {"RMSE", "MAE", "R²"} == set(by_name(found.gains))
    assert scores["RMSE"].value == pytest.approx(np.sqrt(np.mean((said - truth) ** 2)))
    # The returned model is noise and the own one is not: errors shrink alone, gains are losses.
    assert all(gain.value < 0 for gain in found.gains)


def test_a_gain_is_the_paired_difference_and_positive_means_better(rng):
    site = Site(make_charter(), rng)
    found = site.evaluate(make_table(rng, 90), own_table=make_table(rng, 60))
    together, alone, gains = (by_name(s) for s in (found.together, found.alone, found.gains))
    assert set(together) == set(alone) == set(gains)
    for name, gain in gains.items():
        sign = 1 if HIGHER_IS_BETTER[name] else -1
        assert gain.value == pytest.approx(sign * (together[name].value - alone[name].value))
        assert gain.low <= gain.value <= gain.high
        assert gain.interval == "bootstrap over rows", "a difference of shares has no Wilson"
    assert found.n_own_rows == 60


def test_pairing_makes_the_interval_of_a_gain_narrow(rng):
    """Of two models that disagree on two rows of 200, the difference is known better than both."""
    charter = make_charter()
    truth = rng.integers(0, 2, 200)
    answers = np.where(rng.random(200) < 0.7, truth, 1 - truth)
    better = answers.copy()
    better[np.flatnonzero(answers != truth)[:2]] = truth[np.flatnonzero(answers != truth)[:2]]
    first, second = _judge(charter, truth, codes=better), _judge(charter, truth, codes=answers)
    draws = resampling(200, None, seed=0)
    gain = by_name(_gains(first, second, draws))["accuracy"]
    assert gain.value == pytest.approx(0.01)
    assert gain.high - gain.low < 0.04
    same = by_name(_gains(first, first, draws))["accuracy"]
    assert same.value == 0.0
    # That two models answered alike here is no promise that they do elsewhere.
    assert np.isnan([same.low, same.high]).all()


def test_the_same_seed_gives_the_same_evaluation(rng):
    site, table, own = Site(make_charter(), rng), make_table(rng, 50), make_table(rng, 60)
    first, second = (site.evaluate(table, own_table=own, seed=4) for _ in range(2))
    assert first == second
    assert site.evaluate(table, own_table=own, seed=5) != first


def test_rows_of_one_person_are_drawn_together(rng):
    site = Site(make_charter(group="mrn"), rng)
    columns = make_columns(rng, 60) | {"mrn": [f"p{k % 15}" for k in range(60)]}
    found = site.evaluate(columns)
    assert {score.interval for score in found.together} == {"bootstrap over persons"}


def test_it_is_said_why_nothing_stands_beside_it(rng):
    site = Site(make_charter(), rng)
    found = site.evaluate(make_table(rng, 40), own_table=make_table(rng, 8))
    assert (found.alone, found.gains, found.n_own_rows) == (None, None, 8)
    assert "8 own rows" in found.why_not_alone
    site.returned = replace(site.returned, recipe_name="custom")
    found = site.evaluate(make_table(rng, 40), own_table=make_table(rng, 60))
    assert "not on the list" in found.why_not_alone
    assert found.together


def test_own_rows_are_not_held_to_the_rules_of_a_release(rng):
    """Labels that would single out persons in an upload stay at home here."""
    columns = make_columns(rng, 40)
    columns["stay"] = [float(k) for k in range(40)]
    site = Site(make_regression(), rng)
    found = site.evaluate(make_table(rng, 40), own_table=columns)
    assert found.alone


def test_rows_that_were_trained_on_are_counted(rng):
    site, own = Site(make_charter(), rng), make_table(rng, 60)
    assert site.evaluate(own.take(np.arange(25)), own_table=own).n_seen == 25
    assert site.evaluate(make_table(rng, 25), own_table=own).n_seen == 0


@pytest.mark.parametrize(
    ("cell", "error"), [(None, LabelMissing), ("", LabelMissing), ("dead", LabelUnknown)]
)
def test_rows_without_a_known_label_are_refused(cell, error, rng):
    site, columns = Site(make_charter(), rng), make_columns(rng, 20)
    columns["outcome"][4] = cell
    with pytest.raises(error) as caught:
        site.evaluate(columns)
    assert caught.value.facts["count"] == 1
    with pytest.raises(error):
        site.evaluate(make_table(rng, 20), own_table=columns)
    del columns["outcome"]
    with pytest.raises(LabelColumnMissing):
        site.evaluate(columns)


def test_rows_that_cannot_be_encoded_follow_the_choice(rng):
    site, columns = Site(make_charter(columns=STRICT), rng), make_columns(rng, 40)
    columns["x0"][4] = None
    columns["x0"][9] = "far"
    with pytest.raises(RowsNotEncodable):
        site.evaluate(columns)
    own = make_columns(rng, 40)
    own["x0"][0] = None
    found = site.evaluate(columns, unencodable="blank", own_table=own)
    assert (found.n_rows, found.n_blank, found.n_own_rows) == (38, 2, 39)
    rest = table_from_frame(columns).take(np.delete(np.arange(40), [4, 9]))
    assert found.together == site.evaluate(rest).together


def test_nothing_to_score_is_said(rng):
    site = Site(make_charter(columns=STRICT), rng)
    columns = make_columns(rng, 5) | {"x0": [None] * 5}
    with pytest.raises(NothingToScore):
        site.evaluate(columns, unencodable="blank")


def test_a_foreign_return_is_not_scored(rng):
    site = Site(make_charter(), rng)
    with pytest.raises(ReturnNotOurs):
        site.evaluate(make_table(rng, 20), sent=replace(site.sent, release=2))


def test_one_class_only_has_no_curve_and_no_warning(rng):
    site, columns = Site(make_charter(), rng), make_columns(rng, 20)
    columns["outcome"] = [CLASSES[0]] * 20
    assert "ROC-AUC" not in by_name(site.evaluate(columns).together)
