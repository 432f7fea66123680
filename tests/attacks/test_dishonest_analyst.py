"""A dishonest analyst chooses the span, a dishonest site its view [A9].

The attacker makes the span that all sites are to project on: not the one they share best but one
of its own, two of them, or one that is no span. A site that holds no honest view sends one as
large as it likes.
"""

from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst.agree import agree_span
from concordant.analyst.intake import require_bundles
from concordant.errors.intake import OffTheSpan, SpansMixed
from concordant.errors.site import SecondSpan
from concordant.errors.site_release import SpanNotFinite, SpanNotOrthonormal, SpanNotOurs
from concordant.linalg.spectral import top_left_singular_vectors
from concordant.linalg.subspaces import span_difference
from concordant.site.anchor import draw_anchor
from concordant.site.contribute import contribute
from concordant.site.join_span import require_trustworthy_span
from concordant.site.pact import pact_tag
from concordant.site.send_view import view
from concordant.site.spans import agreed_span_at_site, principal_directions
from concordant.site.vault import Vault
from concordant.terms.charter import Consents
from concordant.wire.codec import span_fingerprint
from concordant.wire.words import fingerprint_words
from tests.attacks.measures import cosine, nearest
from tests.attacks.victims import draw_people, numbers_charter, table_of
from tests.studies import make_pact, span_message
from tests.worlds import draw_orthogonal

N_FEATURES, N_DIMS, N_PEOPLE = 12, 8, 120


@pytest.fixture
def charter():
    return numbers_charter(
        N_FEATURES, N_DIMS, span="agreed", consents=Consents(agreed_below_floor=True)
    )


def test_a_second_span_would_show_more_of_every_row_and_the_vault_knows_the_first(
    charter, rng, tmp_path
):
    """The analyst has the pact from a colluder; one span drops a third of each row."""
    pact, people = make_pact(), draw_people(rng, N_PEOPLE, N_FEATURES)
    turn = draw_orthogonal(rng, N_FEATURES)
    anchor = draw_anchor(pact, charter)
    spans = [
        span_message(charter, pact, anchor.view(turn[:, first : first + N_DIMS]))
        for first in (0, N_FEATURES - N_DIMS)
    ]

    def read(span):
        given = contribute(charter, pact, table_of(people), site="north", span=span, rng=rng)
        return given.bundle.rows @ anchor.back(given.bundle.anchor_view).T @ turn

    first, second = read(spans[0]), read(spans[1])
    in_both = slice(N_FEATURES - N_DIMS, N_DIMS)
    same = nearest(first[:, in_both], second[:, in_both])
    together = np.hstack([first[:, :N_DIMS], second[same, N_DIMS:]]) @ turn.T
    whose = nearest(together, people)
    error = np.linalg.norm(together - people[whose]) / np.linalg.norm(people)
    error_of_one = np.linalg.norm(first @ turn.T - people[nearest(first @ turn.T, people)])
    assert sorted(whose) == list(range(N_PEOPLE))
    assert error < 1e-4
    assert error_of_one / np.linalg.norm(people) > 0.1

    vault = Vault(tmp_path / "vault")
    vault.keep_span(charter, "north", span_fingerprint(spans[0]))
    vault.keep_span(charter, "north", span_fingerprint(spans[0]))
    with pytest.raises(SecondSpan):
        vault.keep_span(charter, "north", span_fingerprint(spans[1]))


def test_a_stretched_span_would_read_one_direction_of_every_row_and_is_refused(charter, rng):
    """One column, made huge, outshines the secret rotation: it becomes the largest direction."""
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    people = people - people.mean(axis=0)
    span = draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS]
    asked = people @ span[:, :1]

    def largest_direction(stretch):
        rotation = draw_orthogonal(rng, N_DIMS)
        sent = people @ (span * np.array([stretch] + [1.0] * (N_DIMS - 1))) @ rotation
        return top_left_singular_vectors(sent, 1)

    assert cosine(largest_direction(1e4), asked) > 0.999
    assert cosine(largest_direction(1.0), asked) < 0.95

    def look(columns):
        message = span_message(charter, make_pact(), columns)
        return require_trustworthy_span(charter, pact_tag(make_pact(), charter), message)

    assert look(span)
    stretched, blank = span.copy(), span.copy()
    stretched[:, 0] *= 1.0 + 1e-9
    blank[0, 0] = np.nan
    with pytest.raises(SpanNotOrthonormal):
        look(stretched)
    with pytest.raises(SpanNotFinite):
        look(blank)


