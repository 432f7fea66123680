"""Find what this site kept when it contributed; the options of whoever uses a return.

In:  the path of a vault.
Out: the secret basis with its envelope; nothing is written. Only a site runs this.
"""

from pathlib import Path

import click

from concordant.cli.options import FILE
from concordant.site.vault import KeptRelease, Vault
from concordant.terms.charter import Charter
from concordant.terms.roster import require_site_name

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

allow_type_option = click.option(
    "--allow-type",
    "allow_types",
    metavar="NAME",
    multiple=True,
    help="A type that this site trusts in a model that comes as an archive (skops) instead of "
    "ONNX, by its full name; may be given again.",
)


def find_release(
    charter: Charter, vault: Path, site: str, release: int | None, *, accept_open: bool
) -> KeptRelease:
    """Return the basis and the envelope of a release that left."""
    require_site_name(site)
    return Vault(vault, accept_open=accept_open).read_release(charter, site, release)
