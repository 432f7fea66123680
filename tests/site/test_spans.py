"""Spans by plan and the rotation that makes a secret basis of them."""

import numpy as np
import pytest
from scipy import stats

from concordant.errors.site import BasisNotOrthonormal, DimsTooMany, FeaturesDiffer, RowsNotFinite
from concordant.linalg.orthonormal import draw_haar
from concordant.linalg.subspaces import distance_from_span, principal_cosines
from concordant.site.anchor import draw_anchor
from concordant.site.basis import SecretBasis
from concordant.site.randomness import site_randomness
from concordant.site.spans import (
    agreed_span_at_site,
    complete_span,
    draw_basis,
    own_span,
    principal_directions,
    public_span,
    shared_span,
)
from concordant.terms.charter import AnchorPlan
from tests.studies import make_charter, make_pact, span_message


def low_rank(rng, n_rows: int, n_features: int, rank: int):
    return rng.standard_normal((n_rows, rank)) @ rng.standard_normal((rank, n_features))


def is_orthonormal(span) -> bool:
    return np.allclose(span.T @ span, np.eye(span.shape[1]), atol=1e-12)


@pytest.mark.parametrize("n_rows", [8, 200])
def test_an_own_span_holds_the_top_singular_vectors_of_the_uncentred_rows(n_rows, rng):
    rows = rng.standard_normal((n_rows, 9)) * np.geomspace(5, 0.1, 9) + 3.0
    expected = np.linalg.svd(rows)[2][:4].T
    result = own_span(rows, 4, rng)
    assert result.n_completed == 0
    np.testing.assert_allclose(principal_cosines(result.span, expected), 1.0, atol=1e-12)


@pytest.mark.parametrize("rank", [0, 1, 3])
def test_missing_directions_are_completed_at_random_and_counted(rank, rng):
    rows = low_rank(rng, 30, 9, rank)
    results = [own_span(rows, 5, rng) for _ in range(2)]
    for result in results:
        assert result.n_completed == 5 - rank
        assert is_orthonormal(result.span)
        assert distance_from_span(rows.T, result.span) < 1e-9
    assert not np.allclose(results[0].span, results[1].span)


def test_completing_directions_are_haar_in_the_rest_of_the_space(rng):
    """In the plane across one direction of three-space, the angle is uniform."""
    found = np.eye(3)[:, :1]
    drawn = np.stack([complete_span(found, 2, rng)[1:, 1] for _ in range(1000)])
    angles = np.arctan2(drawn[:, 1], drawn[:, 0])
    assert stats.kstest(angles, stats.uniform(-np.pi, 2 * np.pi).cdf).pvalue > 1e-4


def test_principal_directions_stop_at_the_rank(rng):
    assert principal_directions(low_rank(rng, 30, 9, 3), 5).shape == (9, 3)
    assert principal_directions(np.zeros((4, 9)), 5).shape == (9, 0)
    assert principal_directions(np.zeros((0, 9)), 5).shape == (9, 0)
    # A direction a million times smaller is still a direction.
    rows = rng.standard_normal((50, 3)) * [1.0, 1e-6, 1e-10] @ np.eye(3, 9)
    assert principal_directions(rows, 5).shape == (9, 3)


def test_the_shared_span_is_one_for_all_sites_and_changes_with_pact_and_terms():
    charter = make_charter(span="shared")
    span = shared_span(make_pact(), charter)
    assert is_orthonormal(span)
    np.testing.assert_array_equal(span, shared_span(make_pact(), charter))
    others = (
        shared_span(make_pact(1), charter),
        shared_span(make_pact(), make_charter(span="shared", retention="a year")),
    )
    assert all(distance_from_span(other, span) > 0.1 for other in others)


def test_the_shared_span_has_nothing_to_do_with_the_anchor():
    """Both come from the pact; the columns of the one must not be those of the other."""
    charter = make_charter(span="shared")
    view = draw_anchor(make_pact(), charter).view(shared_span(make_pact(), charter))
    assert distance_from_span(view, np.eye(11)[:, :4]) > 0.1


def test_the_agreed_span_comes_back_into_the_coordinates_of_the_features(rng):
    charter = make_charter(span="agreed")
    anchor = draw_anchor(make_pact(), charter)
    span = np.linalg.qr(rng.standard_normal((11, 4)))[0]
    message = span_message(charter, make_pact(), anchor.view(span))
    np.testing.assert_allclose(agreed_span_at_site(anchor, message), span, atol=1e-13)


def test_a_public_span_is_the_own_span_of_the_public_rows(rng):
    public = rng.standard_normal((40, 9))
    result = public_span(public, 3, rng)
    expected = np.linalg.svd(public)[2][:3].T
    np.testing.assert_allclose(principal_cosines(result.span, expected), 1.0, atol=1e-12)


def test_impossible_spans_are_refused(rng):
    with pytest.raises(DimsTooMany):
        own_span(rng.standard_normal((30, 9)), 10, rng)
    with pytest.raises(DimsTooMany):
        shared_span(make_pact(), make_charter(n_dims=12, anchor=AnchorPlan()))
    with pytest.raises(RowsNotFinite):
        own_span(np.full((30, 9), np.inf), 4, rng)


def test_a_basis_is_its_span_under_a_fresh_rotation(rng):
    span = np.linalg.qr(rng.standard_normal((9, 4)))[0]
    first, second = draw_basis(span, rng), draw_basis(span, rng)
    for basis in (first, second):
        assert is_orthonormal(basis.reveal())
        assert distance_from_span(basis.reveal(), span) < 1e-12
    assert not np.allclose(first.reveal(), second.reveal())


def test_rotations_are_haar(rng):
    drawn = np.stack([draw_haar(rng, 3) for _ in range(1500)])
    for place in [(0, 0), (2, 2)]:
        entries = drawn[(slice(None), *place)]
        assert stats.kstest(entries, stats.uniform(-1, 2).cdf).pvalue > 1e-4
    assert abs(np.mean(np.linalg.det(drawn) > 0) - 0.5) < 0.06


def test_site_randomness_is_never_the_same_twice():
    draws = {site_randomness().integers(1 << 62) for _ in range(50)}
    assert len(draws) == 50


def test_a_basis_projects_as_the_plain_product(rng):
    matrix = np.linalg.qr(rng.standard_normal((9, 4)))[0]
    basis = SecretBasis(matrix)
    rows = rng.standard_normal((7, 9))
    np.testing.assert_array_equal(basis.project(rows), rows @ matrix)
    assert (basis.n_features, basis.n_dims) == (9, 4)
    assert basis.project(np.empty((0, 9))).shape == (0, 4)


def test_a_basis_keeps_its_own_copy_that_nobody_can_write_to(rng):
    matrix = np.linalg.qr(rng.standard_normal((9, 4)))[0]
    basis = SecretBasis(matrix)
    matrix[0, 0] = 7.0
    assert basis.reveal()[0, 0] != 7.0
    with pytest.raises(ValueError, match="read-only"):
        basis.reveal()[0, 0] = 7.0


def test_a_matrix_that_is_not_orthonormal_is_no_basis(rng):
    span = np.linalg.qr(rng.standard_normal((9, 4)))[0]
    for bad in (span * 2.0, span + 1e-6, np.full((9, 4), np.nan), np.zeros((9, 4))):
        with pytest.raises(BasisNotOrthonormal):
            SecretBasis(bad)
    with pytest.raises(FeaturesDiffer):
        SecretBasis(span).project(rng.standard_normal((7, 8)))
