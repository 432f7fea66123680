"""Records of the shape that ``analyst.record`` writes, full and minimal, of any number of sites."""

import math
from typing import Any

import numpy as np

VERDICTS = {"good": 0.03, "spans differ": 0.17, "doubtful": 0.06}


def minimal_record(**changes: Any) -> dict[str, Any]:
    """A record without validation, gains, traffic or command, as earlier versions wrote it."""
    record = {
        "study": "Stays",
        "study_id": "0f" * 16,
        "terms": "ab" * 32,
        "rehearsal": False,
        "task": "classification",
        "label": "outcome",
        "classes": ["ill", "well"],
        "n_features": 30,
        "n_dims": 10,
        "span": "own",
        "anchor": "orthonormal",
        "precision": "float32",
        "n_rows": 1200,
        "n_sites": 2,
        "consents": [],
        "seed": 5,
        "alignment": {"method": "auto", "recommendation": None},
        "sites": [make_site("north"), make_site("south", n_rows=0)],
        "excluded": {},
        "model": {"name": "ridge", "parameters": {"alpha": 2.0}, "scale": "unit", "candidates": []},
        "scores": [
            {"how": "by row", "measure": "accuracy", "mean": 0.91, "spread": 0.02, "n_folds": 5}
        ],
        "forecast": True,
        "forecast_reasons": [],
        "conversion": {
            "n_rows": 900,
            "n_pooled_rows": 700,
            "largest_difference": 3e-7,
            "limit": 1e-5,
            "n_labels_differ": 0,
            "n_ties": 0,
            "n_bytes": 2048,
            "model_format": "onnx",
            "types": [],
        },
        "warnings": [],
        "versions": {"python": "3.12.1", "concordant": "0.1.0", "numpy": "2.1.0"},
    }
    return record | changes