def test_a_span_of_other_terms_or_of_another_pact_is_refused(charter):
    span = np.eye(N_FEATURES, N_DIMS)
    tag = pact_tag(make_pact(), charter)
    others = [
        span_message(charter, make_pact(1), span),
        span_message(numbers_charter(N_FEATURES, N_DIMS), make_pact(), span),
    ]
    for message in others:
        with pytest.raises(SpanNotOurs):
            require_trustworthy_span(charter, tag, message)


def test_different_spans_for_different_sites_sound_different_on_the_telephone(charter, rng):
    spans = [
        span_message(charter, make_pact(), draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS])
        for _ in range(2)
    ]
    facts = [
        contribute(
            charter,
            make_pact(),
            table_of(draw_people(rng, N_PEOPLE, N_FEATURES)),
            site=site,
            span=span,
            rng=rng,
        ).facts
        for site, span in zip(("north", "south"), spans, strict=True)
    ]
    assert facts[0].span_words != facts[1].span_words
    assert [one.span_words for one in facts] == [
        fingerprint_words(span_fingerprint(span)) for span in spans
    ]


def test_contributions_on_different_spans_or_off_the_span_do_not_enter_together(charter, rng):
    """A site that copies the fingerprint and projects on a span of its own is found too."""
    pact = make_pact()
    spans = [
        span_message(charter, pact, draw_orthogonal(rng, N_FEATURES)[:, :N_DIMS]) for _ in range(2)
    ]
    north, south = (
        contribute(
            charter,
            pact,
            table_of(draw_people(rng, N_PEOPLE, N_FEATURES)),
            site=site,
            span=span,
            rng=rng,
        ).bundle
        for site, span in zip(("north", "south"), spans, strict=True)
    )
    with pytest.raises(SpansMixed):
        require_bundles(charter, [north, south])
    copied = replace(south, envelope=replace(south.envelope, span=north.envelope.span))
    with pytest.raises(OffTheSpan, match="south"):
        require_bundles(charter, [north, copied], span=spans[0])

    # What stays open: this view lies in the span and was never made from rows.
    invented = replace(copied, anchor_view=spans[0].span @ draw_orthogonal(rng, N_DIMS))
    require_bundles(charter, [north, invented], span=spans[0])


def test_one_sites_view_sent_to_all_shows_its_directions_and_no_single_site_can_tell(charter, rng):
    """What stays open. An honest span is an average, so no site is in it alone."""
    pact = make_pact()
    views = [
        view(charter, pact, table_of(draw_people(rng, N_PEOPLE, N_FEATURES)), site=site, rng=rng)
        for site in ("north", "south", "west")
    ]
    anchor = draw_anchor(pact, charter)
    hunted = anchor.back(views[1].view)

    def read(columns):
        message = span_message(charter, pact, columns)
        require_trustworthy_span(charter, pact_tag(pact, charter), message)
        return span_difference(agreed_span_at_site(anchor, message), hunted)

    assert read(views[1].view) < 1e-9
    assert read(agree_span([each.view for each in views], N_DIMS, rng)) > 1e-3


def test_a_huge_view_takes_over_an_average_of_raw_views_and_not_ours(rng):
    strengths = np.geomspace(3.0, 0.3, N_FEATURES)
    honest = [
        principal_directions(rng.standard_normal((200, N_FEATURES)) * strengths, 4)
        for _ in range(6)
    ]
    wanted = agree_span(honest, 4, rng)
    hostile = 1e3 * draw_orthogonal(rng, N_FEATURES)[:, -4:]

    raw = sum(each @ each.T for each in [*honest, hostile])
    assert span_difference(np.linalg.eigh(raw)[1][:, -4:], wanted) > 0.3
    assert span_difference(agree_span([*honest, hostile], 4, rng), wanted) < 0.05
