"""A stamp fits the terms that were confirmed, and no others; the person's words stay."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from concordant.errors.terms import CharterEdited, CharterMismatch, CharterNotConfirmed
from concordant.terms.charter_text import decode_charter, encode_charter
from concordant.terms.confirm import require_confirmed, stamp_confirmation
from tests.studies import make_charter
from tests.terms.charters import charters

CHARTER = make_charter(confirm=False)
TEXT = encode_charter(CHARTER)


@settings(max_examples=25, deadline=None)
@given(charters())
def test_a_stamped_text_holds_the_terms_and_their_digest(make):
    charter = make()
    stamped = decode_charter(stamp_confirmation(encode_charter(charter), charter, 7))
    require_confirmed(stamped)
    assert replace(stamped, confirmed=charter.confirmed) == charter
    assert stamped.confirmed is not None
    assert stamped.confirmed.version == 7


def test_unconfirmed_terms_are_refused():
    with pytest.raises(CharterNotConfirmed):
        require_confirmed(CHARTER)


def test_terms_edited_after_the_stamp_are_refused_with_both_digests():
    stamped = stamp_confirmation(TEXT, CHARTER, 1)
    edited = decode_charter(stamped.replace("dims = 4", "dims = 5"))
    with pytest.raises(CharterEdited) as refused:
        require_confirmed(edited)
    assert refused.value.facts["confirmed"] == CHARTER.terms_digest
    assert refused.value.facts["actual"] == edited.terms_digest
    assert refused.value.facts["next_version"] == 2


def test_comments_edited_after_the_stamp_are_nobodys_business():
    stamped = stamp_confirmation(TEXT, CHARTER, 1)
    require_confirmed(decode_charter(stamped.replace("# ", "# well, ")))


@pytest.mark.parametrize(
    "dress",
    [
        lambda text: text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("[projection]", "   # mine\n[projection] # my words"),
        lambda text: text.rstrip(),
        lambda text: text + "\n\n# the end\n\n",
    ],
    ids=["plain", "dos", "mark", "comments", "no last line end", "words at the end"],
)
def test_stamping_touches_nothing_but_the_stamp(dress):
    text = dress(TEXT)
    first = stamp_confirmation(text, CHARTER, 1)
    assert first.startswith(text.rstrip())
    assert first.count("\n") - first.count("\r\n") == (0 if "\r\n" in text else first.count("\n"))
    edited = first.replace("dims = 4", "dims = 5")
    second = stamp_confirmation(edited, decode_charter(edited), 2)
    changed = [
        (old, new)
        for old, new in zip(edited.splitlines(), second.splitlines(), strict=True)
        if old != new
    ]
    assert [new.split(" = ")[0] for _, new in changed] == ["version", "terms_digest"]
    require_confirmed(decode_charter(second))


@pytest.mark.parametrize(
    "stamp",
    [
        'confirmed = { version = 1, terms_digest = "DIGEST" }\n',
        'confirmed.version = 1 # once\nconfirmed.terms_digest = "DIGEST"\n',
    ],
)
def test_a_stamp_in_another_layout_is_replaced(stamp):
    text = TEXT.replace("format = 1\n", "format = 1\n" + stamp.replace("DIGEST", "0" * 64))
    charter = decode_charter(text)
    require_confirmed(decode_charter(stamp_confirmation(text, charter, 3)))


def test_a_stamp_in_the_middle_is_replaced_where_it_stands():
    stamped = stamp_confirmation(TEXT, CHARTER, 1)
    block = stamped[stamped.index("[confirmed]") :]
    text = stamped.replace(block, "").replace("[label]", f"{block}\n[label]")
    again = stamp_confirmation(text, decode_charter(text), 2)
    assert again.index("[confirmed]") < again.index("[label]")
    require_confirmed(decode_charter(again))


def test_text_and_charter_must_be_the_same_terms():
    with pytest.raises(CharterMismatch):
        stamp_confirmation(TEXT, replace(CHARTER, n_dims=3), 1)
