"""Find what this site kept when it contributed, and the return that answers it.

In:  paths of a vault and a return.
Out: the secret basis with its envelope, and a checked return; nothing is written. Only a site
     runs this.
"""

from pathlib import Path

import click

from concordant.cli.options import FILE
from concordant.site.vault import KeptRelease, Vault
from concordant.terms.charter import Charter
from concordant.terms.roster import require_site_name
from concordant.transport.folder.site import read_return
from concordant.wire.messages import ReturnBundle

return_option = click.option(
    "--return",
    "return_path",
    type=FILE,
    required=True,
    help="What the analyst sent back, for example north.return.",
)
release_option = click.option(
    "--release",
    type=click.IntRange(min=1),
    help="Which release the return answers; by default the latest.",
)
unencodable_option = click.option(
    "--unencodable",
    type=click.Choice(["refuse", "blank"]),
    default="refuse",
    show_default=True,
    help="Rows that hold what the terms refuse: refuse the table, or leave them blank.",
)


def find_release(
    charter: Charter, vault: Path, site: str, release: int | None, *, accept_open: bool
) -> KeptRelease:
    """Return the basis and the envelope of a release that left."""
    require_site_name(site)
    return Vault(vault, accept_open=accept_open).read_release(charter, site, release)


def open_return(path: Path, charter: Charter) -> ReturnBundle:
    """Read the return, every byte checked."""
    return read_return(path, charter)
