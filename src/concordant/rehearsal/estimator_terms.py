"""Draft the terms that an estimator plays its study under, and fit the dimensions to the rows.

In:  columns, labels, the choices of a study, which row is whose, a generator.
Out: confirmed terms and every site's encoded rows. Anybody may run this, for rehearsals: the
     ranges come from all rows at once.
"""

import math
import warnings
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np
from jaxtyping import Num

from concordant.errors.estimator import DimsShrunk, NumberRefused, OneFeature, SiteTooSmall
from concordant.linalg.arrays import Array
from concordant.linalg.threads import one_blas_thread
from concordant.rehearsal.estimator_choices import StudyChoices
from concordant.rehearsal.estimator_sites import SitesOfRows
from concordant.rehearsal.frame_columns import Columns
from concordant.rehearsal.rehearsed_terms import confirmed, draft_terms
from concordant.site.own_rows import OwnRows, encode_labelled_rows
from concordant.site.spans import principal_directions
from concordant.terms.charter import AnchorPlan, Charter, Task
from concordant.terms.floors import ROWS_PER_DIM
from concordant.terms.table import Table, table_from_frame

LABEL = "target"
LEAST_DIMS = 2
"""In one dimension a basis is its span times 1 or −1, so that two of three sites have the same."""
FEWEST_DESCRIBED = 8
"""Below this a draft says nothing of a column of numbers: too few rows stand behind a quantile."""
STEPS_PER_SPREAD = 1e6
"""A numeric target keeps the digits that a model trained on single precision can use."""


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Confirmed terms, and what each site brings under them."""

    charter: Charter
    own: Mapping[str, OwnRows]


def prepare_study(
    columns: Columns,
    labels: Num[Array, " rows"],
    sites: SitesOfRows,
    choices: StudyChoices,
    *,
    task: Task,
    keep: Collection[str],
    label_step: float | None,
    rng: np.random.Generator,
) -> Prepared:
    """Return the terms that ``charter draft`` would propose, and the encoded rows of each site.

    ``labels`` are class codes or numbers; ``keep`` are columns that are features whatever they
    look like. Numbers are rounded to ``label_step``, without one so finely that no model tells.
    """
    label = _free_name(columns)
    table = table_from_frame({**columns, label: labels})
    if task == "regression" and label_step is None:
        label_step = _finest_step(labels)
    draft = draft_terms(
        _often_enough(table),
        label=label,
        task=task,
        rng=rng,
        span=choices.span,
        anchor=AnchorPlan(choices.anchor),
        keep=keep,
        label_step=label_step,
    )
    if draft.charter.n_features < LEAST_DIMS:
        raise OneFeature(n_columns=len(columns))
    own = {
        name: encode_labelled_rows(draft.charter, table.take(rows)) for name, rows in sites.rows()
    }
    n_dims = _fit_dims(draft.charter, own, choices.n_dims)
    return Prepared(confirmed(replace(draft.charter, n_dims=n_dims)), own)


def _free_name(columns: Columns) -> str:
    """Return a name for the label that no column has, also when blanks around it are cut."""
    taken = {name.strip() for name in columns}
    label = LABEL
    while label in taken:
        label += "_"
    return label


def _finest_step(values: Num[Array, " rows"]) -> float:
    """Return a power of ten about a millionth of the spread.

    Rounding a target guards persons whose rows leave a site. Here none leaves, and a rounding
    that nobody asked for would make the estimator differ from those it is compared with.
    """
    return float(10.0 ** math.floor(math.log10(float(values.std()) / STEPS_PER_SPREAD)))


def _often_enough(table: Table) -> Table:
    """Return a table that a draft speaks about: one of very few rows shows them several times."""
    times = math.ceil(FEWEST_DESCRIBED / table.n_rows)
    return table if times == 1 else table.take(np.tile(np.arange(table.n_rows), times))


def _fit_dims(charter: Charter, own: Mapping[str, OwnRows], wanted: int | None) -> int:
    """Return the dimensions that the features and the smallest site allow.

    A number that nobody asked for is also kept to a fifth of the rows of the smallest site, as
    a draft from the sites' own profiles keeps it.
    """
    most = _most_dims(charter, own)
    if wanted is None:
        fewest_rows = min(len(rows.matrix) for rows in own.values())
        proposed = min(charter.n_dims, fewest_rows // ROWS_PER_DIM)
        return min(most, max(LEAST_DIMS, proposed))
    if wanted < LEAST_DIMS and charter.span != "own":
        allowed = f"a whole number from {LEAST_DIMS} up with the {charter.span} span, or None"
        raise NumberRefused(parameter="n_dims", given=str(wanted), allowed=allowed)
    if wanted > most:
        sentence = (
            f"n_dims={wanted} was shrunk to {most}: that is what {charter.n_features} features and "
            f"the smallest of {len(own)} sites allow with the {charter.span} span."
        )
        warnings.warn(sentence, DimsShrunk, stacklevel=2)
    return min(wanted, most)


def _most_dims(charter: Charter, own: Mapping[str, OwnRows]) -> int:
    if charter.span == "shared":
        return charter.n_features
    if charter.span == "agreed":
        smallest = min(own, key=lambda name: len(own[name].matrix))
        n_rows, least = len(own[smallest].matrix), LEAST_DIMS + 1
        if n_rows < least:
            raise SiteTooSmall(site=smallest, n_rows=n_rows, span=charter.span, least=least)
        return min(charter.n_features, n_rows - 1)
    with one_blas_thread():
        ranks = [
            int(principal_directions(rows.matrix, charter.n_features).shape[1])
            for rows in own.values()
        ]
    # A site whose rows are all zero has no direction of its own; random ones fill its span.
    return max(1, min(ranks))
