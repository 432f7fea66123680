"""Find the pact that a site holds.

In:  paths of a pact file and a vault.
Out: a Pact; nothing is written. Only sites run this.
"""

from pathlib import Path

import click

from concordant.cli.options import FILE
from concordant.errors.cli import OptionsContradict
from concordant.files.private import require_private_file
from concordant.files.reading import read_bounded
from concordant.site.pact import Pact, decode_pact
from concordant.site.pact_text import MAX_FILE_BYTES
from concordant.site.vault import Vault
from concordant.terms.charter import Charter

pact_option = click.option(
    "--pact", "pact_path", type=FILE, help="The study's pact; by default the one in the vault."
)


def read_pact_file(path: Path, study_id: str | None = None, *, accept_open: bool = False) -> Pact:
    """Read a pact file that nobody else can read."""
    content = read_bounded(path, MAX_FILE_BYTES, "pact")
    require_private_file(path, accept_open=accept_open)
    return decode_pact(content, study_id)


def find_pact(
    charter: Charter, pact_path: Path | None, vault: Path | None, *, accept_open: bool
) -> Pact:
    """Return the pact from its file, or the one that the vault keeps for this study."""
    if pact_path is not None:
        return read_pact_file(pact_path, charter.study_id, accept_open=accept_open)
    if vault is None:
        raise OptionsContradict(
            problem="Neither a pact nor a vault was given.",
            advice="Give the pact with --pact, or the vault that holds it with --vault.",
        )
    return Vault(vault, accept_open=accept_open).read_pact(charter)
