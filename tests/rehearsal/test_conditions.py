"""Under the paper's conditions the methods do what the paper says of them."""

import numpy as np
import pytest

from concordant.analyst.align import align
from concordant.linalg.concordance import concordance_error
from concordant.linalg.orthonormal import is_orthonormal
from concordant.linalg.subspaces import distance_from_span
from concordant.rehearsal.conditions import draw_paper_bases, draw_raw_anchor
from concordant.rehearsal.rehearse import rehearse
from tests.reference import alignment as reference
from tests.rehearsal.small_plans import mean_score, small_plan, small_table
from tests.worlds import draw_rows

ANCHORS = ("orthonormal", "uniform", "gaussian")
CONDITIONS = ("samespan-orth", "samespan", "diffspan-orth", "diffspan")
N_DIMS = 4


def draw(rng, condition, anchor="orthonormal"):
    rows = draw_rows(rng, 5, 13, 40)
    drawn = draw_paper_bases(rng, rows, condition=condition, anchor=anchor, n_dims=N_DIMS)
    return rows, drawn


@pytest.mark.parametrize("condition", CONDITIONS)
def test_spans_and_bases_are_what_the_condition_says(rng, condition):
    rows, drawn = draw(rng, condition)
    frames = [np.linalg.svd(each, full_matrices=False)[2][:N_DIMS].T for each in rows]
    for place, basis in enumerate(drawn.bases):
        frame = frames[0 if condition.startswith("samespan") else place]
        assert distance_from_span(np.linalg.qr(basis)[0], frame) < 1e-12
        assert is_orthonormal(basis) == condition.endswith("-orth")
        turn = np.linalg.lstsq(frame, basis, rcond=None)[0]
        if not condition.endswith("-orth"):
            assert turn.min() > -1e-12
            assert turn.max() < 1 + 1e-12


@pytest.mark.parametrize("anchor", ANCHORS)
def test_a_view_is_the_raw_anchor_times_the_basis(rng, anchor):
    _, drawn = draw(rng, "diffspan", anchor)
    bases, views = np.hstack(drawn.bases), np.hstack(drawn.views)
    assert len(views) == (13 if anchor == "orthonormal" else 1000)
    # Five spans of four dimensions fill all thirteen, so the anchor can be worked out.
    matrix = views @ np.linalg.pinv(bases)
    assert np.allclose(matrix @ bases, views)
    if anchor == "uniform":
        assert matrix.min() > -1e-9
        assert matrix.max() < 1 + 1e-9
    if anchor == "gaussian":
        assert abs(matrix.mean()) < 0.05


def test_an_anchor_of_many_columns_has_twice_as_many_rows(rng):
    assert draw_raw_anchor(rng, "uniform", 700).shape == (1400, 700)


@pytest.mark.parametrize("anchor", ANCHORS)
@pytest.mark.parametrize("method", ["auto", "odc", "imakura", "kawakami"])
def test_one_span_and_orthonormal_bases_make_every_method_concordant(rng, method, anchor):
    _, drawn = draw(rng, "samespan-orth", anchor)
    assert concordance_error(drawn.bases, align(drawn.views, method).maps) < 1e-9


@pytest.mark.parametrize("anchor", ANCHORS)
def test_odc_alone_fails_where_bases_are_not_orthonormal(rng, anchor):
    _, drawn = draw(rng, "samespan", anchor)
    errors = {
        method: concordance_error(drawn.bases, align(drawn.views, method).maps)
        for method in ("auto", "odc", "imakura", "kawakami")
    }
    assert errors.pop("odc") > 0.1
    assert max(errors.values()) < 1e-6


def test_no_method_is_concordant_where_spans_differ(rng):
    _, drawn = draw(rng, "diffspan-orth")
    for method in ("auto", "odc", "imakura", "kawakami"):
        assert concordance_error(drawn.bases, align(drawn.views, method).maps) > 0.1


@pytest.mark.parametrize("method", ["odc", "imakura", "kawakami"])
def test_the_published_methods_are_the_formulas_of_their_papers(rng, method):
    rows, drawn = draw(rng, "diffspan", "uniform")
    written_out = getattr(reference, method)(drawn.views)
    for own, basis, ours, theirs in zip(
        rows, drawn.bases, align(drawn.views, method).maps, written_out, strict=True
    ):
        mine, plain = own @ basis @ ours, own @ basis @ theirs
        # Directions of a singular value decomposition have no sign of their own.
        assert np.allclose(mine @ mine.T, plain @ plain.T, rtol=1e-6, atol=1e-9)


# ---------------------------------------------------------------- in a rehearsal


def rehearse_under(condition, **choices):
    fields = {"methods": ("odc", "odc-raw", "auto", "imakura", "kawakami", "pooled-pca")}
    plan = small_plan(**(fields | {"condition": condition, "n_sites": 4, "dims": (4,)} | choices))
    done = rehearse(small_table(240), plan)
    assert done.notes == ()
    return done


def test_under_one_span_and_orthonormal_bases_the_methods_say_the_same():
    done = rehearse_under("samespan-orth")
    said = {
        method: [dict(line.scores) for line in done.lines if line.way.method == method]
        for method in ("odc", "auto", "imakura", "kawakami")
    }
    for method in ("auto", "imakura", "kawakami"):
        for ours, odc in zip(said[method], said["odc"], strict=True):
            assert ours == pytest.approx(odc, abs=1e-4), method


def test_odc_enters_and_collapses_under_bases_that_are_not_orthonormal():
    done = rehearse_under("samespan", test="spread", n_seeds=4)
    odc, imakura = (mean_score(done, method) for method in ("odc", "imakura"))
    assert odc < imakura - 0.03
    assert mean_score(done, "kawakami") == pytest.approx(imakura, abs=0.03)


def test_a_way_names_its_condition_and_no_span_of_ours():
    done = rehearse_under("diffspan", n_seeds=1, anchors=("uniform", "orthonormal"))
    ways = {line.way for line in done.lines}
    assert {way.condition for way in ways if way.method != "pooled-pca"} == {"diffspan"}
    assert {way.span for way in ways} == {""}
    assert {way.anchor for way in ways if way.method == "auto"} == {"uniform", "orthonormal"}
    (pooled,) = (way for way in ways if way.method == "pooled-pca")
    assert (pooled.condition, pooled.anchor, pooled.n_dims) == ("", "", 4)
    assert set(done.facts.dims) == {"diffspan"}
