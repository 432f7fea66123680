"""Hold one upload against the terms: whose it is, and what its arrays may be.

In:  a decoded message and the terms.
Out: nothing, or a refusal by site and field. The analyst runs this.
"""

import numpy as np

from concordant.analyst.intake_reference import Reference
from concordant.errors.intake import (
    ArrayMissing,
    ArrayNotPlanned,
    FileNameDiffers,
    LabelsRefused,
    PrecisionDiffers,
    RehearsalDiffers,
    RowsOutsize,
    ValuesOutsize,
    ViewNotOrthonormal,
    ViewRankLow,
    WrongPact,
    WrongStudy,
    WrongTerms,
)
from concordant.errors.wire import BundleShape
from concordant.linalg.arrays import Array
from concordant.linalg.orthonormal import orthonormality_error
from concordant.terms.charter import Charter
from concordant.terms.labels import round_to_step
from concordant.terms.roster import require_site
from concordant.terms.row_length import longest_row
from concordant.terms.same_terms import DIGITS_SHOWN
from concordant.terms.schema import NumericLabel
from concordant.wire.codec import require_sound
from concordant.wire.messages import AnchorView, Envelope, RepresentationBundle

# Ten times what a basis may be off at home: the view went through the anchor on its way.
VIEW_LIMIT = 1e-9
# Far beyond any agreed range, far below where squares overflow.
LARGEST_VALUE = 1e30
# Multiples of a step beyond this cannot be told from each other in float64.
_MOST_STEPS = 2.0**53
_DUST = 1e-6
# Rounding to the smallest number type adds far less than this factor to a row's length.
_ROUNDING = 2.0


def require_envelope(reference: Reference, name: str, envelope: Envelope, *, kind: str) -> None:
    """Refuse an envelope of another study, of other terms, another pact, or a stranger's."""
    charter, site = reference.charter, envelope.site
    if envelope.study_id != charter.study_id:
        raise WrongStudy(site=site, sent=envelope.study_id, agreed=charter.study_id)
    if envelope.terms_digest != charter.terms_digest:
        raise WrongTerms(
            site=site,
            sent=envelope.terms_digest[:DIGITS_SHOWN],
            agreed=charter.terms_digest[:DIGITS_SHOWN],
        )
    if envelope.rehearsal != charter.rehearsal:
        raise RehearsalDiffers(site=site, sent=envelope.rehearsal, agreed=charter.rehearsal)
    expected = f"{site}.{kind}"
    if name != expected:
        raise FileNameDiffers(file=name, site=site, expected=expected)
    require_site(reference.roster, site)
    if reference.tag is not None and envelope.tag != reference.tag:
        raise WrongPact(site=site)


def require_view(charter: Charter, message: AnchorView | RepresentationBundle) -> None:
    """Refuse arrays that the terms do not allow."""
    site = message.envelope.site
    if isinstance(message, AnchorView):
        _require_frame(charter, message.view, site=site, field="view", orthonormal=True)
        return
    # Bases that are not orthonormal exist under rehearsal, for the paper's conditions.
    orthonormal = charter.anchor.kind == "orthonormal" and not charter.rehearsal
    _require_frame(
        charter, message.anchor_view, site=site, field="anchor_view", orthonormal=orthonormal
    )
    if message.precision != charter.precision:
        raise PrecisionDiffers(site=site, sent=message.precision, agreed=charter.precision)
    for field, array in (("rows", message.rows), ("row_scale", message.row_scale)):
        if array is not None:
            _require_size(array, site=site, field=field)
    if not charter.rehearsal:  # bases that stretch exist there only
        _require_agreed_length(charter, message)
    _require_planned_arrays(charter, message)
    _require_labels(charter, message)


def require_sound_bundle(charter: Charter, bundle: RepresentationBundle) -> None:
    """Refuse a bundle in memory that could not have come through a file of this study."""
    require_sound(bundle)
    agreed = (charter.n_features, charter.n_dims)
    if bundle.anchor_view.shape != agreed:
        sent = tuple(bundle.anchor_view.shape)
        raise BundleShape(site=bundle.envelope.site, field="anchor_view", sent=sent, agreed=agreed)


def _require_frame(
    charter: Charter, view: Array, *, site: str, field: str, orthonormal: bool
) -> None:
    _require_size(view, site=site, field=field)
    if orthonormal:
        deviation = orthonormality_error(view)
        if not deviation <= VIEW_LIMIT:
            raise ViewNotOrthonormal(site=site, field=field, deviation=f"{deviation:.1e}")
    # Beside such a view every other one is endless, and maps overflow.
    is_nothing = float(np.abs(view).max()) < 1 / LARGEST_VALUE
    rank = 0 if is_nothing else int(np.linalg.matrix_rank(view))
    if rank < charter.n_dims:
        raise ViewRankLow(site=site, field=field, rank=rank, n_dims=charter.n_dims)


def _require_size(array: Array, *, site: str, field: str) -> None:
    if float(np.abs(array).max(initial=0)) <= LARGEST_VALUE:
        return
    n_beyond = int(np.count_nonzero(~(np.abs(array.astype(np.float64)) <= LARGEST_VALUE)))
    raise ValuesOutsize(site=site, field=field, count=n_beyond, limit=f"{LARGEST_VALUE:.0e}")


def _require_agreed_length(charter: Charter, bundle: RepresentationBundle) -> None:
    """Refuse rows that no row of the agreed ranges becomes under an orthonormal basis."""
    longest = longest_row(charter)
    scale = np.ones(charter.n_dims) if bundle.row_scale is None else bundle.row_scale
    squares = np.einsum("ij,ij,j->i", bundle.rows, bundle.rows, scale**2, dtype=np.float64)
    n_beyond = int(np.count_nonzero(~(squares <= (_ROUNDING * longest) ** 2)))
    if n_beyond:
        raise RowsOutsize(
            site=bundle.envelope.site,
            count=n_beyond,
            n_rows=len(bundle.rows),
            limit=f"{longest:.3g}",
        )


def _require_planned_arrays(charter: Charter, bundle: RepresentationBundle) -> None:
    site, n_rows = bundle.envelope.site, len(bundle.rows)
    for field, array, planned in (
        ("labels", bundle.labels, n_rows > 0),
        ("groups", bundle.groups, n_rows > 0 and charter.group is not None),
    ):
        if planned and array is None:
            raise ArrayMissing(site=site, field=field, n_rows=n_rows)
        if array is not None and not planned:
            raise ArrayNotPlanned(site=site, field=field)


def _require_labels(charter: Charter, bundle: RepresentationBundle) -> None:
    labels, label = bundle.labels, charter.label
    if labels is None:
        return
    if isinstance(label, NumericLabel):
        agreed = f"multiples of {label.step} as float64"
        with np.errstate(all="ignore"):
            away = np.abs(labels - round_to_step(labels.astype(np.float64), label.step))
        keeps = (away <= _DUST * label.step) & (np.abs(labels) <= _MOST_STEPS * label.step)
        right_type = labels.dtype == np.float64
    else:
        agreed = f"class codes from 0 to {len(label.classes) - 1} as int64"
        keeps = (labels >= 0) & (labels < len(label.classes))
        right_type = labels.dtype == np.int64
    n_wrong = int(np.count_nonzero(~keeps)) if right_type else len(labels)
    if n_wrong:
        raise LabelsRefused(
            site=bundle.envelope.site, count=n_wrong, n_rows=len(labels), agreed=agreed
        )
