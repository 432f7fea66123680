"""What a report shows of cross-validation: sums over many rows, honest about how many."""

import json
from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst import validation as module
from concordant.analyst.held_out import answer_folds, gather_answers
from concordant.analyst.models import choose_model
from concordant.analyst.record import as_record
from concordant.analyst.train import train
from concordant.analyst.validation import MOST_CLASSES, draw_part, sum_up
from concordant.terms.charter import Consents
from tests.analyst.collaboration import make_bundles, make_grouped_bundles
from tests.analyst.pools import hold_out, shared_rule
from tests.studies import CLASSES, make_charter, make_regression

NAMES = tuple(f"class {place}" for place in range(12))


def sum_up_pool(pool, rng, *, n_classes=2, model=None):
    _, held_out = hold_out(pool, rng, model=model, n_classes=n_classes)
    return sum_up(pool, held_out, NAMES[:n_classes], rng)


# ---------------------------------------------------------------- answers held out


def test_every_row_has_the_answer_of_a_model_that_had_not_seen_it(rng):
    pool = shared_rule(rng, [30, 25])
    choice, held_out = hold_out(pool, rng)
    np.testing.assert_array_equal(held_out.rows, np.arange(55))
    for fold in range(5):
        tested = held_out.rows[held_out.folds == fold]
        (alone,) = answer_folds(choice, pool, (tested,), 2)
        np.testing.assert_array_equal(
            alone.answers.probabilities, held_out.answers.probabilities[held_out.folds == fold]
        )


def test_folds_that_could_not_be_trained_leave_their_rows_out(rng):
    pool = shared_rule(rng, [10, 10])
    pool = replace(pool, labels=pool.sites.copy())
    choice, _ = hold_out(shared_rule(rng, [10, 10]), rng)
    folds = (np.flatnonzero(pool.sites == 0), np.arange(5))
    held_out = gather_answers(answer_folds(choice, pool, folds, 2))
    np.testing.assert_array_equal(held_out.rows, np.arange(5))
    assert gather_answers([]) is None


def test_of_very_many_rows_whole_persons_are_drawn(rng):
    persons = np.repeat(np.arange(50), 4)
    pool = shared_rule(rng, [100, 100], groups=persons)
    _, held_out = hold_out(pool, rng)
    part = draw_part(held_out, pool.groups, 90, rng)
    assert 80 <= len(part.rows) <= 90
    assert set(np.bincount(persons[part.rows])) <= {0, 4}
    np.testing.assert_array_equal(
        part.answers.codes, held_out.answers.codes[np.isin(held_out.rows, part.rows)]
    )
    assert draw_part(held_out, pool.groups, 200, rng) is held_out
    # One person alone has more rows than may be drawn: all rows stay.
    assert draw_part(held_out, np.zeros(200, np.int64), 90, rng) is held_out


def test_a_drawn_part_is_said(rng, monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 60)
    found = sum_up_pool(shared_rule(rng, [50, 50]), rng)
    assert found.n_rows == 60
    assert sum(map(sum, found.confusion.counts)) == 60
    assert "Of 100 rows, 60 drawn at random" in found.words


# ---------------------------------------------------------------- sums


def test_two_classes_have_one_curve_and_more_have_one_each_against_the_rest(rng):
    two = sum_up_pool(shared_rule(rng, [80, 80]), rng)
    assert [(each.name, each.against) for each in two.curves] == [("class 1", "class 0")]
    three = sum_up_pool(shared_rule(rng, [80, 80], n_classes=3), rng, n_classes=3)
    assert [each.name for each in three.curves] == list(NAMES[:3])
    assert {each.against for each in three.curves} == {"all other classes"}


def test_confusion_and_curves_agree_with_the_scores(rng):
    found = sum_up_pool(shared_rule(rng, [80, 80], n_classes=3), rng, n_classes=3)
    counts = np.array(found.confusion.counts)
    scores = {each.name: each for each in found.scores}
    assert counts.sum() == found.n_rows == 160
    assert scores["accuracy"].value == np.trace(counts) / 160
    areas = [each.roc.auc for each in found.curves]
    assert scores["ROC-AUC"].value == pytest.approx(np.mean(areas))
    for each in found.scores:
        assert each.low <= each.value <= each.high


def test_of_many_classes_the_most_frequent_have_curves(rng):
    pool = shared_rule(rng, [240, 240], n_classes=12)
    # The first two become rare.
    labels = np.where((pool.labels < 2) & (np.arange(480) % 2 == 0), 5, pool.labels)
    found = sum_up_pool(replace(pool, labels=labels), rng, n_classes=12)
    assert [each.name for each in found.curves] == list(NAMES[2:])
    assert len(found.curves) == MOST_CLASSES
    assert "the 10 most frequent of 12 classes" in found.words
    assert len(found.confusion.counts) == 12


def test_a_class_that_nobody_has_has_no_curve(rng):
    found = sum_up_pool(shared_rule(rng, [80, 80], n_classes=2), rng, n_classes=3)
    assert [each.name for each in found.curves] == list(NAMES[:2])


