"""The facts of a contribution that a steward reads before the yes.

In:  what was counted while the contribution was made.
Out: counts, agreed names and plain sentences; no cell, no row. Only a site runs this.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from concordant.site.own_rows import OwnRows
from concordant.site.spans import SpanResult
from concordant.terms.charter import Charter
from concordant.terms.consent_words import spoken_consents
from concordant.terms.floors import RARE_CLASS
from concordant.terms.preprocess import ColumnCount
from concordant.wire.messages import AgreedSpan, Envelope
from concordant.wire.words import fingerprint_words


@dataclass(frozen=True, slots=True)
class ContributionFacts:
    """What a contribution holds, in counts, and what to think of before it leaves.

    ``n_completed_directions`` are random because the site's rows had too few of their own.
    ``span_words`` are to be compared with the other sites by telephone. ``warnings`` are
    sentences to show as they are.
    """

    n_rows: int
    n_completed_directions: int
    findings: tuple[ColumnCount, ...]
    rare_classes: tuple[str, ...]
    n_withheld: int
    share_unique_labels: float | None
    span_fingerprint: str | None
    span_words: str | None
    warnings: tuple[str, ...]


def gather_facts(
    charter: Charter,
    envelope: Envelope,
    own: OwnRows | None,
    chosen: SpanResult,
    *,
    span: AgreedSpan | None,
    with_rows: bool,
    noticed: Sequence[str] = (),
) -> ContributionFacts:
    """Return the facts of one contribution with every warning that applies.

    ``noticed`` is what the table itself gave rise to: columns not there, units.
    """
    n_rows = len(own.matrix) if own is not None and with_rows else 0
    warnings = [
        *spoken_consents(charter),
        *noticed,
        *_about_labels(own),
        *_about_directions(charter, own, chosen),
        *_about_release(envelope, span),
    ]
    return ContributionFacts(
        n_rows=n_rows,
        n_completed_directions=chosen.n_completed,
        findings=() if own is None else own.findings,
        rare_classes=() if own is None else own.rare_classes,
        n_withheld=0 if own is None else own.n_withheld,
        share_unique_labels=None if own is None else own.share_unique,
        span_fingerprint=envelope.span,
        span_words=None if envelope.span is None else fingerprint_words(envelope.span),
        warnings=tuple(warnings),
    )


def _about_labels(own: OwnRows | None) -> list[str]:
    if own is None or not own.rare_classes:
        return []
    names = ", ".join(repr(name) for name in own.rare_classes)
    if own.n_withheld:
        return [f"{own.n_withheld} rows stay here: fewer than {RARE_CLASS} have the class {names}."]
    warning = (
        f"Fewer than {RARE_CLASS} rows have the class {names}: whoever knows such a person has "
        "few rows to choose from. These rows can be withheld."
    )
    return [warning]


def _about_directions(charter: Charter, own: OwnRows | None, chosen: SpanResult) -> list[str]:
    sentences = []
    n_dims, n_completed = charter.n_dims, chosen.n_completed
    if n_completed:
        doubt = " The analyst will call this site doubtful." if 2 * n_completed > n_dims else ""
        sentences.append(
            f"The rows here vary in {n_dims - n_completed} directions; {n_completed} of the "
            f"{n_dims} dimensions are filled at random.{doubt}"
        )
    if charter.span == "own" and own is not None and len(own.matrix) <= n_dims:
        sentences.append(
            f"{len(own.matrix)} rows for {n_dims} dimensions: the projection keeps all of each "
            "row, and a holder of the pact can turn it back exactly."
        )
    return sentences


def _about_release(envelope: Envelope, span: AgreedSpan | None) -> list[str]:
    sentences = []
    if envelope.release > 1:
        sentences.append(
            f"This is release {envelope.release}. Whoever keeps an earlier one can match the "
            "rows of both by the distances between them, and tell which were added or removed."
        )
    if span is not None and envelope.site not in span.sites:
        sentences.append("The agreed span was made without this site's view.")
    return sentences
