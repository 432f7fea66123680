"""Decide whether a trained model may be handed out, and put it into each site's return.

In:  a fitted estimator, the pooled rows, the sites' bundles and maps.
Out: the model as ONNX, or on request as an archive, with the comparison that allowed it; one
     return per site. Refused: models that contain rows, that do not convert, that convert to
     something else. The analyst runs this.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from jaxtyping import Float32

from concordant.analyst.align import Alignment
from concordant.analyst.conversion import ConversionCheck, compare_answers
from concordant.analyst.models import ModelChoice, in_precision
from concordant.analyst.onnx_arrays import list_model_arrays
from concordant.analyst.onnx_convert import convert_estimator
from concordant.analyst.pool import Pool
from concordant.analyst.row_search import find_row_holder, find_rows, list_arrays_within
from concordant.errors import BundleRejected
from concordant.errors.analyst import ConversionDiffers, ModelHoldsRows, ModelNotConvertible
from concordant.errors.model_archive import ArchiveNotWritten, ArchiveUnreadable
from concordant.errors.wire import ModelFailed
from concordant.linalg.arrays import Array
from concordant.terms.answers import ask
from concordant.terms.charter import Charter
from concordant.terms.model_archive import (
    decode_archive,
    encode_archive,
    list_types,
    run_archived,
)
from concordant.terms.recipes import RECIPES, recipe_names
from concordant.terms.recipes_build import Estimator
from concordant.wire.messages import Envelope, ModelFormat, RepresentationBundle, ReturnBundle
from concordant.wire.model import ModelOutputs, ModelRunner

MOST_POOLED_ROWS = 20_000
N_RANDOM_ROWS = 2_000


def require_issuable_name(charter: Charter, name: str) -> None:
    """Refuse, before any training, a model by name that contains rows."""
    holds = name in RECIPES and RECIPES[name].contains_rows
    if holds and not charter.consents.model_may_contain_rows:
        where = "it keeps them by its nature"
        raise ModelHoldsRows(name=name, where=where, known=_issuable(charter))


def issue_model(
    charter: Charter,
    choice: ModelChoice,
    estimator: Estimator,
    pool: Pool,
    rng: np.random.Generator,
    *,
    model_format: ModelFormat = "onnx",
) -> tuple[bytes, ConversionCheck]:
    """Return the model as sites get it, held against the estimator on rows as they send them."""
    _require_without_rows(charter, choice, estimator, pool)
    rows, n_pooled = _draw_rows(pool, rng)
    types: tuple[str, ...] = ()
    if model_format == "skops":
        model, types, outputs = _archive(charter, choice, estimator, pool, rows)
    else:
        model, outputs = _convert(charter, choice, estimator, pool, rows)
    check = compare_answers(
        ask(estimator, in_precision(choice, rows), len(charter.classes)),
        outputs,
        spread=float(np.std(pool.labels)),
        n_pooled_rows=n_pooled,
        n_bytes=len(model),
    )
    if not check.holds:
        raise ConversionDiffers(
            name=choice.name,
            n_rows=check.n_rows,
            difference=f"{check.largest_difference or 0.0:.1e}",
            allowed=f"{check.limit:.0e}",
            n_labels=check.n_labels_differ - check.n_ties,
            known=_issuable(charter),
        )
    return model, replace(check, model_format=model_format, types=types)


def make_returns(
    charter: Charter,
    bundles: Iterable[RepresentationBundle],
    alignment: Alignment,
    pool: Pool,
    choice: ModelChoice,
    model: bytes,
    *,
    model_format: ModelFormat = "onnx",
) -> dict[str, ReturnBundle]:
    """Return each site's return: its own map, and what is the same for all."""
    packed = np.frombuffer(model, dtype=np.uint8)
    return {
        bundle.envelope.site: ReturnBundle(
            envelope=_envelope(charter, bundle),
            map=alignment.map_of(bundle.envelope.site),
            centre=pool.centre,
            scale=pool.scale,
            model=packed,
            method=alignment.method,
            recipe_name=choice.name,
            recipe_parameters=dict(choice.parameters),
            classes=charter.classes,
            model_format=model_format,
        )
        for bundle in bundles
    }


