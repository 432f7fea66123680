"""``check_table`` says all of it at once, by column and count, and never a cell."""

import json
from dataclasses import replace

import numpy as np
import pytest

from concordant.errors.terms import CellsRefused, LabelMissing, LabelUnknown
from concordant.terms.charter import Consents
from concordant.terms.floors import RARE_CLASS, rows_floor
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    IgnoredColumn,
    NumericColumn,
)
from concordant.terms.table import table_from_frame
from concordant.terms.table_check import check_table
from concordant.terms.table_findings import MOST_ROW_NUMBERS
from tests.studies import COLUMNS, make_charter, make_columns, make_regression

CANARY = "canary-7731"


def checked(columns, charter=None, **choices):
    table = table_from_frame(columns)
    return check_table(charter or make_charter(), table, **choices)


def findings(check, column):
    return [finding for finding in check.findings if finding.column == column]


def the_finding(check, column, word):
    (found,) = [one for one in findings(check, column) if word in one.what]
    return found


def with_column(charter, **columns):
    """Return the charter with agreed columns replaced by name."""
    return replace(
        charter,
        columns=tuple(columns.get(column.name, column) for column in charter.columns),
        confirmed=None,
    )


@pytest.fixture
def columns(rng):
    return make_columns(rng, 200) | {"stay": [1.0] * 200}


@pytest.fixture
def plain(columns):
    return {name: cells for name, cells in columns.items() if name != "stay"}


def test_a_table_as_agreed_is_accepted(plain):
    check = checked(plain)
    assert check.n_refused == 0
    assert {finding.effect for finding in check.findings} <= {"clipped"}
    assert check.rank > check.n_dims


def test_a_column_that_is_missing_is_said_with_the_nearest_name(plain):
    plain["X 0"] = plain.pop("x0")
    check = checked(plain)
    absent = the_finding(check, "x0", "not in the table")
    assert (absent.effect, absent.count) == ("counted as missing", 200)
    assert "'X 0'" in absent.advice
    assert "'x0'" in the_finding(check, "X 0", "not in the terms").advice


def test_an_extra_column_is_ignored(plain):
    extra = the_finding(checked(plain | {"shoe": [1] * 200}), "shoe", "not in the terms")
    assert (extra.effect, extra.advice) == ("ignored", "")


def test_a_column_that_the_terms_ignore_is_said_with_their_reason(plain):
    charter = with_column(make_charter(), x3=IgnoredColumn("x3", reason="nobody trusts it"))
    finding = the_finding(checked(plain, charter), "x3", "nobody trusts it")
    assert finding.effect == "ignored"


@pytest.mark.parametrize(
    ("policy", "effect"), [("clip", "clipped"), ("keep", "kept"), ("refuse", "refused")]
)
def test_out_of_range_follows_the_policy(plain, policy, effect):
    column = NumericColumn("x1", centre=10.0, scale=2.0, out_of_range=policy)
    plain["x1"][:3] = [1e4, -1e4, 1e4]
    finding = the_finding(
        checked(plain, with_column(make_charter(), x1=column)), "x1", "outside 4 to 16"
    )
    assert finding.effect == effect
    assert finding.count >= 3


@pytest.mark.parametrize(
    ("column", "effect"),
    [
        (CategoricalColumn("colour", ("red", "green", "blue"), unseen="zero"), "ignored"),
        (CategoricalColumn("colour", ("red", "green", "blue"), unseen="other"), "counted as other"),
        (CategoricalColumn("colour", ("red", "green", "blue"), unseen="refuse"), "refused"),
    ],
)
def test_unknown_levels_follow_the_policy_and_misspelled_ones_are_named(plain, column, effect):
    plain["colour"][:4] = [CANARY, CANARY, "Red", "blue "]
    check = checked(plain, with_column(make_charter(), colour=column))
    finding = the_finding(check, "colour", "not an agreed level")
    assert (finding.effect, finding.count) == (effect, 3)
    assert "'red'" in finding.advice
    assert "'blue'" not in finding.advice


@pytest.mark.parametrize(
    ("policy", "effect"), [("centre", "counted as missing"), ("refuse", "refused")]
)
def test_missing_cells_and_words_among_numbers_follow_the_policy(plain, policy, effect):
    column = NumericColumn("x1", centre=10.0, scale=2.0, missing=policy)
    plain["x1"] = ["", "", CANARY, *map(str, plain["x1"][3:])]
    check = checked(plain, with_column(make_charter(), x1=column))
    missing = the_finding(check, "x1", "missing")
    words = the_finding(check, "x1", "not a number")
    assert (missing.effect, missing.count) == (effect, 2)
    assert (words.effect, words.count) == (effect, 1)


