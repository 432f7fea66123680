"""The alignments against the papers' formulas, against the theorems, and in odd sizes."""

import inspect
import itertools

import numpy as np
import pytest
import scipy.linalg

from concordant.analyst.align import align
from concordant.errors.linalg import (
    AnchorRankLow,
    AnchorViewNotFinite,
    AnchorViewsDiffer,
    AnchorViewWide,
    NamesDiffer,
    NoAnchorViews,
    OptionNotForMethod,
    PowerNegative,
    RightFactorSingular,
    TargetNotOrthogonal,
    UnknownMethod,
)
from concordant.linalg.concordance import concordance_error
from tests.reference import alignment as oracle
from tests.worlds import draw_orthogonal, make_world

METHODS = ("auto", "odc", "imakura", "kawakami")
CONDITIONS = tuple(itertools.product(("same", "different"), (True, False)))


def largest_difference(ours, theirs):
    return max(np.abs(a - b).max() for a, b in zip(ours, theirs, strict=True))


def turned_alike(views, ours, theirs):
    """Return how far two answers are apart, up to one sign per column."""
    first, second = (
        np.vstack([v @ g for v, g in zip(views, each, strict=True)]) for each in (ours, theirs)
    )
    signs = np.sign(np.einsum("rc,rc->c", first, second))
    return np.abs(first - second * signs).max() / np.abs(second).max()


def conditioned_world(rng, spans, orthonormal, anchor="orthonormal"):
    return make_world(
        rng, n_sites=5, n_features=13, n_dims=4, spans=spans, orthonormal=orthonormal, anchor=anchor
    )


# ---------------------------------------------------------------- against the papers


@pytest.mark.parametrize("anchor", ["orthonormal", "uniform"])
@pytest.mark.parametrize(("spans", "orthonormal"), CONDITIONS)
def test_odc_is_the_papers_formula(spans, orthonormal, anchor, rng):
    views = conditioned_world(rng, spans, orthonormal, anchor).views
    assert largest_difference(align(views, "odc").maps, oracle.odc(views)) < 1e-9
    target = draw_orthogonal(rng, 4)
    ours = align(views, "odc", target=target).maps
    assert largest_difference(ours, oracle.odc(views, target)) < 1e-9


@pytest.mark.parametrize("orthonormal", [True, False])
def test_odc_is_scipys_orthogonal_procrustes(orthonormal, rng):
    views = conditioned_world(rng, "different", orthonormal).views
    theirs = [scipy.linalg.orthogonal_procrustes(view, views[0])[0] for view in views]
    assert largest_difference(align(views, "odc").maps, theirs) < 1e-9


@pytest.mark.parametrize("anchor", ["orthonormal", "uniform"])
@pytest.mark.parametrize(("spans", "orthonormal"), CONDITIONS)
def test_imakura_is_the_papers_formula(spans, orthonormal, anchor, rng):
    views = conditioned_world(rng, spans, orthonormal, anchor).views
    ours = align(views, "imakura").maps
    theirs = oracle.imakura(views)
    if spans == "same" and orthonormal:
        # All singular values coincide: any basis of the span is a right answer.
        assert concordance_error(views, ours) < 1e-9
        return
    assert turned_alike(views, ours, theirs) < 1e-9
    factor = rng.standard_normal((4, 4))
    signs = np.sign(np.einsum("rc,rc->c", views[0] @ ours[0], views[0] @ theirs[0]))
    with_factor = align(views, "imakura", right_factor=factor).maps
    expected = oracle.imakura(views, signs[:, np.newaxis] * factor)
    scale = np.abs(np.stack(expected)).max()
    assert largest_difference(with_factor, expected) / scale < 1e-9


@pytest.mark.parametrize("orthonormal", [True, False])
def test_kawakami_is_the_papers_algorithm(orthonormal, rng):
    views = conditioned_world(rng, "different", orthonormal).views
    assert turned_alike(views, align(views, "kawakami").maps, oracle.kawakami(views)) < 1e-9


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0, 3.5])
@pytest.mark.parametrize("orthonormal", [True, False])
def test_auto_is_its_formula(power, orthonormal, rng):
    views = conditioned_world(rng, "different", orthonormal).views
    ours = align(views, "auto", power=power).maps
    assert turned_alike(views, ours, oracle.auto(views, power)) < 1e-9


