"""One contribution under each plan: what leaves fits what stays, and nothing else leaves."""

from dataclasses import replace

import numpy as np
import pytest

from concordant.errors.site_release import (
    BasisNotOfThisCharter,
    BasisOffSpan,
    KnownRandomness,
    NoRowsLeft,
    PublicRowsNeeded,
    PublicRowsNotPlanned,
    SpanFileNeeded,
    SpanFileNotPlanned,
    TableNeeded,
    TooFewSitesForSpan,
)
from concordant.errors.terms import (
    CharterEdited,
    CharterNotConfirmed,
    GroupMissing,
    LabelMissing,
    SiteNameRefused,
    SiteNotInRoster,
)
from concordant.linalg.orthonormal import draw_haar
from concordant.linalg.subspaces import distance_from_span
from concordant.site import release_rows as module
from concordant.site.anchor import draw_anchor
from concordant.site.contribute import contribute
from concordant.site.pact import pact_tag
from concordant.site.spans import own_span, shared_span
from concordant.terms.charter import AnchorPlan, Consents
from concordant.terms.labels import encode_labels
from concordant.terms.preprocess import encode_rows
from concordant.terms.roster import Roster
from concordant.terms.table import table_from_frame
from concordant.wire.blocks import from_precision
from concordant.wire.codec import encode_message, span_fingerprint
from concordant.wire.messages import AgreedSpan, Envelope
from concordant.wire.words import fingerprint_words
from tests.studies import (
    CLASSES,
    confirmed,
    make_charter,
    make_columns,
    make_pact,
    make_regression,
    make_table,
    span_message,
)

BELOW = Consents(agreed_below_floor=True)


def agreed_span(charter, rng, sites=("a", "b", "c", "d", "e")) -> AgreedSpan:
    span = draw_haar(rng, charter.n_features, charter.n_dims)
    return span_message(charter, make_pact(), draw_anchor(make_pact(), charter).view(span), sites)


def sorted_rows(rows):
    return rows[np.lexsort(rows.T)]


def test_what_leaves_is_the_projection_of_the_rows_in_another_order(rng):
    charter, table = make_charter(precision="float64"), make_table(rng)
    made = contribute(charter, make_pact(), table, site="north")
    rows = made.basis.project(encode_rows(charter, table).matrix)
    sent = from_precision(made.bundle)
    assert not np.array_equal(sent, rows)
    np.testing.assert_array_equal(sorted_rows(sent), sorted_rows(rows))


def test_labels_and_persons_travel_with_their_rows(rng):
    columns = make_columns(rng) | {"mrn": [f"p{k}" for k in rng.integers(0, 25, 60)]}
    charter = make_charter(group="mrn", precision="float64")
    table = table_from_frame(columns)
    made = contribute(charter, make_pact(), table, site="north")
    rows = made.basis.project(encode_rows(charter, table).matrix)
    sent = from_precision(made.bundle)
    of_row = [int(np.flatnonzero((rows == row).all(axis=1))[0]) for row in sent]
    assert sorted(of_row) == list(range(60))
    labels = encode_labels(charter, table)
    np.testing.assert_array_equal(made.bundle.labels, labels[of_row])
    persons = [columns["mrn"][row] for row in of_row]
    pairs = set(zip(persons, made.bundle.groups.tolist(), strict=True))
    assert len(pairs) == len(set(persons)) == len(set(made.bundle.groups.tolist()))


def test_the_envelope_says_whose_it_is_and_the_view_is_the_basis_under_the_anchor(rng):
    charter = make_charter()
    made = contribute(charter, make_pact(), make_table(rng), site="north", release=3)
    assert made.bundle.envelope == Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site="north",
        release=3,
        tag=pact_tag(make_pact(), charter),
    )
    view = draw_anchor(make_pact(), charter).view(made.basis.reveal())
    np.testing.assert_array_equal(made.bundle.anchor_view, view)
    assert any("release 3" in warning for warning in made.facts.warnings)