@pytest.mark.parametrize("n_rare", [1, 9, 10])
def test_a_class_of_few_rows_has_no_curve_that_would_tell_the_rank_of_each(n_rare, rng):
    pool = shared_rule(rng, [100, 100])
    labels = np.where(np.arange(200) % (200 // n_rare) == 0, 2, pool.labels)
    labels[np.flatnonzero(labels == 2)[n_rare:]] = 0
    found = sum_up_pool(replace(pool, labels=labels), rng, n_classes=3)
    has_curve = NAMES[2] in {each.name for each in found.curves}
    assert has_curve == (n_rare == 10)
    assert ("needs 10 rows" in found.words) == (not has_curve)
    # Of two classes the other one may be the rare one.
    two = sum_up_pool(replace(pool, labels=np.where(labels == 2, 0, 1)), rng)
    assert len(two.curves) == (n_rare == 10)


def test_a_model_without_probabilities_has_counts_and_no_curves(rng):
    from sklearn.svm import LinearSVC

    pool = shared_rule(rng, [40, 40])
    choice = choose_model(LinearSVC(), None, "classification", 0)
    folds = (np.arange(40), np.arange(40, 80))
    held_out = gather_answers(answer_folds(choice, pool, folds, 2))
    found = sum_up(pool, held_out, NAMES[:2], rng)
    assert found.curves == ()
    assert "no probabilities" in found.words
    assert [each.name for each in found.scores] == ["accuracy", "balanced accuracy"]


def test_numbers_have_residuals_and_nothing_of_classes(rng):
    found = sum_up_pool(shared_rule(rng, [80, 80], n_classes=0), rng, n_classes=0)
    assert (found.confusion, found.curves) == (None, ())
    assert sum(found.residuals.n_rows) == 160
    assert [each.name for each in found.scores] == ["RMSE", "MAE", "R²"]


def test_persons_widen_every_interval(rng):
    pool = shared_rule(rng, [400, 400])
    first = np.arange(800) // 20 * 20
    alike = replace(
        pool, features=pool.features[first], labels=pool.labels[first], groups=np.arange(800) // 20
    )
    by_person = sum_up_pool(alike, np.random.default_rng(1))
    by_row = sum_up_pool(replace(alike, groups=None), np.random.default_rng(1))
    assert "drawing persons again" in by_person.words
    widths = [
        next(each.high - each.low for each in found.scores if each.name == "accuracy")
        for found in (by_person, by_row)
    ]
    assert widths[0] > 1.5 * widths[1]


# ---------------------------------------------------------------- the record


def longest(value):
    if isinstance(value, dict):
        return max(map(longest, value.values()), default=0)
    if isinstance(value, list):
        return max([len(value), *map(longest, value)])
    return 0


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_no_list_in_a_record_is_as_long_as_the_rows(task, rng):
    consents = Consents(accept_unique_labels=True)
    charter = make_charter() if task == "classification" else make_regression(consents=consents)
    model = "logistic" if task == "classification" else "ridge"
    record = as_record(train(charter, make_bundles(charter, rng, "abc", 60), model=model))
    assert record["n_rows"] == 180
    # The grids of the curves, whatever the number of rows.
    assert longest(record) <= 52 < record["n_rows"]
    json.dumps(record, allow_nan=False)
    assert record["gains"]["n_sites_measured"] == 3
    assert record["command"] is None


def test_a_record_names_its_curves_as_the_report_reads_them(rng):
    charter = make_charter()
    record = as_record(train(charter, make_bundles(charter, rng), model="logistic"))
    (curve,) = record["validation"]["curves"]
    assert (curve["class"], curve["against"]) == (CLASSES[1], CLASSES[0])
    assert set(curve) == {"class", "against", "roc", "precision_recall", "calibration"}
    assert record["validation"]["how"] == record["scores"][0]["how"] == "by row"
    assert set(record["validation"]["scores_with_interval"][0]) == {
        "measure",
        "value",
        "low",
        "high",
    }


def test_persons_are_cut_and_drawn_whole_all_the_way(rng):
    charter = make_charter(group="person")
    trained = train(charter, make_grouped_bundles(charter, rng, "abc"), model="logistic")
    assert trained.validation.how == "by group"
    assert "persons" in trained.validation.words
    assert "persons" in trained.gains.how


def test_one_seed_gives_one_record_and_without_validation_there_is_none(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng)
    first, second = (as_record(train(charter, bundles, model="logistic", seed=4)) for _ in range(2))
    assert first == second
    other = as_record(train(charter, bundles, model="logistic", seed=5))
    assert other["validation"] != first["validation"]
    plain = as_record(train(charter, bundles, model="logistic", seed=4, validate=False))
    assert plain["validation"] is plain["gains"] is None
    # What is handed out does not depend on what was looked at.
    assert plain["traffic"] == first["traffic"]
    assert plain["conversion"] == first["conversion"]


def test_where_no_fold_can_be_trained_nothing_is_summed_up(rng, monkeypatch):
    monkeypatch.setattr("concordant.analyst.validate.answer_folds", lambda *_: [])
    charter = make_charter()
    trained = train(charter, make_bundles(charter, rng), model="logistic")
    assert (trained.scores, trained.validation, trained.gains) == ((), None, None)