def _envelope(charter: Charter, bundle: RepresentationBundle) -> Envelope:
    sent = bundle.envelope
    return Envelope(
        study_id=charter.study_id,
        terms_digest=charter.terms_digest,
        site=sent.site,
        release=sent.release,
        tag=sent.tag,
        span=sent.span,
        rehearsal=charter.rehearsal,
    )


def _issuable(charter: Charter) -> str:
    allowed = charter.consents.model_may_contain_rows
    return ", ".join(recipe_names(charter.task, issuable_only=not allowed))


def _require_without_rows(
    charter: Charter, choice: ModelChoice, estimator: Estimator, pool: Pool
) -> None:
    if charter.consents.model_may_contain_rows:
        return
    holder = find_row_holder(estimator)
    if holder is not None:
        raise ModelHoldsRows(name=choice.name, where=holder, known=_issuable(charter))
    _require_arrays_without_rows(charter, choice, list_arrays_within(estimator), pool)


def _require_arrays_without_rows(
    charter: Charter, choice: ModelChoice, arrays: Iterable[tuple[str, Array]], pool: Pool
) -> None:
    if charter.consents.model_may_contain_rows:
        return
    where = find_rows(arrays, pool.features)
    if where is not None:
        raise ModelHoldsRows(
            name=choice.name, where=f"a row, number by number, in {where}", known=_issuable(charter)
        )


def _draw_rows(pool: Pool, rng: np.random.Generator) -> tuple[Float32[Array, "rows dims"], int]:
    """Return pooled rows, and random ones within the range of each feature."""
    pooled = pool.features
    if len(pooled) > MOST_POOLED_ROWS:
        pooled = pooled[rng.choice(len(pooled), MOST_POOLED_ROWS, replace=False)]
    low, high = pool.features.min(axis=0), pool.features.max(axis=0)
    drawn = low + (high - low) * rng.random((N_RANDOM_ROWS, len(low)))
    return np.concatenate([pooled, drawn.astype(np.float32)]), len(pooled)


def _convert(
    charter: Charter,
    choice: ModelChoice,
    estimator: Estimator,
    pool: Pool,
    rows: Float32[Array, "rows dims"],
) -> tuple[bytes, ModelOutputs]:
    model = convert_estimator(
        estimator,
        name=choice.name,
        known=_issuable(charter),
        n_dims=rows.shape[1],
        n_classes=len(charter.classes),
    )
    _require_arrays_without_rows(charter, choice, list_model_arrays(model), pool)
    return model, _run(charter, choice, model, rows)


def _archive(
    charter: Charter,
    choice: ModelChoice,
    estimator: Estimator,
    pool: Pool,
    rows: Float32[Array, "rows dims"],
) -> tuple[bytes, tuple[str, ...], ModelOutputs]:
    """Return the archive, the names that a site must allow, and what it says under just these."""
    model = encode_archive(estimator)
    types = list_types(model)
    try:
        read_again = decode_archive(model, types)
        outputs = run_archived(read_again, rows, len(charter.classes))
    except (ArchiveUnreadable, ModelFailed) as error:
        raise ArchiveNotWritten(
            given=type(estimator).__name__, reason=str(error.facts["reason"])
        ) from None
    # What is handed out is what came back, and not what went in.
    _require_without_rows(charter, choice, read_again, pool)
    return model, types, outputs


def _run(
    charter: Charter, choice: ModelChoice, model: bytes, rows: Float32[Array, "rows dims"]
) -> ModelOutputs:
    """Ask the model exactly as a site will; what a site would refuse is not issued."""
    try:
        return ModelRunner(model, rows.shape[1]).predict(rows)
    except BundleRejected as error:
        raise ModelNotConvertible(
            name=choice.name, reason=error.found_text.rstrip("."), known=_issuable(charter)
        ) from None