def test_each_contribution_has_a_basis_and_an_order_of_its_own(rng):
    table = make_table(rng)
    first, second = (contribute(make_charter(), make_pact(), table, site="a") for _ in range(2))
    assert not np.allclose(first.basis.reveal(), second.basis.reveal())
    assert distance_from_span(first.basis.reveal(), second.basis.reveal()) < 1e-9
    assert first.bundle.labels.tolist() != second.bundle.labels.tolist()


def test_an_own_span_is_that_of_the_rows(rng):
    table = make_table(rng)
    made = contribute(make_charter(), make_pact(), table, site="a")
    span = own_span(encode_rows(make_charter(), table).matrix, 4, rng).span
    assert distance_from_span(made.basis.reveal(), span) < 1e-9


def test_shared_spans_are_equal_at_all_sites(rng):
    charter = make_charter(span="shared")
    made = [contribute(charter, make_pact(), make_table(rng), site=s) for s in ("a", "b")]
    for one in made:
        assert distance_from_span(one.basis.reveal(), shared_span(make_pact(), charter)) < 1e-12
    gram = made[0].bundle.anchor_view.T @ made[1].bundle.anchor_view
    np.testing.assert_allclose(gram.T @ gram, np.eye(4), atol=1e-12)


def test_on_an_agreed_span_every_site_is_on_it_and_says_its_fingerprint(rng):
    charter = make_charter(span="agreed")
    span = agreed_span(charter, rng)
    made = [
        contribute(charter, make_pact(), make_table(rng, 100), site=site, span=span)
        for site in ("a", "f")
    ]
    for one in made:
        assert distance_from_span(one.bundle.anchor_view, span.span) < 1e-9
        assert one.bundle.envelope.span == span_fingerprint(span) == one.facts.span_fingerprint
        assert one.facts.span_words == fingerprint_words(span_fingerprint(span))
    without_view = "The agreed span was made without this site's view."
    assert without_view not in made[0].facts.warnings
    assert without_view in made[1].facts.warnings


def test_a_public_span_is_that_of_the_public_rows(rng):
    charter = make_charter(span="public", public_sha256="a" * 64)
    public = make_table(rng, 80)
    made = contribute(charter, make_pact(), make_table(rng), site="a", public=public)
    span = own_span(encode_rows(charter, public).matrix, 4, rng).span
    assert distance_from_span(made.basis.reveal(), span) < 1e-9


def test_a_public_span_under_a_uniform_anchor_works_too(rng):
    charter = make_charter(
        span="public",
        anchor=AnchorPlan("uniform", 40),
        consents=Consents(accept_weak_anchor=True),
    )
    made = contribute(charter, make_pact(), make_table(rng), site="a", public=make_table(rng, 80))
    assert made.bundle.anchor_view.shape == (11, 4)


@pytest.mark.parametrize(
    ("precision", "worst"), [("float64", 0.0), ("float32", 1e-6), ("float16", 1e-2)]
)
def test_precision_is_that_of_the_terms(precision, worst, rng):
    charter, table = make_charter(precision=precision), make_table(rng)
    made = contribute(charter, make_pact(), table, site="a")
    assert made.bundle.rows.dtype == precision
    assert made.bundle.row_scale is None
    rows = made.basis.project(encode_rows(charter, table).matrix)
    gaps = np.abs(from_precision(made.bundle)[:, None] - rows[None]).max(axis=2)
    assert sorted(gaps.argmin(axis=1)) == list(range(60))
    assert gaps.min(axis=1).max() <= worst * np.abs(rows).max()


def test_single_bytes_are_read_again_within_half_a_step(rng):
    charter, table = make_charter(precision="int8"), make_table(rng)
    made = contribute(charter, make_pact(), table, site="a")
    rows = made.basis.project(encode_rows(charter, table).matrix)
    sent = from_precision(made.bundle)
    steps = np.abs(rows).max(axis=0) / 127
    np.testing.assert_allclose(made.bundle.row_scale, steps, rtol=1e-12)
    for column in range(4):
        gap = np.abs(np.sort(sent[:, column]) - np.sort(rows[:, column]))
        assert gap.max() <= steps[column] * 0.5000001


