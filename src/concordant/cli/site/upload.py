"""The file that leaves a site: where it goes, whether the name is free, what was written.

In:  the folder of the uploads.
Out: sentences with the path, the size and the SHA-256. Only a site runs this.
"""

from pathlib import Path
from typing import Any, Literal

import click

from concordant.cli.console import Screen
from concordant.cli.options import FILE
from concordant.cli.sizes import say_bytes
from concordant.errors.cli import OptionsContradict
from concordant.errors.files import NotAFolder
from concordant.files.atomic import require_free
from concordant.transport.folder.layout import file_name
from concordant.transport.folder.site import Uploaded

upload_out_option = click.option(
    "--out",
    "inbox",
    type=FILE,
    required=True,
    help="The folder that travels to the analyst; it is made if it is not there.",
)


def require_free_name(
    inbox: Path, site: str, kind: Literal["view", "bundle"], *, force: bool
) -> Path:
    """Return the path of the upload; refuse before any work if it cannot be written there."""
    if inbox.exists() and not inbox.is_dir():
        raise NotAFolder(path=str(inbox))
    target = inbox / file_name(site, kind)
    require_free(target, force=force)
    return target


def require_apart(inbox: Path, *secrets: Path | None) -> None:
    """Refuse a folder for the analyst that holds a secret of the site, or lies in its vault."""
    travels = inbox.resolve()
    for secret in (path.resolve() for path in secrets if path is not None):
        if secret.is_relative_to(travels) or travels.is_relative_to(secret):
            raise OptionsContradict(
                problem=f"{inbox} goes to the analyst, and the site's secret {secret.name} is in "
                "the same place.",
                advice="Keep the vault and the pact apart from the folder that travels.",
            )


def say_uploaded(screen: Screen, uploaded: Uploaded) -> None:
    """Say what was written, so that the receiver's copy can be compared with it."""
    screen.tell(f"Written: {uploaded.path} ({say_bytes(uploaded.n_bytes)})", style="bold")
    screen.tell(f"SHA-256: {uploaded.sha256}")


def uploaded_record(uploaded: Uploaded) -> dict[str, Any]:
    """Return the same as plain data, for ``--json``."""
    return {
        "path": str(uploaded.path),
        "n_bytes": uploaded.n_bytes,
        "sha256": uploaded.sha256,
    }
