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

from concordant.errors.site_release import RowsNotEncodable, UnknownChoice
from concordant.errors.terms import ArgumentUnfit
from concordant.linalg.arrays import Array
from concordant.site.basis import SecretBasis
from concordant.site.common_features import common_features
from concordant.site.own_rows import as_table
from concordant.site.return_checks import require_own_return
from concordant.site.returned_model import open_model
from concordant.terms.answers import Answers
from concordant.terms.arguments import require_argument, require_charter
from concordant.terms.charter import Charter
from concordant.terms.listing import list_some
from concordant.terms.preprocess import TriedRows, try_rows
from concordant.terms.table import Table
from concordant.terms.table_warnings import require_agreed_column
from concordant.wire.messages import Envelope, ReturnBundle

Unencodable = Literal["refuse", "blank"]

_MOST_NAMED = 20


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
    require_own_model(
        charter, basis, returned, sent=sent, unencodable=unencodable, allow_types=allow_types
    )
    tried = encode_new_rows(charter, as_table(table), unencodable=unencodable)
    blank = tried.refused
    features = common_features(basis, returned, tried.matrix[~blank])
    answers = open_model(charter, returned, allow_types or ())(features)
    return _with_blanks(charter, answers, blank)


def require_own_model(
    charter: Charter,
    basis: SecretBasis,
    returned: ReturnBundle,
    *,
    sent: Envelope | None,
    unencodable: str,
    allow_types: Sequence[str] | None,
) -> None:
    """Refuse arguments of another kind, and a return that belongs to something else."""
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


def encode_new_rows(charter: Charter, rows: Table, *, unencodable: Unencodable) -> TriedRows:
    """Return the rows as numbers; those that the terms refuse stop the command, or are marked."""
    require_agreed_column(charter, rows)
    tried = try_rows(charter, rows)
    if tried.refused.any() and unencodable == "refuse":
        names = dict.fromkeys(repr(counted.column) for counted in tried.refusals)
        raise RowsNotEncodable(
            n_refused=int(np.count_nonzero(tried.refused)),
            n_rows=rows.n_rows,
            columns=list_some(list(names), most=_MOST_NAMED),
        )
    return tried


def _with_blanks(charter: Charter, answers: Answers, blank: Bool[Array, " rows"]) -> Predictions:
    """Return the answers in the place of their rows, and nothing where a row is blank."""
    if answers.values is not None:
        values = np.full(len(blank), np.nan)
        values[~blank] = answers.values
        return Predictions((), None, values, None, blank)
    assert answers.codes is not None  # noqa: S101  `open_model` refuses a model that gives none
    codes = np.full(len(blank), -1, dtype=np.int64)
    codes[~blank] = answers.codes
    probabilities = None
    if answers.probabilities is not None:
        probabilities = np.full((len(blank), len(charter.classes)), np.nan)
        probabilities[~blank] = answers.probabilities
    return Predictions(charter.classes, codes, None, probabilities, blank)