def test_without_rows_nothing_but_the_view_leaves(rng):
    charter, table = make_charter(), make_table(rng)
    made = contribute(charter, make_pact(), table, site="a", with_rows=False)
    assert made.bundle.rows.shape == (0, 4)
    assert made.bundle.labels is None
    assert made.bundle.groups is None
    assert made.facts.n_rows == 0
    span = own_span(encode_rows(charter, table).matrix, 4, rng).span
    assert distance_from_span(made.basis.reveal(), span) < 1e-9


def test_without_rows_and_on_a_common_span_no_table_is_needed():
    made = contribute(make_charter(span="shared"), make_pact(), None, site="a", with_rows=False)
    assert made.bundle.rows.shape == (0, 4)
    with pytest.raises(TableNeeded):
        contribute(make_charter(), make_pact(), None, site="a", with_rows=False)


def test_without_rows_the_label_may_be_absent(rng):
    columns = make_columns(rng)
    del columns["outcome"]
    contribute(make_charter(), make_pact(), columns, site="a", with_rows=False)


def test_a_regression_sends_rounded_numbers(rng):
    table = make_table(rng, 200)
    charter = make_regression(consents=Consents(accept_unique_labels=True))
    made = contribute(charter, make_pact(), table, site="a")
    labels = encode_labels(charter, table)
    np.testing.assert_array_equal(np.sort(made.bundle.labels), np.sort(labels))
    np.testing.assert_array_equal(np.rint(made.bundle.labels * 2), made.bundle.labels * 2)


def rare_table(rng, n_rare: int = 4):
    columns = make_columns(rng)
    columns["outcome"] = [CLASSES[0]] * n_rare + [CLASSES[1]] * (60 - n_rare)
    return table_from_frame(columns)


def test_rare_classes_are_warned_of_and_withheld_on_request(rng):
    table = rare_table(rng)
    warned = contribute(make_charter(), make_pact(), table, site="a")
    assert warned.facts.rare_classes == ("ill",)
    assert warned.facts.n_withheld == 0
    assert any("'ill'" in warning for warning in warned.facts.warnings)

    kept = contribute(make_charter(), make_pact(), table, site="a", withhold_rare_classes=True)
    assert (kept.facts.n_rows, kept.facts.n_withheld) == (56, 4)
    assert set(kept.bundle.labels.tolist()) == {1}
    rest = encode_rows(make_charter(), table.take(np.arange(4, 60))).matrix
    span = own_span(rest, 4, rng).span
    assert distance_from_span(kept.basis.reveal(), span) < 1e-9, "they shaped the span"


def test_withholding_everything_is_refused(rng):
    columns = {name: cells[:8] for name, cells in make_columns(rng).items()}
    with pytest.raises(NoRowsLeft):
        contribute(make_charter(), make_pact(), columns, site="a", withhold_rare_classes=True)


def test_few_rows_and_few_directions_are_said(rng):
    columns = {name: cells[:3] for name, cells in make_columns(rng).items()}
    made = contribute(make_charter(n_dims=8), make_pact(), columns, site="a")
    assert made.facts.n_completed_directions == 5
    text = " ".join(made.facts.warnings)
    assert "3 directions" in text
    assert "doubtful" in text
    assert "turn it back exactly" in text


def test_an_interrupted_release_is_finished_with_its_own_basis(rng):
    table = make_table(rng)
    first = contribute(make_charter(), make_pact(), table, site="a")
    again = contribute(make_charter(), make_pact(), table, site="a", basis=first.basis)
    np.testing.assert_array_equal(again.basis.reveal(), first.basis.reveal())
    np.testing.assert_array_equal(again.bundle.anchor_view, first.bundle.anchor_view)


