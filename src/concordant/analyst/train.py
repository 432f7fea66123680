"""Train one model on the rows of all sites, and make each site's return.

In:  the charter and bundles that the door let in.
Out: a Training. Nothing is written and nobody is asked again. The analyst runs this.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import cast, get_args

import numpy as np

from concordant.analyst.forecast import forecast_reasons
from concordant.analyst.intake import require_bundles
from concordant.analyst.issue import issue_model, make_returns, require_issuable_name
from concordant.analyst.models import ModelChoice, choose_model, train_model
from concordant.analyst.pool import Pool, pool_rows
from concordant.analyst.record import as_record
from concordant.analyst.select import SEARCH, fixed_choice, search
from concordant.analyst.sites import Participants, choose_participants
from concordant.analyst.training import Candidate, Scale, Score, Training
from concordant.analyst.validate import validate as cross_validate
from concordant.analyst.verdicts import Method
from concordant.errors.analyst import (
    NoRowsAtAll,
    OneClassOnly,
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

# Each purpose draws from its own stream, so that leaving one out changes no other.
_SEARCH, _VALIDATE, _ISSUE = range(3)


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
        Cross-validate, by row (or group) and by site.
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
    say(f"aligning {len(accepted)} sites")
    sites = choose_participants(charter, accepted, method, partial=partial)
    pool = _pool(sites, scale)
    n_classes = len(charter.classes)

    reasons = forecast_reasons(sites.alignment, pool, n_classes)
    choice, candidates, notes = _settle(
        charter, model, parameters, pool, reasons, seed=seed, say=say
    )
    say(f"training {choice.name} on {pool.n_rows} rows")
    estimator, kinds = train_model(choice, pool.features, pool.labels)
    say("converting and checking the model")
    issued, conversion = issue_model(
        charter, choice, estimator, pool, _draws(seed, _ISSUE), model_format=model_format
    )
    scores: tuple[Score, ...] = ()
    if validate:
        draws = _draws(seed, _VALIDATE)
        scores, more = cross_validate(choice, pool, n_classes, draws, say)
        notes += more
    return Training(
        charter=charter,
        method=sites.alignment.method,
        model_name=choice.name,
        parameters=dict(choice.parameters),
        scale=scale,
        seed=seed,
        estimator=estimator,
        alignment=sites.alignment,
        returns=make_returns(
            charter,
            sites.bundles,
            sites.alignment,
            pool,
            choice,
            issued,
            model_format=model_format,
        ),
        sites=sites.reports,
        excluded=sites.excluded,
        scores=scores,
        forecast=validate and not reasons,
        forecast_reasons=reasons if validate else (*reasons, "No cross-validation was made."),
        candidates=candidates,
        conversion=conversion,
        warnings=(*_warn_of(charter, sites, pool), *notes, *_name_warnings(kinds)),
        n_rows=pool.n_rows,
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


def _pool(sites: Participants, scale: Scale) -> Pool:
    if not any(len(bundle.rows) for bundle in sites.bundles):
        raise NoRowsAtAll(n_sites=len(sites.bundles))
    pool = pool_rows(sites.bundles, sites.alignment.maps, scale=scale)
    if np.all(pool.labels == pool.labels[0]):
        raise OneClassOnly(n_rows=pool.n_rows)
    return pool


def _settle(
    charter: Charter,
    model: str | Estimator,
    parameters: Mapping[str, Plain] | None,
    pool: Pool,
    reasons: tuple[str, ...],
    *,
    seed: int,
    say: Callable[[str], None],
) -> tuple[ModelChoice, tuple[Candidate, ...], tuple[str, ...]]:
    """Return the model to train, what ``search`` tried, and what is to be said about it."""
    if not (isinstance(model, str) and model == SEARCH):
        return choose_model(model, parameters, charter.task, seed), (), ()
    if reasons:
        choice = fixed_choice(charter.task, seed)
        note = (
            f"{SEARCH!r} fell back to {choice.name!r}: cross-validation here does not tell which "
            "model will do best at the sites."
        )
        return choice, (), (note,)
    draws = _draws(seed, _SEARCH)
    return (*search(charter.task, pool, len(charter.classes), seed, draws, say), ())


def _draws(seed: int, purpose: int) -> np.random.Generator:
    return np.random.default_rng([seed, purpose])


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