# ---------------------------------------------------------------- theorems


@pytest.mark.parametrize("method", METHODS)
def test_orthonormal_bases_of_one_span_become_one(method, rng):
    world = conditioned_world(rng, "same", True)
    assert concordance_error(world.bases, align(world.views, method).maps) < 1e-9


@pytest.mark.parametrize("method", ["auto", "imakura", "kawakami"])
def test_any_bases_of_one_span_become_one_where_the_method_allows(method, rng):
    world = conditioned_world(rng, "same", False)
    assert concordance_error(world.bases, align(world.views, method).maps) < 1e-6


def test_rotations_alone_cannot_undo_a_stretch(rng):
    world = conditioned_world(rng, "same", False)
    assert concordance_error(world.bases, align(world.views, "odc").maps) > 0.1


def test_odc_keeps_every_distance(rng):
    world = conditioned_world(rng, "different", True)
    for site_map in align(world.views, "odc", target="haar", rng=rng).maps:
        np.testing.assert_allclose(site_map.T @ site_map, np.eye(4), atol=1e-12)


def test_the_target_of_odc_turns_everybody_alike(rng):
    world = conditioned_world(rng, "same", True)
    plain = align(world.views, "odc").maps
    target = draw_orthogonal(rng, 4)
    for site_map, turned in zip(plain, align(world.views, "odc", target=target).maps, strict=True):
        np.testing.assert_allclose(site_map @ target, turned, atol=1e-9)


def gram(views, maps):
    """Return all inner products of aligned views: what no common rotation changes."""
    aligned = np.vstack([view @ site_map for view, site_map in zip(views, maps, strict=True)])
    return aligned @ aligned.T


@pytest.mark.parametrize("method", ["auto", "kawakami", "imakura"])
def test_the_order_of_the_sites_changes_nothing(method, rng):
    views = conditioned_world(rng, "different", True).views
    backwards = align(views[::-1], method).maps[::-1]
    np.testing.assert_allclose(
        gram(views, align(views, method).maps), gram(views, backwards), atol=1e-9
    )


def test_the_order_changes_nothing_for_odc_where_spans_agree(rng):
    views = conditioned_world(rng, "same", True).views
    np.testing.assert_allclose(
        gram(views, align(views, "odc").maps),
        gram(views, align(views[::-1], "odc").maps[::-1]),
        atol=1e-9,
    )


@pytest.mark.parametrize("spans", ["same", "different"])
@pytest.mark.parametrize("method", METHODS)
def test_a_rotation_that_all_sites_share_changes_nothing(method, spans, rng):
    world = conditioned_world(rng, spans, True)
    turn = draw_orthogonal(rng, 4)
    turned = [view @ turn for view in world.views]
    np.testing.assert_allclose(
        gram(world.views, align(world.views, method).maps),
        gram(turned, align(turned, method).maps),
        atol=1e-9,
    )


@pytest.mark.parametrize("method", METHODS)
def test_another_orthonormal_anchor_changes_nothing(method, rng):
    world = conditioned_world(rng, "different", True)
    other = draw_orthogonal(rng, 13)
    maps = align([other @ basis for basis in world.bases], method).maps
    np.testing.assert_allclose(
        gram(world.bases, maps), gram(world.bases, align(world.views, method).maps), atol=1e-9
    )


# ---------------------------------------------------------------- laws of auto


def test_auto_is_odc_where_spans_agree(rng):
    world = conditioned_world(rng, "same", True)
    auto, odc = align(world.views, "auto"), align(world.views, "odc")
    np.testing.assert_allclose(auto.shares, 1.0, atol=1e-12)
    np.testing.assert_allclose(gram(world.views, auto.maps), gram(world.views, odc.maps), atol=1e-9)


