"""Whoever releases R F, R being the triangle of a common anchor, releases F [A2].

The attacker is the analyst. It has one compressed view and knows how anchors of this plan are
drawn. The Gram matrix of many random rows is nearly the same in every draw, so it draws an
anchor of its own, without the pact, and divides.
"""

import numpy as np
import pytest

from concordant.linalg.orthonormal import orthonormal_factor
from concordant.site.anchor import anchor_rows, draw_anchor, gram_root
from concordant.site.pact import derive
from concordant.terms.charter import AnchorPlan
from tests.attacks.measures import cosine
from tests.attacks.victims import numbers_charter
from tests.studies import make_pact
from tests.worlds import draw_orthogonal

N_FEATURES, N_DIMS, N_ROWS = 20, 5, 1000


def guess_basis(view, draw_rows, rng):
    own = draw_rows(rng)
    return np.linalg.solve(gram_root(own - own.mean(axis=0)), view)


@pytest.mark.parametrize(
    ("kind", "draw_rows"),
    [
        ("uniform", lambda rng: rng.random((N_ROWS, N_FEATURES))),
        ("gaussian", lambda rng: rng.standard_normal((N_ROWS, N_FEATURES))),
    ],
)
def test_a_compressed_view_hides_the_basis_only_behind_a_rotation_of_the_pact(kind, draw_rows, rng):
    pact, charter = (
        make_pact(),
        numbers_charter(N_FEATURES, N_DIMS, anchor=AnchorPlan(kind, N_ROWS)),
    )
    basis = draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS]
    rows = anchor_rows(derive(pact, charter).stream("anchor-stream"), charter, None)
    centred = rows - rows.mean(axis=0)

    off = [orthonormal_factor(centred).triangle @ basis, gram_root(centred) @ basis]
    on = draw_anchor(pact, charter).view(basis)

    assert all(cosine(guess_basis(view, draw_rows, rng), basis) > 0.95 for view in off)
    assert cosine(guess_basis(on, draw_rows, rng), basis) < 0.5
    # Nothing is lost for the alignment: both say the same about lengths and angles.
    np.testing.assert_allclose(on.T @ on, off[0].T @ off[0])
