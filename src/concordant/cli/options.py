"""The options that several commands share, so that one word means one thing everywhere.

In:  nothing.
Out: click options. Anybody may run this.
"""

from pathlib import Path

import click

FILE = click.Path(path_type=Path, dir_okay=True)

charter_option = click.option(
    "--charter", "charter_path", type=FILE, required=True, help="The study's charter."
)
roster_option = click.option(
    "--roster",
    "roster_path",
    type=FILE,
    help="The study's roster; by default roster.toml beside the charter, where there is one.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout.")
markdown_option = click.option(
    "--markdown",
    "as_markdown",
    is_flag=True,
    help="The whole report on stdout, as Markdown; what else there is to say goes to stderr.",
)
yes_option = click.option("--yes", is_flag=True, help="Do not ask; go on.")
force_option = click.option("--force", is_flag=True, help="Overwrite files that are there.")
open_store_option = click.option(
    "--accept-open-store",
    "accept_open",
    is_flag=True,
    help="Keep secrets on a file system that knows no permissions (FAT, some network drives).",
)
vault_option = click.option(
    "--vault", type=FILE, required=True, help="This site's private folder for its secrets."
)
site_option = click.option("--site", required=True, help="This site's name in the roster.")
table_option = click.option(
    "--table", "table_path", type=FILE, required=True, help="CSV, TSV, Parquet or Arrow."
)
notice_option = click.option(
    "--notice",
    "notice_path",
    type=FILE,
    help="The public notice; by default pact.notice beside charter.toml, where there is one.",
)
inbox_option = click.option(
    "--inbox", type=FILE, required=True, help="The folder that the sites upload to."
)
partial_option = click.option(
    "--partial", is_flag=True, help="Go on without the sites that are missing or refused."
)
