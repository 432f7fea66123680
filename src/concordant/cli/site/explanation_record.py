"""Write an explanation down as plain data, for ``explanation.json``, the page and ``--json``.

In:  the explanation, the terms, and what the site used.
Out: a record of agreed names, averages and counts; no row. Only a site runs this.
"""

from dataclasses import asdict
from typing import Any

from concordant import __version__
from concordant.site.column_shares import LEAST_SHARE
from concordant.site.explain import ExplainedColumn, Explanation
from concordant.terms.charter import Charter
from concordant.terms.plain_data import without_nan
from concordant.wire.messages import ReturnBundle


def explanation_record(
    found: Explanation,
    charter: Charter,
    returned: ReturnBundle,
    *,
    seed: int,
    warnings: list[str],
) -> dict[str, Any]:
    """Return everything that the page says; numbers that are not finite become None."""
    first = found.columns[0].importance
    record = {
        "concordant": __version__,
        "study": charter.study,
        "terms": charter.terms_digest[:16],
        "site": returned.envelope.site,
        "release": returned.envelope.release,
        "model": returned.recipe_name,
        "task": charter.task,
        "label": charter.label.column,
        "seed": seed,
        "repeats": found.repeats,
        "n_rows": found.n_rows,
        "n_table_rows": found.n_table_rows,
        "n_blank": found.n_blank,
        "n_features": charter.n_features,
        "n_dims": charter.n_dims,
        "has_labels": found.has_labels,
        "measures": [score.name for score in first],
        "interval": first[0].interval,
        "outputs": list(found.outputs),
        "least_share": LEAST_SHARE,
        "columns": [_column_record(column) for column in found.columns],
        "n_columns_left_out": found.n_columns_left_out,
        "linear": None if found.linear is None else asdict(found.linear),
        "why_not_linear": found.why_not_linear,
        "consents": list(charter.consents.spoken()),
        "rehearsal": charter.rehearsal,
        "warnings": warnings,
    }
    plain: dict[str, Any] = without_nan(record)
    return plain


def _column_record(column: ExplainedColumn) -> dict[str, Any]:
    return {
        "name": column.name,
        "kind": column.kind,
        # Exact ones are the squared lengths of the lines of the secret basis.
        "share": None if column.share is None else round(column.share, 3),
        "importance": [
            {"name": score.name, "value": score.value, "low": score.low, "high": score.high}
            for score in column.importance
        ],
        "dependence": asdict(column.dependence),
    }
