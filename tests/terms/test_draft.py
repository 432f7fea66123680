"""A drafted charter can be carried out as it stands, and says why it is what it is."""

import re

import numpy as np
import pytest

from concordant.errors.drafting import (
    ChoiceUnknown,
    ColumnNotInTable,
    DimsNotPossible,
    NoSources,
    NoUsableColumn,
    RoleTwice,
)
from concordant.terms.charter import AnchorPlan, Consents
from concordant.terms.charter_check import check_charter
from concordant.terms.charter_text import decode_charter, encode_charter
from concordant.terms.draft import _require_choices, draft_charter
from concordant.terms.preprocess import encode_rows
from concordant.terms.profile import profile_table
from concordant.terms.schema import IgnoredColumn, NumericColumn
from concordant.terms.table import table_from_frame
from tests.studies import make_columns, make_table

WANTED = {"label": "outcome", "task": "classification", "ignore": ("stay",)}


def drafted(*sources, **choices):
    return draft_charter(sources, **(WANTED | choices))


def column(draft, name):
    return next(one for one in draft.charter.columns if one.name == name)


def test_a_draft_has_no_fault_and_survives_its_text(rng):
    draft = drafted(make_table(rng, 400))
    assert check_charter(draft.charter, None) == ()
    text = encode_charter(draft.charter, comments=draft.comments)
    assert decode_charter(text) == draft.charter
    assert draft.charter.confirmed is None


def test_every_reason_stands_in_the_text(rng):
    draft = drafted(make_table(rng, 400))
    text = re.sub(r"\s*\n# ", " ", encode_charter(draft.charter, comments=draft.comments))
    assert draft.comments
    for comment in draft.comments.values():
        assert " ".join(comment.split()) in " ".join(text.split())


def test_the_table_that_it_came_from_fits_the_draft(rng):
    table = make_table(rng, 400)
    draft = drafted(table)
    encoded = encode_rows(draft.charter, table)
    whats = {finding.what for finding in encoded.findings}
    assert whats <= {"out of range"}
    assert np.abs(encoded.matrix).max() <= 3.0


def test_numbers_get_centre_scale_and_a_clip_of_three(rng):
    x0 = column(drafted(make_table(rng, 400)), "x0")
    assert isinstance(x0, NumericColumn)
    assert (x0.clip, x0.out_of_range) == (3.0, "clip")
    assert x0.low is None
    assert x0.scale > 0


def test_label_group_and_ignored_columns_are_no_features(rng):
    columns = make_columns(rng, 400) | {"person": [f"p{place // 2}" for place in range(400)]}
    draft = drafted(table_from_frame(columns), group="person", ignore=("stay", "x1"))
    names = {feature.split("=")[0] for feature in draft.charter.feature_names}
    assert names.isdisjoint({"outcome", "person", "stay", "x1"})
    assert draft.charter.group == "person"
    assert isinstance(column(draft, "person"), IgnoredColumn)
    assert "outcome" not in {one.name for one in draft.charter.columns}


def test_a_column_to_keep_is_a_feature_though_it_counts_the_rows(rng):
    table = table_from_frame(make_columns(rng, 400) | {"hour": list(range(400))})
    assert isinstance(column(drafted(table), "hour"), IgnoredColumn)
    assert isinstance(column(drafted(table, keep=("hour",)), "hour"), NumericColumn)
    with pytest.raises(ColumnNotInTable, match="'hours'"):
        drafted(table, keep=("hours",))


def test_what_is_ignored_is_said_with_its_reason(rng):
    columns = make_columns(rng, 400) | {
        "mrn": [f"m{place}" for place in range(400)],
        "constant": ["same"] * 400,
        "flat": [3.0] * 398 + [3.5, 4.0],
    }
    draft = drafted(table_from_frame(columns))
    for name in ("mrn", "constant", "flat", "stay"):
        assert column(draft, name).reason
        assert any(name in note and "ignored" in note for note in draft.notes)


def test_profiles_and_tables_mix(rng):
    columns = make_columns(rng, 900)
    pieces = [
        table_from_frame({name: cells[start : start + 300] for name, cells in columns.items()})
        for start in (0, 300, 600)
    ]
    whole = drafted(table_from_frame(columns))
    mixed = drafted(pieces[0], profile_table(pieces[1]), profile_table(pieces[2]))
    assert mixed.charter.feature_names == whole.charter.feature_names
    assert mixed.contradictions == ()
    for one, other in zip(mixed.charter.columns, whole.charter.columns, strict=True):
        if isinstance(one, NumericColumn):
            assert one.centre == pytest.approx(other.centre, abs=0.5)
            assert one.scale == pytest.approx(other.scale, rel=0.2)


