"""The agreed span: what it is, what it hides, and that contributing on it is concordant."""

import itertools

import numpy as np
import pytest

from concordant.analyst.agree import agree_span
from concordant.analyst.align import align
from concordant.analyst.span_message import make_span
from concordant.errors.analyst import SpanBelowFloor, TooFewSites
from concordant.errors.linalg import AnchorRankLow, TooManyColumns
from concordant.errors.site_release import KnownRandomness
from concordant.linalg.concordance import concordance_error
from concordant.linalg.orthonormal import orthonormality_error
from concordant.linalg.subspaces import span_difference
from concordant.site.join_span import require_trustworthy_span
from concordant.site.pact import pact_tag
from concordant.terms.charter import Consents
from concordant.wire.codec import decode_message, encode_message, span_fingerprint
from concordant.wire.limits import Limits
from tests.analyst.collaboration import agreed_charter, make_views
from tests.reference import alignment as oracle
from tests.studies import make_charter, make_pact
from tests.worlds import draw_turn, make_world


def top_projector(views, n_dims):
    _, vectors = np.linalg.eigh(oracle.averaged_projector(views))
    top = vectors[:, ::-1][:, :n_dims]
    return top @ top.T


@pytest.mark.parametrize("orthonormal", [True, False])
def test_the_agreed_span_is_that_of_the_averaged_projector(orthonormal, rng):
    views = make_world(rng, 6, 13, 4, spans="different", orthonormal=orthonormal).views
    for n_dims in (1, 3, 4):
        span = agree_span(views, n_dims, rng)
        assert orthonormality_error(span) < 1e-12
        np.testing.assert_allclose(span @ span.T, top_projector(views, n_dims), atol=1e-9)


def test_the_norm_of_a_view_gives_it_no_weight(rng):
    views = make_world(rng, 6, 13, 4, spans="different").views
    loud = [views[0] * 1e6, *views[1:]]
    plain, shouted = (agree_span(each, 4, rng) for each in (views, loud))
    np.testing.assert_allclose(plain @ plain.T, shouted @ shouted.T, atol=1e-9)


def test_two_steps_are_concordant_whatever_the_sites_own_spans_were(rng):
    world = make_world(rng, 5, 13, 4, spans="different")
    span = agree_span(world.views, 4, rng)
    # Each site turns the span back with the anchor it knows and draws its own rotation in it.
    common = world.anchor.T @ span
    bases = [common @ draw_turn(rng, 4, orthonormal=True) for _ in world.bases]
    views = [world.anchor @ basis for basis in bases]
    for method in ("auto", "odc", "imakura", "kawakami"):
        assert concordance_error(bases, align(views, method).maps) < 1e-12


def test_the_columns_are_turned_afresh_so_that_their_order_tells_nothing(rng):
    views = make_world(rng, 6, 13, 4, spans="different").views
    first, second = agree_span(views, 4), agree_span(views, 4)
    np.testing.assert_allclose(first @ first.T, second @ second.T, atol=1e-9)
    assert np.abs(first - second).max() > 1e-3


def colluders_guess(span, others):
    """Return the last site's span from the agreed one's columns, as c - 1 sites would.

    If a column u is an eigenvector, the unknown projector P gives P u = t u - S u with the known
    S, and u' P u = |P u|**2 is a quadratic equation in t: one bit a column is left, which the
    columns' own products settle [A8].
    """
    frames = [np.linalg.qr(view).Q for view in others]
    known = sum(frame @ frame.T for frame in frames)
    images = known @ span
    half = np.einsum("rc,rc->c", span, images) + 0.5
    root = np.sqrt(np.maximum(half * (half - 1) + 0.5 - np.square(images).sum(axis=0), 0.0))
    guesses = [
        (half + signs * root) * span - images
        for signs in itertools.product((1, -1), repeat=span.shape[1])
    ]

    def strain(seen):
        away = seen.T @ seen + span.T @ images
        return np.abs(away - np.diag(np.diag(away))).max()

    return np.linalg.qr(min(guesses, key=strain)).Q


def test_colluders_find_the_last_span_exactly_unless_the_columns_are_turned(rng):
    views = make_world(rng, 5, 13, 3, spans="different").views
    last = np.linalg.qr(views[-1]).Q
    eigenvectors = np.linalg.eigh(oracle.averaged_projector(views))[1][:, ::-1][:, :3]
    without_rule = colluders_guess(eigenvectors, views[:-1])
    with_rule = colluders_guess(agree_span(views, 3, rng), views[:-1])
    assert span_difference(last, without_rule) < 1e-9
    assert span_difference(last, with_rule) > 1e-3


def test_more_directions_than_a_view_has_are_refused(rng):
    views = make_world(rng, 3, 13, 4, spans="different").views
    for n_dims in (0, 5):
        with pytest.raises(TooManyColumns):
            agree_span(views, n_dims)
    flat = views[1].copy()
    flat[:, 0] = 0.0
    with pytest.raises(AnchorRankLow, match="south"):
        agree_span([views[0], flat], 4, names=["north", "south"])


# ---------------------------------------------------------------- the message


def test_a_site_trusts_the_span_message_and_its_file(rng):
    charter = make_charter(span="agreed")
    views = make_views(charter, rng, "edcba")
    span = make_span(charter, views)
    assert span.sites == ("a", "b", "c", "d", "e")
    assert (span.envelope.site, span.envelope.release, span.envelope.span) == ("", 0, None)
    limits = Limits(n_features=charter.n_features, n_dims=charter.n_dims)
    read = decode_message(encode_message(span), limits, ("span",))
    tag = pact_tag(make_pact(), charter)
    assert require_trustworthy_span(charter, tag, read) == span_fingerprint(span)


def test_below_five_sites_a_span_needs_the_consent(rng):
    charter = make_charter(span="agreed")
    views = make_views(charter, rng, "abcd")
    with pytest.raises(SpanBelowFloor):
        make_span(charter, views)
    willing = agreed_charter()
    assert make_span(willing, make_views(willing, rng, "ab")).sites == ("a", "b")


def test_one_site_alone_never_makes_a_span(rng):
    charter = agreed_charter()
    with pytest.raises(TooFewSites):
        make_span(charter, make_views(charter, rng, "a"))


def test_only_a_rehearsal_knows_the_rotation(rng):
    charter = agreed_charter()
    with pytest.raises(KnownRandomness):
        make_span(charter, make_views(charter, rng), rng=np.random.default_rng(1))
    rehearsed = make_charter(
        span="agreed", rehearsal=True, consents=Consents(agreed_below_floor=True)
    )
    views = make_views(rehearsed, rng)
    first, second = (make_span(rehearsed, views, rng=np.random.default_rng(1)) for _ in range(2))
    np.testing.assert_array_equal(first.span, second.span)
