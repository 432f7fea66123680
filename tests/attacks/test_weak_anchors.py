"""An anchor that an analyst can find out gives the bases away [A3].

The attacker is the analyst: it has the views of all sites, and their representations, and no
pact. Against the uniform anchor of the paper it looks for independent components; against a
public anchor it tries the files that it can get.
"""

import warnings

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from concordant.errors.site import WeakAnchorNotAccepted
from concordant.linalg.spectral import top_left_singular_vectors
from concordant.site.anchor import draw_anchor, gram_root
from concordant.site.contribute import contribute
from concordant.terms.charter import AnchorPlan, Consents
from concordant.terms.consent_words import CONSENT_WORDS
from tests.attacks.measures import mean_correlation
from tests.attacks.victims import draw_people, numbers_charter, order_of, table_of
from tests.studies import make_pact
from tests.worlds import draw_orthogonal

N_SITES, N_FEATURES, N_DIMS, N_ROWS = 8, 13, 5, 1000


def find_bases(views):
    """Return the bases side by side, up to the order and scale of the features."""
    from sklearn.decomposition import FastICA

    stacked = np.hstack(views)
    n_found = min(N_FEATURES, len(stacked) - 1)
    search = FastICA(n_found, whiten="unit-variance", random_state=0, max_iter=500)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where nothing is to be found it does not converge
        return search.fit(stacked).mixing_.T


def likeness(found, bases):
    """Return the mean cosine between the features' rows, each found one paired with its best."""
    true = np.hstack(bases)
    found, true = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in (found, true))
    cosines = np.abs(found @ true.T)
    return float(cosines[linear_sum_assignment(-cosines)].mean())


def test_independent_components_find_the_bases_behind_a_uniform_anchor_only(rng):
    bases = [draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS] for _ in range(N_SITES)]
    uniform = rng.random((N_ROWS, N_FEATURES))
    orthonormal = draw_anchor(make_pact(), numbers_charter(N_FEATURES, N_DIMS))
    squeezed = draw_anchor(
        make_pact(), numbers_charter(N_FEATURES, N_DIMS, anchor=AnchorPlan("uniform", N_ROWS))
    )

    off = find_bases([uniform @ basis for basis in bases])
    on = find_bases([orthonormal.view(basis) for basis in bases])
    also_on = find_bases([squeezed.view(basis) for basis in bases])

    assert likeness(off, bases) > 0.95
    assert likeness(on, bases) < 0.8
    # Our compressed views have as many rows as features: too few to look for components in.
    assert likeness(also_on, bases) < 0.8


def read_with_public_file(bundle, public):
    """Return the rows and how badly the file fits, with a guess of the public file alone.

    The view's Gram matrix is Eᵀ D E, where D follows from the file: its eigenvectors are the
    secret rotation E, up to signs. Those follow from the side to which the rows lean.
    """
    span = top_left_singular_vectors(public.T, bundle.rows.shape[1])
    squeezed = gram_root(public - public.mean(axis=0)) @ span
    lengths, known = np.linalg.eigh(squeezed.T @ squeezed)
    seen_lengths, seen = np.linalg.eigh(bundle.anchor_view.T @ bundle.anchor_view)
    coordinates = bundle.rows @ seen
    signs = np.sign(coordinates.mean(axis=0) * (public @ span @ known).mean(axis=0))
    misfit = np.linalg.norm(lengths - seen_lengths) / np.linalg.norm(lengths)
    return (coordinates * signs) @ (span @ known).T, misfit


def test_a_public_anchor_falls_to_whoever_guesses_the_file(rng):
    public, other = (draw_people(rng, 200, N_FEATURES) for _ in range(2))
    people = draw_people(rng, 150, N_FEATURES)

    def decode(anchor, guess):
        charter = numbers_charter(N_FEATURES, 8, span="public", anchor=AnchorPlan(anchor))
        given = contribute(
            charter,
            make_pact(),
            table_of(people),
            site="north",
            public=table_of(public),
            rng=rng,
        )
        rows, misfit = read_with_public_file(given.bundle, guess)
        return mean_correlation(rows, people[order_of(given, people)]), misfit

    off, off_misfit = decode("public", public)
    _, wrong_misfit = decode("public", other)
    on, on_misfit = decode("orthonormal", public)
    _, on_wrong_misfit = decode("orthonormal", other)

    assert off > 0.95
    assert off_misfit < 1e-9
    assert wrong_misfit > 1e-3
    assert on < 0.5
    # Behind the orthonormal anchor the right file fits no better than a wrong one.
    assert min(on_misfit, on_wrong_misfit) > 0.5


@pytest.mark.parametrize("kind", ["uniform", "public"])
def test_a_weak_anchor_needs_the_word_of_all_and_every_site_hears_it(kind, rng):
    people = draw_people(rng, 60, N_FEATURES)
    public = table_of(draw_people(rng, 60, N_FEATURES)) if kind == "public" else None
    plan = AnchorPlan(kind, N_ROWS if kind == "uniform" else None)

    def join(consents):
        charter = numbers_charter(
            N_FEATURES, N_DIMS, anchor=plan, consents=consents, rehearsal=False
        )
        return contribute(charter, make_pact(), table_of(people), site="north", public=public)

    with pytest.raises(WeakAnchorNotAccepted):
        join(Consents())
    accepted = join(Consents(accept_weak_anchor=True))
    assert CONSENT_WORDS["accept_weak_anchor"] in accepted.facts.warnings


def test_the_orthonormal_anchor_tells_how_bases_compare_and_nothing_else(rng):
    anchor = draw_anchor(make_pact(), numbers_charter(N_FEATURES, N_DIMS))
    first, second = (draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS] for _ in range(2))
    np.testing.assert_allclose(
        anchor.view(first).T @ anchor.view(second), first.T @ second, atol=1e-12
    )
    # Turn both bases by any rotation of the features and some other anchor gives these views.
    turn = draw_orthogonal(rng, N_FEATURES)
    other = anchor.raw() @ turn.T
    np.testing.assert_allclose(other @ (turn @ first), anchor.view(first), atol=1e-12)
    np.testing.assert_allclose(other.T @ other, np.eye(N_FEATURES), atol=1e-12)