def test_a_basis_of_other_terms_or_of_another_span_is_refused(rng):
    table = make_table(rng)
    other = contribute(make_charter(n_dims=5), make_pact(), table, site="a").basis
    with pytest.raises(BasisNotOfThisCharter):
        contribute(make_charter(), make_pact(), table, site="a", basis=other)
    own = contribute(make_charter(), make_pact(), table, site="a").basis
    with pytest.raises(BasisOffSpan):
        contribute(make_charter(span="shared"), make_pact(), table, site="a", basis=own)


def test_only_a_rehearsal_repeats_itself(rng):
    table = make_table(rng)
    charter = make_charter(rehearsal=True)
    made = [
        contribute(charter, make_pact(), table, site="a", rng=np.random.default_rng(3))
        for _ in range(2)
    ]
    assert encode_message(made[0].bundle) == encode_message(made[1].bundle)
    assert made[0].bundle.envelope.rehearsal
    with pytest.raises(KnownRandomness):
        contribute(make_charter(), make_pact(), table, site="a", rng=rng)


def test_wrong_calls_are_refused_by_their_reason(rng):
    table, pact = make_table(rng), make_pact()
    with pytest.raises(CharterNotConfirmed):
        contribute(make_charter(confirm=False), pact, table, site="a")
    with pytest.raises(SiteNameRefused):
        contribute(make_charter(), pact, table, site="North")
    with pytest.raises(SiteNotInRoster):
        contribute(make_charter(), pact, table, site="north", roster=Roster(1, ("south",)))
    with pytest.raises(SpanFileNeeded):
        contribute(make_charter(span="agreed"), pact, table, site="a")
    span = agreed_span(make_charter(), rng)
    with pytest.raises(SpanFileNotPlanned):
        contribute(make_charter(), pact, table, site="a", span=span)
    with pytest.raises(PublicRowsNeeded):
        contribute(make_charter(span="public"), pact, table, site="a")
    with pytest.raises(PublicRowsNotPlanned):
        contribute(make_charter(), pact, table, site="a", public=table)


def test_a_span_of_two_sites_needs_a_word(rng):
    charter = make_charter(span="agreed")
    with pytest.raises(TooFewSitesForSpan):
        contribute(
            charter,
            make_pact(),
            make_table(rng, 100),
            site="a",
            span=agreed_span(charter, rng, sites=("a", "b")),
        )
    charter = make_charter(span="agreed", consents=BELOW)
    span = agreed_span(charter, rng, sites=("a", "b"))
    made = contribute(charter, make_pact(), make_table(rng), site="a", span=span)
    assert any("floor" in warning for warning in made.facts.warnings)


def test_labels_and_persons_must_be_there(rng):
    columns = make_columns(rng)
    columns["outcome"][3] = None
    with pytest.raises(LabelMissing) as caught:
        contribute(make_charter(), make_pact(), columns, site="a")
    assert caught.value.facts["count"] == 1
    columns = make_columns(rng) | {"mrn": ["p1"] * 59 + [""]}
    with pytest.raises(GroupMissing):
        contribute(make_charter(group="mrn"), make_pact(), columns, site="a")


def test_a_lossless_projection_is_said(rng):
    charter = make_charter(n_dims=11, span="shared")
    made = contribute(charter, make_pact(), make_table(rng), site="a")
    assert any("drops nothing" in warning for warning in made.facts.warnings)


def test_terms_edited_after_the_stamp_are_refused(rng):
    edited = replace(confirmed(make_charter()), n_dims=5)
    with pytest.raises(CharterEdited):
        contribute(edited, make_pact(), make_table(rng), site="a")


def test_the_order_of_the_rows_and_the_basis_have_nothing_random_in_common(rng, monkeypatch):
    made = []

    def note():
        made.append(np.random.default_rng(len(made)))
        return made[-1]

    monkeypatch.setattr(module, "site_randomness", note)
    charter, table = make_charter(), make_table(rng)
    sent = contribute(charter, make_pact(), table, site="a")
    labels = encode_labels(charter, table)
    order = np.random.default_rng(1).permutation(len(labels))
    assert sent.bundle.labels.tolist() == labels[order].tolist()
