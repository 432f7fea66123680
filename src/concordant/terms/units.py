"""Tell whether two sets of numbers look like one quantity in two units.

In:  where the numbers lie (a middle and a spread) at one place and where they were agreed to lie.
Out: the conversion that explains the difference, or None. Anybody may run this.

A difference alone is no evidence: a children's ward is younger than the others. A conversion is
named only when the plain reading does not fit and the converted one does, in place and in spread.
"""

import re
from dataclasses import dataclass
from typing import Literal

FAR = 3.0
RATHER_FAR = 2.0
NEAR = 0.75
SPREAD_OFF = 5.0
SPREAD_NEAR = 2.2
NARROW = 50.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Where numbers lie: ``middle`` and ``spread`` (about a standard deviation).

    ``is_whole``: none of them has decimals.
    """

    middle: float
    spread: float
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Conversion:
    """``agreed = value * factor + shift``; ``words`` tell the difference to a person.

    ``quantity`` is what the column must be about (empty: anything), see ``QUANTITIES``.
    """

    words: str
    factor: float
    shift: float = 0.0
    quantity: str = ""

    def apply(self, spot: Spot) -> Spot:
        """Return where the numbers would lie after the conversion."""
        return Spot(spot.middle * self.factor + self.shift, spot.spread * abs(self.factor))


@dataclass(frozen=True, slots=True)
class UnitGuess:
    """A conversion that fits; ``is_clear`` when the plain reading is out of the question."""

    conversion: Conversion
    is_clear: bool


# What a column's name or unit says when it is about that quantity.
QUANTITIES = {
    "weight": re.compile(r"weight|gewicht|poids|peso|mass|\bkgs?\b|\blbs?\b|\bbw\b|\bwt\b"),
    "length": re.compile(r"height|length|size|stature|circum|\bcm\b|\binch|\bht\b|gr[öo](ß|ss)e"),
    "temperature": re.compile(r"temp|fever|celsius|fahrenheit|°"),
    "glucose": re.compile(r"gluc|gluk|glyc|sugar|zucker"),
    "creatinine": re.compile(r"creat|kreat"),
}
BODY_HEAT = ((30.0, 45.0), (86.0, 113.0))

# In the order of preference: the first of equally good ones is named.
CONVERSIONS = (
    Conversion("about 10 times too large", 1 / 10),
    Conversion("about 100 times too large", 1 / 100),
    Conversion("about 1000 times too large", 1 / 1000),
    Conversion("about 10 times too small", 10.0),
    Conversion("about 100 times too small", 100.0),
    Conversion("about 1000 times too small", 1000.0),
    Conversion("in °F where °C was agreed", 5 / 9, -160 / 9, "temperature"),
    Conversion("in °C where °F was agreed", 9 / 5, 32.0, "temperature"),
    Conversion("in kg where lb was agreed", 2.20462, 0.0, "weight"),
    Conversion("in lb where kg was agreed", 1 / 2.20462, 0.0, "weight"),
    Conversion("in cm where inches were agreed", 1 / 2.54, 0.0, "length"),
    Conversion("in inches where cm were agreed", 2.54, 0.0, "length"),
    Conversion("in mmol/L where mg/dL was agreed", 18.016, 0.0, "glucose"),
    Conversion("in mg/dL where mmol/L was agreed", 1 / 18.016, 0.0, "glucose"),
    Conversion("in µmol/L where mg/dL was agreed", 1 / 88.42, 0.0, "creatinine"),
    Conversion("in mg/dL where µmol/L was agreed", 88.42, 0.0, "creatinine"),
)
TEN = 10.0
Strength = Literal["none", "some", "clear"]


def guess_conversion(observed: Spot, agreed: Spot, about: str = "") -> UnitGuess | None:
    """Return the conversion that brings ``observed`` to where ``agreed`` lies, or None.

    ``about`` is the column's name and unit: pounds are suspected of weights only.

    >>> guess_conversion(Spot(98.6, 1.3), Spot(37.0, 0.7)).conversion.words
    'in °F where °C was agreed'
    """
    strength = _strangeness(observed, agreed)
    if strength == "none":
        return None
    fitting = [
        (_distance(conversion.apply(observed), agreed), place, conversion)
        for place, conversion in enumerate(CONVERSIONS)
        if _concerns(conversion, about, agreed) and _fits(conversion, observed, agreed)
    ]
    if not fitting:
        return None
    return UnitGuess(min(fitting)[2], is_clear=strength == "clear")


def _strangeness(observed: Spot, agreed: Spot) -> Strength:
    """Say how badly the numbers fit as they are."""
    if observed.spread <= 0 or agreed.spread <= 0:
        return "none"
    away = abs(observed.middle - agreed.middle) / agreed.spread
    ratio = observed.spread / agreed.spread
    spread_is_off = not 1 / SPREAD_OFF <= ratio <= SPREAD_OFF
    if away > FAR or (away > RATHER_FAR and spread_is_off):
        return "clear"
    return "some" if spread_is_off or away > RATHER_FAR else "none"


def _concerns(conversion: Conversion, about: str, agreed: Spot) -> bool:
    if not conversion.quantity:
        return True
    if QUANTITIES[conversion.quantity].search(about.casefold().replace("_", " ")):
        return True
    # A body's temperature is recognised without its name.
    is_heat = conversion.quantity == "temperature"
    return is_heat and any(low <= agreed.middle <= high for low, high in BODY_HEAT)


def _fits(conversion: Conversion, observed: Spot, agreed: Spot) -> bool:
    # Whole numbers times ten would all end in a zero: no measured unit looks like that.
    narrow_whole = observed.is_whole and observed.spread < NARROW
    if conversion.factor >= TEN and not conversion.quantity and narrow_whole:
        return False
    converted = conversion.apply(observed)
    ratio = converted.spread / agreed.spread
    near = abs(converted.middle - agreed.middle) <= NEAR * agreed.spread
    return near and 1 / SPREAD_NEAR <= ratio <= SPREAD_NEAR


def _distance(converted: Spot, agreed: Spot) -> float:
    ratio = converted.spread / agreed.spread
    return abs(converted.middle - agreed.middle) / agreed.spread + abs(ratio - 1)