def make_site(
    name: str, *, n_rows: int = 1200, verdict: str = "good", classes: tuple[str, ...] = ()
) -> dict[str, Any]:
    """One site of a record."""
    counts = dict.fromkeys(classes or ("ill", "well"), n_rows // max(len(classes), 2))
    return {
        "site": name,
        "n_rows": n_rows,
        "class_counts": counts if n_rows else {},
        "verdict": verdict,
        "reason": "Its view agrees with those of the other sites.",
        "numbers": {"span_difference": VERDICTS.get(verdict, 0.031)},
        "excluded": verdict == "unusable",
    }


def full_record(
    *,
    n_sites: int = 12,
    classes: tuple[str, ...] = ("ill", "well"),
    names: tuple[str, ...] = (),
    **changes: Any,
) -> dict[str, Any]:
    """A record with everything in it; without classes a number is predicted."""
    rng = np.random.default_rng(n_sites)
    names = names or tuple(f"site-{place + 1}" for place in range(n_sites))
    sites = [_drawn_site(rng, name, classes, place) for place, name in enumerate(names)]
    record = minimal_record(
        task="classification" if classes else "regression",
        classes=list(classes),
        n_sites=len(names),
        n_rows=sum(site["n_rows"] for site in sites),
        sites=sites,
        scores=_scores(classes),
        alignment={
            "method": "auto",
            "mean_span_difference": 0.048,
            "recommendation": None,
            "shares": np.sort(rng.uniform(0.35, 1, 10))[::-1].tolist(),
        },
        validation=_validation(rng, classes),
        gains=_gains(rng, sites, classes),
        traffic=_traffic(sites),
        command="concordant analyst train --charter charter.toml --inbox inbox --out run --seed 5",
    )
    record["model"] = record["model"] | {
        "candidates": [
            {"name": "dummy", "parameters": {}, "loss": 0.69, "error": 0.01, "chosen": False},
            {
                "name": "ridge",
                "parameters": {"alpha": 2.0},
                "loss": 0.24,
                "error": 0.02,
                "chosen": True,
            },
        ]
    }
    return record | changes


def _drawn_site(
    rng: np.random.Generator, name: str, classes: tuple[str, ...], place: int
) -> dict[str, Any]:
    verdict = "spans differ" if place % 17 == 7 else "doubtful" if place % 23 == 11 else "good"
    site = make_site(name, n_rows=int(rng.integers(80, 900)), verdict=verdict, classes=classes)
    site["numbers"]["span_difference"] *= float(rng.uniform(0.6, 1.4))
    if verdict == "spans differ":
        site["reason"] = (
            "17% of what its dimensions hold lies outside the span that the sites share best."
        )
    if not classes:
        site["class_counts"] = {}
    return site


def _scores(classes: tuple[str, ...]) -> list[dict[str, Any]]:
    values = {"accuracy": 0.91, "ROC-AUC": 0.95} if classes else {"R²": 0.62, "RMSE": 41.6}
    return [
        {"how": how, "measure": name, "mean": value, "spread": value / 40, "n_folds": 5}
        for how in ("by row", "leave one site out")
        for name, value in values.items()
    ]


def _validation(rng: np.random.Generator, classes: tuple[str, ...]) -> dict[str, Any]:
    validation: dict[str, Any] = {
        "how": "by row",
        "words": (
            "Pooled rows of all sites, each answered by a model that had not seen it (rows left "
            "out at random). Bands and intervals: 95 %, by drawing rows again 300 times."
        ),
        "n_rows": 3200,
        "confusion": None,
        "curves": [],
        "residuals": None,
        "scores_with_interval": [
            {"measure": each["measure"], "value": each["mean"], "low": low, "high": high}
            for each in _scores(classes)[:2]
            for low, high in [(0.97 * each["mean"], min(1.02 * each["mean"], 0.99))]
        ],
    }
    if not classes:
        predicted = np.linspace(60, 240, 12)
        middle = rng.normal(0, 4, 12)
        validation["residuals"] = {
            "predicted": predicted.tolist(),
            "middle": middle.tolist(),
            "low": (middle - 30).tolist(),
            "high": (middle + 33).tolist(),
            "n_rows": [266] * 12,
        }
        validation["scores_with_interval"][1] |= {"low": 39.9, "high": 43.4}
        return validation
    counts = rng.integers(2, 40, (len(classes), len(classes))) + np.diag(
        rng.integers(300, 700, len(classes))
    )
    validation["confusion"] = {"classes": list(classes), "counts": counts.tolist()}
    judged = classes[1:] if len(classes) == 2 else classes
    validation["curves"] = [_curve(name, classes, place) for place, name in enumerate(judged)]
    return validation


def _curve(name: str, classes: tuple[str, ...], place: int) -> dict[str, Any]:
    rate = np.linspace(0, 1, 51)
    found = 1 - (1 - rate) ** (3 + place)
    bins = np.linspace(0.05, 0.95, 10)
    seen = bins**1.15
    prevalence = 1 / len(classes)
    precision = prevalence + (0.98 - prevalence) * (1 - rate**3)
    return {
        "class": name,
        "against": classes[0] if len(classes) == 2 else "all other classes",
        "roc": {
            "fpr": rate.tolist(),
            "tpr": found.tolist(),
            "low": np.clip(found - 0.05, 0, 1).tolist(),
            "high": np.clip(found + 0.03, 0, 1).tolist(),
            "auc": _area(found, rate),
            "auc_low": _area(found, rate) - 0.03,
            "auc_high": min(_area(found, rate) + 0.02, 1.0),
        },
        "precision_recall": {
            "recall": rate.tolist(),
            "precision": precision.tolist(),
            "low": np.clip(precision - 0.05, 0, 1).tolist(),
            "high": np.clip(precision + 0.04, 0, 1).tolist(),
            "average_precision": _area(precision, rate),
            "low_ap": _area(precision, rate) - 0.03,
            "high_ap": _area(precision, rate) + 0.03,
            "prevalence": prevalence,
        },
        "calibration": {
            "predicted": bins.tolist(),
            "observed": seen.tolist(),
            "low": np.clip(seen - 0.06, 0, 1).tolist(),
            "high": np.clip(seen + 0.06, 0, 1).tolist(),
            "n_rows": [320] * 10,
        },
    }


def _gains(
    rng: np.random.Generator, sites: list[dict[str, Any]], classes: tuple[str, ...]
) -> dict[str, Any]:
    size = 1.0 if classes else 60.0
    drawn = [
        (site, float(rng.normal(0.05, 0.05)) * size, 0.6 * size / math.sqrt(site["n_rows"]))
        for site in sites
    ]
    together = 0.91 if classes else 41.0
    sign = 1 if classes else -1
    mean = float(np.mean([gain for _, gain, _ in drawn]))
    return {
        "measure": "accuracy" if classes else "RMSE",
        "higher_is_better": bool(classes),
        "how": (
            "At each site, rows that neither model had seen were predicted by the model of all "
            "sites and by one trained on the site's own projected rows alone."
        ),
        "sites": [
            {
                "site": site["site"],
                "n_rows": site["n_rows"],
                "together": together,
                "alone": together - sign * gain,
                "gain": gain,
                "low": gain - half,
                "high": gain + half,
            }
            for site, gain, half in drawn
        ],
        "mean": {"gain": mean, "low": mean - 0.02 * size, "high": mean + 0.02 * size},
        "n_sites_measured": len(sites),
    }


def _traffic(sites: list[dict[str, Any]]) -> dict[str, Any]:
    files = [
        {
            "site": site["site"],
            "n_rows": site["n_rows"],
            "view_bytes": 0,
            "span_bytes": 0,
            "bundle_bytes": 2000 + 44 * site["n_rows"],
            "return_bytes": 6120,
        }
        for site in sites
    ]
    total = sum(each["bundle_bytes"] + each["return_bytes"] for each in files)
    one_round = 2 * len(sites) * 4 * 50_000
    return {
        "sites": files,
        "total_bytes": total,
        "words": [
            (
                "Each site sent one file: 10 numbers for each of its rows, mixed from all columns, "
                "and the row's label. No name, no column and no raw value left."
            )
        ],
        "federated": {
            "model": "a network of 50,000 parameters",
            "n_parameters": 50_000,
            "bytes_per_round": one_round,
            "rounds": 100,
            "total_bytes": 100 * one_round,
            "break_even_rounds": total / one_round,
            "sentences": ["Federated averaging of such a network moves the same in few rounds."],
        },
    }


def _area(height: np.ndarray, width: np.ndarray) -> float:
    return float((np.diff(width) * (height[1:] + height[:-1]) / 2).sum())
