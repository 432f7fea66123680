"""Write the roster beside a drafted charter, or leave the one that is there.

In:  the names of the sites and the roster's path.
Out: a plan, carried out after the charter is written. Anybody may run this.
"""

from dataclasses import dataclass
from pathlib import Path

from concordant.cli.study import MAX_CHARTER_BYTES
from concordant.errors.cli import OptionsContradict
from concordant.errors.terms import RosterUnreadable
from concordant.files.atomic import write_text_atomically
from concordant.files.reading import read_text_bounded
from concordant.terms.roster import Roster, decode_roster, encode_roster


@dataclass(frozen=True, slots=True)
class RosterPlan:
    """The roster of the study, and whether its file is still to be written."""

    path: Path
    roster: Roster
    is_new: bool

    def carry_out(self, *, force: bool) -> None:
        """Write the roster where it is new."""
        if self.is_new:
            write_text_atomically(self.path, encode_roster(self.roster), force=force)


def plan_roster(sites: tuple[str, ...], path: Path, *, force: bool) -> RosterPlan:
    """Return what to do: a roster of the same sites stays, another one only gives way to force."""
    if not path.exists():
        return RosterPlan(path, Roster(1, sites), is_new=True)
    try:
        there = decode_roster(read_text_bounded(path, MAX_CHARTER_BYTES, "roster"))
    except RosterUnreadable:
        if not force:
            raise
        return RosterPlan(path, Roster(1, sites), is_new=True)
    if set(there.sites) == set(sites):
        return RosterPlan(path, there, is_new=False)
    if not force:
        raise OptionsContradict(
            problem=f"{path} already lists other sites than --sites names.",
            advice="Name another file with --roster, or overwrite this one with --force.",
        )
    return RosterPlan(path, Roster(there.number + 1, sites), is_new=True)
