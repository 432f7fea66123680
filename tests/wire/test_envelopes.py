import pytest

from concordant.errors.wire import UNKNOWN_SENDER, WHOLE_STUDY, BundleField
from concordant.wire.envelopes import MOST_RELEASES, decode_envelope, encode_envelope, sender
from tests.messages import KINDS, make_envelope


def fields(kind: str, **changes: object) -> dict[str, object]:
    return {**encode_envelope(make_envelope(kind)), "kind": kind, **changes}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("span", [None, "e" * 64])
@pytest.mark.parametrize("rehearsal", [True, False])
def test_an_envelope_is_read_back(kind, span, rehearsal):
    envelope = make_envelope(kind, span=span, rehearsal=rehearsal)
    assert decode_envelope({**encode_envelope(envelope), "kind": kind}) == envelope


def test_a_span_belongs_to_the_whole_study():
    assert sender(make_envelope("span")) == WHOLE_STUDY
    assert sender(make_envelope("view")) == "north"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("study", "0" * 31),
        ("study", "G" * 32),
        ("study", None),
        ("terms", "0" * 63),
        ("terms", 5),
        ("release", 0),
        ("release", -1),
        ("release", 1.5),
        ("release", True),
        ("release", MOST_RELEASES + 1),
        ("tag", ""),
        ("tag", "B" * 64),
        ("span", ""),
        ("span", False),
        ("rehearsal", 0),
        ("rehearsal", None),
        ("sealing", None),
        ("sealing", "hpke"),
    ],
)
def test_a_broken_field_is_refused_by_the_name_of_site_and_field(field, value):
    with pytest.raises(BundleField) as caught:
        decode_envelope(fields("bundle", **{field: value}))
    assert caught.value.facts["field"] == field
    assert caught.value.facts["site"] == "north"


@pytest.mark.parametrize("site", ["", "North", "-north", "n" * 33, "a\x1b[2J", None, 7])
def test_a_site_without_a_proper_name_is_an_unknown_sender(site):
    with pytest.raises(BundleField, match=UNKNOWN_SENDER) as caught:
        decode_envelope(fields("bundle", site=site))
    assert caught.value.facts["field"] == "site"


def test_a_span_names_no_site():
    with pytest.raises(BundleField, match="empty"):
        decode_envelope(fields("span", site="north"))


@pytest.mark.parametrize("kind", ["view", "span"])
def test_what_is_not_released_has_no_number(kind):
    with pytest.raises(BundleField, match="release"):
        decode_envelope(fields(kind, release=1))
