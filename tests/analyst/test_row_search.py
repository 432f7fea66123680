"""Rows are found in a fitted model, wherever scikit-learn or anybody else keeps them."""

import numpy as np
import pytest
import scipy.sparse

from concordant.analyst.row_search import find_row_holder, find_rows, list_arrays_within


def draw(rng, n_rows=40, n_dims=4):
    rows = rng.standard_normal((n_rows, n_dims)).astype(np.float32)
    return rows, (rows[:, 0] > 0).astype(int)


def keepers():
    from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, StackingClassifier
    from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
    from sklearn.kernel_approximation import Nystroem
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.neighbors import KNeighborsClassifier, RadiusNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.semi_supervised import LabelSpreading
    from sklearn.svm import SVC, NuSVC, OneClassSVM

    return (
        SVC(),
        NuSVC(),
        SVC(kernel="linear"),
        OneClassSVM(),
        KNeighborsClassifier(),
        KNeighborsClassifier(algorithm="brute"),
        RadiusNeighborsClassifier(radius=9.0),
        GaussianProcessClassifier(),
        GaussianProcessRegressor(),
        KernelRidge(kernel="rbf"),
        LabelSpreading(),
        make_pipeline(StandardScaler(), Nystroem(n_components=5), LogisticRegression()),
        make_pipeline(StandardScaler(), KNeighborsClassifier()),
        BaggingClassifier(SVC(), n_estimators=2),
        StackingClassifier([("near", KNeighborsClassifier())], cv=2),
        AdaBoostClassifier(SVC(), n_estimators=2),
        GridSearchCV(SVC(), {"C": [1.0]}, cv=2),
    )


def innocents():
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression, RidgeClassifier
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neural_network import MLPClassifier
    from sklearn.svm import LinearSVC

    return (
        LogisticRegression(),
        RidgeClassifier(),
        GaussianNB(),
        RandomForestClassifier(n_estimators=8),
        HistGradientBoostingClassifier(max_iter=8),
        MLPClassifier((8,), max_iter=20, early_stopping=True),
        LinearSVC(),
    )


def name_of(estimator):
    return type(estimator).__name__


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", keepers(), ids=name_of)
def test_an_estimator_that_keeps_rows_is_known_at_any_depth(estimator, rng):
    assert find_row_holder(estimator.fit(*draw(rng))) is not None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator", innocents(), ids=name_of)
def test_an_estimator_that_keeps_none_is_not_suspected(estimator, rng):
    rows, labels = draw(rng, 200)
    estimator.fit(rows, labels)
    assert find_row_holder(estimator) is None
    assert find_rows(list_arrays_within(estimator), rows) is None


class Prototype:
    """An estimator of somebody's own with a harmless name for what it keeps."""

    def __init__(self, kept):
        self.settings = {"deep": [kept]}


@pytest.mark.parametrize(
    "keep",
    [
        lambda row: row,
        lambda row: row.astype(np.float64),
        lambda row: np.concatenate([[3.0, 1.0], row, [2.0]]),
        lambda row: np.stack([row, row + 1]).T,
        lambda row: np.asfortranarray(np.stack([row + 1, row])),
        lambda row: row.tolist(),
        lambda row: [np.float32(1.0), row][1:],
        lambda row: np.array([{"inside": row}, None], dtype=object),
        lambda row: scipy.sparse.csr_array(row[np.newaxis]),
        lambda row: np.array([(row, 1)], dtype=[("row", "f4", row.shape), ("n", "i8")]),
        Prototype,
    ],
    ids=[
        *("as it is", "double", "within a longer array", "as a column", "in column order"),
        *("a list", "a list of arrays", "objects", "sparse", "a record", "an object"),
    ],
)
def test_a_row_is_found_however_it_is_kept(keep, rng):
    rows, _ = draw(rng)
    holder = Prototype(keep(rows[17]))
    assert find_row_holder(holder) is None
    assert find_rows(list_arrays_within(holder), rows) is not None
    stranger = Prototype(keep(rows[17] + np.float32(0.01)))
    assert find_rows(list_arrays_within(stranger), rows) is None


def test_the_mean_of_a_class_with_one_row_is_that_row(rng):
    from sklearn.naive_bayes import GaussianNB

    rows, labels = draw(rng)
    labels[3] = 2
    model = GaussianNB().fit(rows, labels)
    assert "theta_" in find_rows(list_arrays_within(model), rows)


def test_two_numbers_count_only_where_they_are_equal_and_one_never(rng):
    rows, _ = draw(rng, n_dims=2)
    assert find_rows([("x", rows[5])], rows) == "x"
    assert find_rows([("x", rows[5] * np.float32(1 + 1e-6))], rows) is None
    assert find_rows([("x", rows[5, :1])], rows[:, :1]) is None


def test_rows_of_zeros_and_empty_arrays_tell_nothing(rng):
    rows, _ = draw(rng)
    rows[3] = 0.0
    assert find_rows([("zeros", np.zeros(100)), ("none", np.zeros(0))], rows) is None
    assert find_rows([("text", np.array(["a", "b", "c", "d", "e"]))], rows) is None
    assert find_rows([("x", rows[3])], np.zeros((3, 4), np.float32)) is None


def test_long_arrays_are_searched_to_their_end(rng, monkeypatch):
    from concordant.analyst import row_search

    monkeypatch.setattr(row_search, "_CHUNK", 10)
    rows, _ = draw(rng)
    for begin in (0, 8, 9, 10, 95):
        flat = rng.standard_normal(99)
        flat[begin : begin + 4] = rows[7]
        assert find_rows([("flat", flat)], rows) == "flat"


def test_what_cannot_be_copied_is_looked_into_all_the_same(rng):
    rows, _ = draw(rng)

    class Stubborn:
        def __init__(self):
            self.kept = rows[2]

        def __reduce_ex__(self, _protocol):
            raise TypeError

    class Singleton:
        def __reduce_ex__(self, _protocol):
            return "THE_ONE"

    assert find_rows(list_arrays_within(Stubborn()), rows) is not None
    assert find_rows(list_arrays_within(Singleton()), rows) is None
