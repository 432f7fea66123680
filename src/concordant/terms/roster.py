"""Keep the list of member sites, apart from the terms.

In:  a number and site names, or the text of ``roster.toml``.
Out: a frozen Roster with its own digest; admitting a site never changes the terms digest.
Anybody may run this.
"""

import difflib
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from concordant.errors.terms import (
    CharterUnreadable,
    RosterUnreadable,
    SiteNameRefused,
    SiteNotInRoster,
)
from concordant.terms.charter_section import shorten
from concordant.terms.charter_toml import KeyLines, parse_toml
from concordant.terms.digest import content_digest
from concordant.terms.faults import Fault, list_faults
from concordant.terms.listing import list_some
from concordant.wire.rules import SITE_NAME, matches

FORMAT = 1
MAX_SITES = 10_000
MAX_BYTES = 4 * 1024 * 1024

# A key of another form is shown quoted: it may hold line breaks.
_KEY = re.compile(r"[\w-]{1,40}")
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
        faults = _roster_faults(
            {"format": FORMAT, "number": self.number, "sites": self.sites}, KeyLines("")
        )
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
    if not matches(SITE_NAME, name):
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
        hint=f"nearest: {near[0]}" if near else f"it names {list_some(roster.sites, most=12)}",
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
        data, lines = parse_toml(text)
    except CharterUnreadable as error:
        remedy = "A roster has format, number and sites; look for a missing quote or comma."
        _refuse([replace(fault, where="roster", remedy=remedy) for fault in error.faults])
    _refuse(_roster_faults(data, lines))
    return Roster(number=data["number"], sites=tuple(data["sites"]))


def _refuse(faults: list[Fault]) -> None:
    if faults:
        error = RosterUnreadable(n_faults=len(faults), listing=list_faults(faults))
        error.faults = tuple(faults)
        raise error


def _roster_faults(data: dict[str, Any], lines: KeyLines) -> list[Fault]:
    def fault(key: str, found: str, remedy: str) -> Fault:
        shown = key if _KEY.fullmatch(key) else shorten(key)
        return Fault(shown, lines.find((key,)), found, remedy)

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
