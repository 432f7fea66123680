import json

import pytest

from concordant.errors.drafting import ProfileUnreadable
from concordant.terms.profile import profile_table
from concordant.terms.profile_facts import ColumnProfile, Profile
from concordant.terms.profile_text import MOST_CHARACTERS, decode_profile, encode_profile
from tests.studies import make_table


@pytest.fixture
def text(rng):
    return encode_profile(profile_table(make_table(rng, 300)))


def test_a_profile_survives_its_text(rng):
    described = profile_table(make_table(rng, 300))
    assert decode_profile(encode_profile(described)) == described
    few = Profile(60, 10, (ColumnProfile("id", "identifier", reason="it counts"),))
    assert decode_profile(encode_profile(few)) == few


def test_a_byte_order_mark_is_forgiven(text):
    assert decode_profile("\ufeff" + text) == decode_profile(text)


def altered(text, alter):
    data = json.loads(text)
    alter(data)
    return json.dumps(data)


def numbers_of(data):
    return next(column["numbers"] for column in data["columns"] if "numbers" in column)


def levels_of(data):
    return next(column for column in data["columns"] if "levels" in column)


def months_of(data):
    return next(column for column in data["columns"] if "months" in column)


ALTERATIONS = {
    "another format": lambda data: data.update(concordant_profile=2),
    "no format": lambda data: data.pop("concordant_profile"),
    "a key too many": lambda data: data.update(cells=[1, 2]),
    "a column's key too many": lambda data: data["columns"][0].update(cells=[1]),
    "no list of columns": lambda data: data.update(columns={}),
    "a column that is none": lambda data: data["columns"].append(3),
    "a column twice": lambda data: data["columns"].append(data["columns"][0]),
    "an unknown kind": lambda data: data["columns"][0].update(kind="picture"),
    "a kind that is no text": lambda data: data["columns"][0].update(kind=[]),
    "an empty name": lambda data: data["columns"][0].update(name=" "),
    "a name with a line break": lambda data: data["columns"][0].update(name="a\nb"),
    "a share above one": lambda data: data["columns"][0].update(share_missing=1.5),
    "a share that is true": lambda data: data["columns"][0].update(share_missing=True),
    "a negative count": lambda data: data.update(rows_about=-1),
    "a smallest count of none": lambda data: data.update(min_count=0),
    "a fact too many": lambda data: numbers_of(data).update(least=3),
    "a fact missing": lambda data: numbers_of(data).pop("centre"),
    "a negative scale": lambda data: numbers_of(data).update(scale=-1.0),
    "an endless number": lambda data: numbers_of(data).update(high=1e301),
    "percentiles out of order": lambda data: numbers_of(data).update(low=1e9),
    "quantiles that are none": lambda data: numbers_of(data).update(quantiles=[1, 2]),
    "quantiles of words": lambda data: numbers_of(data).update(quantiles=["a"] * 5),
    "facts that are a list": lambda data: levels_of(data).update(numbers=[]),
    "levels that are a list": lambda data: levels_of(data).update(levels=["a"]),
    "a level without a count": lambda data: levels_of(data).update(levels={"a": "many"}),
    "too many levels": lambda data: levels_of(data).update(
        levels=dict.fromkeys(map(str, range(201)), 10)
    ),
    "months out of order": lambda data: months_of(data).update(months=["2022-02", "2021-01"]),
    "one month": lambda data: months_of(data).update(months=["2021-01"]),
    "a thirteenth month": lambda data: months_of(data).update(months=["2021-13", "2021-14"]),
    "too many columns": lambda data: data.update(columns=[{}] * 20_001),
}


@pytest.mark.parametrize("name", ALTERATIONS)
def test_what_does_not_follow_the_format_is_refused(text, name):
    with pytest.raises(ProfileUnreadable):
        decode_profile(altered(text, ALTERATIONS[name]))


@pytest.mark.parametrize(
    "hostile",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        '{"concordant_profile": 1, "concordant_profile": 1}',
        '{"concordant_profile": NaN}',
        "age,sex\n1,2\n",
    ],
    ids=["nothing", "torn", "list", "null", "deep", "twins", "nan", "table"],
)
def test_hostile_texts_are_refused_in_two_sentences(hostile):
    with pytest.raises(ProfileUnreadable):
        decode_profile(hostile)


def test_an_endless_text_is_refused_unread():
    with pytest.raises(ProfileUnreadable, match="too long"):
        decode_profile(" " * (MOST_CHARACTERS + 1))


def test_a_refusal_names_the_place(text):
    with pytest.raises(ProfileUnreadable, match="column 1, share_missing"):
        decode_profile(altered(text, ALTERATIONS["a share above one"]))


def test_a_refusal_repeats_nothing_of_the_file(text):
    hostile = altered(text, lambda data: data["columns"][0].update(canary7731="canary7731"))
    with pytest.raises(ProfileUnreadable) as refusal:
        decode_profile(hostile)
    assert "canary" not in str(refusal.value)
