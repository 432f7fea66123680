"""Show what a training gave, to people who did not see it happen.

In:  a Training.
Out: tables and sentences on the screen. Anybody may run this; the analyst does.
"""

from collections.abc import Mapping

from concordant.analyst.training import Training
from concordant.cli.analyst.show_gains import show_gains
from concordant.cli.console import Screen
from concordant.cli.sizes import say_bytes, say_count, say_number
from concordant.terms.recipes_parameters import Plain

HOW_WORDS = {
    "by row": "rows left out",
    "by group": "persons left out",
    "leave one site out": "one site left out",
}


def show_training(screen: Screen, training: Training) -> None:
    """Print the sites that took part, the model, its scores, what sites gain, the conversion."""
    _show_sites(screen, training)
    _show_model(screen, training)
    _show_scores(screen, training)
    if training.gains is not None:
        show_gains(screen, training.gains)
    _show_conversion(screen, training)
    for site, reason in training.excluded.items():
        screen.warn(f"{site} was left out. {reason}")
    for warning in training.warnings:
        screen.warn(warning)


def _show_sites(screen: Screen, training: Training) -> None:
    classes = training.charter.classes
    rows = [
        (
            each.site,
            f"{each.n_rows:,}" if each.n_rows else "only predicts",
            *(f"{each.class_counts.get(name, 0):,}" for name in classes),
            "left out" if each.excluded else each.verdict,
        )
        for each in training.sites
    ]
    screen.table(
        f"{say_count(training.n_rows, 'row')} of {training.n_sites} sites, aligned by "
        f"{training.method}",
        ("site", "rows", *classes, "verdict"),
        rows,
    )


def _show_model(screen: Screen, training: Training) -> None:
    parameters = _listed(training.parameters) or "no parameters"
    screen.tell(f"Model: {training.model_name} ({parameters})")
    if training.candidates:
        screen.table(
            "What search compared (loss by cross-validation, lower is better)",
            ("model", "parameters", "loss", "error", ""),
            [
                (
                    each.name,
                    _listed(each.parameters),
                    say_number(each.loss),
                    say_number(each.error),
                    "chosen" if each.chosen else "",
                )
                for each in training.candidates
            ],
        )


def _listed(parameters: Mapping[str, Plain]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters.items())


def _show_scores(screen: Screen, training: Training) -> None:
    if training.scores:
        screen.table(
            "Cross-validation" if training.forecast else "Cross-validation, NOT A FORECAST",
            ("how", "measure", "mean", "spread", "folds"),
            [
                (
                    HOW_WORDS[each.how],
                    each.measure,
                    say_number(each.mean),
                    say_number(each.spread),
                    each.n_folds,
                )
                for each in training.scores
            ],
        )
    if not training.forecast:
        screen.warn(" ".join(["these scores are not a forecast.", *training.forecast_reasons]))


def _show_conversion(screen: Screen, training: Training) -> None:
    check = training.conversion
    difference = check.largest_difference
    told = [] if difference is None else [f"largest difference {difference:.1e}"]
    if any(site.class_counts for site in training.sites):
        differ = say_count(check.n_labels_differ, "label")
        told.append(f"{differ} differ, {check.n_ties} of them ties")
    done = "Converted to ONNX"
    if check.model_format == "skops":
        done = "Archived by skops, with nothing converted,"
    screen.tell(
        f"{done} ({say_bytes(check.n_bytes)}) and compared on "
        f"{say_count(check.n_rows, 'row')}: {', '.join(told)}."
    )
    if check.model_format == "skops":
        screen.warn(
            "unlike ONNX, such a model is code that each site chooses to trust. A site must "
            "allow these types by name (`concordant site predict --allow-type NAME`, once for "
            f"each): {', '.join(check.types)}"
        )
