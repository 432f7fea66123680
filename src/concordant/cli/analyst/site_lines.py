"""One line per site: what it sent, whether it can be used, and how its view compares.

In:  uploads that were taken in, and the numbers of their views.
Out: a table, the refusals beneath it, and who is missing; or the same as plain data. Anybody
     may run this; the analyst does.
"""

from typing import Any

from concordant.analyst.diagnostics import SiteDiagnostics
from concordant.analyst.intake import Refusal, Upload
from concordant.analyst.verdicts import DEVIATION_LIMIT, recommend_span
from concordant.cli.analyst.inbox import Received
from concordant.cli.console import Screen
from concordant.cli.sizes import say_number
from concordant.terms.floors import SPANS_DIFFER
from concordant.wire.messages import RepresentationBundle

Health = dict[str, SiteDiagnostics]

_HEADS = ("site", "upload", "release", "rows", "verdict", "span differs", "stretch")

_LEGEND = (
    f"span differs: what part of a site's dimensions lies outside the span that all share best "
    f"(much: above {SPANS_DIFFER:.0%}). stretch: how far its view is from the others' in "
    f"length, as a logarithm (doubtful: above {DEVIATION_LIMIT})."
)


def show_sites(screen: Screen, received: Received, health: Health) -> None:
    """Print a line per site, then every reason, then who is missing and what else lies there."""
    rows = [_line(upload, health.get(upload.envelope.site)) for upload in received.accepted]
    rows += [(each.site or each.name, "REFUSED", "", "", "", "", "") for each in received.refused]
    rows += [(name, "missing", "", "", "", "", "") for name in received.missing]
    rows.sort(key=lambda row: row[0])
    if rows:
        screen.table(f"The {received.kind}s", _HEADS, rows)
    if health:
        screen.tell(_LEGEND)
    for each in received.refused:
        screen.tell(f"{each.name} refused ({each.error.name}): {each.error.found_text}")
        screen.tell(f"  What to do: {each.error.remedy_text}")
    for site, found in health.items():
        if found.verdict != "good":
            screen.tell(f"{site} {found.verdict}: {found.reason}")
    advice = _recommendation(health)
    if advice is not None:
        screen.warn(advice)
    _show_rest(screen, received)


def sites_record(received: Received, health: Health) -> dict[str, Any]:
    """Return the same as plain data, for ``--json``."""
    return {
        "sites": [
            *(_record(upload, health.get(upload.envelope.site)) for upload in received.accepted),
            *(_refused_record(each) for each in received.refused),
        ],
        "missing": list(received.missing),
        "knows_who_is_missing": received.knows_who_is_missing,
        "superseded": list(received.superseded),
        "unfinished": list(received.unfinished),
        "others": list(received.others),
        "recommendation": _recommendation(health),
    }


def _show_rest(screen: Screen, received: Received) -> None:
    if received.missing:
        screen.warn(f"nothing has come from {', '.join(received.missing)}.")
    if not received.knows_who_is_missing:
        screen.warn("there is no roster, so nobody can tell which site is missing.")
    if received.superseded:
        screen.tell(f"Earlier releases, not used: {', '.join(received.superseded)}.")
    if received.unfinished:
        screen.warn(
            f"still being written, or left by a copy that broke off: "
            f"{', '.join(received.unfinished)}."
        )
    if received.others:
        screen.warn(f"not an upload, and not looked at: {', '.join(received.others)}.")


def _line(upload: Upload, found: SiteDiagnostics | None) -> tuple[str, ...]:
    envelope = upload.envelope
    n_rows = ""
    if isinstance(upload, RepresentationBundle):
        n_rows = f"{len(upload.rows):,}" if len(upload.rows) else "only predicts"
    numbers = None if found is None else found.numbers
    difference = None if numbers is None else numbers.span_difference
    return (
        envelope.site,
        "accepted",
        str(envelope.release or ""),
        n_rows,
        "" if found is None else found.verdict,
        "-" if difference is None else f"{difference:.1%}",
        say_number(None if numbers is None else _rounded(numbers.deviation)),
    )


def _rounded(value: float | None) -> float | None:
    # Equal spans differ by rounding errors, which tell nothing.
    return None if value is None else round(value, 4)


def _record(upload: Upload, found: SiteDiagnostics | None) -> dict[str, Any]:
    record: dict[str, Any] = {
        "site": upload.envelope.site,
        "state": "accepted",
        "release": upload.envelope.release,
    }
    if isinstance(upload, RepresentationBundle):
        record["n_rows"] = len(upload.rows)
    if found is not None:
        record |= {
            "verdict": found.verdict,
            "reason": found.reason,
            "rank": found.numbers.rank,
            "condition": found.numbers.condition,
            "deviation": found.numbers.deviation,
            "span_difference": found.numbers.span_difference,
        }
    return record


def _refused_record(each: Refusal) -> dict[str, Any]:
    return {
        "site": each.site,
        "file": each.name,
        "state": "refused",
        **each.error.as_record(),
    }


def _recommendation(health: Health) -> str | None:
    differences = [
        found.numbers.span_difference
        for found in health.values()
        if found.numbers.span_difference is not None
    ]
    return recommend_span(sum(differences) / len(differences)) if differences else None
