"""What the door lets in, what it refuses, and by which name."""

import io
from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst.intake import (
    Arrival,
    intake_bundles,
    intake_views,
    require_anchor_views,
    require_bundles,
)
from concordant.analyst.span_message import make_span
from concordant.analyst.train import train
from concordant.errors import BundleRejected
from concordant.errors import intake as refusals
from concordant.errors.site_release import SpanFileNotPlanned
from concordant.errors.terms import SiteNameRefused, SiteNotInRoster
from concordant.errors.wire import BundleNotFinite, BundleShape, BundleTampered, WrongKind
from concordant.site.contribute import contribute
from concordant.site.pact import pact_notice
from concordant.terms.charter import AnchorPlan, Consents
from concordant.terms.roster import Roster
from concordant.terms.schema import NumericColumn
from concordant.terms.table import table_from_frame
from concordant.wire.codec import encode_message
from tests.analyst.collaboration import (
    agreed_charter,
    arrive,
    make_bundles,
    make_grouped_bundles,
    make_views,
    with_envelope,
)
from tests.studies import make_charter, make_columns, make_pact, make_regression, make_table

ROSTER = Roster(1, ("a", "b", "c", "d"))


def sent_by(intake):
    return [message.envelope.site for message in intake.accepted]


def refused(intake):
    return {refusal.name: type(refusal.error) for refusal in intake.refused}


def test_sound_bundles_are_let_in_by_site_whatever_order_they_came_in(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng)
    intake = intake_bundles(charter, [arrive(each) for each in reversed(bundles)], roster=ROSTER)
    assert sent_by(intake) == ["a", "b", "c"]
    assert intake.refused == ()
    assert intake.superseded == ()
    assert intake.missing == ("d",)
    assert intake.knows_who_is_missing


def test_without_a_roster_nobody_knows_who_is_missing(rng):
    charter = make_charter()
    intake = intake_bundles(charter, [arrive(each) for each in make_bundles(charter, rng)])
    assert (intake.missing, intake.knows_who_is_missing) == ((), False)


def test_an_empty_inbox_is_no_fault():
    for span in ("own", "shared"):
        intake = intake_bundles(make_charter(span=span), [], roster=ROSTER)
        assert intake.accepted == intake.refused == ()
        assert intake.missing == ROSTER.sites


def test_a_bundle_of_other_dimensions_is_refused_by_its_terms(rng):
    bundles = make_bundles(make_charter(n_dims=3), rng)
    intake = intake_bundles(make_charter(), map(arrive, bundles))
    assert set(refused(intake).values()) == {refusals.WrongTerms}


def test_a_view_of_another_shape_under_the_right_terms_is_refused_by_its_shape(rng):
    charter = make_charter()
    good, odd, _ = make_bundles(charter, rng)
    taller = np.vstack([odd.anchor_view, np.zeros((1, charter.n_dims))])
    odd = replace(odd, anchor_view=taller)
    intake = intake_bundles(charter, [arrive(good), arrive(odd)])
    assert refused(intake) == {"b.bundle": BundleShape}
    assert sent_by(intake) == ["a"]


@pytest.mark.parametrize("precision", ["float64", "float32", "float16", "int8"])
def test_rows_beyond_the_agreed_ranges_are_refused_and_the_longest_within_are_not(precision, rng):
    charter = make_charter(precision=precision)
    table = {"x0": [1e9] * 60, "x1": [-1e9] * 60, "x2": [1e9] * 60}
    extreme = table_from_frame(make_columns(rng) | table)
    honest, loud = (
        contribute(charter, make_pact(), extreme, site=site).bundle for site in ("a", "b")
    )
    stretched = (
        {"row_scale": loud.row_scale * 9} if precision == "int8" else {"rows": loud.rows * 9}
    )
    loud = replace(loud, **stretched)
    intake = intake_bundles(charter, [arrive(honest), arrive(loud)])
    assert sent_by(intake) == ["a"]
    assert refused(intake) == {"b.bundle": refusals.RowsOutsize}
    assert intake.refused[0].error.facts["count"] > 0


def test_rows_may_be_of_any_length_where_the_terms_keep_what_is_out_of_range(rng):
    keep = NumericColumn("x0", low=0.0, high=1.0, out_of_range="keep")
    charter = make_charter(columns=(keep, *make_charter().columns[1:]))
    bundles = [replace(each, rows=each.rows * 1e6) for each in make_bundles(charter, rng)]
    assert sent_by(intake_bundles(charter, map(arrive, bundles))) == ["a", "b", "c"]


