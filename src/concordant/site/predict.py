"""Predict new rows at home with what the analyst returned.

In:  charter, the site's secret basis, its return, new rows. A label column may be among them;
     it is not read.
Out: Predictions, one per row and in the rows' order. Only a site runs this; nothing is sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float, Int64

from concordant.errors.site_release import ModelAnswerUnfit, RowsNotEncodable, UnknownChoice
from concordant.errors.terms import ArgumentUnfit
from concordant.linalg.arrays import Array
from concordant.site.basis import SecretBasis
from concordant.site.common_features import common_features
from concordant.site.own_rows import as_table
from concordant.site.return_checks import require_own_return
from concordant.terms.arguments import require_argument, require_charter
from concordant.terms.charter import Charter
from concordant.terms.listing import list_some
from concordant.terms.model_archive import decode_archive, run_archived
from concordant.terms.preprocess import try_rows
from concordant.terms.table_warnings import require_agreed_column
from concordant.wire.messages import Envelope, ReturnBundle
from concordant.wire.model import ModelOutputs, ModelRunner

Unencodable = Literal["refuse", "blank"]

_MOST_NAMED = 20
_SHARE_TOLERANCE = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """What the model says of each row.

    A classifier fills ``codes`` (an index into ``classes``, -1 where blank) and, if the model
    has them, ``probabilities``; a regression fills ``values``. Blank rows are NaN there.
    """

    classes: tuple[str, ...]
    codes: Int64[Array, " rows"] | None
    values: Float[Array, " rows"] | None
    probabilities: Float[Array, "rows classes"] | None
    blank: Bool[Array, " rows"]

    @property
    def n_blank(self) -> int:
        """How many rows could not be encoded and have no prediction."""
        return int(np.count_nonzero(self.blank))

    @property
    def labels(self) -> list[str | None] | list[float | None]:
        """The predictions as the terms spell them: class names or numbers; None where blank."""
        if self.codes is not None:
            return [self.classes[code] if code >= 0 else None for code in self.codes]
        if self.values is None:
            return []
        pairs = zip(self.values, self.blank, strict=True)
        return [None if empty else float(value) for value, empty in pairs]


def predict(
    charter: Charter,
    basis: SecretBasis,
    returned: ReturnBundle,
    table: object,
    *,
    sent: Envelope | None = None,
    unencodable: Unencodable = "refuse",
    allow_types: Sequence[str] | None = None,
) -> Predictions:
    """Return the predictions of the collaborative model for new rows.

    Parameters
    ----------
    charter, basis, returned
        The terms, the basis kept when the site contributed, and what the analyst sent back.
    table
        New rows: a Table, a pandas or polars frame, or a dict of columns.
    sent
        The envelope of the bundle that the basis belongs to; with it, a return for another
        site or release is refused. Without it, such a return predicts nonsense.
    unencodable
        Rows that hold what the terms refuse: ``refuse`` the table or leave them ``blank``.
    allow_types
        The full names of the types that this site trusts in an archive (skops). Such a model is
        code that you choose to trust; without its types it is refused, and the refusal names
        them. A model as ONNX needs none.
    """
    if unencodable not in ("refuse", "blank"):
        raise UnknownChoice(choice=unencodable, name="unencodable", choices="refuse, blank")
    require_charter(charter)
    require_argument(
        basis,
        SecretBasis,
        argument="basis",
        advice="Give the basis of this site's contribution: `contribution.basis`.",
    )
    require_argument(
        returned,
        ReturnBundle,
        argument="returned",
        advice="Give this site's own return: `training.returns[SITE]`.",
    )
    # In a text, any part of a name would count as a name.
    if isinstance(allow_types, str):
        raise ArgumentUnfit(
            argument="allow_types",
            given="str",
            wanted="list",
            advice='Give a list of full names: `["sklearn.pipeline.Pipeline"]`.',
        )
    require_own_return(charter, basis, returned, sent)
    rows = as_table(table)
    require_agreed_column(charter, rows)
    tried = try_rows(charter, rows)
    blank = tried.refused
    if blank.any() and unencodable == "refuse":
        names = dict.fromkeys(repr(counted.column) for counted in tried.refusals)
        raise RowsNotEncodable(
            n_refused=int(np.count_nonzero(blank)),
            n_rows=rows.n_rows,
            columns=list_some(list(names), most=_MOST_NAMED),
        )
    features = common_features(basis, returned, tried.matrix[~blank])
    outputs = _run_model(charter, returned, features, allow_types or ())
    return _require_answers(charter, outputs, blank)


def _run_model(
    charter: Charter,
    returned: ReturnBundle,
    features: Float[Array, "encoded dims"],
    allowed: Sequence[str],
) -> ModelOutputs:
    model = returned.model.tobytes()
    if returned.model_format == "onnx":
        return ModelRunner(model, charter.n_dims).predict(features)
    return run_archived(decode_archive(model, allowed), features, len(charter.classes))


def _require_answers(
    charter: Charter, outputs: ModelOutputs, blank: Bool[Array, " rows"]
) -> Predictions:
    """Return what the model said of the rows that are not blank, if it fits the task."""
    if charter.task == "regression":
        values = np.full(len(blank), np.nan)
        values[~blank] = _require_finite(outputs.values)
        return Predictions((), None, values, None, blank)
    codes = np.full(len(blank), -1, dtype=np.int64)
    codes[~blank] = _require_codes(outputs.labels, len(charter.classes))
    probabilities = None
    if outputs.probabilities is not None:
        probabilities = np.full((len(blank), len(charter.classes)), np.nan)
        probabilities[~blank] = _require_shares(outputs.probabilities, len(charter.classes))
    return Predictions(charter.classes, codes, None, probabilities, blank)


def _require_finite(values: Float[Array, " rows"] | None) -> Float[Array, " rows"]:
    if values is None:
        raise ModelAnswerUnfit(problem="no numbers", n_rows="all")
    n_bad = int(np.count_nonzero(~np.isfinite(values)))
    if n_bad:
        raise ModelAnswerUnfit(problem="no finite number", n_rows=n_bad)
    return values


def _require_codes(codes: Int64[Array, " rows"] | None, n_classes: int) -> Int64[Array, " rows"]:
    if codes is None:
        raise ModelAnswerUnfit(problem="no class", n_rows="all")
    n_bad = int(np.count_nonzero((codes < 0) | (codes >= n_classes)))
    if n_bad:
        raise ModelAnswerUnfit(problem="a class that the terms do not name", n_rows=n_bad)
    return codes


def _require_shares(
    shares: Float[Array, "rows columns"], n_classes: int
) -> Float[Array, "rows columns"]:
    if shares.shape[1] != n_classes:
        raise ModelAnswerUnfit(problem=f"{shares.shape[1]} probabilities", n_rows="all")
    # Written so that NaN is outside too; float32 rounding is far below the tolerance.
    sound = np.all(shares >= -_SHARE_TOLERANCE, axis=1)
    sound &= np.abs(shares.sum(axis=1, dtype=np.float64) - 1.0) <= _SHARE_TOLERANCE
    n_bad = int(np.count_nonzero(~sound))
    if n_bad:
        raise ModelAnswerUnfit(problem="something that is no probability", n_rows=n_bad)
    return shares.astype(np.float64)
