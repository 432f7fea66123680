"""``concordant charter check``: every fault of a charter at once.

In:  a charter, and the roster beside it.
Out: a table of faults; nothing is written. Anybody may run this.
"""

from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, json_option, roster_option
from concordant.cli.study import read_charter_text, read_roster, say_consents
from concordant.errors.cli import CharterFaulty
from concordant.errors.terms import CharterUnreadable
from concordant.terms.charter import Charter
from concordant.terms.charter_check import check_charter
from concordant.terms.charter_text import decode_charter
from concordant.terms.faults import Fault


@click.command(
    cls=Command,
    examples="""
concordant charter check charter.toml
concordant charter check charter.toml --json
""",
)
@click.argument("charter_path", metavar="CHARTER", type=FILE)
@roster_option
@json_option
def check(charter_path: Path, roster_path: Path | None, *, as_json: bool) -> None:
    """List every fault of a charter at once."""
    screen = Screen(as_json)
    text = read_charter_text(charter_path)
    roster = read_roster(charter_path, roster_path)
    charter, faults = _examine(text)
    if charter is not None:
        faults = check_charter(charter, roster)
    if faults:
        screen.table(
            f"Faults in {charter_path}",
            ("where", "line", "found", "what to do"),
            [(f.where, f.line or "", f.found, f.remedy) for f in faults],
        )
        raise _refusal(charter_path, faults)
    assert charter is not None  # noqa: S101 - without faults it was read
    _tell(screen, charter, charter_path, n_sites=len(roster.sites) if roster else None)


def _examine(text: str) -> tuple[Charter | None, tuple[Fault, ...]]:
    try:
        return decode_charter(text), ()
    except CharterUnreadable as unreadable:
        return None, unreadable.faults


def _refusal(path: Path, faults: tuple[Fault, ...]) -> CharterFaulty:
    # The table above already shows them, so the sentence only counts them.
    refusal = CharterFaulty(path=str(path), count=len(faults), listing="see above")
    refusal.faults = faults
    return refusal


def _tell(screen: Screen, charter: Charter, path: Path, n_sites: int | None) -> None:
    stamp = charter.confirmed
    is_current = stamp is not None and stamp.terms_digest == charter.terms_digest
    screen.tell(f"No fault was found in {path}.")
    say_consents(screen, charter)
    if n_sites is None:
        screen.warn("there is no roster, so nobody can tell which site is missing.")
    if stamp is None:
        screen.tell("Not confirmed yet: `concordant charter confirm` stamps it.")
    elif is_current:
        screen.tell(f"Confirmed as version {stamp.version}.")
    else:
        screen.tell(
            f"Edited after version {stamp.version} was confirmed: "
            "`concordant charter confirm` makes it a new version."
        )
    screen.answer(
        {
            "charter": str(path),
            "faults": [],
            "terms_digest": charter.terms_digest,
            "confirmed": is_current,
            "version": stamp.version if stamp else None,
            "consents": list(charter.consents.spoken()),
            "n_sites": n_sites,
        }
    )
