"""Anchors: Haar as a distribution, orthonormal as a matrix, small as an object."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from concordant.errors.site import (
    AnchorCannotTurnBack,
    AnchorTooSmall,
    FeaturesDiffer,
    PublicRowsMissing,
    RowsNotFinite,
    WeakAnchorNotAccepted,
)
from concordant.site.anchor import Anchor, anchor_rows, draw_anchor, gram_root
from concordant.site.pact import Pact, derive
from concordant.terms.charter import AnchorPlan, Consents
from concordant.terms.schema import NumericColumn
from tests.studies import make_charter, make_pact

WEAK = Consents(accept_weak_anchor=True)


def small_charter(n_features: int):
    columns = tuple(NumericColumn(f"x{k}", centre=0.0, scale=1.0) for k in range(n_features))
    return make_charter(columns=columns, n_dims=1)


def test_the_anchor_is_orthonormal_and_the_same_at_every_site():
    charter = make_charter()
    matrix = draw_anchor(make_pact(), charter).raw()
    np.testing.assert_allclose(matrix.T @ matrix, np.eye(11), atol=1e-14)
    np.testing.assert_array_equal(matrix, draw_anchor(make_pact(), charter).raw())


def test_a_view_is_the_raw_matrix_times_the_basis(rng):
    anchor = draw_anchor(make_pact(), make_charter())
    basis = rng.standard_normal((11, 4))
    np.testing.assert_allclose(anchor.view(basis), anchor.raw() @ basis, atol=1e-13)


def test_views_keep_the_geometry_between_sites(rng):
    anchor = draw_anchor(make_pact(), make_charter())
    first, second = rng.standard_normal((2, 11, 4))
    gram = anchor.view(first).T @ anchor.view(second)
    np.testing.assert_allclose(gram, first.T @ second, atol=1e-12)


def test_back_undoes_the_view(rng):
    anchor = draw_anchor(make_pact(), make_charter())
    span = rng.standard_normal((11, 4))
    np.testing.assert_allclose(anchor.back(anchor.view(span)), span, atol=1e-13)
    np.testing.assert_allclose(anchor.view(anchor.back(span)), span, atol=1e-13)


def test_over_many_pacts_the_anchor_is_haar(rng):
    """Entries have Haar's moments, the trace is N(0, 1) in the limit, both signs of det occur."""
    n, n_pacts = 3, 400
    charter = small_charter(n)
    drawn = np.stack([draw_anchor(Pact(rng.bytes(32)), charter).raw() for _ in range(n_pacts)])
    # The first coordinate of a Haar vector in three dimensions is uniform on [-1, 1].
    for row, column in [(0, 0), (1, 2), (2, 1), (2, 2)]:
        uniform = stats.kstest(drawn[:, row, column], stats.uniform(-1, 2).cdf)
        assert uniform.pvalue > 1e-4, (row, column)
    # Haar is invariant: a fixed rotation before or after gives the same distribution.
    turn = np.linalg.qr(np.arange(9.0).reshape(3, 3) ** 2 + np.eye(3))[0]
    for turned in (turn @ drawn, drawn @ turn):
        same = stats.ks_2samp(turned[:, 0, 0], drawn[:, 0, 0])
        assert same.pvalue > 1e-4
    share_of_rotations = np.mean(np.linalg.det(drawn) > 0)
    assert abs(share_of_rotations - 0.5) < 4 * np.sqrt(0.25 / n_pacts)
    # E[trace] = 0 and E[trace²] = 1 on O(n).
    traces = np.trace(drawn, axis1=1, axis2=2)
    assert abs(traces.mean()) < 4 / np.sqrt(n_pacts)
    assert abs(np.square(traces).mean() - 1) < 4 * np.sqrt(2 / n_pacts)


def test_three_thousand_features_run_without_the_matrix_being_stored(rng):
    n, n_dims = 3000, 4
    anchor = Anchor("orthonormal", n, derive(make_pact(), make_charter()).stream("anchor-stream"))
    basis = np.linalg.qr(rng.standard_normal((n, n_dims)))[0]
    tracemalloc.start()
    try:
        view = anchor.view(basis)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < n * n * 8 / 8
    np.testing.assert_allclose(view.T @ view, np.eye(n_dims), atol=1e-12)


