import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from concordant.rehearsal.baselines import (
    Encoded,
    SeededRecipe,
    answer_alone,
    answer_pooled,
    encode_table,
)
from tests.studies import make_charter, make_regression, make_table

LOGISTIC, RIDGE = SeededRecipe("logistic", {}, 0), SeededRecipe("ridge", {}, 0)


def tables(rng, charter, n_sites=3, n_rows=40):
    return [encode_table(charter, make_table(rng, n_rows)) for _ in range(n_sites)]


def test_everyone_pooled_is_the_plain_model_of_all_rows(rng):
    charter = make_charter()
    own, new = tables(rng, charter), tables(rng, charter)
    rows = np.vstack([each.matrix for each in own])
    labels = np.concatenate([each.labels for each in own])
    scaler = StandardScaler().fit(rows)
    plain = LogisticRegression(C=1.0, max_iter=5000).fit(scaler.transform(rows), labels)
    for said, asked in zip(answer_pooled(charter, LOGISTIC, own, new), new, strict=True):
        assert np.array_equal(said, plain.predict(scaler.transform(asked.matrix)))


def test_a_site_alone_does_not_depend_on_the_others(rng):
    charter = make_charter()
    own, new = tables(rng, charter), tables(rng, charter)
    together = answer_alone(charter, LOGISTIC, own, new)
    for place in range(3):
        (single,) = answer_alone(charter, LOGISTIC, [own[place]], [new[place]])
        assert np.array_equal(together[place], single)


def test_pooling_one_site_is_that_site_alone(rng):
    charter = make_regression()
    own, new = tables(rng, charter, n_sites=1), tables(rng, charter, n_sites=1)
    pooled, alone = (way(charter, RIDGE, own, new) for way in (answer_pooled, answer_alone))
    assert np.array_equal(pooled[0], alone[0])


def test_each_site_gets_the_answers_for_its_own_rows(rng):
    charter = make_regression()
    own = tables(rng, charter)
    new = [encode_table(charter, make_table(rng, n_rows)) for n_rows in (5, 1, 9)]
    said = answer_pooled(charter, RIDGE, own, new)
    assert [len(each) for each in said] == [5, 1, 9]
    swapped = answer_pooled(charter, RIDGE, own, new[::-1])
    assert all(np.allclose(a, b) for a, b in zip(said, swapped[::-1], strict=True))


@pytest.mark.parametrize("code", [0, 1])
def test_a_site_that_saw_one_class_can_only_say_that_class(rng, code):
    charter = make_charter()
    rows = tables(rng, charter, n_sites=1)[0]
    one_class = Encoded(rows.matrix, np.full(len(rows.labels), code))
    (said,) = answer_alone(charter, LOGISTIC, [one_class], [rows])
    assert np.array_equal(said, one_class.labels)


def test_encoded_rows_do_not_show_in_a_log(rng):
    rows = tables(rng, make_charter(), n_sites=1)[0]
    assert repr(rows) == "Encoded(<40 rows of 11 features>)"
