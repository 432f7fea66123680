"""``concordant forecast``: what a study would move, before anybody signs anything.

In:  a charter and rows by site; or the plain counts of a setting.
Out: bytes, break-even rounds against federated averaging, time on the line. Nothing is written
     and no table is read. Anybody may run this.
"""

from pathlib import Path

import click

from concordant.cli.console import Screen
from concordant.cli.forecast.quantities import read_speed, read_time
from concordant.cli.forecast.setting import setting_record, show_setting
from concordant.cli.forecast.sites import ASSUMED_ROWS, Rows, count_rows, is_assumed, read_rows
from concordant.cli.forecast.study import Line, forecast_study, show_study, study_record
from concordant.cli.lazy import Command
from concordant.cli.options import FILE, json_option, roster_option
from concordant.cli.study import read_charter_text, read_roster, require_faultless
from concordant.errors.cli import OptionsContradict
from concordant.terms.charter_text import decode_charter
from concordant.terms.communication import BITS, Setting, require_participation
from concordant.terms.communication_models import network_parameters
from concordant.terms.communication_study import USUAL_ROUNDS
from concordant.terms.roster import MAX_SITES


@click.command(
    cls=Command,
    examples="""
concordant forecast --charter charter.toml --rows 1000
concordant forecast --charter charter.toml --rows north=800,south=1200,west=0 --bandwidth "100 Mbit/s" --json
concordant forecast --features 784 --dims 100 --anchor-rows 1000 --sites 100 --rows 1000 --model-parameters 25000000 --participation 0.1
""",  # noqa: E501  an example is one line
)
@click.option("--charter", "charter_path", type=FILE, help="The study's charter; a draft will do.")
@roster_option
@click.option(
    "--rows",
    "given_rows",
    multiple=True,
    metavar="N|NAME=N,...",
    help=f"Rows of every site, or by name; repeatable. By default {ASSUMED_ROWS:,} each.",
)
@click.option(
    "--sites",
    "n_sites",
    type=click.IntRange(min=2, max=MAX_SITES),
    help="How many sites; by default those of the roster.",
)
@click.option(
    "--model-parameters",
    "n_parameters",
    type=click.IntRange(min=1),
    help="Parameters of the model; by default those of a linear model and of a network with 256 "
    "hidden units (without a charter, of the network).",
)
@click.option(
    "--participation",
    type=float,
    default=1.0,
    show_default=True,
    help="The share of sites in each round of federated averaging.",
)
@click.option(
    "--rounds",
    "n_rounds",
    type=click.IntRange(min=1),
    default=USUAL_ROUNDS,
    show_default=True,
    help="Rounds of federated averaging.",
)
@click.option(
    "--bandwidth",
    default="10 Mbit/s",
    show_default=True,
    help="The narrowest line that all of it goes through, such as the analyst's.",
)
@click.option("--rtt", default="50 ms", show_default=True, help="There and back on that line.")
@click.option(
    "--features", type=click.IntRange(min=1), help="Without a charter: features of a row."
)
@click.option("--dims", type=click.IntRange(min=1), help="Without a charter: dimensions.")
@click.option(
    "--anchor-rows", type=click.IntRange(min=1), help="Without a charter: rows of the anchor."
)
@click.option(
    "--anchor-copies",
    type=click.FloatRange(min=0),
    help="Without a charter: how many copies of the anchor travel; by default one a site.",
)
@click.option(
    "--bits",
    type=click.IntRange(min=1, max=64),
    help=f"Without a charter: bits a number takes; by default {BITS}.",
)
@json_option
def forecast(
    *,
    charter_path: Path | None,
    roster_path: Path | None,
    given_rows: tuple[str, ...],
    n_sites: int | None,
    n_parameters: int | None,
    participation: float,
    n_rounds: int,
    bandwidth: str,
    rtt: str,
    features: int | None,
    dims: int | None,
    anchor_rows: int | None,
    anchor_copies: float | None,
    bits: int | None,
    as_json: bool,
) -> None:
    """Forecast the traffic of a study against federated averaging.

    With a charter it counts our own files to the byte. Without one, it counts as the paper does,
    from --features, --dims, --anchor-rows, --sites and --rows. Nothing is written, and no table
    is read.
    """
    screen = Screen(as_json)
    require_participation(participation)
    line = Line(read_speed(bandwidth), read_time(rtt), participation, n_rounds)
    rows = read_rows(given_rows)
    plain = {
        "--features": features,
        "--dims": dims,
        "--anchor-rows": anchor_rows,
        "--anchor-copies": anchor_copies,
        "--bits": bits,
    }
    if charter_path is not None:
        _require_none(plain)
        _forecast_terms(screen, charter_path, roster_path, rows, n_sites, line, n_parameters)
        return
    if features is None or dims is None or anchor_rows is None or n_sites is None or rows.by_name:
        raise OptionsContradict(
            problem="Without --charter a forecast needs --features, --dims, --anchor-rows and "
            "--sites; and --rows, if given, as one count.",
            advice="Give --charter, or give these.",
        )
    setting = Setting(
        n_sites=n_sites,
        n_rows=ASSUMED_ROWS if rows.for_all is None else rows.for_all,
        n_features=features,
        n_dims=dims,
        n_anchor_rows=anchor_rows,
        n_parameters=n_parameters or network_parameters(features, 1),
        anchor_copies=n_sites if anchor_copies is None else anchor_copies,
        bits=bits or BITS,
    )
    show_setting(screen, setting, line)
    screen.answer(setting_record(setting, line))


def _require_none(plain: dict[str, float | None]) -> None:
    given = [option for option, value in plain.items() if value is not None]
    if given:
        raise OptionsContradict(
            problem=f"--charter settles what {', '.join(given)} would say.",
            advice="Leave them out, or leave --charter out to count as the paper does.",
        )


def _forecast_terms(
    screen: Screen,
    charter_path: Path,
    roster_path: Path | None,
    rows: Rows,
    n_sites: int | None,
    line: Line,
    n_parameters: int | None,
) -> None:
    charter = decode_charter(read_charter_text(charter_path))
    roster = read_roster(charter_path, roster_path)
    # A draft may be forecast; what could never be carried out may not.
    require_faultless(charter_path, charter, None)
    n_rows = count_rows(rows, n_sites=n_sites, roster=roster, charter_path=charter_path)
    found = forecast_study(charter, n_rows, line, n_parameters)
    show_study(screen, found)
    if is_assumed(rows, n_rows):
        screen.warn(
            f"nobody said how many rows some sites have: {ASSUMED_ROWS:,} were assumed. Give "
            "--rows."
        )
    screen.answer(study_record(found))
