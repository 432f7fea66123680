"""A charter in words, for the screens that show one.

In:  a charter and its roster.
Out: lines and table rows of agreed constants. Anybody may run this.
"""

from typing import Any

from concordant.cli.console import Screen
from concordant.cli.study import say_consents
from concordant.terms.charter import Charter
from concordant.terms.features import column_features
from concordant.terms.listing import list_some
from concordant.terms.roster import Roster
from concordant.terms.schema import (
    BinaryColumn,
    CategoricalColumn,
    ClassLabel,
    Column,
    DateColumn,
    IgnoredColumn,
    Label,
    NumericColumn,
)

SPAN_WORDS = {
    "own": "each site's own main directions; one upload",
    "shared": "a random span drawn from the pact; one upload",
    "agreed": "a span made from all sites' views; two uploads, the first without rows",
    "public": "the main directions of a public table; one upload",
}

ANCHOR_WORDS = {
    "orthonormal": "a secret rotation drawn from the pact",
    "uniform": "uniform random rows drawn from the pact (weak)",
    "gaussian": "Gaussian random rows drawn from the pact",
    "public": "the rows of a public table (weak)",
}


def show_summary(screen: Screen, charter: Charter, roster: Roster | None) -> None:
    """Print what a study agrees on, in a few lines."""
    ignored = [column.name for column in charter.columns if isinstance(column, IgnoredColumn)]
    used = len(charter.columns) - len(ignored)
    rows = [
        ("study", charter.study or "(no name)"),
        ("predicts", describe_label(charter.label)),
        ("columns", f"{used} used, {charter.n_features} numbers per row"),
        ("dimensions", f"{charter.n_dims} of {charter.n_features} leave per row"),
        ("span", f"{charter.span}: {SPAN_WORDS[charter.span]}"),
        ("anchor", f"{charter.anchor.kind}: {ANCHOR_WORDS[charter.anchor.kind]}"),
        ("precision", charter.precision),
        ("sites", ", ".join(roster.sites) if roster else "not listed; names come with uploads"),
        ("threat model", charter.threat_model),
        ("terms digest", charter.terms_digest),
    ]
    if ignored:
        rows.insert(3, ("ignored", ", ".join(ignored)))
    if charter.group:
        rows.insert(2, ("group", f"{charter.group} (its values never leave)"))
    if roster is not None:
        rows.append(("roster", f"number {roster.number}, digest {roster.digest}"))
    if charter.retention:
        rows.append(("retention", charter.retention))
    screen.table("The terms", ("", ""), rows)
    say_consents(screen, charter)


def roster_record(roster: Roster | None) -> dict[str, Any] | None:
    """Return what ``--json`` says of the roster: it has a number and a digest of its own."""
    if roster is None:
        return None
    return {"number": roster.number, "digest": roster.digest, "sites": list(roster.sites)}


def describe_label(label: Label) -> str:
    """Return what is predicted, in words."""
    if isinstance(label, ClassLabel):
        return f"{label.column}: one of {', '.join(label.classes)}"
    unit = f" {label.unit}" if label.unit else ""
    return f"{label.column}: a number, rounded to {label.step:g}{unit}"


def describe_column(column: Column) -> tuple[str, str, str, str, str]:
    """Return a column's row: name, kind, what it becomes, and the two policies."""
    n_features = len(column_features(column))
    match column:
        case NumericColumn():
            return (
                column.name,
                f"number{f' in {column.unit}' if column.unit else ''}",
                _describe_range(column),
                column.missing,
                f"out of range: {column.out_of_range}",
            )
        case DateColumn():
            return (
                column.name,
                "date",
                f"{column.low} to {column.high} becomes 0 to 1",
                column.missing,
                f"out of range: {column.out_of_range}",
            )
        case CategoricalColumn():
            levels = list_some(column.levels, most=6)
            return (
                column.name,
                "category",
                f"{n_features} columns of 0/1: {levels}",
                column.missing,
                f"unseen: {column.unseen}",
            )
        case BinaryColumn():
            return (
                column.name,
                "two levels",
                f"{column.levels[0]} = 0, {column.levels[1]} = 1",
                column.missing,
                f"unseen: {column.unseen}",
            )
        case IgnoredColumn():
            return (column.name, "ignored", column.reason or "not used", "", "")


def _describe_range(column: NumericColumn) -> str:
    if column.scale is not None and column.centre is not None:
        return f"(value - {column.centre:g}) / {column.scale:g}, agreed to {column.clip:g} scales"
    return f"{column.low:g} to {column.high:g} becomes 0 to 1"