@pytest.mark.parametrize("spans", ["same", "different"])
def test_a_site_scaled_by_ten_moves_nobody_under_auto(spans, rng):
    views = conditioned_world(rng, spans, True).views
    scaled = [views[0], views[1] * 10.0, *views[2:]]
    np.testing.assert_allclose(
        gram(views, align(views).maps), gram(scaled, align(scaled).maps), atol=1e-9
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("n_sites", "n_features", "n_dims"),
    [(2, 5, 4), (4, 13, 8), (4, 13, 12), (1, 7, 3), (1, 4, 4), (3, 1, 1), (6, 5, 5), (30, 6, 2)],
)
def test_every_size_gives_finite_maps(method, n_sites, n_features, n_dims, rng):
    views = make_world(rng, n_sites, n_features, n_dims, spans="different").views
    result = align(views, method)
    assert len(result.maps) == n_sites
    assert all(np.isfinite(site_map).all() for site_map in result.maps)
    if method == "auto":
        assert (result.shares >= 1 / n_sites - 1e-9).all()
        assert (result.shares <= 1.0).all()


def test_shares_tell_how_many_sites_hold_a_direction(rng):
    frame = draw_orthogonal(rng, 6)
    views = [frame[:, [0, 1]], frame[:, [0, 2]], frame[:, [0, 1]], frame[:, [0, 1]]]
    np.testing.assert_allclose(align(views).shares, [1.0, 0.75], atol=1e-12)


# ---------------------------------------------------------------- calls


def test_centring_takes_a_common_offset_out(rng):
    views = conditioned_world(rng, "different", False, "uniform").views
    shifted = [view + rng.standard_normal(4) for view in views]
    centred = [view - view.mean(axis=0) for view in views]
    for method in METHODS:
        plain, moved = (align(each, method, centre=True).maps for each in (views, shifted))
        np.testing.assert_allclose(gram(centred, plain), gram(centred, moved), atol=1e-7)
        np.testing.assert_allclose(gram(centred, plain), gram(centred, align(centred, method).maps))


def test_views_may_come_as_one_array_and_in_single_precision(rng):
    views = conditioned_world(rng, "different", True).views
    stacked = align(np.stack(views).astype(np.float32), "odc")
    assert {site_map.dtype for site_map in stacked.maps} == {np.dtype("float32")}
    assert largest_difference(stacked.maps, align(views, "odc").maps) < 1e-5


def test_a_map_is_found_by_the_name_of_its_site(rng):
    views = conditioned_world(rng, "different", True).views
    result = align(views, names=["north", "south", "west", "east", "mid"])
    assert result.map_of("west") is result.maps[2]
    assert "maps" not in repr(result)


def test_no_view_is_changed(rng):
    views = conditioned_world(rng, "different", False).views
    before = [view.copy() for view in views]
    for method in METHODS:
        align(views, method, centre=True)
    assert largest_difference(views, before) == 0


def test_faulty_views_are_named_by_site(rng):
    first, second, *_ = conditioned_world(rng, "different", True).views
    holed, flat = second.copy(), second.copy()
    holed[0, 0] = np.nan
    flat[:, 0] = flat[:, 1]
    names = ["north", "south"]
    for bad, kind in (
        (holed, AnchorViewNotFinite),
        (flat, AnchorRankLow),
        (second[:-1], AnchorViewsDiffer),
    ):
        with pytest.raises(kind, match="south"):
            align([first, bad], names=names)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"method": "best"}, UnknownMethod),
        ({"method": "auto", "target": "haar"}, OptionNotForMethod),
        ({"method": "odc", "right_factor": np.eye(4)}, OptionNotForMethod),
        ({"method": "odc", "target": 2 * np.eye(4)}, TargetNotOrthogonal),
        ({"method": "odc", "target": np.eye(3)}, TargetNotOrthogonal),
        ({"method": "imakura", "right_factor": np.zeros((4, 4))}, RightFactorSingular),
        ({"method": "auto", "power": -1.0}, PowerNegative),
        ({"method": "auto", "power": float("inf")}, PowerNegative),
        ({"names": ["a", "a", "b", "c", "d"]}, NamesDiffer),
        ({"names": ["a"]}, NamesDiffer),
    ],
)
def test_a_call_that_means_nothing_is_refused(options, kind, rng):
    views = conditioned_world(rng, "different", True).views
    # Without the tests' own check of types, which would refuse some of them first.
    unchecked = inspect.unwrap(align)
    with pytest.raises(kind):
        unchecked(views, **options)


def test_there_must_be_views_with_at_least_as_many_rows_as_columns():
    with pytest.raises(NoAnchorViews):
        align([])
    with pytest.raises(AnchorViewWide):
        align([np.ones((2, 3))])
