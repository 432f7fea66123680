"""Keep the list of member sites, apart from the terms.

In:  a number and site names, or the text of ``roster.toml``.
Out: a frozen Roster with its own digest; admitting a site never changes the terms digest.
Anybody may run this.
"""

import difflib
import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from concordant.errors.terms import RosterUnreadable, SiteNameRefused, SiteNotInRoster
from concordant.terms.digest import content_digest
from concordant.terms.faults import Fault, list_faults

FORMAT = 1
MAX_SITES = 10_000
MAX_BYTES = 4 * 1024 * 1024

_RULE = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
# Windows keeps these for devices, with any extension: NUL.bundle is the null device.
_RESERVED = frozenset({"con", "prn", "aux", "nul"}) | {
    f"{device}{digit}" for device in ("com", "lpt") for digit in range(10)
}


@dataclass(frozen=True)
class Roster:
    """The member sites, in order; ``number`` counts its editions from 1."""

    number: int
    sites: tuple[str, ...]

    def __post_init__(self) -> None:
        faults = _roster_faults({"format": FORMAT, "number": self.number, "sites": self.sites}, "")
        _refuse(faults)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical content, in hexadecimal."""
        content = {"format": FORMAT, "number": self.number, "sites": list(self.sites)}
        return content_digest(content)


def site_name_fault(name: str) -> str | None:
    """Return why ``name`` cannot be a site's name, or None when it can.

    >>> site_name_fault("st-mary-2") is None, site_name_fault("nul")
    (True, 'Windows keeps this name for a device')
    """
    if not _RULE.fullmatch(name):
        return "it breaks the rule for names"
    if name in _RESERVED:
        return "Windows keeps this name for a device"
    return None


def require_site_name(name: str) -> None:
    """Refuse a name that breaks the rule ``[a-z0-9][a-z0-9-]{0,31}`` or that Windows reserves."""
    reason = site_name_fault(name)
    if reason is not None:
        raise SiteNameRefused(site=name[:80], reason=reason)


def require_site(roster: Roster | None, name: str) -> None:
    """Refuse a name that is not in the roster; without a roster any proper name will do."""
    require_site_name(name)
    if roster is None or name in roster.sites:
        return
    near = difflib.get_close_matches(name, roster.sites, n=1)
    raise SiteNotInRoster(
        site=name,
        number=roster.number,
        n_sites=len(roster.sites),
        nearest=near[0] if near else "none is near",
    )


def encode_roster(roster: Roster) -> str:
    """Return the text of ``roster.toml``."""
    listed = "\n".join(f'  "{site}",' for site in roster.sites)
    return (
        "# The roster: which sites belong to the study. It is not part of the terms:\n"
        "# admitting a site makes a new number here and voids nobody's upload.\n"
        f"format = {FORMAT}\n"
        "# Count up by one with every change.\n"
        f"number = {roster.number}\n"
        "# 1 to 32 of a-z, 0-9 and '-', starting with a letter or a digit.\n"
        f"sites = [\n{listed}\n]\n"
    )


def decode_roster(text: str) -> Roster:
    """Return the roster in ``text``, or refuse it with all its faults.

    >>> decode_roster(encode_roster(Roster(1, ("a", "b")))) == Roster(1, ("a", "b"))
    True
    """
    if len(text) > MAX_BYTES:
        _refuse([Fault("roster", None, "The text is too long.", "Is it the right file?")])
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place[1]) if place else None
        _refuse([Fault("roster", line, "This is not TOML.", "Look for a missing quote or comma.")])
    _refuse(_roster_faults(data, text))
    return Roster(number=data["number"], sites=tuple(data["sites"]))


def _refuse(faults: list[Fault]) -> None:
    if faults:
        error = RosterUnreadable(n_faults=len(faults), listing=list_faults(faults))
        error.faults = tuple(faults)
        raise error


def _roster_faults(data: dict[str, Any], text: str) -> list[Fault]:
    def fault(key: str, found: str, remedy: str) -> Fault:
        place = re.search(rf"^\s*{re.escape(key)}\s*=", text, re.MULTILINE)
        line = text[: place.start()].count("\n") + 1 if place else None
        return Fault(key, line, found, remedy)

    faults = [
        fault(key, "This key is unknown.", "A roster has format, number and sites.")
        for key in data
        if key not in {"format", "number", "sites"}
    ]
    if data.get("format") is not FORMAT:
        faults.append(fault("format", "The format is not known.", f"Write format = {FORMAT}."))
    number = data.get("number")
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number < 2**31:
        faults.append(fault("number", "It is not a count from 1.", "Write number = 1 or more."))
    sites = data.get("sites")
    if not isinstance(sites, list | tuple) or not 1 <= len(sites) <= MAX_SITES:
        remedy = f"List 1 to {MAX_SITES} names."
        return [*faults, fault("sites", "There is no list of site names.", remedy)]
    seen: set[str] = set()
    for index, site in enumerate(sites):
        reason = site_name_fault(site) if isinstance(site, str) else "it is not a text"
        if reason is None and site in seen:
            reason = "it appears twice"
        if reason is not None:
            found = f"Name {index + 1} is refused: {reason}."
            faults.append(fault("sites", found, "Correct it, or take it out."))
        else:
            seen.add(site)
    return faults
