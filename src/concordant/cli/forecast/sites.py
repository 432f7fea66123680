"""Which sites a forecast is for, and how many rows each has.

In:  what was typed for --rows and --sites, and the roster where there is one.
Out: rows by site. Anybody may run this.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from concordant.errors.cli import OptionsContradict
from concordant.errors.communication import RowsNotUnderstood, SitesNotCounted
from concordant.terms.roster import Roster, require_site

ASSUMED_ROWS = 1_000


@dataclass(frozen=True, slots=True)
class Rows:
    """What ``--rows`` says: a count for every site, counts by name, or both."""

    for_all: int | None
    by_name: dict[str, int]


def read_rows(given: Iterable[str]) -> Rows:
    """Return the counts in the texts; lists with commas and repeated options are one.

    >>> read_rows(["1000", "north=800,west=0"])
    Rows(for_all=1000, by_name={'north': 800, 'west': 0})
    """
    for_all: int | None = None
    by_name: dict[str, int] = {}
    for text in given:
        for part in text.split(","):
            name, sign, count = part.strip().rpartition("=")
            if not (count.strip().isascii() and count.strip().isdigit()):
                raise RowsNotUnderstood(given=text)
            twice = name in by_name if sign else for_all is not None
            if twice or (sign and not name):
                raise RowsNotUnderstood(given=text)
            if sign:
                by_name[name] = int(count)
            else:
                for_all = int(count)
    return Rows(for_all, by_name)


def count_rows(
    rows: Rows, *, n_sites: int | None, roster: Roster | None, charter_path: Path
) -> dict[str, int]:
    """Return the rows of each site: of ``--sites`` of them, else of the roster, else by name."""
    for name in rows.by_name:
        require_site(roster if n_sites is None else None, name)
    names = _name_sites(rows, n_sites, roster)
    if not names:
        raise SitesNotCounted(path=str(charter_path))
    assumed = ASSUMED_ROWS if rows.for_all is None else rows.for_all
    return {name: rows.by_name.get(name, assumed) for name in names}


def is_assumed(rows: Rows, names: Iterable[str]) -> bool:
    """Tell whether nobody said how many rows some of these sites have."""
    return rows.for_all is None and any(name not in rows.by_name for name in names)


def _name_sites(rows: Rows, n_sites: int | None, roster: Roster | None) -> list[str]:
    if n_sites is None:
        return list(roster.sites if roster is not None else rows.by_name if _is_whole(rows) else ())
    named = list(rows.by_name)
    if len(named) > n_sites:
        raise OptionsContradict(
            problem=f"--rows names {len(named)} sites, and --sites says {n_sites}.",
            advice="Leave --sites out, or name fewer.",
        )
    numbered = (f"site-{number}" for number in range(1, n_sites + 1))
    others = [name for name in numbered if name not in rows.by_name]
    return named + others[: n_sites - len(named)]


def _is_whole(rows: Rows) -> bool:
    # "--rows 1000 --rows north=800" speaks of sites that nobody counted.
    return rows.for_all is None
