"""What a site reads of its model: the right column leads, and nothing is claimed of the others."""

from dataclasses import asdict, replace

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import SplineTransformer

from concordant.errors.explain import ColumnNotExplained, TooFewRowsToExplain
from concordant.errors.model_archive import ArchiveUntrusted
from concordant.errors.site_release import ReturnNotOurs, RowsNotEncodable, UnknownChoice
from concordant.errors.terms import GroupColumnMissing, LabelUnknown, NoAgreedColumn
from concordant.site import explain as explain_module
from concordant.site.explain import explain
from concordant.site.predict import predict
from concordant.terms.draws import draws_for
from concordant.terms.model_archive import encode_archive, list_types
from concordant.terms.schema import ClassLabel
from concordant.terms.scores import classification_measures
from concordant.terms.table import table_from_frame
from tests.explained import ExplainedSite
from tests.returns import make_linear_return
from tests.studies import STRICT, make_charter, make_columns, make_regression, make_table

FULL = 11


def by_name(found):
    return {column.name: column for column in found.columns}


def without(columns, *names):
    return {name: cells for name, cells in columns.items() if name not in names}


def labelled_by(columns, name, threshold):
    """Return the columns with an outcome that one column alone makes."""
    outcome = ["well" if value > threshold else "ill" for value in columns[name]]
    return columns | {"outcome": outcome}


def test_the_column_that_makes_the_label_leads_and_an_idle_one_holds_zero(rng):
    site = ExplainedSite(rng, make_charter(n_dims=FULL))
    columns = labelled_by(make_columns(rng, 400), "x2", 20.0)
    columns["x4"] = (40 + 2 * rng.standard_normal(400)).tolist()
    site.train(LogisticRegression(), columns)
    fresh = labelled_by(make_columns(rng, 300), "x2", 20.0)
    fresh["x4"] = (40 + 2 * rng.standard_normal(300)).tolist()
    found = site.explain(fresh)
    assert found.columns[0].name == "x2"
    assert found.columns[0].importance[0].low > 0
    idle = by_name(found)["x4"].importance[0]
    assert idle.low <= 0 <= idle.high


def test_importance_is_what_the_scores_lose_when_cells_change_places(rng):
    """The plain way: shuffle the cells of the table, predict it anew, and score that."""
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 60)
    found = by_name(site.explain(columns, repeats=3, seed=5))["colour"]
    truth = np.array([("ill", "well").index(name) for name in columns["outcome"]])
    start = site.block("colour").start

    def scores(cells):
        said = predict(site.charter, site.basis, site.returned, columns | {"colour": cells})
        measures = classification_measures(truth, said.codes, said.probabilities)
        whole = np.ones((1, 60))
        return {name: float(measures[name](whole)[0]) for name in ("log loss", "accuracy")}

    before = scores(columns["colour"])
    orders = [draws_for(5, "shuffle", start, each).permutation(60) for each in range(3)]
    after = [scores([columns["colour"][row] for row in order]) for order in orders]
    log_loss, accuracy = found.importance
    assert (log_loss.name, accuracy.name) == ("log loss", "accuracy")
    risen = np.mean([each["log loss"] for each in after]) - before["log loss"]
    fallen = before["accuracy"] - np.mean([each["accuracy"] for each in after])
    assert log_loss.value == pytest.approx(risen, abs=1e-6)
    assert accuracy.value == pytest.approx(fallen, abs=1e-12)


def test_without_labels_it_is_movement_and_says_so(rng):
    site = ExplainedSite(rng, make_charter(n_dims=FULL))
    site.give_coefficients({}, {"x2": 2.0})
    found = site.explain(without(make_columns(rng, 50), "outcome", "stay"))
    assert not found.has_labels
    assert {score.name for each in found.columns for score in each.importance} == {"movement"}
    moved = {each.name: each.importance[0].value for each in found.columns}
    assert moved.pop("x2") > 0.1
    assert max(moved.values()) < 1e-6


