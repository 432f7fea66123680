"""Find terms that can be read and cannot be carried out.

In:  a Charter, and the roster where there is one.
Out: a Fault for each contradiction, all at once; none when sites can start. Anybody may run this.
"""

import re
from collections import Counter
from collections.abc import Iterator

from concordant.terms.charter import Charter
from concordant.terms.faults import Fault
from concordant.terms.features import column_features
from concordant.terms.floors import SITES_FLOOR
from concordant.terms.roster import Roster
from concordant.terms.schema import ClassLabel

KNOWN_DRAWS = (1,)
WEAK_ANCHORS = ("uniform", "public")
DRAWN_ANCHORS = ("uniform", "gaussian")
# Predictions are a CSV that people open in a spreadsheet, and a class can have been named by
# somebody whom no site knows. "+" and "-3" are classes, "+f(x)" and "-1|x" are formulas.
_FORMULA = re.compile(r"[=@]|[+-].*[(|!]", re.DOTALL)


def check_charter(charter: Charter, roster: Roster | None) -> tuple[Fault, ...]:
    """Return every fault of the terms; without a roster nothing is said about the sites."""
    faults = [
        *_column_faults(charter),
        *_label_faults(charter),
        *_dims_faults(charter),
        *_anchor_faults(charter),
        *_public_faults(charter),
        *_span_faults(charter, roster),
    ]
    return tuple(faults)


def _fault(where: str, found: str, remedy: str) -> Fault:
    return Fault(where, None, found, remedy)


def _column_faults(charter: Charter) -> Iterator[Fault]:
    used = _used_columns(charter)
    if not used:
        found = "No column is used: there is none, or each is ignored or has no level."
        yield _fault("columns", found, "Give at least one column another kind.")
    for name, count in Counter(column.name for column in charter.columns).items():
        if count > 1:
            found = f"{count} columns have this name."
            yield _fault(f"columns.{name}", found, "Keep one of them.")
    if charter.group is not None and charter.group in used:
        found = f"The group column {charter.group!r} is also a column that is used."
        remedy = "Make that column ignored: what names a person must not become a number."
        yield _fault("group.column", found, remedy)


def _label_faults(charter: Charter) -> Iterator[Fault]:
    label = charter.label
    if label.column in _used_columns(charter):
        found = f"The label {label.column!r} is also a column that is used."
        yield _fault("label.column", found, "Take it out of the columns, or make it ignored.")
    if label.column == charter.group:
        found = f"The label {label.column!r} is also the group column."
        yield _fault("group.column", found, "Name another group column, or none.")
    for place, name in enumerate(charter.classes, start=1):
        if _FORMULA.match(name):
            found = f"Class {place} reads like a formula, which a spreadsheet would carry out."
            yield _fault("label.classes", found, "Name it so that it begins with a letter.")
    is_class = isinstance(label, ClassLabel)
    if is_class != (charter.task == "classification"):
        found = f"The label has {'classes' if is_class else 'a step'}, the task is {charter.task}."
        yield _fault("label", found, "A classification has classes, a regression a step.")
    if is_class and len(charter.classes) < 2:
        found = f"The label has {len(charter.classes)} class(es)."
        yield _fault(
            "label.classes", found, "Name at least two: one class leaves nothing to learn."
        )


def _dims_faults(charter: Charter) -> Iterator[Fault]:
    n_features = charter.n_features
    if charter.n_dims < 1:
        yield _fault("projection.dims", "There is no dimension.", "Write 1 or more.")
    if n_features and charter.n_dims > n_features:
        found = f"{charter.n_dims} dimensions are more than the {n_features} numbers of a row."
        yield _fault("projection.dims", found, f"Write fewer than {n_features}.")


def _anchor_faults(charter: Charter) -> Iterator[Fault]:
    anchor = charter.anchor
    if anchor.draw not in KNOWN_DRAWS:
        found = f"Recipe number {anchor.draw} is not known to this version."
        remedy = f"Write {KNOWN_DRAWS[-1]}, or have everybody install the version that knows it."
        yield _fault("projection.draw", found, remedy)
    if anchor.kind in WEAK_ANCHORS and not (
        charter.consents.accept_weak_anchor or charter.rehearsal
    ):
        found = f'An analyst can find out the bases from anchor = "{anchor.kind}".'
        remedy = 'Write "orthonormal", or take the risk by accept_weak_anchor = true.'
        yield _fault("projection.anchor", found, remedy)
    if anchor.kind not in DRAWN_ANCHORS and anchor.n_rows is not None:
        found = f'anchor = "{anchor.kind}" has no number of rows to choose.'
        yield _fault("projection.anchor_rows", found, "Take the line out.")
    n_rows = anchor.n_rows or 0
    if anchor.kind in DRAWN_ANCHORS and n_rows < max(charter.n_features, 1):
        given = f"has {n_rows} rows" if n_rows else "has no number of rows"
        found = f"The anchor {given}, each row becomes {charter.n_features} numbers."
        remedy = f"Write anchor_rows = {max(charter.n_features, 1)} or more."
        yield _fault("projection.anchor_rows", found, remedy)


def _public_faults(charter: Charter) -> Iterator[Fault]:
    uses = [
        f"the {name}"
        for name, kind in (("span", charter.span), ("anchor", charter.anchor.kind))
        if kind == "public"
    ]
    if uses and charter.public_sha256 is None:
        found = f"A public table makes {' and '.join(uses)}, and the terms do not say which one."
        remedy = 'Add public_sha256 = "…", the SHA-256 of that file.'
        yield _fault("projection.public_sha256", found, remedy)
    if not uses and charter.public_sha256 is not None:
        found = "A public table is named, and neither the span nor the anchor uses it."
        yield _fault("projection.public_sha256", found, 'Take it out, or write span = "public".')


def _span_faults(charter: Charter, roster: Roster | None) -> Iterator[Fault]:
    if charter.span != "agreed":
        return
    if charter.anchor.kind != "orthonormal":
        found = f'An agreed span cannot be turned back through anchor = "{charter.anchor.kind}".'
        remedy = 'Write anchor = "orthonormal", or choose another span.'
        yield _fault("projection.anchor", found, remedy)
    n_sites = SITES_FLOOR if roster is None else len(roster.sites)
    if n_sites < SITES_FLOOR and not charter.consents.agreed_below_floor:
        reason = (
            "each of two sites can work out the other's own span exactly"
            if n_sites <= 2
            else f"below {SITES_FLOOR} the others come close to one site's own span"
        )
        found = f"The roster has {n_sites} site(s), and {reason}."
        remedy = 'Write span = "shared", or take the risk by agreed_below_floor = true.'
        yield _fault("projection.span", found, remedy)


def _used_columns(charter: Charter) -> set[str]:
    return {column.name for column in charter.columns if column_features(column)}
