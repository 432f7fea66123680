"""What a release is refused for before anything is drawn."""

import numpy as np
import pytest

from concordant.errors.site import WeakAnchorNotAccepted
from concordant.errors.site_release import (
    AnchorNotForAgreedSpan,
    BelowFloor,
    KnownRandomness,
    LabelsSingleOut,
    PublicRowsNeeded,
    PublicRowsNotPlanned,
    TooFewRowsForDims,
    TooFewSitesForSpan,
)
from concordant.site.release_checks import (
    rare_classes,
    require_common_labels,
    require_public_rows,
    require_rows_floor,
    require_secret_randomness,
    require_sites_floor,
    require_sound_plan,
)
from concordant.terms.charter import AnchorPlan, Consents
from tests.studies import make_charter, make_regression

BELOW = Consents(agreed_below_floor=True)


@pytest.mark.parametrize("kind", ["uniform", "public"])
def test_a_weak_anchor_needs_a_word_or_a_rehearsal(kind):
    anchor = AnchorPlan(kind, 40)
    with pytest.raises(WeakAnchorNotAccepted):
        require_sound_plan(make_charter(anchor=anchor))
    require_sound_plan(make_charter(anchor=anchor, consents=Consents(accept_weak_anchor=True)))
    require_sound_plan(make_charter(anchor=anchor, rehearsal=True))


@pytest.mark.parametrize("kind", ["uniform", "gaussian", "public"])
def test_the_agreed_span_needs_an_anchor_that_turns_back(kind):
    consents = Consents(accept_weak_anchor=True)
    charter = make_charter(span="agreed", anchor=AnchorPlan(kind, 40), consents=consents)
    with pytest.raises(AnchorNotForAgreedSpan):
        require_sound_plan(charter)
    require_sound_plan(make_charter(span="agreed"))


def test_public_rows_come_exactly_where_the_terms_use_them():
    for charter in (make_charter(span="public"), make_charter(anchor=AnchorPlan("public"))):
        with pytest.raises(PublicRowsNeeded):
            require_public_rows(charter, given=False)
        require_public_rows(charter, given=True)
    with pytest.raises(PublicRowsNotPlanned):
        require_public_rows(make_charter(), given=True)
    require_public_rows(make_charter(), given=False)


def test_only_a_rehearsal_may_bring_a_generator(rng):
    with pytest.raises(KnownRandomness):
        require_secret_randomness(make_charter(), rng)
    require_secret_randomness(make_charter(rehearsal=True), rng)
    require_secret_randomness(make_charter(), None)


def test_the_floor_of_rows_can_be_lifted_but_not_below_the_dimensions():
    plain, lifted = make_charter(span="agreed"), make_charter(span="agreed", consents=BELOW)
    require_rows_floor(plain, 100)
    with pytest.raises(BelowFloor):
        require_rows_floor(plain, 99)
    require_rows_floor(lifted, 5)
    for charter in (plain, lifted):
        with pytest.raises(TooFewRowsForDims):
            require_rows_floor(charter, 4)
    with pytest.raises(BelowFloor):
        require_rows_floor(make_charter(span="agreed", n_dims=30), 149)


def test_the_floor_of_sites_can_be_lifted():
    require_sites_floor(make_charter(), 5)
    require_sites_floor(make_charter(consents=BELOW), 2)
    with pytest.raises(TooFewSitesForSpan):
        require_sites_floor(make_charter(), 4)


def test_numeric_labels_that_single_out_need_a_word():
    labels = np.r_[np.repeat([1.0, 2.0], 47), np.arange(10.0, 16.0)]
    with pytest.raises(LabelsSingleOut) as caught:
        require_common_labels(make_regression(), labels)
    assert caught.value.facts == {"percent": 6, "limit": 5, "n_rows": 100, "step": 0.5}
    accepted = make_regression(consents=Consents(accept_unique_labels=True))
    assert require_common_labels(accepted, labels) == pytest.approx(0.06)
    at_the_limit = np.r_[labels[:99], 1.0]
    assert require_common_labels(make_regression(), at_the_limit) == pytest.approx(0.05)


def test_classes_are_warned_of_one_by_one_instead():
    codes = np.array([0] * 9 + [1] * 10)
    assert rare_classes(make_charter(), codes) == ("ill",)
    assert rare_classes(make_charter(), np.array([1] * 10)) == ()
    assert rare_classes(make_regression(), np.array([1.5])) == ()
    assert require_common_labels(make_charter(), np.array([0, 1])) == 1.0