def test_days_that_are_none_are_counted(plain):
    plain["seen"][:2] = ["31.12.2021", "1890-01-01"]
    check = checked(plain)
    no_day = the_finding(check, "seen", "not a day")
    assert no_day.count == 1
    assert "2024-01-31" in no_day.advice
    assert the_finding(check, "seen", "outside 2020-01-01 to 2024-12-31").effect == "clipped"


@pytest.mark.parametrize("factor", [10.0, 100.0, 1000.0, 0.1])
def test_units_that_look_wrong_are_warned_of(plain, factor):
    plain["x3"] = [factor * value for value in plain["x3"]]
    finding = the_finding(checked(plain), "x3", "numbers look")
    assert finding.effect == "warned"
    assert "times too" in finding.what


def test_units_are_held_against_a_range_as_well(plain, rng):
    column = NumericColumn("x3", low=35.0, high=39.0, unit="°C")
    plain["x3"] = rng.normal(98.6, 1.4, 200).tolist()
    finding = the_finding(checked(plain, with_column(make_charter(), x3=column)), "x3", "look")
    assert "in °F where °C was agreed" in finding.what


def test_too_few_numbers_raise_no_suspicion(plain):
    plain["x3"] = [3000.0] * 2 + [None] * 198
    assert not [one for one in findings(checked(plain), "x3") if "look" in one.what]


def test_identifiers_among_the_used_columns_are_warned_of(plain):
    plain["x2"] = list(range(200))
    finding = the_finding(checked(plain), "x2", "identifier")
    assert finding.effect == "warned"


def test_labels_missing_and_unknown_are_refused_as_they_would_be(plain):
    plain["outcome"][:5] = [None, None, CANARY, "Ill", "ILL"]
    check = checked(plain)
    missing = the_finding(check, "outcome", "label is missing")
    unknown = the_finding(check, "outcome", "not an agreed class")
    assert (missing.effect, missing.count) == ("refused", 2)
    assert (unknown.effect, unknown.count) == ("refused", 3)
    assert "'ill'" in unknown.advice
    with pytest.raises((LabelMissing, LabelUnknown)):
        encode_labels(make_charter(), table_from_frame(plain))


def test_a_table_without_the_label_is_refused(plain):
    plain["Outcome"] = plain.pop("outcome")
    finding = the_finding(checked(plain), "outcome", "not in the table")
    assert finding.effect == "refused"
    assert "'Outcome'" in finding.advice


def test_rare_and_absent_classes_are_warned_of(plain):
    plain["outcome"] = ["ill"] * 3 + ["well"] * 197
    assert the_finding(checked(plain), "outcome", f"fewer than {RARE_CLASS}").count == 3
    plain["outcome"] = ["well"] * 200
    finding = the_finding(checked(plain), "outcome", "no row has the class 'ill'")
    assert finding.effect == "warned"


@pytest.mark.parametrize(("accepted", "effect"), [(False, "refused"), (True, "warned")])
def test_numeric_labels_that_single_out_rows_are_refused_unless_accepted(rng, accepted, effect):
    charter = make_regression(consents=Consents(accept_unique_labels=accepted))
    columns = make_columns(rng, 200)
    columns["stay"] = rng.normal(0, 1e4, 200).tolist()
    finding = the_finding(checked(columns, charter), "stay", "occur once")
    assert finding.effect == effect


def test_numeric_labels_that_are_no_numbers_are_refused(rng):
    columns = make_columns(rng, 200)
    columns["stay"] = [CANARY, "", *map(str, columns["stay"][2:])]
    check = checked(columns, make_regression())
    assert the_finding(check, "stay", "not a number").effect == "refused"
    assert the_finding(check, "stay", "missing").effect == "refused"


def test_the_group_column_must_be_there_and_filled(plain):
    charter = make_charter(group="person")
    assert the_finding(checked(plain, charter), "person", "not in the table").effect == "refused"
    plain["person"] = [None, None, *(f"p{place // 3}" for place in range(198))]
    finding = the_finding(checked(plain, charter), "person", "missing")
    assert (finding.effect, finding.count) == ("refused", 2)


def test_rows_that_repeat_are_counted_and_persons_are_kept_apart(plain):
    doubled = {name: cells + cells[:7] for name, cells in plain.items()}
    assert the_finding(checked(doubled), "", "repeat").count == 7
    persons = doubled | {"person": [f"p{place}" for place in range(207)]}
    check = checked(persons, make_charter(group="person"))
    assert not [one for one in findings(check, "") if "repeat" in one.what]


