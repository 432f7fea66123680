"""``concordant pact check``: a fingerprint to compare with the other sites.

In:  the pact that a site holds, the charter, the public notice.
Out: words that are safe to read aloud; nothing is written unless asked. Only sites run this.
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
)
from concordant.cli.site.pact_at_hand import find_pact, pact_option
from concordant.cli.study import notice_beside, open_study, read_notice
from concordant.files.atomic import write_bytes_atomically
from concordant.site.pact import pact_notice, require_noticed
from concordant.terms.notice import encode_notice


@click.command(
    cls=Command,
    examples="""
concordant pact check --charter charter.toml --pact pact.key
concordant pact check --charter charter.toml --vault vault --json
""",
)
@charter_option
@pact_option
@click.option("--vault", type=FILE, help="The vault that holds the pact.")
@notice_option
@click.option(
    "--write-notice",
    is_flag=True,
    help="Write the public notice anew, after a new version of the charter (the maker only).",
)
@open_store_option
@force_option
@json_option
def check(
    charter_path: Path,
    pact_path: Path | None,
    vault: Path | None,
    notice_path: Path | None,
    *,
    write_notice: bool,
    accept_open: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Show the fingerprint of pact and terms, to read aloud to the other sites.

    Equal words mean an equal pact and equal terms. The words give nothing away.
    """
    screen = Screen(as_json)
    charter = open_study(charter_path).charter
    pact = find_pact(charter, pact_path, vault, accept_open=accept_open)
    if write_notice:
        target = notice_path or notice_beside(charter_path)
        write_bytes_atomically(target, encode_notice(pact_notice(pact, charter)), force=force)
        screen.tell(f"public  {target}: for everybody, together with the charter.")
    notice = read_notice(charter_path, notice_path)
    if notice is not None:
        require_noticed(pact, charter, notice)
    fingerprint = pact.fingerprint(charter)
    screen.tell(f"Fingerprint to read aloud: {fingerprint}")
    if notice is None:
        screen.warn("there is no pact.notice to compare with; ask the maker of the pact for it.")
    else:
        screen.tell("It is the pact that the study's notice speaks of.")
    screen.answer({"fingerprint": fingerprint, "noticed": notice is not None})
