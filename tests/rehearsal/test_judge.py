"""All rows together are scored as one table, whatever the sites' shares of it."""

import numpy as np
import pytest

from concordant.analyst.measures import measure_answers
from concordant.errors.rehearsal import AnswersUnfit
from concordant.rehearsal.judge import judge, read_answers
from concordant.rehearsal.run_line import ALL_SITES, Way
from concordant.terms.answers import Answers

WAY = Way("mine", "logistic")


def test_the_line_of_all_sites_is_the_score_of_their_rows_in_one_table(rng):
    truth = {"a": rng.integers(0, 2, 5), "b": rng.integers(0, 2, 40)}
    shares = [rng.dirichlet([1.0, 1.0], len(codes)) for codes in truth.values()]
    everybody, *sites = judge(WAY, 1, shares, truth, {"a": 3, "b": 9}, 2)
    joined, codes = np.concatenate(shares), np.concatenate(list(truth.values()))
    whole = Answers(codes=joined.argmax(axis=1), probabilities=joined)
    assert everybody.scores == measure_answers(codes, whole)
    assert (everybody.site, everybody.n_own, everybody.n_new) == (ALL_SITES, 12, 45)
    assert [(line.site, line.n_own, line.n_new) for line in sites] == [("a", 3, 5), ("b", 9, 40)]


def test_a_measure_that_means_nothing_at_a_site_is_absent_there_and_present_for_all():
    truth = {"ill": np.ones(4, dtype=np.int64), "well": np.zeros(4, dtype=np.int64)}
    shares = [np.full((4, 2), 0.5)] * 2
    everybody, ill, well = judge(WAY, 1, shares, truth, {"ill": 4, "well": 4}, 2)
    assert "ROC-AUC" in everybody.scores
    assert "ROC-AUC" not in ill.scores.keys() | well.scores.keys()


def test_probabilities_that_only_some_sites_have_are_not_scored_for_all():
    truth = {"a": np.array([0, 1]), "b": np.array([1, 0])}
    said = [np.array([0, 1]), np.eye(2)]
    everybody, a, b = judge(WAY, 1, said, truth, {"a": 1, "b": 1}, 2)
    assert "log loss" in b.scores
    assert "log loss" not in everybody.scores.keys() | a.scores.keys()


@pytest.mark.parametrize(
    ("said", "n_classes"),
    [
        (np.array([np.nan, 0.0]), 2),
        (np.array([[np.nan, np.nan], [0.5, 0.5]]), 2),
        (np.array([np.inf, 1.0]), 0),
        (Answers(codes=np.array([0, 1]), probabilities=np.full((2, 2), np.nan)), 2),
        (Answers(values=np.array([np.nan, 1.0])), 0),
    ],
)
def test_numbers_that_are_not_finite_are_refused_rather_than_ranked(said, n_classes):
    with pytest.raises(AnswersUnfit, match="not finite"):
        read_answers(said, 2, n_classes)
