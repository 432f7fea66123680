"""The option that chooses how views are aligned.

In:  nothing.
Out: a click option. The analyst runs this.
"""

from typing import get_args

import click

from concordant.analyst.verdicts import Method

method_option = click.option(
    "--method",
    type=click.Choice(get_args(Method)),
    default="auto",
    show_default=True,
    help="How the sites are aligned: ours, or one of the published methods.",
)
