"""What a report shows of a training, as plain data: curves, gains, traffic.

In:  what ``validation``, ``gains`` and ``traffic`` found.
Out: dictionaries, lists, texts, numbers and None; counts and means of many rows, never one.
     Anybody may read them.
"""

from dataclasses import asdict
from typing import Any

from concordant.analyst.gains import Gains
from concordant.analyst.traffic import Traffic
from concordant.analyst.validation import ClassCurves, Validation


def describe_validation(validation: Validation | None) -> dict[str, Any] | None:
    """Return what cross-validation showed; None where there was none."""
    if validation is None:
        return None
    confusion, residuals = validation.confusion, validation.residuals
    return {
        "how": validation.how,
        "words": validation.words,
        "n_rows": validation.n_rows,
        "confusion": None if confusion is None else asdict(confusion),
        "curves": [_describe_curves(each) for each in validation.curves],
        "residuals": None if residuals is None else asdict(residuals),
        "scores_with_interval": [
            {"measure": each.name, "value": each.value, "low": each.low, "high": each.high}
            for each in validation.scores
        ],
    }


def describe_gains(gains: Gains | None) -> dict[str, Any] | None:
    """Return what each site gains; None where it was not measured."""
    return None if gains is None else asdict(gains)


def describe_traffic(traffic: Traffic) -> dict[str, Any]:
    """Return what moved, file by file, and what federated averaging would move."""
    rival = traffic.rival
    return {
        "sites": [asdict(each) for each in traffic.sites],
        "total_bytes": traffic.total_bytes,
        "words": list(traffic.words),
        "federated": {
            "model": traffic.rival_model,
            "n_parameters": rival.n_parameters,
            "bytes_per_round": round(rival.bytes_per_round),
            "rounds": rival.n_rounds,
            "total_bytes": round(rival.total_bytes),
            "break_even_rounds": rival.break_even_rounds,
            "sentences": list(traffic.sentences),
        },
    }


def _describe_curves(curves: ClassCurves) -> dict[str, Any]:
    return {
        "class": curves.name,
        "against": curves.against,
        "roc": asdict(curves.roc),
        "precision_recall": asdict(curves.precision_recall),
        "calibration": asdict(curves.calibration),
    }
