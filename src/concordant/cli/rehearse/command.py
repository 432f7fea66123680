"""``concordant rehearse``: find out on one's own table what working together would bring.

In:  a table with a label, or a set that scikit-learn carries; what to try, and how often.
Out: a folder with every run, tables, pictures and a page; on the screen the table and what its
     numbers advise. A killed run goes on where it was. Anybody may run this who may see all
     rows; no real study is near.
"""

from typing import Any, get_args

import click

from concordant.cli.lazy import Command
from concordant.cli.options import FILE, force_option, json_option, markdown_option
from concordant.cli.rehearse.option_lists import (
    MEASURES,
    read_anchors,
    read_dims,
    read_list,
    read_spans,
)
from concordant.cli.rehearse.request import Request
from concordant.cli.report_text import open_screen
from concordant.cli.table_text import TableText, table_text_options
from concordant.rehearsal.datasets import DATASETS
from concordant.rehearsal.plan import Condition, Placement
from concordant.terms.charter import Task

MOST_JOBS = 256


@click.command(
    cls=Command,
    examples="""
concordant rehearse --table public.csv --label diagnosis --sites 3 --seeds 2
concordant rehearse --dataset wine --dims 3,6 --seeds 2 --out wine-rehearsal --json
concordant rehearse --list-methods
""",
)
@click.option("--table", "table_path", type=FILE, help="All rows: CSV, TSV, Parquet or Arrow.")
@click.option(
    "--dataset",
    type=click.Choice(DATASETS),
    help="Instead of a table: real rows that scikit-learn carries; nothing is fetched.",
)
@click.option("--label", help="The column to predict.")
@click.option(
    "--task", type=click.Choice(get_args(Task)), help="What the label is; by default guessed."
)
@click.option(
    "--sites",
    "n_sites",
    type=click.IntRange(min=2),
    help="Cut the table into so many sites; by default 6.",
)
@click.option(
    "--site-column", metavar="COLUMN", help="The column that says which site a row belongs to."
)
@click.option(
    "--split",
    metavar="HOW",
    help="How rows are dealt out to sites: iid (the default), by-label, by-column:NAME or "
    "dirichlet:0.3 (the smaller, the more uneven).",
)
@click.option(
    "--test",
    type=click.Choice(get_args(Placement)),
    default="own-site",
    show_default=True,
    help="Who predicts a test row: the site that kept it back, or one drawn at random. It can move "
    "results by 30 points.",
)
@click.option(
    "--methods", callback=read_list, metavar="A,B", help="What to compare; see --list-methods."
)
@click.option(
    "--spans",
    callback=read_spans,
    metavar="A,B",
    help="Of own, shared and agreed; by default all three.",
)
@click.option(
    "--dims",
    callback=read_dims,
    metavar="5,10,20|auto",
    help="How many numbers of each row leave; by default what `charter draft` would propose.",
)
@click.option(
    "--anchors",
    callback=read_anchors,
    metavar="A,B",
    help="Of orthonormal (the default), uniform and gaussian.",
)
@click.option(
    "--condition",
    type=click.Choice(get_args(Condition)),
    help="A condition of the paper's tables, in place of spans.",
)
@click.option(
    "--models",
    callback=read_list,
    metavar="A,B",
    help="As in `analyst train`; by default logistic or ridge.",
)
@click.option(
    "--seeds",
    "n_seeds",
    type=click.IntRange(min=1),
    default=5,
    show_default=True,
    help="How often to cut the table and draw every secret anew.",
)
@click.option(
    "--first-seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of the seeds."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=MOST_JOBS),
    default=1,
    show_default=True,
    help="Processes side by side; they change no number.",
)
@click.option("--group", metavar="COLUMN", help="The person, where one can have several rows.")
@click.option("--ignore", multiple=True, metavar="COLUMN", help="Leave a column out; repeatable.")
@click.option(
    "--extra",
    type=FILE,
    help="A Python file with methods of your own. It is run: never one from another party.",
)
@click.option(
    "--measure",
    type=click.Choice(tuple(MEASURES)),
    help="What to compare by; by default accuracy, or RMSE for numbers.",
)
@click.option(
    "--out",
    type=FILE,
    help="The folder; by default concordant-rehearsal in this folder, or the next free number.",
)
@table_text_options
@click.option(
    "--list-methods",
    is_flag=True,
    help="Print the methods, each with a sentence, and end.",
)
@force_option
@json_option
@markdown_option
def rehearse(
    *,
    table_text: TableText,
    jobs: int,
    list_methods: bool,
    force: bool,
    as_json: bool,
    as_markdown: bool,
    **given: Any,
) -> None:
    """Find out on one table whether working together would help, and by which method.

    The table is cut into sites, which play whole studies in memory, once for each seed. Written
    are every run, tables, pictures and a page; the screen shows the table and what its numbers
    advise. The same command goes on with a rehearsal that was stopped. --force replaces another
    rehearsal in the folder, and nothing else.
    """
    from concordant.cli.rehearse.carry_out import carry_out
    from concordant.cli.rehearse.methods_text import show_methods

    screen = open_screen(as_json=as_json, as_markdown=as_markdown)
    if list_methods:
        show_methods(screen, given["extra"])
        return
    carry_out(screen, Request(table_text=table_text, **given), jobs=jobs, force=force)
