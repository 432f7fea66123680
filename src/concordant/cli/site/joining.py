"""What a site needs before it can send anything: confirmed terms, its name, the right pact.

In:  the paths that the options name.
Out: the open study with its pact and vault; nothing is written. Only a site runs this.
"""

from dataclasses import dataclass, field
from pathlib import Path

from concordant.cli.console import Screen
from concordant.cli.site.pact_at_hand import find_pact
from concordant.cli.study import Study, open_study, read_notice, require_no_rehearsal
from concordant.site.pact import Pact, require_noticed
from concordant.site.vault import Vault
from concordant.terms.roster import require_site


@dataclass(frozen=True, slots=True)
class Joining:
    """A site that is ready to send: its study, its pact and its vault."""

    study: Study
    site: str
    pact: Pact = field(repr=False)
    vault: Vault = field(repr=False)
    noticed: bool


def join_study(
    site: str,
    charter_path: Path,
    *,
    roster_path: Path | None,
    notice_path: Path | None,
    pact_path: Path | None,
    vault_path: Path,
    accept_open: bool,
) -> Joining:
    """Open everything that a site needs before it sends; the pact is held against the notice."""
    study = open_study(charter_path, roster_path)
    require_no_rehearsal(study)
    require_site(study.roster, site)
    pact = find_pact(study.charter, pact_path, vault_path, accept_open=accept_open)
    notice = read_notice(charter_path, notice_path)
    if notice is not None:
        require_noticed(pact, study.charter, notice)
    vault = Vault(vault_path, accept_open=accept_open)
    return Joining(study, site, pact, vault, noticed=notice is not None)


def say_joining(screen: Screen, joining: Joining) -> None:
    """Say for which study the site is about to send, and what could not be held against it."""
    charter = joining.study.charter
    screen.tell(f"Site {joining.site}, study {charter.study or charter.study_id[:8]}")
    if not joining.noticed:
        screen.warn(
            "there is no pact.notice beside the charter, so a wrong pact would not be noticed "
            "here; compare `concordant pact check` with another site."
        )
    if joining.study.roster is None:
        screen.warn("there is no roster, so the site's name was not held against one.")
