"""Terms that can be read and cannot be carried out are named, all at once."""

from dataclasses import replace

import pytest

from concordant.terms.charter import AnchorPlan, Consents
from concordant.terms.charter_check import KNOWN_DRAWS, WEAK_ANCHORS, check_charter
from concordant.terms.charter_text import decode_charter, encode_charter
from concordant.terms.floors import SITES_FLOOR
from concordant.terms.roster import Roster
from concordant.terms.schema import ClassLabel, IgnoredColumn, NumericColumn, NumericLabel
from tests.studies import COLUMNS, make_charter, make_regression

SHA = "ab" * 32
WEAK = Consents(accept_weak_anchor=True)
BELOW = Consents(agreed_below_floor=True)


def roster(n_sites):
    return Roster(1, tuple(f"site-{place}" for place in range(n_sites)))


def places(charter, sites=None):
    return [fault.where for fault in check_charter(charter, sites)]


@pytest.mark.parametrize(
    "charter",
    [
        make_charter(),
        make_regression(),
        make_charter(n_dims=11),
        make_charter(group="patient"),
        make_charter(span="shared"),
        make_charter(span="agreed"),
        make_charter(span="public", public_sha256=SHA),
        make_charter(anchor=AnchorPlan("gaussian", 11)),
        make_charter(anchor=AnchorPlan("uniform", 500), consents=WEAK),
        make_charter(anchor=AnchorPlan("uniform", 500), rehearsal=True),
        make_charter(anchor=AnchorPlan("public"), public_sha256=SHA, consents=WEAK),
        make_charter(columns=(*COLUMNS, IgnoredColumn("outcome"), IgnoredColumn("patient"))),
    ],
    ids=lambda charter: f"{charter.task}, {charter.span}, {charter.anchor.kind}, {charter.n_dims}",
)
def test_terms_that_sites_can_carry_out_have_no_fault(charter):
    assert check_charter(charter, roster(SITES_FLOOR)) == ()
    assert check_charter(charter, None) == ()


def test_a_class_may_be_a_sign_or_a_number():
    label = ClassLabel("outcome", ("+", "-", "-3", "+1", "a=b"))
    assert check_charter(make_charter(label=label), None) == ()


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"n_dims": 12}, "projection.dims"),
        ({"n_dims": 0}, "projection.dims"),
        ({"columns": ()}, "columns"),
        ({"columns": (IgnoredColumn("a"), IgnoredColumn("b"))}, "columns"),
        ({"columns": (*COLUMNS, IgnoredColumn("x0"))}, "columns.x0"),
        ({"columns": (*COLUMNS, NumericColumn("outcome", low=0.0, high=1.0))}, "label.column"),
        ({"group": "x3"}, "group.column"),
        ({"group": "outcome"}, "group.column"),
        ({"label": ClassLabel("outcome", ())}, "label.classes"),
        ({"label": ClassLabel("outcome", ("ill",))}, "label.classes"),
        *(
            ({"label": ClassLabel("outcome", ("ill", name))}, "label.classes")
            for name in ("=1+1", "@SUM(A1)", "+f(x)", "-2+3|x!A1")
        ),
        ({"label": NumericLabel("outcome", 0.5)}, "label"),
        ({"task": "regression"}, "label"),
        ({"anchor": AnchorPlan(draw=KNOWN_DRAWS[-1] + 1)}, "projection.draw"),
        ({"anchor": AnchorPlan(n_rows=50)}, "projection.anchor_rows"),
        ({"anchor": AnchorPlan("gaussian")}, "projection.anchor_rows"),
        ({"anchor": AnchorPlan("gaussian", 10)}, "projection.anchor_rows"),
        ({"anchor": AnchorPlan("uniform", 11)}, "projection.anchor"),
        ({"anchor": AnchorPlan("uniform", 10), "consents": WEAK}, "projection.anchor_rows"),
        ({"anchor": AnchorPlan("public"), "public_sha256": SHA}, "projection.anchor"),
        ({"anchor": AnchorPlan("public"), "consents": WEAK}, "projection.public_sha256"),
        ({"span": "public"}, "projection.public_sha256"),
        ({"public_sha256": SHA}, "projection.public_sha256"),
        ({"span": "agreed", "anchor": AnchorPlan("gaussian", 11)}, "projection.anchor"),
    ],
)
def test_a_contradiction_is_named_by_its_key(changes, where):
    assert places(make_charter(**changes)) == [where]


@pytest.mark.parametrize("kind", WEAK_ANCHORS)
def test_a_weak_anchor_needs_a_word(kind):
    public = SHA if kind == "public" else None
    plan = AnchorPlan(kind, None if public else 11)
    charter = make_charter(anchor=plan, public_sha256=public)
    assert places(charter) == ["projection.anchor"]
    assert places(replace(charter, consents=WEAK)) == []


@pytest.mark.parametrize("n_sites", range(1, SITES_FLOOR + 2))
def test_few_sites_need_a_word_for_the_agreed_span(n_sites):
    charter = make_charter(span="agreed")
    expected = ["projection.span"] if n_sites < SITES_FLOOR else []
    assert places(charter, roster(n_sites)) == expected
    assert places(replace(charter, consents=BELOW), roster(n_sites)) == []
    assert places(replace(charter, span="own"), roster(n_sites)) == []


def test_two_sites_are_told_that_each_can_work_out_the_other():
    (fault,) = check_charter(make_charter(span="agreed"), roster(2))
    assert "exactly" in fault.found


def test_all_faults_come_at_once_and_say_what_to_do():
    charter = make_charter(
        n_dims=99,
        span="agreed",
        anchor=AnchorPlan("uniform", 3, draw=2),
        label=ClassLabel("x0", ("a",)),
        group="x1",
        public_sha256=SHA,
    )
    found = check_charter(charter, roster(2))
    assert {fault.where for fault in found} == {
        "group.column",
        "label.column",
        "label.classes",
        "projection.dims",
        "projection.draw",
        "projection.anchor",
        "projection.anchor_rows",
        "projection.public_sha256",
        "projection.span",
    }
    assert all(fault.line is None and fault.found and fault.remedy for fault in found)
    # Such terms can be written and read: it is their meaning that is at fault.
    assert decode_charter(encode_charter(charter)).terms_digest == charter.terms_digest
