"""``concordant pact import``: put the study's secret into this site's vault.

In:  a pact file from any carrier, or 24 words.
Out: the pact in the vault, owner-only. Only sites run this.
"""

from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    force_option,
    json_option,
    notice_option,
    open_store_option,
    vault_option,
)
from concordant.cli.study import open_study, read_notice, say_consents
from concordant.errors.cli import OptionsContradict
from concordant.files.reading import read_bounded
from concordant.site.pact import Pact, decode_pact, require_noticed
from concordant.site.pact_text import MAX_FILE_BYTES
from concordant.site.vault import Vault


@click.command(
    cls=Command,
    name="import",
    examples="""
concordant pact import pact.key --charter charter.toml --vault new-vault
""",
)
@click.argument("source", metavar="[FILE]", type=FILE, required=False)
@click.option("--words", is_flag=True, help="Type the 24 words instead of giving a file.")
@charter_option
@vault_option
@notice_option
@open_store_option
@force_option
@json_option
def import_pact(
    source: Path | None,
    charter_path: Path,
    vault: Path,
    notice_path: Path | None,
    *,
    words: bool,
    accept_open: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Put the pact into this site's vault, from a file or from 24 words.

    The file may come from a stick that knows no permissions; in the vault it is readable to
    you alone. Afterwards the commands find it there, and `--pact` can be left out.
    """
    screen = Screen(as_json)
    if (source is None) == (not words):
        raise OptionsContradict(
            problem="A pact comes either from a file or from words.",
            advice="Give the file, or --words without a file.",
        )
    charter = open_study(charter_path).charter
    if source is None:
        pact = Pact.from_words(screen.read_line("The 24 words, in one line:"))
    else:
        pact = decode_pact(read_bounded(source, MAX_FILE_BYTES, "pact"), charter.study_id)
    notice = read_notice(charter_path, notice_path)
    if notice is not None:
        require_noticed(pact, charter, notice)
    Vault(vault, accept_open=accept_open).store_pact(charter, pact, force=force)
    say_consents(screen, charter)
    fingerprint = pact.fingerprint(charter)
    screen.tell(f"The pact is in the vault {vault}, readable to you alone.")
    screen.tell(f"Fingerprint to compare on the telephone: {fingerprint}")
    if notice is None:
        screen.warn("there is no pact.notice to compare with; ask the maker of the pact for it.")
    else:
        screen.tell("It is the pact that the study's notice speaks of.")
    if source is not None:
        screen.tell(f"Now delete {source}, also from the stick: the vault's copy is enough.")
    screen.answer({"vault": str(vault), "fingerprint": fingerprint, "noticed": notice is not None})