def test_a_number_without_labels_moves_by_its_own_unit(rng):
    site = ExplainedSite(rng, make_regression(n_dims=FULL))
    site.give_coefficients({"x1": 3.0})
    columns = make_columns(rng, 80)
    found = site.explain(without(columns, "stay"), repeats=200)
    cells = (np.array(columns["x1"]) - 10.0) / 2.0
    apart = np.abs(3.0 * (cells[:, None] - cells)).mean()
    assert by_name(found)["x1"].importance[0].value == pytest.approx(apart, rel=0.05)


def test_a_column_is_explained_alike_whichever_others_are_asked_for(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 40)
    whole = by_name(site.explain(columns, seed=3))
    few = site.explain(columns, seed=3, columns=["seen", "x1", "seen"])
    assert sorted(each.name for each in few.columns) == ["seen", "x1"]
    assert all(each == whole[each.name] for each in few.columns)
    assert few.n_columns_left_out == 0


def test_the_same_seed_gives_the_same_explanation(rng):
    site, table = ExplainedSite(rng, make_charter()), make_table(rng, 40)
    assert site.explain(table, seed=1) == site.explain(table, seed=1)
    assert site.explain(table, seed=1) != site.explain(table, seed=2)


def test_of_a_long_table_rows_are_drawn(rng):
    site, table = ExplainedSite(rng, make_charter()), make_table(rng, 90)
    found = site.explain(table, most_rows=30)
    assert (found.n_rows, found.n_table_rows, found.n_blank) == (30, 90, 0)


def test_of_very_many_columns_those_that_move_the_features_most_are_explained(rng, monkeypatch):
    monkeypatch.setattr(explain_module, "MOST_COLUMNS", 2)
    charter = make_charter()
    basis = np.zeros((charter.n_features, charter.n_dims))
    basis[[1, 2, 3, 4], range(4)] = 1.0
    site, columns = ExplainedSite(rng, charter, basis), make_columns(rng, 40)
    columns["x3"] = [30.0] * 40
    for name, spread in (("x1", 0.1), ("x2", 1.0), ("x4", 2.0)):
        middle = 10.0 * int(name[1])
        columns[name] = (middle + spread * rng.standard_normal(40)).tolist()
    site.returned = replace(site.returned, scale=np.ones(4))
    found = site.explain(columns)
    assert {each.name for each in found.columns} == {"x2", "x4"}
    assert found.n_columns_left_out == 7
    assert len(site.explain(columns, columns=["x0"]).columns) == 1


def test_persons_are_drawn_whole_for_the_interval(rng):
    """Copies of every row by the same person tell no more than the rows themselves."""
    charter = make_charter(group="mrn")
    site, columns = ExplainedSite(rng, charter), make_columns(rng, 40)
    once = columns | {"mrn": [f"p{row}" for row in range(40)]}
    often = {name: cells * 9 for name, cells in once.items()}
    strangers = often | {"mrn": [f"p{row}" for row in range(360)]}
    widths = []
    for table in (often, strangers):
        score = by_name(site.explain(table, columns=["x0"], repeats=40))["x0"].importance[0]
        assert score.interval == "bootstrap over persons and shuffles"
        widths.append(score.high - score.low)
    assert widths[0] > 2 * widths[1]
    with pytest.raises(GroupColumnMissing):
        site.explain(columns)


def test_any_model_is_explained_even_one_that_comes_as_an_archive(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 60)
    site.train(RandomForestClassifier(5, random_state=0), columns)
    forest = site.explain(columns)
    assert forest.linear is None
    assert "not linear" in forest.why_not_linear
    curved = make_pipeline(SplineTransformer(n_knots=3), LogisticRegression())
    features = site.rows(columns).features.astype(np.float64)
    archive = encode_archive(curved.fit(features, site.rows(columns).truth))
    site.returned = replace(
        site.returned,
        model=np.frombuffer(archive, dtype=np.uint8),
        model_format="skops",
        recipe_name="custom",
    )
    with pytest.raises(ArchiveUntrusted):
        site.explain(columns)
    found = site.explain(columns, allow_types=list_types(archive))
    assert "archive" in found.why_not_linear
    assert len(found.columns) == len(forest.columns) == 9
    assert max(each.importance[0].value for each in found.columns) > 0


