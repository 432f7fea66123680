"""``concordant site inspect``: what is in a file that crossed, or will cross, the wall.

In:  a bundle, view, span or return; no charter and no secret.
Out: its arrays, what they tell, its envelope and its SHA-256; nothing is written. Anybody may
     run this.
"""

import hashlib
from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, json_option
from concordant.cli.site.show_leaving import leaving_record, show_leaving
from concordant.cli.sizes import say_bytes
from concordant.files.reading import open_ordinary
from concordant.wire.codec import ALL_KINDS, read_message, span_fingerprint
from concordant.wire.limits import Limits
from concordant.wire.messages import AgreedSpan, Message
from concordant.wire.words import fingerprint_words


@click.command(
    cls=Command,
    examples="""
concordant site inspect inbox/north.bundle
concordant site inspect run/returns/north.return --json
""",
)
@click.argument("path", metavar="FILE", type=FILE)
@json_option
def inspect(path: Path, *, as_json: bool) -> None:
    """Show what is in a bundle, a view, a span or a return.

    Every array is read and held against its digest first; a damaged file is refused by the
    name of the field. Nothing is written, and no charter is needed: whether the file fits a
    study is for `analyst check`, or for the site's own commands, to say.
    """
    screen = Screen(as_json)
    with open_ordinary(path, "file") as file:
        message = read_message(file, limits=Limits(), kinds=ALL_KINDS)
        file.seek(0)
        digest, n_bytes = hashlib.file_digest(file, "sha256").hexdigest(), file.tell()
    show_leaving(screen, message, title=f"{path.name}: a {message.kind}")
    screen.tell(f"File: {say_bytes(n_bytes)}, SHA-256 {digest}")
    words = _span_words(message)
    if words is not None:
        screen.tell(f"Words of the agreed span, to compare by telephone: {words}")
    screen.answer(
        {
            "file": str(path),
            "kind": message.kind,
            "n_bytes": n_bytes,
            "sha256": digest,
            "span_words": words,
            **leaving_record(message),
        }
    )


def _span_words(message: Message) -> str | None:
    if isinstance(message, AgreedSpan):
        return fingerprint_words(span_fingerprint(message))
    return None if message.envelope.span is None else fingerprint_words(message.envelope.span)
