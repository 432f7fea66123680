"""The tag says that a site holds the pact; others copy it, guess behind it, link studies [A11].

The attacker has what is public: charters, notices, the tags in uploads. It holds no pact. What it
tries is a tag that is not bound to secret and terms in the way that ours is.
"""

import hashlib
import hmac
import secrets
from dataclasses import replace

import numpy as np
import pytest

from concordant.analyst.intake import require_bundles
from concordant.errors.intake import WrongPact
from concordant.errors.site import PactIsPassphrase, PactNotRandom
from concordant.site.contribute import contribute
from concordant.site.pact import Pact, pact_notice, pact_tag
from concordant.terms.charter import AnchorPlan, Charter, Consents
from tests.attacks.victims import draw_people, numbers_charter, table_of
from tests.studies import confirmed, make_pact

N_FEATURES, N_DIMS = 8, 3


def bytes_of(pact: Pact) -> bytes:
    return pact._secret


def test_a_tag_that_is_a_hash_of_a_public_file_names_the_file(rng):
    files = [rng.standard_normal((20, N_FEATURES)).tobytes() for _ in range(50)]
    charter = numbers_charter(
        N_FEATURES,
        N_DIMS,
        anchor=AnchorPlan("public"),
        consents=Consents(accept_weak_anchor=True),
        public_sha256=hashlib.sha256(files[7]).hexdigest(),
    )

    def guess(tag):
        """Return the files that explain ``tag``: alone, or with all that is public beside them."""
        terms = bytes.fromhex(charter.terms_digest)
        return [
            place
            for place, file in enumerate(files)
            if tag
            in {
                hashlib.sha256(file).hexdigest(),
                hashlib.sha256(terms + file).hexdigest(),
                hmac.new(terms, file, "sha256").hexdigest(),
            }
        ]

    assert guess(hashlib.sha256(files[7]).hexdigest()) == [7]
    assert guess(pact_tag(make_pact(), charter)) == []


def test_tags_of_two_studies_under_one_pact_cannot_be_linked():
    def unbound_tag(pact: Pact, _charter: Charter) -> str:
        return hmac.new(bytes_of(pact), b"tag", "sha256").hexdigest()

    first = numbers_charter(N_FEATURES, N_DIMS)
    second = confirmed(replace(first, study_id="f" * 32))

    def are_linked(tag_of):
        return tag_of(make_pact(), first) == tag_of(make_pact(), second)

    assert are_linked(unbound_tag)
    assert not are_linked(pact_tag)


def test_a_tag_copied_from_another_study_is_refused_and_a_wrong_pact_is_named(rng):
    """The notice of the pact's maker is the reference: two sites with one wrong pact lose."""
    charter, other = (
        numbers_charter(N_FEATURES, N_DIMS, study_id=name * 32) for name in ("a", "b")
    )
    notice = pact_notice(make_pact(), charter)

    def bundle_of(site, pact=None):
        table = table_of(draw_people(rng, 40, N_FEATURES))
        return contribute(charter, pact or make_pact(), table, site=site, rng=rng).bundle

    def with_tag(bundle, tag):
        return replace(bundle, envelope=replace(bundle.envelope, tag=tag))

    north, south, west = (bundle_of(site) for site in ("north", "south", "west"))
    require_bundles(charter, [north, south, west], notice=notice)

    copied = with_tag(west, pact_tag(make_pact(), other))
    with pytest.raises(WrongPact, match="west"):
        require_bundles(charter, [north, south, copied], notice=notice)
    wrong = [bundle_of(site, make_pact(1)) for site in ("south", "west")]
    with pytest.raises(WrongPact, match=r"south|west"):
        require_bundles(charter, [north, *wrong], notice=notice)


def test_a_tag_copied_within_the_study_passes_so_a_tag_is_no_proof_of_honesty(rng):
    """What stays open until uploads are signed: the tag guards against mistakes."""
    charter = numbers_charter(N_FEATURES, N_DIMS)
    north, south = (
        contribute(
            charter,
            make_pact(first),
            table_of(draw_people(rng, 40, N_FEATURES)),
            site=site,
            rng=rng,
        ).bundle
        for site, first in (("north", 0), ("south", 1))
    )
    forged = replace(south, envelope=replace(south.envelope, tag=north.envelope.tag))
    require_bundles(charter, [north, forged], notice=pact_notice(make_pact(), charter))


def test_a_pact_made_from_four_digits_falls_in_a_moment_and_one_of_random_bytes_does_not():
    charter = numbers_charter(N_FEATURES, N_DIMS)
    digits = [f"{number:04d}".encode() for number in range(300)]

    def guess(tag):
        return [
            seed for seed in digits if pact_tag(Pact(hashlib.sha256(seed).digest()), charter) == tag
        ]

    short = Pact(hashlib.sha256(b"0123").digest())
    assert guess(pact_tag(short, charter)) == [b"0123"]
    assert guess(pact_tag(Pact(secrets.token_bytes(32)), charter)) == []


@pytest.mark.parametrize(
    ("guessable", "refusal"),
    [
        (b"correct horse battery staple col", PactIsPassphrase),
        (b"0123".rjust(32, b"\0"), PactNotRandom),
        (bytes(np.tile(np.arange(1, 9, dtype=np.uint8), 4)), PactNotRandom),
    ],
)
def test_what_a_person_could_have_chosen_is_no_pact(guessable, refusal):
    with pytest.raises(refusal):
        Pact(guessable)
