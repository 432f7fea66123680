"""The page of a training, from records of the shape that ``analyst.record`` writes."""

from typing import Any, get_args

import pytest

from concordant.analyst import verdicts
from concordant.report import run_alignment
from concordant.report.chart import DotChart, LineChart, MatrixChart
from concordant.report.page import Chapter, PageTable, render_page
from concordant.report.run_page import run_page
from tests.report.records import full_record, minimal_record


def texts_of(record: dict[str, Any]) -> str:
    return render_page(run_page(record))


def test_a_score_that_is_no_forecast_is_said_to_be_none_with_the_reason():
    honest = texts_of(minimal_record())
    assert "not a forecast" not in honest
    reasons = ["Labels are one-sided at north."]
    warned = texts_of(minimal_record(forecast=False, forecast_reasons=reasons))
    assert warned.count("not a forecast") == 3  # beside the score, in the frame, above the table
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
    without = run_page(minimal_record()).warnings
    said = run_page(minimal_record(consents=[name])).warnings
    assert len(said) == len(without) + 1
    assert f"({name} = true): " in said[0]  # the word of the terms, then what it means


def test_a_rehearsal_is_called_one():
    assert "rehearsal" in " ".join(run_page(minimal_record(rehearsal=True)).warnings)
    assert "rehearsal" not in texts_of(minimal_record())


def test_a_site_that_was_left_out_is_named_with_the_reason():
    record = minimal_record(excluded={"west": "Its view has rank 3."})
    assert "west was left out. Its view has rank 3." in run_page(record).warnings


def test_a_recommendation_and_every_warning_are_in_a_frame():
    alignment = {"method": "odc", "recommendation": "Consider the shared span."}
    record = minimal_record(alignment=alignment, warnings=["The classes are few."])
    assert run_page(record).warnings == ("Consider the shared span.", "The classes are few.")


def test_the_chosen_candidate_stands_out():
    tried = [
        {"name": "dummy", "parameters": {}, "loss": None, "error": None, "chosen": False},
        {"name": "ridge", "parameters": {"alpha": 1.0}, "loss": 0.2, "error": 0.1, "chosen": True},
    ]
    record = minimal_record()
    record["model"] = record["model"] | {"candidates": tried}
    table = next(t for t in run_page(record).parts if t.title == "Models that were tried")
    assert table.rows[table.strong_row][0] == "ridge"
    assert table.rows[0][2] == "-"  # a model that could not be trained has no loss


def test_a_model_without_scores_says_that_it_was_not_validated():
    assert "not cross-validated" in texts_of(minimal_record(scores=[]))


def test_an_archive_is_called_code_to_trust_with_the_types_to_allow():
    assert "cannot execute code" in texts_of(minimal_record())
    record = minimal_record()
    types = ["sklearn.pipeline.Pipeline", "scipy.interpolate.BSpline"]
    record["conversion"] |= {"model_format": "skops", "types": types}
    said = texts_of(record)
    assert "cannot execute code" not in said
    for words in (*types, "chooses to trust", "not converted"):
        assert words in said


def test_a_site_that_joined_only_to_predict_shows_no_rows():
    table = next(t for t in run_page(minimal_record()).parts if t.title == "All sites")
    assert [row[1:4] for row in table.rows] == [("1,200", "600", "600"), ("none", "0", "0")]


def test_many_classes_do_not_become_columns():
    classes = [f"digit {code}" for code in range(10)]
    table = next(
        t for t in run_page(minimal_record(classes=classes)).parts if t.title == "All sites"
    )
    assert not set(classes) & set(table.header)
    assert len(table.rows[0]) == len(table.header)


def test_every_page_says_what_to_do_next():
    assert "concordant site predict" in texts_of(minimal_record())


def parts_of(record: dict[str, Any], kind: type) -> dict[str, Any]:
    return {part.title: part for part in run_page(record).parts if isinstance(part, kind)}


def test_the_finding_stands_first_and_the_facts_hold_its_numbers():
    page = run_page(full_record())
    assert page.lead[0].startswith("Working together, the average site does better than alone")
    values = [fact.value for fact in page.facts]
    assert values[0] in page.lead[0]
    assert values[2] == "12 sites"


def with_mean_gain(low: float, high: float) -> dict[str, Any]:
    record = full_record()
    mean = {"gain": (low + high) / 2, "low": low, "high": high}
    return record | {"gains": record["gains"] | {"mean": mean}}


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(0.01, 0.03, "better than alone"), (-0.03, -0.01, "worse than alone")],
)
def test_a_gain_or_a_loss_is_claimed_where_the_interval_excludes_zero(low, high, said):
    assert said in run_page(with_mean_gain(low, high)).lead[0]


