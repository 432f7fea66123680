"""``concordant charter confirm``: stamp the terms that everybody agreed on.

In:  a charter without faults, and a yes.
Out: the same file with a version and the digest of its terms. Anybody may run this.
"""

from pathlib import Path

import click

from concordant.cli.charter.summary import roster_record, show_summary
from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, json_option, roster_option, yes_option
from concordant.cli.study import read_charter_text, read_roster, require_faultless
from concordant.files.atomic import write_text_atomically
from concordant.terms.charter import Charter
from concordant.terms.charter_text import decode_charter
from concordant.terms.confirm import stamp_confirmation
from concordant.terms.roster import Roster


@click.command(
    cls=Command,
    examples="""
concordant charter confirm charter.toml --yes
""",
)
@click.argument("charter_path", metavar="CHARTER", type=FILE)
@roster_option
@yes_option
@json_option
def confirm(charter_path: Path, roster_path: Path | None, *, yes: bool, as_json: bool) -> None:
    """Stamp the terms with a version and their digest, once everybody agrees.

    Comments may be edited afterwards. An edit of the terms is refused by every other command
    until it is confirmed as a new version; uploads made under the old version do not fit it.
    """
    screen = Screen(as_json)
    text = read_charter_text(charter_path)
    charter = decode_charter(text)
    roster = read_roster(charter_path, roster_path)
    require_faultless(charter_path, charter, roster)
    show_summary(screen, charter, roster)
    stamp = charter.confirmed
    if stamp is not None and stamp.terms_digest == charter.terms_digest:
        screen.tell(f"Confirmed already, as version {stamp.version}. Nothing was changed.")
        screen.answer(_record(charter, roster, charter_path, stamp.version))
        return
    version = 1 if stamp is None else stamp.version + 1
    if stamp is not None:
        screen.warn(
            f"the terms were edited after version {stamp.version}; "
            "uploads and returns of that version will not fit the new one."
        )
    screen.ask_yes(f"Confirm these terms as version {version}?", yes=yes)
    write_text_atomically(charter_path, stamp_confirmation(text, charter, version), force=True)
    screen.tell(f"Confirmed as version {version}: {charter.terms_digest[:16]}")
    screen.tell(
        "Send this file to all sites and the analyst. Comments may still change; "
        "another edit will be refused until it is confirmed as a new version."
    )
    if stamp is not None:
        screen.tell(
            "The pact stays as it is; whoever made it writes its notice anew: "
            "`concordant pact check --write-notice --force`."
        )
    screen.answer(_record(charter, roster, charter_path, version))


def _record(charter: Charter, roster: Roster | None, path: Path, version: int) -> dict[str, object]:
    return {
        "charter": str(path),
        "version": version,
        "terms_digest": charter.terms_digest,
        "roster": roster_record(roster),
    }
