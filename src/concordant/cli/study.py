"""Open the public files of a study: its charter and its roster.

In:  paths.
Out: confirmed terms whose faults are all known; nothing is written. Both roles run this.
"""

from dataclasses import dataclass
from pathlib import Path

from concordant.cli.console import Screen
from concordant.errors.cli import CharterFaulty, NoCharter, RehearsalFiles, SpanPlanDiffers
from concordant.files.reading import read_bounded, read_text_bounded
from concordant.terms.charter import Charter, SpanPlan
from concordant.terms.charter_check import check_charter
from concordant.terms.charter_text import decode_charter
from concordant.terms.confirm import require_confirmed
from concordant.terms.consent_words import spoken_consents
from concordant.terms.faults import list_faults
from concordant.terms.notice import MAX_NOTICE_BYTES, PactNotice, decode_notice
from concordant.terms.roster import Roster, decode_roster
from concordant.transport.folder.layout import CHARTER, DEMO, NOTICE, ROSTER

MAX_CHARTER_BYTES = 16 * 1024**2
"""The file by which a demonstration's folder is known; ``concordant demo`` writes it."""


@dataclass(frozen=True, slots=True)
class Study:
    """The public side of a study, as far as it lies here."""

    path: Path
    charter: Charter
    roster: Roster | None


def read_charter_text(path: Path) -> str:
    """Read the text of a charter; a missing one is named."""
    if not path.exists():
        raise NoCharter(path=str(path))
    return read_text_bounded(path, MAX_CHARTER_BYTES, "charter")


def read_roster(charter_path: Path, roster_path: Path | None) -> Roster | None:
    """Read the roster that was named, or the one beside the charter, where there is one."""
    path = roster_path or charter_path.parent / ROSTER
    if roster_path is None and not path.exists():
        return None
    return decode_roster(read_text_bounded(path, MAX_CHARTER_BYTES, "roster"))


def open_study(charter_path: Path, roster_path: Path | None = None) -> Study:
    """Read a charter that was confirmed and has no fault."""
    charter = decode_charter(read_charter_text(charter_path))
    roster = read_roster(charter_path, roster_path)
    require_faultless(charter_path, charter, roster)
    require_confirmed(charter)
    return Study(charter_path, charter, roster)


def notice_beside(charter_path: Path) -> Path:
    """Return where a charter's notice lies: two charters in one folder have one each.

    >>> notice_beside(Path("charter.toml")).name, notice_beside(Path("second.toml")).name
    ('pact.notice', 'second.notice')
    """
    if charter_path.name == CHARTER:
        return charter_path.with_name(NOTICE)
    return charter_path.with_suffix(".notice")


def read_notice(charter_path: Path, notice_path: Path | None) -> PactNotice | None:
    """Read the notice that was named, or the one beside the charter, where there is one."""
    path = notice_path or notice_beside(charter_path)
    if notice_path is None and not path.exists():
        return None
    return decode_notice(read_bounded(path, MAX_NOTICE_BYTES, "notice"))


def require_faultless(path: Path, charter: Charter, roster: Roster | None) -> None:
    """Refuse terms that cannot be carried out, with all their faults."""
    faults = check_charter(charter, roster)
    if faults:
        refusal = CharterFaulty(path=str(path), count=len(faults), listing=list_faults(faults))
        refusal.faults = faults
        raise refusal


def require_no_rehearsal(study: Study) -> None:
    """Refuse a rehearsal's terms outside a demonstration: they ask for none of the consents."""
    if study.charter.rehearsal and not is_demo_folder(study.path.parent):
        raise RehearsalFiles(path=str(study.path))


def is_demo_folder(folder: Path) -> bool:
    """Tell whether a demonstration made this folder, or the one above it."""
    whole = folder.resolve()
    return any((place / DEMO).is_file() for place in (whole, whole.parent))


def require_span_plan(charter: Charter, needed: SpanPlan, *, command: str, advice: str) -> None:
    """Refuse a command that belongs to another span plan than the agreed one."""
    if charter.span != needed:
        raise SpanPlanDiffers(span=charter.span, needed=needed, command=command, advice=advice)


def say_consents(screen: Screen, charter: Charter) -> None:
    """Repeat every risk that the terms take knowingly."""
    for sentence in spoken_consents(charter):
        screen.warn(sentence)