@pytest.mark.parametrize(
    ("span", "effect"), [("own", "warned"), ("shared", "warned"), ("agreed", "refused")]
)
def test_fewer_rows_than_dimensions_are_said(rng, span, effect):
    check = checked(make_columns(rng, 4), make_charter(span=span))
    assert the_finding(check, "", "4 rows for 4 dimensions").effect == effect


@pytest.mark.parametrize(("accepted", "effect"), [(False, "refused"), (True, "warned")])
def test_the_floor_of_the_agreed_span_holds_unless_accepted(rng, accepted, effect):
    consents = Consents(agreed_below_floor=accepted)
    charter = make_charter(span="agreed", consents=consents)
    floor = rows_floor(charter.n_dims)
    below = checked(make_columns(rng, floor - 1), charter)
    assert the_finding(below, "", "agreed span asks for").effect == effect
    enough = checked(make_columns(rng, floor), charter)
    assert not [one for one in findings(enough, "") if "asks for" in one.what]


def test_rows_that_vary_too_little_are_warned_of(plain):
    for place in range(6):
        plain[f"x{place}"] = [10.0 * place] * 200
    plain["colour"], plain["smoker"] = ["red"] * 200, ["no"] * 200
    check = checked(plain)
    assert check.rank == 2
    assert "2 directions" in the_finding(check, "", "vary").what
    plain["seen"] = [""] * 200
    doubtful = checked(plain)
    assert doubtful.rank == 1
    assert "doubtful" in the_finding(doubtful, "", "vary").what


def test_the_rank_is_that_of_the_encoded_rows(plain):
    matrix = encode_rows(make_charter(), table_from_frame(plain)).matrix
    assert checked(plain).rank == np.linalg.matrix_rank(matrix)


def test_an_unclear_decimal_sign_is_a_finding_among_others(plain, rng):
    plain["x1"] = [f"{code},{code}" for code in rng.integers(100, 900, 200)]
    plain["x2"] = [str(value) for value in plain["x2"]]
    check = checked(plain | {"shoe": [1] * 200})
    assert the_finding(check, "x1", "decimal sign is unclear").effect == "refused"
    assert check.rank is None
    assert findings(check, "shoe")


def test_an_unclear_decimal_sign_of_the_label_is_a_finding_too(rng):
    columns = make_columns(rng, 200)
    columns["stay"] = [f"{code},{code}" for code in rng.integers(100, 900, 200)]
    finding = the_finding(checked(columns, make_regression()), "stay", "decimal sign")
    assert finding.effect == "refused"


def test_numbers_too_large_to_compute_with_are_refused(plain):
    column = NumericColumn("x1", centre=0.0, scale=1e-10, out_of_range="keep")
    plain["x1"][0] = 1e300
    finding = the_finding(checked(plain, with_column(make_charter(), x1=column)), "x1", "too large")
    assert finding.effect == "refused"


def test_row_numbers_come_on_request_and_only_the_first_few(plain):
    plain["x1"][:30] = [None] * 30
    silent = the_finding(checked(plain), "x1", "missing")
    spoken = the_finding(checked(plain, with_rows=True), "x1", "missing")
    assert silent.rows == ()
    assert spoken.rows == tuple(range(1, MOST_ROW_NUMBERS + 1))
    assert spoken.count == 30


def test_no_cell_is_in_what_is_said(plain):
    charter = with_column(make_charter(), smoker=BinaryColumn("smoker", ("no", "yes")))
    for name in ("colour", "smoker", "outcome", "seen"):
        plain[name][0] = CANARY
    plain["x0"] = [CANARY, *map(str, plain["x0"][1:])]
    said = json.dumps(checked(plain, charter, with_rows=True).as_record())
    assert "canary" not in said
    assert "7731" not in said


def test_the_gravest_comes_first(plain):
    plain["outcome"][0] = None
    plain["x1"][:2] = [None, 1e5]
    plain["X 0"] = plain.pop("x0")
    effects = [finding.effect for finding in checked(plain).findings]
    assert effects[0] == "refused"
    advised = [bool(finding.advice) for finding in checked(plain).findings]
    assert advised == sorted(advised, reverse=True)


def test_what_the_check_accepts_is_encoded_and_what_it_refuses_is_not(rng):
    refusing = with_column(
        make_charter(), **{name: replace(one, missing="refuse") for name, one in _named().items()}
    )
    for name in ("x0", "colour", "smoker", "seen"):
        columns = make_columns(rng, 60)
        columns[name][3] = None
        table = table_from_frame(columns)
        assert check_table(refusing, table).n_refused == 1
        with pytest.raises(CellsRefused):
            encode_rows(refusing, table)
        assert check_table(make_charter(), table).n_refused == 0
        encode_rows(make_charter(), table)


def _named():
    return {column.name: column for column in COLUMNS}
