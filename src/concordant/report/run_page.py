"""The page of a training: who took part, how it was aligned, how good the model seems, what next.

In:  the plain record of a training (``run.json``).
Out: a Page. Anybody may run this; the record holds no row and no secret.
"""

from collections.abc import Mapping
from typing import Any

from concordant.report.page import Page, PageTable
from concordant.terms.consent_words import REHEARSAL_WORDS, consent_sentences

Record = Mapping[str, Any]

NOT_A_FORECAST = "The scores below are not a forecast of how the model will do at the sites."
FORECAST = (
    "Measured on rows that the model had not seen, cut out of the pooled rows. Each site can hold "
    "this against rows of its own with `concordant site evaluate`."
)
NEXT = (
    "What to do next: give each site its own file NAME.return from the folder returns; it is of "
    "use to that site alone. The site runs `concordant site predict` with it, and `concordant "
    "site evaluate` on labelled rows that it kept back: that is the number to trust."
)
ONNX = "Sites get the model as ONNX, a format that cannot execute code."
ARCHIVE = (
    "Sites get the model as an archive (skops). Unlike ONNX, it is code that each site chooses to "
    "trust: it must allow the types above by name, and holds all that the estimator keeps."
)
COMPARED = "Its answers were compared with those of the trained model before it was issued."
MOST_CLASSES = 6
HOW_WORDS = {
    "by row": "rows left out at random",
    "by group": "persons left out at random",
    "leave one site out": "one site left out at a time",
}


def run_page(record: Record) -> Page:
    """Return the page of one training."""
    tables = [_scores(record), _sites(record), _model(record), _conversion(record)]
    if record["model"]["candidates"]:
        tables.insert(1, _candidates(record))
    return Page(
        title=record["study"] or f"Prediction of {record['label']}",
        lead=_lead(record),
        warnings=_warnings(record),
        tables=(*tables, _study(record)),
        closing=(NEXT,),
        footer=f"Made by concordant {record['versions']['concordant']}, `analyst train`.",
    )


def _lead(record: Record) -> tuple[str, ...]:
    name, method = record["model"]["name"], record["alignment"]["method"]
    who = (
        f"{record['n_sites']} sites trained one model together to predict {record['label']!r}. "
        f"Their {record['n_rows']:,} raw rows stayed at home; what came to the analyst were "
        f"projections of them, {record['n_dims']} numbers a row instead of "
        f"{record['n_features']}, with their labels."
    )
    how = (
        f"The projections were aligned by the method {method!r}, and the model {name!r} was "
        "trained on all of them."
    )
    return (who, how)


def _warnings(record: Record) -> tuple[str, ...]:
    said = list(consent_sentences(record["consents"]))
    if record["rehearsal"]:
        said.append(REHEARSAL_WORDS)
    if not record["forecast"]:
        said.append(" ".join([NOT_A_FORECAST, *record["forecast_reasons"]]))
    said += [f"{site} was left out. {why}" for site, why in record["excluded"].items()]
    if record["alignment"]["recommendation"]:
        said.append(record["alignment"]["recommendation"])
    return (*said, *record["warnings"])


def _scores(record: Record) -> PageTable:
    rows = [
        (
            HOW_WORDS.get(score["how"], score["how"]),
            score["measure"],
            _number(score["mean"]),
            _number(score["spread"]),
            str(score["n_folds"]),
        )
        for score in record["scores"]
    ]
    note = FORECAST if record["forecast"] else NOT_A_FORECAST
    return PageTable(
        title="Scores by cross-validation",
        header=("how", "measure", "mean", "spread over folds", "folds"),
        rows=tuple(rows),
        note=note if rows else "The model was not cross-validated.",
        numeric=(2, 3, 4),
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


def _sites(record: Record) -> PageTable:
    # More columns than these would be read by nobody; run.json has them all.
    classes = record["classes"] if len(record["classes"]) <= MOST_CLASSES else []
    return PageTable(
        title="Sites",
        header=("site", "rows", *classes, "span differs by", "verdict", "why"),
        rows=tuple(
            (
                site["site"],
                f"{site['n_rows']:,}" if site["n_rows"] else "none",
                *(f"{site['class_counts'].get(name, 0):,}" for name in classes),
                _share(site["numbers"]["span_difference"]),
                f"{site['verdict']}, left out" if site["excluded"] else site["verdict"],
                site["reason"],
            )
            for site in record["sites"]
        ),
        note=(
            "A span differs by the share of what a site's dimensions hold that lies outside the "
            "span that all sites share best. A site without rows joined only to predict."
        ),
        numeric=tuple(range(1, len(classes) + 3)),
    )


def _model(record: Record) -> PageTable:
    model = record["model"]
    scaling = "centred, at unit scale" if model["scale"] == "unit" else "as the method left them"
    return PageTable(
        title="Model",
        header=(),
        rows=(
            ("name", model["name"]),
            ("parameters", _parameters(model["parameters"]) or "those of its library"),
            ("features", f"{record['n_dims']} aligned dimensions, {scaling}"),
            ("classes", ", ".join(record["classes"]) or "none: a number is predicted"),
            ("seed", str(record["seed"])),
        ),
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


def _study(record: Record) -> PageTable:
    libraries = ", ".join(f"{name} {version}" for name, version in record["versions"].items())
    return PageTable(
        title="Study",
        header=(),
        rows=(
            ("study id", record["study_id"]),
            ("terms digest", record["terms"]),
            ("span, anchor, precision", _joined(record, "span", "anchor", "precision")),
            ("made with", libraries),
        ),
    )


def _joined(record: Record, *keys: str) -> str:
    return ", ".join(str(record[key]) for key in keys)


def _parameters(parameters: Record) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters.items())


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.4g}"


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"