@pytest.mark.parametrize("kind", ["uniform", "gaussian"])
def test_a_compressed_view_has_the_gram_matrix_of_the_centred_anchor(kind, rng):
    charter = make_charter(anchor=AnchorPlan(kind, 40), consents=WEAK)
    rows = anchor_rows(derive(make_pact(), charter).stream("anchor-stream"), charter, None)
    centred = rows - rows.mean(axis=0)
    first, second = rng.standard_normal((2, 11, 4))
    anchor = draw_anchor(make_pact(), charter)
    views = anchor.view(first), anchor.view(second)
    assert views[0].shape == (11, 4)
    np.testing.assert_allclose(
        views[0].T @ views[1], (centred @ first).T @ (centred @ second), atol=1e-11
    )


def test_a_compressed_view_hides_the_basis_behind_a_rotation_of_the_pact(rng):
    """R F alone is close to F times a known matrix; H R F must not be [A2]."""
    charter = make_charter(anchor=AnchorPlan("gaussian", 4000))
    basis = np.linalg.qr(rng.standard_normal((11, 4)))[0]
    view = draw_anchor(make_pact(), charter).view(basis)
    rows = anchor_rows(derive(make_pact(), charter).stream("anchor-stream"), charter, None)
    known_factor = gram_root(rows - rows.mean(axis=0)) @ basis
    assert cosine(known_factor, basis) > 0.99
    assert cosine(view, basis) < 0.9


def cosine(first, second) -> float:
    return abs(float(np.sum(first * second) / np.linalg.norm(first) / np.linalg.norm(second)))


def test_a_public_anchor_is_made_of_the_public_rows(rng):
    public = rng.standard_normal((30, 11))
    charter = make_charter(anchor=AnchorPlan("public"), consents=WEAK)
    basis = rng.standard_normal((11, 4))
    view = draw_anchor(make_pact(), charter, public).view(basis)
    centred = (public - public.mean(axis=0)) @ basis
    np.testing.assert_allclose(view.T @ view, centred.T @ centred, atol=1e-11)


@pytest.mark.parametrize("n_rows", [3, 11, 50])
def test_the_root_of_the_gram_matrix_is_symmetric_at_every_rank(n_rows, rng):
    matrix = rng.standard_normal((n_rows, 11))
    root = gram_root(matrix)
    np.testing.assert_allclose(root, root.T, atol=1e-12)
    np.testing.assert_allclose(root @ root, matrix.T @ matrix, atol=1e-11)


@pytest.mark.parametrize("kind", ["uniform", "public"])
def test_weak_anchors_need_a_word(kind, rng):
    charter = make_charter(anchor=AnchorPlan(kind, 40))
    public = rng.standard_normal((30, 11))
    with pytest.raises(WeakAnchorNotAccepted):
        draw_anchor(make_pact(), charter, public)
    draw_anchor(make_pact(), replace(charter, consents=WEAK), public)
    draw_anchor(make_pact(), replace(charter, rehearsal=True), public)


def test_wrong_sizes_and_values_are_refused(rng):
    public = make_charter(anchor=AnchorPlan("public"), consents=WEAK)
    with pytest.raises(PublicRowsMissing):
        draw_anchor(make_pact(), public)
    with pytest.raises(FeaturesDiffer):
        draw_anchor(make_pact(), public, rng.standard_normal((30, 12)))
    with pytest.raises(RowsNotFinite):
        draw_anchor(make_pact(), public, np.full((30, 11), np.nan))
    with pytest.raises(AnchorTooSmall):
        draw_anchor(make_pact(), make_charter(anchor=AnchorPlan("gaussian", 10)))
    anchor = draw_anchor(make_pact(), make_charter())
    with pytest.raises(FeaturesDiffer):
        anchor.view(rng.standard_normal((12, 4)))
    with pytest.raises(FeaturesDiffer):
        anchor.back(rng.standard_normal((12, 4)))


def test_only_an_orthonormal_anchor_turns_back(rng):
    anchor = draw_anchor(make_pact(), make_charter(anchor=AnchorPlan("gaussian", 40)))
    with pytest.raises(AnchorCannotTurnBack):
        anchor.back(rng.standard_normal((11, 4)))
