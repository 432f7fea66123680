"""Order and labels join an upload with a list of persons [A12].

The attacker is the analyst, or whoever reads the inbox, with a list of persons from elsewhere: in
the order of the site's table (by date of admission, by name), or with each person's exact label.
Neither pact nor basis is needed for this.
"""

import numpy as np
import pytest

from concordant.errors.site_release import LabelsSingleOut
from concordant.site.contribute import contribute
from concordant.terms.charter import Consents
from concordant.terms.consent_words import CONSENT_WORDS
from concordant.terms.schema import ClassLabel, NumericLabel
from concordant.wire.blocks import LARGEST_INT8
from tests.attacks.victims import draw_people, numbers_charter, order_of, table_of
from tests.studies import make_pact

N_FEATURES, N_DIMS, N_PEOPLE = 10, 4, 200
A_MINUTE, A_DAY = 1.0 / 1440.0, 1.0


def test_the_order_of_the_table_links_every_row_unless_a_fresh_order_leaves(rng, monkeypatch):
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    charter = numbers_charter(N_FEATURES, N_DIMS)

    def send():
        given = contribute(charter, make_pact(), table_of(people), site="north", rng=rng)
        return order_of(given, people)

    def share_linked(whose):
        return float(np.mean(whose == np.arange(N_PEOPLE)))

    first, second = send(), send()
    monkeypatch.setattr(
        "concordant.site.release_rows.draw_row_order", lambda n_rows, _rng: np.arange(n_rows)
    )
    assert share_linked(send()) == 1.0
    assert share_linked(first) < 0.05
    # Nor does one release tell the order of the next.
    assert np.mean(first == second) < 0.05


def test_labels_and_groups_leave_in_the_order_of_their_rows(rng):
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    days = np.floor(np.arange(N_PEOPLE) / 4)
    charter = numbers_charter(
        N_FEATURES,
        N_DIMS,
        task="regression",
        label=NumericLabel("stay", step=A_DAY),
        group="patient",
    )
    table = table_of(people, days.tolist(), name="stay")
    table["patient"] = [f"mrn-{place // 2}" for place in range(N_PEOPLE)]
    given = contribute(charter, make_pact(), table, site="north", rng=rng)
    whose = order_of(given, people)
    np.testing.assert_array_equal(given.bundle.labels, days[whose])
    pairs = {(number, place // 2) for number, place in zip(given.bundle.groups, whose, strict=True)}
    assert len(pairs) == N_PEOPLE // 2
    # A person's number does not follow the order of the table.
    assert any(number != place for number, place in pairs)


def share_singled_out(sent, known):
    """Return the share of persons whose label, as the list has it, is that of one sent row."""
    values, counts = np.unique(sent, return_counts=True)
    alone = values[counts == 1]
    return float(np.mean(np.isin(known, alone)))


def test_a_stay_in_minutes_finds_most_patients_and_in_days_almost_none(rng):
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    minutes = np.round(rng.exponential(2.0, N_PEOPLE) / A_MINUTE) * A_MINUTE

    def send(step, consents):
        charter = numbers_charter(
            N_FEATURES,
            N_DIMS,
            task="regression",
            label=NumericLabel("stay", step=step, unit="days"),
            consents=consents,
        )
        table = table_of(people, minutes.tolist(), name="stay")
        return contribute(charter, make_pact(), table, site="north", rng=rng)

    accepted = Consents(accept_unique_labels=True)
    off, on = send(A_MINUTE, accepted), send(A_DAY, Consents())
    assert share_singled_out(off.bundle.labels, off.bundle.labels) > 0.6
    assert share_singled_out(on.bundle.labels, np.rint(minutes)) < 0.05
    assert CONSENT_WORDS["accept_unique_labels"] in off.facts.warnings
    with pytest.raises(LabelsSingleOut):
        send(A_MINUTE, Consents())


def test_a_class_that_few_rows_have_is_said_and_stays_home_on_request(rng):
    """Whoever knows that a person died has as many rows to choose from as the site had deaths."""
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    charter = numbers_charter(N_FEATURES, N_DIMS, label=ClassLabel("outcome", ("alive", "dead")))
    table = table_of(people, ["dead"] * 3 + ["alive"] * (N_PEOPLE - 3))

    def send(*, withhold):
        return contribute(
            charter,
            make_pact(),
            table,
            site="north",
            withhold_rare_classes=withhold,
            rng=rng,
        )

    off, on = send(withhold=False), send(withhold=True)
    n_candidates = {
        name: int(np.count_nonzero(given.bundle.labels == 1))
        for name, given in (("off", off), ("on", on))
    }
    assert n_candidates == {"off": 3, "on": 0}
    assert off.facts.rare_classes == on.facts.rare_classes == ("dead",)
    assert any("'dead'" in sentence for sentence in off.facts.warnings)
    assert on.facts.n_withheld == 3


def test_the_scale_of_a_column_is_one_rows_own_value(rng):
    """What one byte a number costs: whoever reads the upload sees the extremes of each column."""
    people = draw_people(rng, N_PEOPLE, N_FEATURES)
    charter = numbers_charter(N_FEATURES, N_DIMS, precision="int8")
    given = contribute(charter, make_pact(), table_of(people), site="north", rng=rng)
    largest = np.abs(given.basis.project(people)).max(axis=0)
    np.testing.assert_allclose(given.bundle.row_scale * LARGEST_INT8, largest)
