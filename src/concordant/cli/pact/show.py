"""``concordant pact show``: the secret as words, for the telephone.

In:  a pact file.
Out: 24 words on the screen, after a yes. Only sites run this.
"""

from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, json_option, open_store_option, yes_option
from concordant.cli.site.pact_at_hand import read_pact_file

COLUMNS = 4


@click.command(
    cls=Command,
    examples="""
concordant pact show pact.key --words --yes
""",
)
@click.argument("pact_path", metavar="PACT", type=FILE)
@click.option("--words", is_flag=True, required=True, help="Show the secret as 24 words.")
@open_store_option
@yes_option
@json_option
def show(pact_path: Path, *, words: bool, accept_open: bool, yes: bool, as_json: bool) -> None:
    """Show the pact as 24 words, to read to another site on the telephone.

    The words are the secret itself: whoever has them and can read the uploads can undo the
    projection of every site. Read them to sites only, never to the analyst, and do not send
    them by e-mail.
    """
    del words
    screen = Screen(as_json)
    pact = read_pact_file(pact_path, accept_open=accept_open)
    screen.ask_yes("This shows the secret on the screen. Is nobody else looking?", yes=yes)
    spoken = pact.words()
    numbered = [f"{place:2}. {word}" for place, word in enumerate(spoken.split(), start=1)]
    for start in range(0, len(numbered), COLUMNS):
        screen.tell("  ".join(f"{word:<12}" for word in numbered[start : start + COLUMNS]).rstrip())
    screen.tell("For sites only. The analyst must never get these words.")
    screen.answer({"words": spoken})
