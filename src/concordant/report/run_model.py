"""The model of a training, for its page: what it is, what else was tried, how it travels.

In:  the plain record of a training.
Out: parts of a page. Anybody may run this.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import Chapter, PageTable, Part

Record = Mapping[str, Any]

ONNX = "Sites get the model as ONNX, a format that cannot execute code."
ARCHIVE = (
    "Sites get the model as an archive (skops). Unlike ONNX, it is code that each site chooses to "
    "trust: it must allow the types above by name, and holds all that the estimator keeps."
)
COMPARED = "Its answers were compared with those of the trained model before it was issued."


def model_parts(record: Record) -> tuple[Part, ...]:
    """Return the chapter of the model."""
    tried = [_candidates(record)] if record["model"]["candidates"] else []
    return (Chapter("The model"), _model(record), *tried, _conversion(record))


def _model(record: Record) -> PageTable:
    model = record["model"]
    scaling = "centred, at unit scale" if model["scale"] == "unit" else "as the method left them"
    return PageTable(
        title="What was trained",
        header=(),
        rows=(
            ("name", model["name"]),
            ("parameters", _parameters(model["parameters"]) or "those of its library"),
            ("features", f"{record['n_dims']} aligned dimensions, {scaling}"),
            ("classes", ", ".join(record["classes"]) or "none: a number is predicted"),
        ),
    )


def _candidates(record: Record) -> PageTable:
    candidates = record["model"]["candidates"]
    chosen = [place for place, each in enumerate(candidates) if each["chosen"]]
    return PageTable(
        title="Models that were tried",
        header=("model", "parameters", "mean loss", "its error"),
        rows=tuple(
            (
                each["name"],
                _parameters(each["parameters"]),
                _number(each["loss"]),
                _number(each["error"]),
            )
            for each in candidates
        ),
        note="Lower is better. The one that stands out was chosen.",
        numeric=(2, 3),
        strong_row=chosen[0] if chosen else None,
    )


def _conversion(record: Record) -> PageTable:
    check = record["conversion"]
    archived = check["model_format"] == "skops"
    named: tuple[tuple[str, ...], ...] = ()
    if archived:
        named = (("types that each site must allow", ", ".join(check["types"])),)
    worst = check["largest_difference"]
    return PageTable(
        title="The model as it goes to the sites",
        header=(),
        rows=(
            ("format", "archive (skops), not converted" if archived else "ONNX"),
            *named,
            ("rows compared", f"{check['n_rows']:,}, of them {check['n_pooled_rows']:,} of sites"),
            ("largest difference", "labels only" if worst is None else f"{worst:.1e}"),
            ("allowed", f"{check['limit']:.0e}"),
            ("other labels", f"{check['n_labels_differ']}, of them ties {check['n_ties']}"),
            ("size", f"{check['n_bytes']:,} bytes"),
        ),
        note=f"{ARCHIVE if archived else ONNX} {COMPARED}",
    )


def _parameters(parameters: Record) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters.items())


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.4g}"