def test_a_model_without_probabilities_is_judged_by_its_classes(rng):
    site, columns = ExplainedSite(rng, make_charter()), make_columns(rng, 60)
    made = make_linear_return(rng, site.charter, site.sent, probabilities=False)
    site.returned = made.message
    found = site.explain(columns)
    assert [score.name for score in found.columns[0].importance] == ["accuracy"]
    shares = [point.average[0] for point in found.columns[0].dependence.points]
    assert all(
        0 <= share <= 1 and share * 60 == pytest.approx(round(share * 60)) for share in shares
    )
    moved = site.explain(without(columns, "outcome", "stay")).columns[0].importance[0]
    assert moved.name == "movement"
    assert 0 <= moved.value <= 1
    assert found.linear is None


def test_three_classes_have_an_answer_each(rng):
    names = ("a", "b", "c")
    charter = make_charter(label=ClassLabel("outcome", names))
    site, columns = ExplainedSite(rng, charter), make_columns(rng, 60)
    columns["outcome"] = [names[row % 3] for row in range(60)]
    found = site.explain(columns)
    assert found.outputs == tuple(f"probability of {name}" for name in names)
    for point in found.columns[0].dependence.points:
        assert sum(point.average) == pytest.approx(1.0, abs=1e-5)


def test_a_table_that_is_refused_elsewhere_is_refused_here_by_the_same_name(rng):
    site, columns = ExplainedSite(rng, make_charter(columns=STRICT)), make_columns(rng, 30)
    with pytest.raises(LabelUnknown):
        site.explain(columns | {"outcome": ["dead"] * 30})
    with pytest.raises(NoAgreedColumn):
        site.explain({"outcome": columns["outcome"]})
    columns["x0"][4] = columns["x0"][9] = None
    with pytest.raises(RowsNotEncodable):
        site.explain(columns)
    found = site.explain(columns, unencodable="blank")
    rest = table_from_frame(columns).take(np.delete(np.arange(30), [4, 9]))
    assert (found.n_rows, found.n_blank) == (28, 2)
    assert found.columns == site.explain(rest).columns


def test_a_return_of_somebody_else_is_not_explained(rng):
    site = ExplainedSite(rng, make_charter())
    with pytest.raises(ReturnNotOurs):
        site.explain(make_table(rng, 20), sent=replace(site.sent, site="south"))


def test_too_few_rows_would_show_single_ones_and_are_refused(rng):
    site = ExplainedSite(rng, make_charter())
    with pytest.raises(TooFewRowsToExplain) as caught:
        site.explain(make_table(rng, 9))
    assert caught.value.facts == {"n_rows": 9, "least": 10}
    assert site.explain(make_table(rng, 10)).n_rows == 10


def test_a_column_that_the_model_does_not_get_is_named_with_those_that_it_gets(rng):
    site = ExplainedSite(rng, make_charter())
    with pytest.raises(ColumnNotExplained) as caught:
        site.explain(make_table(rng, 20), columns=["x0", "outcome"])
    assert caught.value.facts["column"] == "outcome"
    assert "'smoker'" in caught.value.facts["columns"]


@pytest.mark.parametrize(
    "choice", [{"repeats": 1}, {"repeats": 1001}, {"most_rows": 9}, {"unencodable": "guess"}]
)
def test_a_choice_that_means_nothing_is_named(choice, rng):
    site = ExplainedSite(rng, make_charter())
    with pytest.raises(UnknownChoice):
        explain.__wrapped__(site.charter, site.basis, site.returned, make_table(rng, 20), **choice)


def test_no_cell_is_in_an_explanation(rng):
    """Odd digits and texts of the table are searched in all that an explanation holds."""
    site, columns = ExplainedSite(rng, make_charter(group="mrn")), make_columns(rng, 40)
    columns["x0"] = [round(7.7654321 + 0.1234567 * row, 7) for row in range(40)]
    columns["mrn"] = [f"patient-{row}" for row in range(40)]
    columns["seen"] = ["2021-07-19"] * 39 + ["2023-11-08"]
    held = str(asdict(site.explain(columns)))
    cells = [str(cell) for name in ("x0", "mrn", "seen") for cell in columns[name]]
    assert [cell for cell in cells if cell in held] == []
