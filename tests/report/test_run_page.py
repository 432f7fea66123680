"""The page of a training, from records of the shape that ``analyst.record`` writes."""

from typing import Any

import pytest

from concordant.report.page import render_page
from concordant.report.run_page import run_page


def make_record(**changes: Any) -> dict[str, Any]:
    site = {
        "site": "north",
        "n_rows": 1200,
        "class_counts": {"ill": 400, "well": 800},
        "verdict": "good",
        "reason": "Its view agrees with those of the other sites.",
        "numbers": {"span_difference": 0.031},
        "excluded": False,
    }
    record = {
        "study": "Stays",
        "study_id": "0f" * 16,
        "terms": "ab" * 32,
        "rehearsal": False,
        "task": "classification",
        "label": "outcome",
        "classes": ["ill", "well"],
        "n_features": 30,
        "n_dims": 10,
        "span": "own",
        "anchor": "orthonormal",
        "precision": "float32",
        "n_rows": 1200,
        "n_sites": 2,
        "consents": [],
        "seed": 5,
        "alignment": {"method": "auto", "recommendation": None},
        "sites": [site, site | {"site": "south", "n_rows": 0, "class_counts": {}}],
        "excluded": {},
        "model": {"name": "ridge", "parameters": {"alpha": 2.0}, "scale": "unit", "candidates": []},
        "scores": [
            {"how": "by row", "measure": "accuracy", "mean": 0.91, "spread": 0.02, "n_folds": 5}
        ],
        "forecast": True,
        "forecast_reasons": [],
        "conversion": {
            "n_rows": 900,
            "n_pooled_rows": 700,
            "largest_difference": 3e-7,
            "limit": 1e-5,
            "n_labels_differ": 0,
            "n_ties": 0,
            "n_bytes": 2048,
            "model_format": "onnx",
            "types": [],
        },
        "warnings": [],
        "versions": {"python": "3.12.1", "concordant": "0.1.0"},
    }
    return record | changes


def texts_of(record: dict[str, Any]) -> str:
    return render_page(run_page(record))


def test_a_score_that_is_no_forecast_is_said_to_be_none_with_the_reason():
    honest = texts_of(make_record())
    assert "not a forecast" not in honest
    reasons = ["Labels are one-sided at north."]
    warned = texts_of(make_record(forecast=False, forecast_reasons=reasons))
    assert warned.count("not a forecast") == 2  # in the frame on top, and above the scores
    assert reasons[0] in warned


@pytest.mark.parametrize(
    "name",
    [
        "accept_weak_anchor",
        "agreed_below_floor",
        "analyst_is_site",
        "model_may_contain_rows",
        "accept_unique_labels",
    ],
)
def test_every_risk_that_the_terms_take_stands_in_a_frame(name):
    without = run_page(make_record()).warnings
    said = run_page(make_record(consents=[name])).warnings
    assert len(said) == len(without) + 1
    assert f"({name} = true): " in said[0]  # the word of the terms, then what it means


def test_a_rehearsal_is_called_one():
    assert "rehearsal" in " ".join(run_page(make_record(rehearsal=True)).warnings)
    assert "rehearsal" not in texts_of(make_record())


def test_a_site_that_was_left_out_is_named_with_the_reason():
    record = make_record(excluded={"west": "Its view has rank 3."})
    assert "west was left out. Its view has rank 3." in run_page(record).warnings


def test_a_recommendation_and_every_warning_are_in_a_frame():
    alignment = {"method": "odc", "recommendation": "Consider the shared span."}
    record = make_record(alignment=alignment, warnings=["The classes are few."])
    assert run_page(record).warnings == ("Consider the shared span.", "The classes are few.")


def test_the_chosen_candidate_stands_out():
    tried = [
        {"name": "dummy", "parameters": {}, "loss": None, "error": None, "chosen": False},
        {"name": "ridge", "parameters": {"alpha": 1.0}, "loss": 0.2, "error": 0.1, "chosen": True},
    ]
    record = make_record()
    record["model"] = record["model"] | {"candidates": tried}
    table = next(t for t in run_page(record).tables if t.title == "Models that were tried")
    assert table.rows[table.strong_row][0] == "ridge"
    assert table.rows[0][2] == "-"  # a model that could not be trained has no loss


def test_a_model_without_scores_says_that_it_was_not_validated():
    assert "not cross-validated" in texts_of(make_record(scores=[]))


def test_an_archive_is_called_code_to_trust_with_the_types_to_allow():
    assert "cannot execute code" in texts_of(make_record())
    record = make_record()
    types = ["sklearn.pipeline.Pipeline", "scipy.interpolate.BSpline"]
    record["conversion"] |= {"model_format": "skops", "types": types}
    said = texts_of(record)
    assert "cannot execute code" not in said
    for words in (*types, "chooses to trust", "not converted"):
        assert words in said


def test_a_site_that_joined_only_to_predict_shows_no_rows():
    table = next(t for t in run_page(make_record()).tables if t.title == "Sites")
    assert [row[1:4] for row in table.rows] == [("1,200", "400", "800"), ("none", "0", "0")]


def test_many_classes_do_not_become_columns():
    classes = [f"digit {code}" for code in range(10)]
    table = next(t for t in run_page(make_record(classes=classes)).tables if t.title == "Sites")
    assert not set(classes) & set(table.header)
    assert len(table.rows[0]) == len(table.header)


def test_every_page_says_what_to_do_next():
    assert "concordant site predict" in texts_of(make_record())
