"""Train one model on the rows of all sites, and make each site's return.

In:  the charter and bundles that the door let in.
Out: a Training. Nothing is written and nobody is asked again. The analyst runs this.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import cast, get_args

import numpy as np

from concordant.analyst.examine import Examined, examine
from concordant.analyst.fit_together import ISSUE_STREAM, draws_of, fit_together
from concordant.analyst.intake import require_bundles
from concordant.analyst.issue import issue_model, make_returns, require_issuable_name
from concordant.analyst.models import choose_model
from concordant.analyst.pool import Pool
from concordant.analyst.record import as_record
from concordant.analyst.select import SEARCH
from concordant.analyst.sites import Participants
from concordant.analyst.traffic import measure_traffic
from concordant.analyst.training import Scale, Training
from concordant.analyst.verdicts import Method
from concordant.errors.analyst import (
    ParametersNotForEstimator,
    UnknownModelFormat,
    UnknownScale,
)
from concordant.terms.arguments import require_argument, require_charter
from concordant.terms.charter import Charter
from concordant.terms.recipes_build import Estimator
from concordant.terms.recipes_parameters import Plain
from concordant.wire.messages import AgreedSpan, ModelFormat, RepresentationBundle

__all__ = ["Training", "as_record", "train"]


def train(
    charter: Charter,
    bundles: Iterable[RepresentationBundle],
    *,
    model: str | Estimator = SEARCH,
    parameters: Mapping[str, Plain] | None = None,
    method: Method = "auto",
    scale: Scale = "unit",
    seed: int = 0,
    span: AgreedSpan | None = None,
    partial: bool = False,
    validate: bool = True,
    model_format: ModelFormat = "onnx",
    on_step: Callable[[str], None] | None = None,
) -> Training:
    """Align the sites, train on all their rows, and return a model for each of them.

    Parameters
    ----------
    charter, bundles
        The terms, and what the sites sent. They are held against each other once more. A site
        without rows gets a map and a return too; one site at least must have sent rows.
    model, parameters
        A name of the closed list with plain parameters, "search" to choose among those that
        contain no rows, or any scikit-learn estimator or pipeline (then without ``parameters``).
    method
        How the sites are aligned: "auto", or a published method.
    scale
        "unit" centres the pooled features and brings them to one scale; "none" leaves the
        method's own, for the paper's tables.
    seed
        Makes training, folds and search repeatable; no secret depends on it.
    span
        The agreed span that was handed out, where the terms have one.
    partial
        Leave out sites that cannot be trusted, instead of refusing to train.
    validate
        Cross-validate, by row (or group) and by site, and measure what each site gains.
    model_format
        "onnx", which cannot execute code; or "skops", an archive of the estimator as it is, for
        what does not convert: code that each site must choose to trust, type by type.
    on_step
        Called with a few words before each step that takes time.

    Raises
    ------
    UnusableSites
        When a site cannot be trusted and ``partial`` is not given; it is named with the reason.
    ModelHoldsRows, ModelNotConvertible, ConversionDiffers, ArchiveNotWritten
        When the model cannot be handed out.
    """
    say = on_step or (lambda _words: None)
    require_charter(charter)
    given = _require_bundles(bundles)
    _require_call(charter, model, parameters, scale, model_format)
    accepted = require_bundles(charter, given, span=span)
    fitted = fit_together(
        charter,
        accepted,
        model=model,
        parameters=parameters,
        method=method,
        scale=scale,
        seed=seed,
        partial=partial,
        on_step=say,
    )
    sites, pool, choice = fitted.sites, fitted.pool, fitted.choice
    say("converting and checking the model")
    issued, conversion = issue_model(
        charter,
        choice,
        fitted.estimator,
        pool,
        draws_of(seed, ISSUE_STREAM),
        model_format=model_format,
    )
    returns = make_returns(
        charter,
        sites.bundles,
        sites.alignment,
        pool,
        choice,
        issued,
        model_format=model_format,
    )
    found = Examined()
    if validate:
        found = examine(charter, fitted, seed=seed, on_step=say)
    notes = (*fitted.notes, *found.notes)
    return Training(
        charter=charter,
        method=sites.alignment.method,
        model_name=choice.name,
        parameters=dict(choice.parameters),
        scale=scale,
        seed=seed,
        estimator=fitted.estimator,
        alignment=sites.alignment,
        returns=returns,
        sites=sites.reports,
        excluded=sites.excluded,
        scores=found.scores,
        forecast=validate and not fitted.reasons,
        forecast_reasons=fitted.reasons
        if validate
        else (*fitted.reasons, "No cross-validation was made."),
        candidates=fitted.candidates,
        conversion=conversion,
        warnings=(*_warn_of(charter, sites, pool), *notes, *_name_warnings(fitted.kinds)),
        n_rows=pool.n_rows,
        traffic=measure_traffic(charter, accepted, returns, choice, span=span),
        validation=found.validation,
        gains=found.gains,
    )


def _require_bundles(bundles: object) -> tuple[RepresentationBundle, ...]:
    """Return what was given, one by one; contributions and dicts are the usual mistakes."""
    advice = "Give a list of bundles: `[one.bundle for one in contributions]`."
    require_argument(bundles, Iterable, argument="bundles", advice=advice)
    given = tuple(cast("Iterable[RepresentationBundle]", bundles))
    for bundle in given:
        require_argument(bundle, RepresentationBundle, argument="bundles", advice=advice)
    return given


def _require_call(
    charter: Charter,
    model: str | Estimator,
    parameters: Mapping[str, Plain] | None,
    scale: str,
    model_format: str,
) -> None:
    if scale not in ("unit", "none"):
        raise UnknownScale(scale=scale)
    if model_format not in get_args(ModelFormat):
        raise UnknownModelFormat(model_format=model_format)
    if model == SEARCH and isinstance(model, str):
        if parameters:
            raise ParametersNotForEstimator(given=f"{SEARCH!r}")
        return
    # Refused before hours of training rather than after.
    choice = choose_model(model, parameters, charter.task, 0)
    require_issuable_name(charter, choice.name)


def _warn_of(charter: Charter, sites: Participants, pool: Pool) -> list[str]:
    sentences = [
        f"{each.site} is doubtful: {each.reason}"
        for each in sites.reports
        if each.verdict == "doubtful"
    ]
    if len(pool.names) == 1:
        sentences.append(f"Only {pool.names[0]} sent rows: the model is of that site's rows alone.")
    absent = set(range(len(charter.classes))) - set(np.unique(pool.labels).tolist())
    if charter.classes and absent:
        names = ", ".join(repr(charter.classes[code]) for code in sorted(absent))
        sentences.append(f"No row has the class {names}: the model never says it.")
    return sentences


def _name_warnings(kinds: tuple[str, ...]) -> list[str]:
    return [f"Training the model raised a warning: {kind}." for kind in kinds]