def scaled(bundle, factor):
    return replace(bundle, anchor_view=bundle.anchor_view * factor)


def flattened(bundle):
    view = bundle.anchor_view.copy()
    view[:, 1] = view[:, 0]
    return replace(bundle, anchor_view=view)


# What is done to site b's bundle, the refusal, and the field that its text names.
FAULTS = {
    "another study": (
        lambda b: with_envelope(b, study_id="f" * 32),
        refusals.WrongStudy,
        "'study'",
    ),
    "other terms": (
        lambda b: with_envelope(b, terms_digest="f" * 64),
        refusals.WrongTerms,
        "'terms'",
    ),
    "a rehearsal": (
        lambda b: with_envelope(b, rehearsal=True),
        refusals.RehearsalDiffers,
        "'rehearsal'",
    ),
    "a stranger": (
        lambda b: with_envelope(b, site="stranger"),
        SiteNotInRoster,
        "'stranger'",
    ),
    "a name that Windows keeps": (
        lambda b: with_envelope(b, site="nul"),
        SiteNameRefused,
        "'nul'",
    ),
    "a span in a study without": (
        lambda b: with_envelope(b, span="0" * 64),
        refusals.SpanNotPlanned,
        "'span'",
    ),
    "a stretched view": (
        lambda b: scaled(b, 10.0),
        refusals.ViewNotOrthonormal,
        "'anchor_view'",
    ),
    "an immense view": (lambda b: scaled(b, 1e40), refusals.ValuesOutsize, "'anchor_view'"),
    "another precision": (
        lambda b: replace(b, rows=b.rows.astype(np.float64), precision="float64"),
        refusals.PrecisionDiffers,
        "'precision'",
    ),
    "immense rows": (
        lambda b: replace(b, rows=b.rows * np.float32(1e35)),
        refusals.ValuesOutsize,
        "'rows'",
    ),
    "rows without labels": (
        lambda b: replace(b, labels=None),
        refusals.ArrayMissing,
        "'labels'",
    ),
    "groups that nobody asked for": (
        lambda b: replace(b, groups=np.arange(len(b.rows))),
        refusals.ArrayNotPlanned,
        "'groups'",
    ),
    "a class beyond the list": (
        lambda b: replace(b, labels=b.labels + 1),
        refusals.LabelsRefused,
        "'labels'",
    ),
    "a class before the list": (
        lambda b: replace(b, labels=b.labels - 1),
        refusals.LabelsRefused,
        "'labels'",
    ),
    "numbers for classes": (
        lambda b: replace(b, labels=b.labels.astype(np.float64)),
        refusals.LabelsRefused,
        "'labels'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_bundle_is_refused_by_file_site_and_field_and_the_others_go_on(fault, rng):
    change, kind, field = FAULTS[fault]
    charter = make_charter()
    first, second, third = make_bundles(charter, rng)
    faulty = change(second)
    intake = intake_bundles(charter, map(arrive, (first, faulty, third)), roster=ROSTER)
    assert sent_by(intake) == ["a", "c"]
    (refusal,) = intake.refused
    assert refusal.name == f"{faulty.envelope.site}.bundle"
    assert refusal.site == faulty.envelope.site
    assert type(refusal.error) is kind
    assert field in str(refusal.error)
    assert repr(faulty.envelope.site) in str(refusal.error) or (
        f"of {faulty.envelope.site}:" in str(refusal.error)
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_the_same_bundle_in_memory_is_refused_by_the_same_name(fault, rng):
    change, kind, _ = FAULTS[fault]
    charter = make_charter()
    first, second, third = make_bundles(charter, rng)
    with pytest.raises(kind):
        require_bundles(charter, [first, change(second), third], roster=ROSTER)


def test_bundles_in_memory_come_back_by_site(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng, "cab")
    assert [each.envelope.site for each in require_bundles(charter, bundles)] == ["a", "b", "c"]


def test_a_bundle_in_memory_must_fit_the_format_and_the_features(rng):
    charter = make_charter()
    first, second, third = make_bundles(charter, rng)
    holed = second.rows.copy()
    holed[0, 0] = np.nan
    with pytest.raises(BundleNotFinite):
        require_bundles(charter, [first, replace(second, rows=holed), third])
    short = replace(second, anchor_view=second.anchor_view[:-1])
    with pytest.raises(BundleShape, match="anchor_view"):
        require_bundles(charter, [first, short, third])


def test_a_view_that_lost_a_direction_is_refused_where_bases_need_not_be_orthonormal(rng):
    charter = make_charter(rehearsal=True)
    first, second, third = make_bundles(charter, rng)
    intake = intake_bundles(charter, map(arrive, (scaled(first, 3.0), flattened(second), third)))
    assert sent_by(intake) == ["a", "c"]
    assert refused(intake) == {"b.bundle": refusals.ViewRankLow}


def test_numeric_labels_must_be_multiples_of_the_step(rng):
    charter = make_regression(consents=Consents(accept_unique_labels=True))
    first, second, third = make_bundles(charter, rng)
    for wrong in (0.25, 1e300):
        labels = second.labels.copy()
        labels[3] = wrong
        intake = intake_bundles(
            charter, map(arrive, (first, replace(second, labels=labels), third))
        )
        assert refused(intake) == {"b.bundle": refusals.LabelsRefused}
        assert "1 of its 60" in str(intake.refused[0].error)


def test_groups_are_asked_for_where_the_charter_has_them(rng):
    charter = make_charter(group="person")
    first, second = make_grouped_bundles(charter, rng, "ab")
    intake = intake_bundles(charter, map(arrive, (first, replace(second, groups=None))))
    assert sent_by(intake) == ["a"]
    assert refused(intake) == {"b.bundle": refusals.ArrayMissing}
    assert "'groups'" in str(intake.refused[0].error)


def test_a_site_that_joins_only_to_predict_is_let_in_without_labels(rng):
    charter = make_charter(span="shared")
    bundles = [*make_bundles(charter, rng, "ab"), *make_bundles(charter, rng, "c", with_rows=False)]
    intake = intake_bundles(charter, map(arrive, bundles))
    assert sent_by(intake) == ["a", "b", "c"]
    assert len(intake.accepted[2].rows) == 0


@pytest.mark.parametrize("precision", ["float64", "float32", "float16", "int8"])
def test_every_precision_of_the_terms_passes_the_door(precision, rng):
    charter = make_charter(precision=precision)
    assert len(intake_bundles(charter, map(arrive, make_bundles(charter, rng))).accepted) == 3


# ---------------------------------------------------------------- files


def test_a_file_must_carry_the_name_of_its_site(rng):
    charter = make_charter()
    first, second, _ = make_bundles(charter, rng)
    intake = intake_bundles(charter, [arrive(first), arrive(second, "c.bundle")])
    (refusal,) = intake.refused
    assert (refusal.name, refusal.site) == ("c.bundle", "c")
    assert type(refusal.error) is refusals.FileNameDiffers


def test_a_damaged_file_is_refused_by_name_and_the_others_go_on(rng):
    charter = make_charter()
    first, second, third = make_bundles(charter, rng)
    raw = bytearray(encode_message(second))
    raw[-5] ^= 1
    broken = Arrival("b.bundle", lambda: io.BytesIO(bytes(raw)))
    intake = intake_bundles(charter, [arrive(first), broken, arrive(third)])
    assert sent_by(intake) == ["a", "c"]
    assert refused(intake) == {"b.bundle": BundleTampered}


def test_no_fault_of_a_file_becomes_a_traceback(rng):
    charter = make_charter()

    def vanished():
        raise FileNotFoundError

    class Torn(io.BytesIO):
        def seek(self, *_):
            raise RuntimeError

    arrivals = [
        Arrival("b.bundle", vanished),
        Arrival("c.bundle", Torn),
        Arrival("(1).bundle", lambda: io.BytesIO(b"")),
        arrive(make_bundles(charter, rng, "a")[0]),
    ]
    intake = intake_bundles(charter, arrivals)
    assert sent_by(intake) == ["a"]
    assert [refusal.name for refusal in intake.refused] == ["(1).bundle", "b.bundle", "c.bundle"]
    assert [refusal.site for refusal in intake.refused] == [None, "b", "c"]
    assert isinstance(intake.refused[0].error, BundleRejected)
    assert "FileNotFoundError" in str(intake.refused[1].error)
    assert "RuntimeError" in str(intake.refused[2].error)


def test_a_view_among_the_bundles_is_named_as_the_wrong_kind(rng):
    charter = agreed_charter()
    view = make_views(charter, rng, "a")[0]
    assert refused(intake_bundles(charter, [arrive(view, "a.bundle")])) == {"a.bundle": WrongKind}


# ---------------------------------------------------------------- pact


def test_a_wrong_pact_is_named_against_the_notice(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng, "ab")
    stranger = contribute(charter, make_pact(5), make_table(rng), site="c").bundle
    notice = pact_notice(make_pact(), charter)
    intake = intake_bundles(charter, map(arrive, [*bundles, stranger]), notice=notice)
    assert sent_by(intake) == ["a", "b"]
    assert refused(intake) == {"c.bundle": refusals.WrongPact}


def test_without_a_notice_no_majority_decides_which_pact_is_right(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng, "ab")
    stranger = contribute(charter, make_pact(5), make_table(rng), site="c").bundle
    intake = intake_bundles(charter, map(arrive, [*bundles, stranger]))
    assert intake.accepted == ()
    assert set(refused(intake).values()) == {refusals.TagsDiffer}
    assert all("pact.notice" in str(refusal.error) for refusal in intake.refused)


@pytest.mark.parametrize("changes", [{"study_id": "f" * 32}, {"terms_digest": "f" * 64}])
def test_a_notice_of_other_terms_is_no_reference(changes):
    charter = make_charter()
    notice = replace(pact_notice(make_pact(), charter), **changes)
    with pytest.raises(refusals.NoticeNotOurs):
        intake_bundles(charter, [], notice=notice)


# ---------------------------------------------------------------- releases and copies


def test_the_highest_release_of_a_site_counts_and_the_others_are_listed(rng):
    charter = make_charter()
    (old,) = make_bundles(charter, rng, "a")
    (new,) = make_bundles(charter, rng, "a", release=2)
    intake = intake_bundles(charter, [arrive(new), arrive(old)])
    assert [each.envelope.release for each in intake.accepted] == [2]
    assert intake.superseded == ("a.bundle",)
    assert intake.refused == ()


def test_two_files_of_one_release_are_both_refused(rng):
    charter = make_charter()
    bundles = [*make_bundles(charter, rng, "ab"), *make_bundles(charter, rng, "a")]
    intake = intake_bundles(charter, map(arrive, bundles), roster=ROSTER)
    assert sent_by(intake) == ["b"]
    assert [type(each.error) for each in intake.refused] == 2 * [refusals.SameRelease]
    assert "a" in intake.missing
    with pytest.raises(refusals.SameRelease):
        require_bundles(charter, bundles)


def test_a_copy_of_a_bundle_under_another_name_is_refused_with_its_source(rng):
    charter = make_charter()
    first, second = make_bundles(charter, rng, "ab")
    intake = intake_bundles(charter, map(arrive, (first, second, with_envelope(first, site="c"))))
    assert sent_by(intake) == ["b"]
    assert {each.site: each.error.facts["others"] for each in intake.refused} == {
        "a": "c",
        "c": "a",
    }


# ---------------------------------------------------------------- spans


@pytest.fixture
def agreed(rng):
    """Return a study with an agreed span, the span, and bundles made on it."""
    charter = agreed_charter()
    span = make_span(charter, make_views(charter, rng))
    return charter, span, make_bundles(charter, rng, "abcd", span=span)


def test_bundles_on_the_agreed_span_are_let_in_with_and_without_its_file(agreed):
    charter, span, bundles = agreed
    for known in (span, None):
        intake = intake_bundles(charter, map(arrive, bundles), span=known)
        assert sent_by(intake) == ["a", "b", "c", "d"]


def test_a_bundle_on_another_agreed_span_is_refused_where_the_file_is_known(agreed, rng):
    charter, span, bundles = agreed
    other = make_span(charter, make_views(charter, rng))
    (stray,) = make_bundles(charter, rng, "e", span=other)
    unnamed = with_envelope(bundles[3], span=None)
    intake = intake_bundles(charter, map(arrive, [*bundles[:3], unnamed, stray]), span=span)
    assert sent_by(intake) == ["a", "b", "c"]
    assert refused(intake) == {"d.bundle": refusals.SpanMissing, "e.bundle": refusals.WrongSpan}


def test_without_the_file_mixed_spans_are_all_refused(agreed, rng):
    charter, _, bundles = agreed
    other = make_span(charter, make_views(charter, rng))
    (stray,) = make_bundles(charter, rng, "e", span=other)
    intake = intake_bundles(charter, map(arrive, [*bundles, stray]))
    assert intake.accepted == ()
    assert set(refused(intake).values()) == {refusals.SpansMixed}


def off_span(charter, bundle, rng):
    """Return the bundle with an orthonormal view that lies elsewhere."""
    shape = (charter.n_features, charter.n_dims)
    return replace(bundle, anchor_view=np.linalg.qr(rng.standard_normal(shape)).Q)


def test_a_view_off_the_agreed_span_is_refused_with_and_without_the_file(agreed, rng):
    charter, span, bundles = agreed
    bundles[2] = off_span(charter, bundles[2], rng)
    for known in (span, None):
        intake = intake_bundles(charter, map(arrive, bundles), span=known)
        assert sent_by(intake) == ["a", "b", "d"]
        assert refused(intake) == {"c.bundle": refusals.OffTheSpan}


def test_a_view_off_the_shared_span_is_refused_by_what_most_sites_show(rng):
    charter = make_charter(span="shared")
    bundles = make_bundles(charter, rng, "abc")
    bundles[0] = off_span(charter, bundles[0], rng)
    intake = intake_bundles(charter, map(arrive, bundles))
    assert refused(intake) == {"a.bundle": refusals.OffTheSpan}
    two = intake_bundles(charter, map(arrive, bundles[:2]))
    assert set(refused(two).values()) == {refusals.NoCommonSpan}


def test_own_spans_may_differ(rng):
    charter = make_charter()
    bundles = make_bundles(charter, rng, "abc")
    bundles[0] = off_span(charter, bundles[0], rng)
    assert len(intake_bundles(charter, map(arrive, bundles)).accepted) == 3


@pytest.mark.parametrize(
    "change",
    [
        lambda span: with_envelope(span, study_id="f" * 32),
        lambda span: with_envelope(span, terms_digest="f" * 64),
        lambda span: with_envelope(span, rehearsal=True),
        lambda span: replace(span, span=span.span[:, :-1]),
        lambda span: replace(span, span=span.span * 1.001),
    ],
    ids=["study", "terms", "rehearsal", "shape", "stretched"],
)
def test_a_span_file_of_something_else_is_no_reference(change, agreed):
    charter, span, bundles = agreed
    with pytest.raises(refusals.SpanFileNotOurs):
        intake_bundles(charter, map(arrive, bundles), span=change(span))


def test_a_span_file_of_another_pact_than_the_notice_is_no_reference(agreed):
    charter, span, bundles = agreed
    with pytest.raises(refusals.SpanFileNotOurs, match="tag"):
        intake_bundles(
            charter, map(arrive, bundles), span=span, notice=pact_notice(make_pact(5), charter)
        )


def test_a_span_file_has_no_place_in_a_study_without(agreed, rng):
    _, span, _ = agreed
    charter = make_charter()
    with pytest.raises(SpanFileNotPlanned):
        intake_bundles(charter, map(arrive, make_bundles(charter, rng)), span=span)


# ---------------------------------------------------------------- views


def test_views_are_let_in_and_held_against_each_other(rng):
    charter = agreed_charter()
    views = make_views(charter, rng, "abcd")
    views[2] = replace(views[2], view=views[2].view * 10.0)
    views[3] = with_envelope(views[0], site="d")
    intake = intake_views(charter, map(arrive, views), roster=ROSTER)
    assert sent_by(intake) == ["b"]
    assert refused(intake) == {
        "a.view": refusals.DuplicatedView,
        "c.view": refusals.ViewNotOrthonormal,
        "d.view": refusals.DuplicatedView,
    }
    assert intake.missing == ("a", "c", "d")


def test_views_in_memory_are_held_against_the_same_rules(rng):
    charter = agreed_charter()
    views = make_views(charter, rng, "ba")
    assert [each.envelope.site for each in require_anchor_views(charter, views)] == ["a", "b"]
    with pytest.raises(refusals.DuplicatedView):
        require_anchor_views(charter, [views[0], with_envelope(views[0], site="c")])
    with pytest.raises(refusals.ViewNotOrthonormal):
        require_anchor_views(charter, [replace(views[0], view=views[0].view * 2.0)])


def test_a_study_of_one_upload_has_no_views():
    with pytest.raises(refusals.ViewsNotPlanned):
        intake_views(make_charter(), [])
    with pytest.raises(refusals.ViewsNotPlanned):
        require_anchor_views(make_charter(), [])


@pytest.mark.parametrize("size", [1e-29, 1e-31, 1e-320, 1e26])
@pytest.mark.parametrize("method", ["auto", "odc", "imakura", "kawakami"])
def test_a_view_of_another_size_neither_enters_training_nor_stops_it(size, method, rng):
    charter = make_charter(anchor=AnchorPlan("gaussian", 30))
    *honest, dishonest = make_bundles(charter, rng)
    found = intake_bundles(charter, [arrive(each) for each in (*honest, scaled(dishonest, size))])
    training = train(
        charter, found.accepted, model="logistic", method=method, partial=True, validate=False
    )
    assert {*refused(found), *training.excluded} & {"c.bundle", "c"}
    assert sorted(training.returns) == ["a", "b"]
