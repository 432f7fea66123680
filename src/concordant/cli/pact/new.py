"""``concordant pact new``: make the secret of a study.

In:  a confirmed charter.
Out: ``pact.key``, owner-only, and the public ``pact.notice``. One site runs this.
"""

from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, charter_option, force_option, json_option
from concordant.cli.study import notice_beside, open_study, say_consents
from concordant.files.atomic import require_free, write_bytes_atomically
from concordant.site.pact import Pact, encode_pact, pact_notice
from concordant.terms.notice import encode_notice


@click.command(
    cls=Command,
    examples="""
concordant pact new --charter charter.toml --out new.key --notice new.notice
""",
)
@charter_option
@click.option("--out", type=FILE, required=True, help="The pact's file, for example pact.key.")
@click.option("--notice", "notice_path", type=FILE, help="By default beside the charter.")
@force_option
@json_option
def new(
    charter_path: Path, out: Path, notice_path: Path | None, *, force: bool, as_json: bool
) -> None:
    """Make the pact of a study: 32 random bytes that all sites share.

    One site does this, once. Hand the pact to the other sites by a way that the analyst cannot
    read: a stick, or its 24 words on the telephone. The analyst must never get it. The notice
    is public: it goes to everybody together with the charter.
    """
    screen = Screen(as_json)
    study = open_study(charter_path)
    notice_path = notice_path or notice_beside(charter_path)
    for path in (out, notice_path):
        require_free(path, force=force)
    pact = Pact.new()
    # The notice first: it can be made again from a pact, and a pact that is replaced from nothing.
    notice = encode_notice(pact_notice(pact, study.charter))
    write_bytes_atomically(notice_path, notice, force=force)
    try:
        write_bytes_atomically(
            out, encode_pact(pact, study.charter.study_id), force=force, private=True
        )
    except BaseException:
        if not force:
            notice_path.unlink(missing_ok=True)
        raise
    say_consents(screen, study.charter)
    words = pact.fingerprint(study.charter)
    screen.tell(f"SECRET  {out}: for the other sites only. The analyst must never get it.")
    screen.tell(f"public  {notice_path}: for everybody, together with the charter.")
    screen.tell(f"Fingerprint to read aloud to the other sites: {words}")
    screen.tell("Next: hand over the secret (a stick, or `concordant pact show --words`).")
    screen.answer({"pact": str(out), "notice": str(notice_path), "fingerprint": words})
