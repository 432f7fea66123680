"""Every risk that a charter takes is said in words."""

from dataclasses import fields

import pytest

from concordant.terms.charter import Consents
from concordant.terms.consent_words import (
    CONSENT_WORDS,
    LOSSLESS_WORDS,
    REHEARSAL_WORDS,
    spoken_consents,
)
from tests.studies import make_charter

NAMES = [field.name for field in fields(Consents)]


def test_every_consent_has_its_sentence():
    assert list(CONSENT_WORDS) == NAMES
    assert len(set(CONSENT_WORDS.values())) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_consent_that_is_given_is_repeated_and_no_other(name):
    charter = make_charter(consents=Consents(**{name: True}))
    assert spoken_consents(charter) == (CONSENT_WORDS[name],)


def test_a_plain_charter_has_nothing_to_say():
    assert spoken_consents(make_charter()) == ()


def test_lossless_projections_and_rehearsals_are_said():
    charter = make_charter(n_dims=11, rehearsal=True)
    assert spoken_consents(charter) == (LOSSLESS_WORDS, REHEARSAL_WORDS)
