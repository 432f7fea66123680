"""Say which rows belong to one person, where the charter names a group column.

In:  a Charter and a Table.
Out: one key a row. The keys are raw cells: they stay at the site, which sends random integers.
"""

from concordant.errors.terms import GroupColumnMissing, GroupMissing
from concordant.terms.charter import Charter
from concordant.terms.table import Table


def group_keys(charter: Charter, table: Table) -> list[str] | None:
    """Return the canonical text of the group column, or None when the charter has no group."""
    if charter.group is None:
        return None
    if charter.group not in table.columns:
        raise GroupColumnMissing(column=charter.group)
    keys = table.texts(charter.group)
    present = [key for key in keys if key is not None]
    if len(present) < len(keys):
        count = len(keys) - len(present)
        raise GroupMissing(column=charter.group, count=count, n_rows=len(keys))
    return present