def test_a_column_that_one_source_lacks_is_kept_and_said(rng):
    columns = make_columns(rng, 300)
    without = {name: cells for name, cells in columns.items() if name not in ("x2", "colour")}
    draft = drafted(
        table_from_frame(columns), table_from_frame(without), names=("north.csv", "south.csv")
    )
    assert column(draft, "x2").missing == "indicator"
    assert column(draft, "colour").missing == "level"
    for name in ("x2", "colour"):
        assert "south.csv" in draft.comments[f"columns.{name}"]
        assert any(name in note and "south.csv" in note for note in draft.notes)


def test_profiles_show_no_spectrum_and_the_draft_says_so(rng):
    draft = drafted(profile_table(make_table(rng, 400)))
    assert "profiles show no spectrum" in " ".join(draft.comments["projection.dims"].split())


def test_dims_that_a_person_names_are_kept(rng):
    draft = drafted(make_table(rng, 400), n_dims=3)
    assert draft.charter.n_dims == 3
    assert any("more than 3" in note for note in draft.notes)


def test_a_source_with_too_few_rows_for_the_agreed_span_is_named(rng):
    draft = drafted(
        make_table(rng, 400), make_table(rng, 90), names=("big", "small"), n_dims=4, span="agreed"
    )
    assert any(note.startswith("small has about 90 rows") for note in draft.notes)
    assert not any(note.startswith("big has") for note in draft.notes)


def test_more_dims_than_features_are_refused(rng):
    table = make_table(rng, 400)
    n_features = drafted(table).charter.n_features
    assert drafted(table, n_dims=n_features).charter.n_dims == n_features
    with pytest.raises(DimsNotPossible):
        drafted(table, n_dims=n_features + 1)


def test_every_study_gets_an_id_of_its_own(rng):
    table = make_table(rng, 200)
    first, second = drafted(table).charter.study_id, drafted(table).charter.study_id
    assert first != second
    assert re.fullmatch("[0-9a-f]{32}", first)
    assert drafted(table, study_id=first).charter.study_id == first


def test_two_drafts_of_one_table_differ_in_their_id_alone(rng):
    table = make_table(rng, 200)
    first, second = drafted(table), drafted(table, study_id="0" * 32)
    assert first.charter.content() | {"study": None} == second.charter.content() | {"study": None}
    assert first.comments == second.comments


def test_a_random_anchor_gets_more_rows_than_features(rng):
    table = make_table(rng, 200)
    consents = Consents(accept_weak_anchor=True)
    draft = drafted(table, anchor=AnchorPlan("uniform"), consents=consents)
    assert draft.charter.anchor.n_rows > draft.charter.n_features
    assert check_charter(draft.charter, None) == ()
    asked = drafted(table, anchor=AnchorPlan("gaussian", n_rows=77))
    assert asked.charter.anchor.n_rows == 77


def test_choices_travel_into_the_terms(rng):
    charter = drafted(
        make_table(rng, 200),
        span="shared",
        precision="float16",
        study="hearts",
        rehearsal=True,
        public_sha256="ab" * 32,
        consents=Consents(analyst_is_site=True),
    ).charter
    assert (charter.span, charter.precision, charter.study) == ("shared", "float16", "hearts")
    assert charter.rehearsal
    assert charter.public_sha256 == "ab" * 32
    assert charter.consents.spoken() == ("analyst_is_site",)


def test_a_call_that_cannot_mean_anything_is_refused(rng):
    table = make_table(rng, 200)
    with pytest.raises(NoSources):
        drafted()
    with pytest.raises(ColumnNotInTable, match="'outcome'"):
        drafted(table, label="outcom")
    with pytest.raises(ColumnNotInTable):
        drafted(table, group="nobody")
    with pytest.raises(ColumnNotInTable):
        drafted(table, ignore=("nothing",))
    with pytest.raises(RoleTwice):
        drafted(table, group="outcome")
    with pytest.raises(RoleTwice, match="the label and ignored at once"):
        drafted(table, ignore=("outcome",))


def test_a_choice_outside_its_list_is_answered_with_the_list():
    with pytest.raises(ChoiceUnknown, match="own, shared, agreed, public"):
        _require_choices(span="wide")


def test_without_a_usable_column_the_reasons_are_listed():
    columns = {"outcome": ["a", "b"] * 100, "id": [f"p{place}" for place in range(200)]}
    with pytest.raises(NoUsableColumn, match="'id'"):
        drafted(table_from_frame(columns), ignore=())
    with pytest.raises(NoUsableColumn, match="stands alone"):
        drafted(table_from_frame({"outcome": ["a", "b"] * 100}), ignore=())
