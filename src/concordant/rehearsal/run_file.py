"""The file of all runs: one line for each way, seed and site, with what they were computed by.

In:  the lines of a rehearsal, its plan and facts.
Out: CSV text, the same bytes for the same lines. Anybody may run this.
"""

import csv
import io
from collections.abc import Sequence

from concordant.rehearsal.plan import Plan
from concordant.rehearsal.rehearsed import Facts
from concordant.rehearsal.run_line import RunLine
from concordant.terms.scores import HIGHER_IS_BETTER

WAY_COLUMNS = ("seed", "method", "model", "span", "anchor", "condition", "dims")
CUT_COLUMNS = ("split", "sites", "test")
ROW_COLUMNS = ("site", "own_rows", "new_rows")
MADE_BY_COLUMNS = ("concordant", "numpy", "scikit_learn", "python", "machine")


def encode_runs(lines: Sequence[RunLine], plan: Plan, facts: Facts) -> str:
    """Return the lines as CSV.

    Numbers have all their digits. The line of all sites together has an empty ``site``; a
    measure that means nothing on a line's rows is empty. There is no time in it.
    """
    measures = [name for name in HIGHER_IS_BETTER if any(name in line.scores for line in lines)]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*WAY_COLUMNS, *CUT_COLUMNS, *ROW_COLUMNS, *measures, *MADE_BY_COLUMNS])
    split = f"site-column:{plan.site_column}" if plan.site_column else plan.split
    cut = (split, facts.n_sites, plan.test)
    made_by = [*(facts.versions[name] for name in MADE_BY_COLUMNS[:-1]), facts.machine]
    for line in lines:
        way = line.way
        writer.writerow(
            [
                *(line.seed, way.method, way.model, way.span, way.anchor, way.condition),
                way.n_dims or "",
                *cut,
                *(line.site, line.n_own, line.n_new),
                *(repr(line.scores[name]) if name in line.scores else "" for name in measures),
                *made_by,
            ]
        )
    return text.getvalue()
