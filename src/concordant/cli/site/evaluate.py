"""``concordant site evaluate``: score the model on labelled rows, and beside it the site alone.

In:  charter, vault, the return, labelled rows that were kept back; for the comparison the
     site's own rows.
Out: scores with 95 % intervals on the screen; nothing is written, nothing is sent. A site runs
     this.
"""

from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    json_option,
    open_store_option,
    site_option,
    table_option,
    vault_option,
)
from concordant.cli.site.kept_release import (
    allow_type_option,
    find_release,
    release_option,
    return_option,
    unencodable_option,
)
from concordant.cli.site.table_warnings import say_warnings
from concordant.cli.sizes import say_count, say_number
from concordant.cli.study import open_study, say_consents
from concordant.cli.table_text import TableText, table_text_options
from concordant.site.evaluate import Evaluation
from concordant.site.evaluate import evaluate as evaluate_rows
from concordant.site.predict import Unencodable
from concordant.terms.intervals import Score
from concordant.terms.plain_data import without_nan
from concordant.transport.folder.site import read_return


@click.command(
    cls=Command,
    examples="""
concordant site evaluate --charter charter.toml --site north --vault vault --return run/returns/north.return --table new.csv
concordant site evaluate --charter charter.toml --site north --vault vault --return run/returns/north.return --table new.csv --own-rows north.csv --json
""",  # noqa: E501  an example is one line
)
@charter_option
@site_option
@vault_option
@return_option
@table_option
@click.option(
    "--own-rows",
    "own_path",
    type=FILE,
    help="The rows that this site contributed, to train the same model on them alone.",
)
@unencodable_option
@allow_type_option
@release_option
@click.option("--seed", type=int, default=0, show_default=True, help="For the resampling.")
@table_text_options
@open_store_option
@json_option
def evaluate(
    *,
    charter_path: Path,
    site: str,
    vault: Path,
    return_path: Path,
    table_path: Path,
    own_path: Path | None,
    unencodable: Unencodable,
    allow_types: tuple[str, ...],
    release: int | None,
    seed: int,
    table_text: TableText,
    accept_open: bool,
    as_json: bool,
) -> None:
    """Score the model on labelled rows of this site. Nothing is written or sent.

    Use rows that were kept back: rows that the model was trained on flatter it. With
    `--own-rows`, the same model is trained on this site's rows alone, and the difference is
    what the collaboration gained here.
    """
    screen = Screen(as_json)
    charter = open_study(charter_path).charter
    kept = find_release(charter, vault, site, release, accept_open=accept_open)
    returned = read_return(return_path, charter)
    table = table_text.read(table_path)
    own = None
    if own_path is not None:
        own = table_text.read(own_path)
    with screen.progress("Scoring"):
        found = evaluate_rows(
            charter,
            kept.basis,
            returned,
            table,
            sent=kept.envelope,
            own_table=own,
            seed=seed,
            unencodable=unencodable,
            allow_types=allow_types,
        )
    say_consents(screen, charter)
    warnings = say_warnings(screen, charter, table)
    _show(screen, found, site, returned.recipe_name)
    screen.answer(
        {
            "site": site,
            "model": returned.recipe_name,
            "n_rows": found.n_rows,
            "n_blank": found.n_blank,
            "n_own_rows": found.n_own_rows,
            "n_seen": found.n_seen,
            "together": _records(found.together),
            "alone": None if found.alone is None else _records(found.alone),
            "gains": None if found.gains is None else _records(found.gains),
            "why_not_alone": found.why_not_alone,
            "warnings": warnings,
        }
    )


def _show(screen: Screen, found: Evaluation, site: str, model: str) -> None:
    alone = {score.name: score for score in found.alone or ()}
    gains = {score.name: score for score in found.gains or ()}
    heads: tuple[str, ...] = ("measure", "together", "95 %")
    rows: list[tuple[str, ...]] = [(score.name, *_cells(score)) for score in found.together]
    if alone:
        heads = (*heads, "alone", "95 %", "gain", "95 %")
        rows = [
            (*row, *_cells(alone.get(row[0])), *_cells(gains.get(row[0]), signed=True))
            for row in rows
        ]
    screen.table(f"{site}: {model} on {say_count(found.n_rows, 'labelled row')}", heads, rows)
    if found.n_blank:
        screen.warn(f"{say_count(found.n_blank, 'row')} could not be encoded and are not scored.")
    if found.n_seen:
        screen.warn(
            f"{say_count(found.n_seen, 'labelled row')} can be found among the own rows too; "
            "rows that a model was trained on flatter it, together and alone."
        )
    if found.why_not_alone:
        screen.tell(f"Nothing stands beside it: {found.why_not_alone}")
    for gain in gains.values():
        screen.tell(_in_words(gain))
    how = sorted({score.interval for score in found.together})
    screen.tell(f"The intervals hold in 95 of 100 cases ({', '.join(how)}). Nothing was sent.")


def _cells(score: Score | None, *, signed: bool = False) -> tuple[str, str]:
    if score is None:
        return "-", "-"
    return say_number(score.value, signed=signed), _interval(score, signed=signed)


def _interval(score: Score, *, signed: bool = False) -> str:
    if not (isfinite(score.low) and isfinite(score.high)):
        return "-"
    low, high = (say_number(bound, signed=signed) for bound in (score.low, score.high))
    return f"{low} to {high}"


def _in_words(gain: Score) -> str:
    """Say what a paired difference allows to be said, and no more; positive is better."""
    if gain.value == 0.0 and not isfinite(gain.low):
        return f"{gain.name}: the same together and alone on these rows."
    if not (isfinite(gain.low) and isfinite(gain.high)):
        return f"{gain.name}: the rows do not tell whether anything was gained."
    if gain.low <= 0 <= gain.high:
        return f"{gain.name}: together and alone cannot be told apart on these rows."
    return f"{gain.name}: {'better' if gain.value > 0 else 'WORSE'} together than alone."


def _records(scores: tuple[Score, ...]) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = without_nan([asdict(score) for score in scores])
    return plain