def test_where_the_interval_holds_zero_nothing_is_claimed():
    said = run_page(with_mean_gain(-0.01, 0.03)).lead[0]
    assert "no difference in accuracy that these sites could tell" in said


def test_what_was_not_measured_is_left_out():
    titles = [part.title for part in run_page(minimal_record()).parts]
    assert "What each site gains" not in titles
    assert "What left the sites" not in titles
    assert "Where it is right, and where it errs" not in titles
    nothing = dict.fromkeys(("validation", "gains", "traffic", "command"))
    assert [part.title for part in run_page(minimal_record(**nothing)).parts] == titles


def test_a_site_whose_gain_could_not_be_measured_has_dashes_and_no_mark():
    record = full_record()
    first = record["gains"]["sites"][0]
    first |= dict.fromkeys(("together", "alone", "gain", "low", "high"))
    table = parts_of(record, PageTable)["Together and alone"]
    assert table.rows[0][2:] == ("-", "-", "-", "-")
    assert first["site"] not in [
        dot.name for dot in parts_of(record, DotChart)["Gain of each site"].dots
    ]


def test_no_site_measured_is_said_so():
    record = full_record()
    for site in record["gains"]["sites"]:
        site.update(dict.fromkeys(("together", "alone", "gain", "low", "high")))
    record["gains"]["mean"] = dict.fromkeys(("gain", "low", "high"))
    page = run_page(record)
    assert "could not be measured" in page.lead[0]
    assert "Gain of each site" not in parts_of(record, DotChart)
    assert render_page(page)


def test_gains_and_their_intervals_have_the_decimals_that_the_widest_bears():
    record = full_record(classes=())
    sites = record["gains"]["sites"]
    sites[0] |= {"gain": 3.9, "low": 0.827, "high": 6.98}
    for site in sites[1:]:
        site |= {"gain": 0.004, "low": -2.0, "high": 2.008}
    rows = parts_of(record, PageTable)["Together and alone"].rows
    assert rows[0][4:] == ("+3.90", "+0.83 to +6.98")
    assert {row[4:] for row in rows[1:]} == {("0.00", "-2.00 to +2.01")}


def test_a_small_error_never_reads_as_nothing():
    record = full_record(classes=())
    for site in record["gains"]["sites"]:
        site |= {"together": 0.012, "alone": 0.013, "gain": 0.001, "low": 0.0005, "high": 0.0015}
    rows = parts_of(record, PageTable)["Together and alone"].rows
    assert {row[2:] for row in rows} == {
        ("0.0120", "0.0130", "+0.001000", "+0.000500 to +0.001500")
    }


NO_BOUNDS = {"low": None, "high": None}


@pytest.mark.parametrize("bounds", [NO_BOUNDS, dict.fromkeys(NO_BOUNDS, float("nan"))])
def test_a_gain_that_did_not_vary_has_no_line_and_no_interval_and_says_why(bounds):
    record = full_record()
    assert not parts_of(record, PageTable)["Together and alone"].below
    record["gains"]["sites"][3] |= {"gain": 0.4, **bounds}
    table = parts_of(record, PageTable)["Together and alone"]
    assert table.rows[3][4:] == ("+40.0", "-")
    assert "did not vary" in table.below[0]
    chart = parts_of(record, DotChart)["Gain of each site"]
    (dot,) = [each for each in chart.dots if each.name == "site-4"]
    assert (dot.low, dot.high, dot.kind) == (None, None, "cannot be told")


def test_a_score_that_did_not_vary_has_no_interval_and_says_why():
    record = full_record()
    assert not parts_of(record, PageTable)["Scores"].below
    record["validation"]["scores_with_interval"][0] |= {"value": 1.0, **NO_BOUNDS}
    table = parts_of(record, PageTable)["Scores"]
    assert table.rows[0][1:3] == ("100.0 %", "-")
    assert "did not vary" in table.below[0]
    assert not any("interval" in fact.words for fact in run_page(record).facts[1:])


def test_two_sites_that_gain_alike_are_no_finding():
    said = run_page(with_mean_gain(0.05, 0.05)).lead[0]
    assert "no difference" in said


def test_it_is_said_that_another_seed_cuts_other_folds():
    assert "Another seed" in part_words(full_record(), "What each site gains")[-1]


