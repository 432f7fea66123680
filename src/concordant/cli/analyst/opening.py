"""Open a study as the analyst: its public files, and a look at what should not lie there.

In:  paths of a charter, a roster, a notice, an inbox.
Out: confirmed terms that are not a rehearsal's; notes on secrets that the analyst could read.
     Nothing secret is opened. The analyst runs this.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from concordant.cli.console import Screen
from concordant.cli.study import open_study, read_notice, require_no_rehearsal, say_consents
from concordant.files.private import is_readable_secret
from concordant.terms.charter import Charter
from concordant.terms.listing import list_some
from concordant.terms.notice import PactNotice
from concordant.terms.roster import Roster
from concordant.wire.rules import STUDY_ID, matches

_PACT_ENDING = ".key"
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class AnalystStudy:
    """What the analyst knows of a study before any upload is opened."""

    charter: Charter
    roster: Roster | None
    notice: PactNotice | None


def open_as_analyst(
    screen: Screen,
    charter_path: Path,
    *,
    roster_path: Path | None,
    notice_path: Path | None,
    inbox: Path,
) -> AnalystStudy:
    """Open the terms, say which risks they take, and warn of secrets within reach."""
    study = open_study(charter_path, roster_path)
    require_no_rehearsal(study)
    notice = read_notice(charter_path, notice_path)
    say_consents(screen, study.charter)
    if not study.charter.rehearsal:
        _warn_of_secrets(screen, readable_secrets((charter_path.parent, inbox)))
    if notice is None:
        screen.warn(
            "there is no pact.notice beside the charter, so uploads are only held against each "
            "other; ask the maker of the pact for it."
        )
    return AnalystStudy(study.charter, study.roster, notice)


def _warn_of_secrets(screen: Screen, paths: list[Path]) -> None:
    if paths:
        screen.warn(
            f"you can read {list_some([str(path) for path in paths], most=_MOST_NAMED)}. Secrets "
            "of the sites: with them and the uploads the analyst comes close to every row. Have "
            "them taken away, and tell the sites."
        )


def readable_secrets(folders: Iterable[Path]) -> list[Path]:
    """Return pact files and vaults in these folders that this user could open, by name only."""
    found = []
    for folder in {place.resolve(): place for place in folders}.values():
        if not folder.is_dir():
            continue
        for path in sorted(folder.iterdir()):
            is_pact = path.suffix.lower() == _PACT_ENDING
            if (is_pact or is_vault(path)) and is_readable_secret(path):
                found.append(path)
    return found


def is_vault(path: Path) -> bool:
    """Tell whether a folder is a site's vault, which holds a folder named by a study id."""
    if not path.is_dir() or not is_readable_secret(path):
        return False
    with suppress(OSError):
        return any(matches(STUDY_ID, inside.name) for inside in path.iterdir())
    return False
