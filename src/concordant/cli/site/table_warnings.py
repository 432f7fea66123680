"""Say what somebody should look at in a table before its rows are used.

In:  the charter and the table.
Out: a note for each agreed column that is not there or looks like another unit, also as plain
     data; no cell. Only a site runs this.
"""

from concordant.cli.console import Screen
from concordant.terms.charter import Charter
from concordant.terms.table import Table
from concordant.terms.table_warnings import table_warnings


def say_warnings(screen: Screen, charter: Charter, table: Table) -> list[str]:
    """Print every warning about the table's columns, and return them for ``--json``."""
    warnings = table_warnings(charter, table)
    for warning in warnings:
        screen.warn(warning)
    return list(warnings)