def test_a_reason_of_many_sites_is_said_once_and_its_numbers_become_a_range():
    record = full_record(n_sites=100)
    for place, site in enumerate(record["sites"][:97]):
        far = "of what its dimensions hold lies outside (above 10%)."
        site |= {"verdict": "spans differ", "reason": f"{12 + place % 9}% {far}"}
    rank = "Its view has rank {}; 10 dimensions need 10."
    record["sites"][97] |= {"verdict": "unusable", "excluded": True, "reason": rank.format(3)}
    record["sites"][98] |= {"verdict": "unusable", "excluded": True, "reason": "It is not finite."}
    tables = parts_of(record, PageTable)
    assert "Sites to look at" not in tables
    table = tables["All sites"]
    assert "why" not in table.header
    assert table.below == (
        "unusable, left out (1), 1 site: Its view has rank 3; 10 dimensions need 10.",
        "unusable, left out (2), 1 site: It is not finite.",
        "spans differ, 97 sites: 12 to 20% of what its dimensions hold lies outside (above 10%).",
        f"good, 1 site: {record['sites'][99]['reason']}",
    )
    words = [row[-1] for row in table.rows]
    assert words[:2] == ["unusable, left out (1)", "unusable, left out (2)"]
    assert words.count("spans differ") == 97


def test_one_curve_has_a_band_and_several_have_a_table_instead():
    one = parts_of(full_record(), LineChart)["Found, and false alarms (ROC)"]
    assert [bool(line.low) for line in one.lines] == [True]
    record = full_record(classes=("a", "b", "c"))
    several = parts_of(record, LineChart)["Found, and false alarms (ROC)"]
    assert [bool(line.low) for line in several.lines] == [False] * 3
    table = parts_of(record, PageTable)["Each class against the others"]
    roc = record["validation"]["curves"][1]["roc"]
    assert table.rows[1][1] == f"{roc['auc']:.3f} ({roc['auc_low']:.3f} to {roc['auc_high']:.3f})"


def test_more_curves_than_can_be_told_apart_are_not_drawn():
    record = full_record(classes=tuple("abcdefgh"))
    assert "Found, and false alarms (ROC)" not in parts_of(record, LineChart)
    assert len(parts_of(record, PageTable)["Each class against the others"].rows) == 8


def test_a_number_has_its_errors_drawn_in_the_place_of_curves():
    record = full_record(classes=())
    chart = parts_of(record, LineChart)["Errors, by what was predicted"]
    assert list(chart.lines[0].y) == record["validation"]["residuals"]["middle"]
    assert not parts_of(record, MatrixChart)


def test_of_many_sites_those_with_a_problem_come_first_and_the_long_table_is_folded():
    record = full_record(n_sites=100)
    tables = parts_of(record, PageTable)
    troubled = [site["site"] for site in record["sites"] if site["verdict"] != "good"]
    assert {row[0] for row in tables["Sites to look at"].rows} == set(troubled)
    assert tables["All sites"].folded == "All 100 sites"
    assert {row[0] for row in tables["All sites"].rows[: len(troubled)]} == set(troubled)
    assert not parts_of(full_record(), PageTable)["All sites"].folded


def test_the_line_in_the_picture_is_where_the_verdict_changes():
    chart = parts_of(full_record(), DotChart)["How far each site is from what all share"]
    for factor, level in ((0.99, "good"), (1.01, "spans differ")):
        numbers = verdicts.SiteNumbers("a", 3, 0, 3, 1.0, 0.0, factor * chart.reference, 0.0)
        assert verdicts.judge_site(numbers, "auto").level == level
    assert set(run_alignment.GRAVEST) == set(get_args(verdicts.Level))


def test_sites_of_one_span_are_said_to_fit_exactly_without_a_picture():
    record = full_record()
    for site in record["sites"]:
        site["numbers"]["span_difference"] = 1e-9
    said = " ".join(part_words(record, "How well the sites fit together"))
    assert "fit exactly" in said
    assert "How far each site is from what all share" not in parts_of(record, DotChart)


def part_words(record: dict[str, Any], title: str) -> tuple[str, ...]:
    return parts_of(record, Chapter)[title].sentences


@pytest.mark.parametrize(
    ("rounds", "said"), [(0.4, "One round alone moves more"), (59.2, "after 59.2 rounds")]
)
def test_the_picture_says_where_federated_averaging_has_moved_the_same(rounds, said):
    record = full_record()
    record["traffic"]["federated"]["break_even_rounds"] = rounds
    chart = parts_of(record, LineChart)["Bytes moved, here and by federated averaging"]
    assert said in chart.caption


def test_the_command_that_repeats_a_run_stands_with_the_digests():
    said = " ".join(part_words(full_record(), "To check or repeat this"))
    assert "`concordant analyst train --charter charter.toml" in said
    rows = dict(parts_of(full_record(), PageTable)["The study"].rows)
    assert rows["terms digest"] == "ab" * 32
    assert rows["seed"] == "5"
    assert "numpy 2.1.0" in rows["made with"]


def test_scores_that_are_no_forecast_are_not_the_sites_finding_either():
    record = full_record(forecast=False, forecast_reasons=["Labels are one-sided at north."])
    page = run_page(record)
    assert any("not a forecast" in fact.words for fact in page.facts)
    assert any(
        "no forecast" in said for said in part_words(record, "Where it is right, and where it errs")
    )
