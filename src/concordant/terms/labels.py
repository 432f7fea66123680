"""Turn the label column into class codes or rounded numbers.

In:  a Charter and a Table; for counts and shares the labels themselves.
Out: int64 codes (the index of the class in the charter) or float64 multiples of the agreed step.
Anybody may run this; the labels of a site's rows are the site's.
"""

import numpy as np
from jaxtyping import Float, Int64, Num

from concordant.errors.terms import LabelColumnMissing, LabelMissing, LabelUnknown
from concordant.linalg.arrays import Array
from concordant.terms.charter import Charter
from concordant.terms.listing import list_some
from concordant.terms.schema import NumericLabel
from concordant.terms.table import MISSING, UNSEEN, Table


def encode_labels(charter: Charter, table: Table) -> Num[Array, " rows"]:
    """Return one label a row: a class code (int64) or a rounded number (float64).

    Classes are matched on canonical text, as levels are. A missing or unknown label is refused.
    """
    label = charter.label
    if label.column not in table.columns:
        raise LabelColumnMissing(column=label.column)
    if isinstance(label, NumericLabel):
        values, no_number = table.numbers(label.column)
        n_missing = int(np.count_nonzero(np.isnan(values) & ~no_number))
        n_unknown = int(np.count_nonzero(no_number))
        expected, agreed = "a finite number", f"a number{f' in {label.unit}' if label.unit else ''}"
        labels: Num[Array, " rows"] = round_to_step(values, label.step)
    else:
        labels = table.codes(label.column, label.classes)
        n_missing = int(np.count_nonzero(labels == MISSING))
        n_unknown = int(np.count_nonzero(labels == UNSEEN))
        expected, agreed = "an agreed class", list_some(label.classes, most=50)
    if n_missing:
        raise LabelMissing(column=label.column, count=n_missing, n_rows=table.n_rows)
    if n_unknown:
        raise LabelUnknown(
            column=label.column,
            expected=expected,
            count=n_unknown,
            n_rows=table.n_rows,
            agreed=agreed,
        )
    return labels


def round_to_step(values: Float[Array, " rows"], step: float) -> Float[Array, " rows"]:
    """Return the nearest multiples of ``step``; halfway goes to the even multiple.

    The result depends on the value and the step alone, so it has the same bits everywhere. A
    step such as 0.1 or 0.01 gives the float64 nearest to the decimal number.

    >>> import numpy as np
    >>> round_to_step(np.array([0.25, 0.34, 2.5]), 0.1).tolist()
    [0.2, 0.3, 2.5]
    """
    inverse = float(np.rint(1.0 / step))
    if inverse >= 1.0 and abs(inverse * step - 1.0) < 1e-12:
        return np.rint(values * inverse) / inverse + 0.0
    return np.rint(values / step) * step + 0.0


def share_unique(labels: Num[Array, " rows"]) -> float:
    """Return the share of rows whose label no other row of these has.

    >>> import numpy as np
    >>> share_unique(np.array([1.0, 1.0, 2.0, 3.0]))
    0.5
    """
    if labels.shape[0] == 0:
        return 0.0
    _, counts = np.unique(labels, return_counts=True)
    return float(np.count_nonzero(counts == 1) / labels.shape[0])


def count_classes(codes: Int64[Array, " rows"], classes: tuple[str, ...]) -> dict[str, int]:
    """Return how many rows have each class, by the agreed classes in order.

    >>> count_classes(np.array([1, 1]), ("no", "yes"))
    {'no': 0, 'yes': 2}
    """
    counts = np.bincount(codes, minlength=len(classes))
    return dict(zip(classes, counts.tolist(), strict=True))
