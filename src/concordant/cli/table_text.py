"""How a text table is spelled, where a person has to say so.

In:  the three options that every command with a table has.
Out: the Table, read accordingly. Anybody may run this.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from concordant.terms.table import Table


@dataclass(frozen=True, slots=True)
class TableText:
    """What separates cells, starts decimals and encodes letters; None is recognised."""

    delimiter: str | None
    decimal: str | None
    encoding: str | None

    def read(self, path: Path) -> "Table":
        """Return the table in the file."""
        from concordant.terms.table import read_table

        return read_table(
            path, delimiter=self.delimiter, encoding=self.encoding, decimal=self.decimal
        )


def table_text_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the three options to a command, which gets them together as ``table_text``."""

    @click.option(
        "--delimiter", help="What separates the cells of a text table; recognised unless given."
    )
    @click.option(
        "--decimal", help="The decimal sign of a text table, '.' or ','; recognised unless given."
    )
    @click.option(
        "--encoding", help="The encoding of a text table, such as utf-8; recognised unless given."
    )
    @functools.wraps(command)
    def spelled(
        *, delimiter: str | None, decimal: str | None, encoding: str | None, **others: Any
    ) -> Any:
        return command(table_text=TableText(delimiter, decimal, encoding), **others)

    return spelled
