"""The command ``concordant``: its groups, its version, and what happens when one fails.

In:  the words of the call.
Out: an exit code. Anybody may run this; a role's code is loaded when its group is asked for.
"""

import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from concordant import __version__
from concordant.cli.console import forgive_code_pages, quiet_pipes
from concordant.cli.failures import report_failure
from concordant.cli.lazy import Entry, LazyGroup


def _charter() -> click.Command:
    from concordant.cli.charter.group import charter

    return charter


def _pact() -> click.Command:
    from concordant.cli.pact.group import pact

    return pact


def _site() -> click.Command:
    from concordant.cli.site.group import site

    return site


def _analyst() -> click.Command:
    from concordant.cli.analyst.group import analyst

    return analyst


def _forecast() -> click.Command:
    from concordant.cli.forecast.command import forecast

    return forecast


def _rehearse() -> click.Command:
    from concordant.cli.rehearse.command import rehearse

    return rehearse


def _demo() -> click.Command:
    from concordant.cli.demo.command import demo

    return demo


ENTRIES = {
    "charter": Entry("The agreed terms of a study: draft, check, confirm, show.", _charter),
    "pact": Entry("The secret that all sites share and the analyst never gets.", _pact),
    "site": Entry("What a site does: check its table, contribute, predict.", _site),
    "analyst": Entry("What the analyst does: check uploads, agree a span, train.", _analyst),
    "forecast": Entry(
        "What a study would move, in bytes and time, before there is one.", _forecast
    ),
    "rehearse": Entry("What would working together bring, on a table of your own?", _rehearse),
    "demo": Entry("Play a whole collaboration on this machine in a minute.", _demo),
}


class Root(LazyGroup):
    """The outermost group: every failure below it ends as two sentences."""

    def main(self, *call: Any, standalone_mode: bool = True, **choices: Any) -> Any:
        """Run one call and turn its end into an exit code."""
        given = call[0] if call else choices.pop("args", None)
        words = list(sys.argv[1:] if given is None else given)
        choices["prog_name"] = "concordant"
        try:
            ending = super().main(given, standalone_mode=False, **choices)
            code = ending if isinstance(ending, int) else 0
        except (Exception, KeyboardInterrupt) as fault:  # noqa: BLE001 - the last door
            code = 0 if isinstance(fault, BrokenPipeError) else report_failure(fault, words)
        quiet_pipes()
        if standalone_mode:
            sys.exit(code)
        return code


@click.group(
    cls=Root,
    entries=ENTRIES,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="concordant %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error; it may show data.")
@click.pass_context
def concordant(context: click.Context, *, debug: bool) -> None:
    """Train one model from tables that stay with their owners.

    Each site sends a projected copy of its rows once, the analyst aligns and trains, and each
    site predicts at home. Begin with `concordant demo`.
    """
    del debug
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run one call of the command line, by default that of this process, and end the process."""
    given = list(sys.argv[1:] if words is None else words)
    forgive_code_pages()
    if "--debug" not in given:
        # What a library mutters is for its developers; what matters to people we say ourselves.
        warnings.simplefilter("ignore")
    concordant(given)
    raise SystemExit(0)
