"""A training as plain data, for ``run.json``, ``--json`` and the report page.

In:  a Training.
Out: dictionaries, lists, texts, numbers and None; no row, no view, no map, no secret. Numbers
     that are not finite become None. Anybody may read it.
"""

import platform
from dataclasses import asdict
from importlib.metadata import version
from typing import Any

from concordant.analyst.record_facts import describe_gains, describe_traffic, describe_validation
from concordant.analyst.sites import SiteReport
from concordant.analyst.training import Training
from concordant.terms.plain_data import without_nan

FORMAT = 1
_LIBRARIES = ("concordant", "numpy", "scipy", "scikit-learn", "skl2onnx", "onnx", "onnxruntime")


def as_record(training: Training) -> dict[str, Any]:
    """Return what a training was made of and how it went.

    ``command`` is None: only a command knows the words that repeat it, and puts them there.
    """
    record = {
        "format": FORMAT,
        **_describe_study(training),
        "consents": list(training.charter.consents.spoken()),
        "seed": training.seed,
        "alignment": _describe_alignment(training),
        "sites": [_describe_site(each) for each in training.sites],
        "excluded": dict(training.excluded),
        "model": _describe_model(training),
        "scores": [asdict(each) for each in training.scores],
        "forecast": training.forecast,
        "forecast_reasons": list(training.forecast_reasons),
        "validation": describe_validation(training.validation),
        "gains": describe_gains(training.gains),
        "traffic": describe_traffic(training.traffic),
        "conversion": {**asdict(training.conversion), "holds": training.conversion.holds},
        "warnings": list(training.warnings),
        "command": None,
        "versions": {
            "python": platform.python_version(),
            **{library: version(library) for library in _LIBRARIES},
        },
    }
    plain: dict[str, Any] = without_nan(record)
    return plain


def _describe_study(training: Training) -> dict[str, Any]:
    charter = training.charter
    return {
        "study": charter.study,
        "study_id": charter.study_id,
        "terms": charter.terms_digest,
        "rehearsal": charter.rehearsal,
        "task": charter.task,
        "label": charter.label.column,
        "classes": list(charter.classes),
        "n_features": charter.n_features,
        "n_dims": charter.n_dims,
        "span": charter.span,
        "anchor": charter.anchor.kind,
        "precision": charter.precision,
        "group": charter.group is not None,
        "n_rows": training.n_rows,
        "n_sites": training.n_sites,
    }


def _describe_alignment(training: Training) -> dict[str, Any]:
    alignment = training.alignment
    return {
        "method": alignment.method,
        "mean_span_difference": alignment.mean_span_difference,
        "recommendation": alignment.recommendation,
        "shares": None if alignment.shares is None else alignment.shares.tolist(),
    }


def _describe_model(training: Training) -> dict[str, Any]:
    return {
        "name": training.model_name,
        "parameters": dict(training.parameters),
        "scale": training.scale,
        "candidates": [asdict(each) for each in training.candidates],
    }


def _describe_site(report: SiteReport) -> dict[str, Any]:
    numbers = asdict(report.numbers)
    del numbers["site"]
    return {**asdict(report), "numbers": numbers}
