import pytest

from concordant.terms.units import CONVERSIONS, Conversion, Spot, guess_conversion

AGREED = {
    "temperature": Spot(37.0, 0.7),
    "weight": Spot(80.0, 13.0),
    "length": Spot(170.0, 10.0),
    "glucose": Spot(110.0, 30.0),
    "creatinine": Spot(1.1, 0.4),
}


def back(conversion: Conversion, spot: Spot) -> Spot:
    """Return where the numbers lay before the conversion."""
    middle = (spot.middle - conversion.shift) / conversion.factor
    return Spot(middle, spot.spread / conversion.factor)


@pytest.mark.parametrize("conversion", CONVERSIONS, ids=lambda one: one.words)
def test_every_conversion_is_recognised_where_it_was_not_made(conversion):
    agreed = AGREED.get(conversion.quantity, Spot(250.0, 20.0))
    if conversion.words == "in °C where °F was agreed":
        agreed = Spot(98.6, 1.3)
    about = conversion.quantity or "something"
    guess = guess_conversion(back(conversion, agreed), agreed, about)
    assert guess is not None
    assert guess.conversion == conversion
    assert guess.is_clear


def test_numbers_as_agreed_raise_no_suspicion():
    for spot in AGREED.values():
        assert guess_conversion(spot, spot) is None


def test_a_children_s_ward_is_younger_and_not_in_another_unit():
    assert guess_conversion(Spot(7.0, 4.0, is_whole=True), Spot(55.0, 18.0), "age") is None


def test_pounds_are_suspected_of_weights_only():
    observed, agreed = Spot(176.0, 33.0), Spot(80.0, 15.0)
    assert guess_conversion(observed, agreed, "body_weight") is not None
    assert guess_conversion(observed, agreed, "heart rate") is None


def test_a_body_s_temperature_is_recognised_without_its_name():
    guess = guess_conversion(Spot(98.6, 1.3), AGREED["temperature"], "x17")
    assert guess is not None
    assert "°F" in guess.conversion.words


def test_small_whole_numbers_are_no_tenths():
    assert guess_conversion(Spot(3.0, 1.5, is_whole=True), Spot(30.0, 15.0)) is None
    assert guess_conversion(Spot(3.0, 1.5), Spot(30.0, 15.0)) is not None


def test_constants_are_compared_with_nothing():
    assert guess_conversion(Spot(370.0, 0.0), AGREED["temperature"]) is None
    assert guess_conversion(Spot(370.0, 7.0), Spot(37.0, 0.0)) is None


def test_a_spread_that_is_off_is_a_suspicion_and_not_clear():
    guess = guess_conversion(Spot(12.0, 300.0), Spot(1.0, 30.0))
    assert guess is not None
    assert not guess.is_clear
