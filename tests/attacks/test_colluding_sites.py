"""All sites but one, working together, take the agreed span apart [A8].

The attackers are c - 1 sites: they hold the pact, the agreed span and their own views. With P the
projectors, an eigenvector u of their sum obeys P_last u = μ u - Σ P_own u. P_last is a projector,
so μ follows from one quadratic equation, and P_last u lies in the span they look for.
"""

import numpy as np
import pytest

from concordant.analyst.agree import agree_span
from concordant.linalg.orthonormal import orthonormal_factor
from concordant.linalg.spectral import shared_directions
from concordant.linalg.subspaces import span_difference
from concordant.site.spans import principal_directions

N_FEATURES, N_DIMS = 30, 4
STRENGTHS = np.geomspace(3.0, 0.3, N_FEATURES)


def take_apart(span, own_views):
    """Return the last site's span as if each column of ``span`` were an eigenvector."""
    found = []
    for column in span.T:
        known = sum(each @ (each.T @ column) for each in own_views)
        half = 0.5 + known @ column
        strength = half + np.sqrt(max(half**2 - known @ known - known @ column, 0.0))
        found.append(strength * column - known)
    return orthonormal_factor(np.stack(found, axis=1)).columns


def sort_out(span, own_views):
    """Return the columns turned so that the attackers' own part is diagonal: a good guess."""
    own = sum(span.T @ each @ (each.T @ span) for each in own_views)
    return span @ np.linalg.eigh(own)[1]


@pytest.mark.parametrize("n_sites", [3, 5, 8])
def test_the_last_sites_span_is_exact_only_from_a_span_that_was_not_rotated(n_sites, rng):
    views = [
        principal_directions(rng.standard_normal((200, N_FEATURES)) * STRENGTHS, N_DIMS)
        for _ in range(n_sites)
    ]
    own, last = views[:-1], views[-1]

    off = take_apart(shared_directions(views, N_DIMS).columns, own)
    on = take_apart(agree_span(views, N_DIMS, rng), own)
    assert span_difference(off, last) < 1e-9
    assert span_difference(on, last) > 1e-4


def test_the_rotation_is_a_weak_guard_and_two_sites_have_none(rng):
    """What stays open: the floor and its consent stand in the terms for this reason."""
    views = [
        principal_directions(rng.standard_normal((200, N_FEATURES)) * STRENGTHS, N_DIMS)
        for _ in range(5)
    ]
    close = take_apart(sort_out(agree_span(views, N_DIMS, rng), views[:-1]), views[:-1])
    assert span_difference(close, views[-1]) < 0.05

    mine, other = views[:2]
    span = agree_span([mine, other], N_DIMS, rng)
    mirrored = 2.0 * span @ (span.T @ mine) - mine
    assert span_difference(mirrored, other) < 1e-9
