"""``concordant site predict``: predict new rows at home.

In:  charter, vault, the return, new rows.
Out: a CSV of predictions; nothing is sent. A site runs this.
"""

from collections import Counter
from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.lazy import Command
from concordant.cli.options import (
    FILE,
    charter_option,
    force_option,
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
from concordant.cli.site.prediction_text import encode_predictions
from concordant.cli.site.table_warnings import say_warnings
from concordant.cli.sizes import say_count, say_number
from concordant.cli.study import open_study, say_consents
from concordant.cli.table_text import TableText, table_text_options
from concordant.errors.cli import OptionsContradict, UnknownIdColumn
from concordant.files.atomic import require_free, write_text_atomically
from concordant.site.predict import Predictions, Unencodable
from concordant.site.predict import predict as predict_rows
from concordant.terms.listing import list_some
from concordant.terms.table import Table
from concordant.transport.folder.site import read_return


@click.command(
    cls=Command,
    examples="""
concordant site predict --charter charter.toml --site north --vault vault --return run/returns/north.return --table new.csv --out predicted.csv
concordant site predict --charter charter.toml --site north --vault vault --return run/returns/north.return --table new.csv --id x0 --out predicted.csv --force --json
""",  # noqa: E501  an example is one line
)
@charter_option
@site_option
@vault_option
@return_option
@table_option
@click.option("--out", type=FILE, required=True, help="The predictions, as CSV.")
@click.option("--id", "id_column", help="A column of the table to copy beside each prediction.")
@unencodable_option
@allow_type_option
@release_option
@table_text_options
@open_store_option
@force_option
@json_option
def predict(
    *,
    charter_path: Path,
    site: str,
    vault: Path,
    return_path: Path,
    table_path: Path,
    out: Path,
    id_column: str | None,
    unencodable: Unencodable,
    allow_types: tuple[str, ...],
    release: int | None,
    table_text: TableText,
    accept_open: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Predict new rows with the model that came back. Nothing is sent.

    Writes one line per row, in the table's order: `row` (from 1), the column named by `--id`,
    `prediction`, and for classes `probability_CLASS`. The label column may be there or not; it
    is not read. No row is left out: one that holds what the terms refuse stops the command, or
    has empty cells with `--unencodable blank`.
    """
    screen = Screen(as_json)
    _require_free(out, table_path, return_path, charter_path, force=force)
    charter = open_study(charter_path).charter
    kept = find_release(charter, vault, site, release, accept_open=accept_open)
    returned = read_return(return_path, charter)
    table = table_text.read(table_path)
    ids = _ids(table, id_column)
    with screen.progress("Predicting"):
        predictions = predict_rows(
            charter,
            kept.basis,
            returned,
            table,
            sent=kept.envelope,
            unencodable=unencodable,
            allow_types=allow_types,
        )
    text = encode_predictions(predictions, id_name=id_column, ids=ids)
    write_text_atomically(out, text, force=force)
    say_consents(screen, charter)
    warnings = say_warnings(screen, charter, table)
    screen.tell(f"{say_count(len(predictions.blank), 'row')} predicted: {out}")
    for what, told in _summary(predictions).items():
        screen.tell(f"  {what}: {told if isinstance(told, int) else say_number(told)}")
    if predictions.n_blank:
        screen.warn(
            f"{say_count(predictions.n_blank, 'row')} could not be encoded and have no "
            "prediction; `concordant site check` names the columns."
        )
    screen.answer(
        {
            "out": str(out),
            "n_rows": len(predictions.blank),
            "n_blank": predictions.n_blank,
            "release": kept.envelope.release,
            "predicted": _summary(predictions),
            "warnings": warnings,
        }
    )


def _require_free(out: Path, *inputs: Path, force: bool) -> None:
    """Refuse to overwrite a file without ``force``, and what is read here even with it."""
    require_free(out, force=force)
    if out.exists() and out.resolve() in {path.resolve() for path in inputs}:
        raise OptionsContradict(
            problem=f"{out} is read by this command and would be overwritten.",
            advice="Choose another name for the predictions with --out.",
        )


def _ids(table: Table, column: str | None) -> list[str | None]:
    if column is None:
        return []
    if column not in table.columns:
        raise UnknownIdColumn(column=column, columns=list_some(table.columns, most=30))
    return table.spellings(column)


def _summary(predictions: Predictions) -> dict[str, int | float]:
    """Return how often each class was predicted, or where the predicted numbers lie."""
    if predictions.codes is not None:
        counts = Counter(label for label in predictions.labels if label is not None)
        return {name: counts[name] for name in predictions.classes}
    told = [value for value in predictions.labels if isinstance(value, float)]
    if not told:
        return {}
    return {
        "smallest": min(told),
        "mean": sum(told) / len(told),
        "largest": max(told),
    }
