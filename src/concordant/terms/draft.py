"""Draft a charter from tables that everybody may see, and from column profiles.

In:  tables, profiles or both, and the few choices that nobody can guess.
Out: an unconfirmed Charter, a comment beside each proposal, and what a person must be told.
     Anybody may run this; it reads no secret, and a site's own rows come as a profile.
"""

import math
import secrets
import textwrap
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
from jaxtyping import Float

from concordant.errors.drafting import (
    ChoiceUnknown,
    DimsNotPossible,
    NoSources,
    NoUsableColumn,
    RoleTwice,
)
from concordant.linalg.arrays import Array
from concordant.terms.charter import AnchorKind, AnchorPlan, Charter, Consents, SpanPlan, Task
from concordant.terms.charter_check import DRAWN_ANCHORS
from concordant.terms.contradictions import contradictions
from concordant.terms.draft_column import DraftedColumn, draft_column
from concordant.terms.draft_dims import dims_of_counts, dims_of_spectrum
from concordant.terms.draft_label import draft_label
from concordant.terms.draft_notes import draft_notes
from concordant.terms.features import column_features
from concordant.terms.merge_profiles import MergedColumn, Source, merge_columns
from concordant.terms.preprocess import encode_rows
from concordant.terms.profile import LEAST_MIN_COUNT, profile_table, require_columns
from concordant.terms.profile_facts import Profile
from concordant.terms.schema import IgnoredColumn
from concordant.terms.table import Table
from concordant.wire.messages import Precision

RETENTION = "The analyst deletes all uploads when the study ends."
SPECTRUM_ROWS = 20_000
ANCHOR_ROWS = 1000
WIDTH = 92


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal.

    ``comments`` explain it by dotted key (``projection.dims``, ``columns.<name>``), for
    ``encode_charter``; ``notes`` are for the person who drafts, ``contradictions`` for the sites.
    """

    charter: Charter
    comments: Mapping[str, str]
    notes: tuple[str, ...] = ()
    contradictions: tuple[str, ...] = ()


def draft_charter(
    sources: Sequence[Table | Profile],
    *,
    label: str,
    task: Task,
    n_dims: int | None = None,
    span: SpanPlan = "own",
    anchor: AnchorPlan | None = None,
    precision: Precision = "float32",
    study: str = "",
    group: str | None = None,
    ignore: Collection[str] = (),
    keep: Collection[str] = (),
    consents: Consents | None = None,
    label_step: float | None = None,
    rehearsal: bool = False,
    public_sha256: str | None = None,
    min_count: int = LEAST_MIN_COUNT,
    names: Sequence[str] | None = None,
    study_id: str | None = None,
) -> Draft:
    """Return a proposal for the terms of a study.

    ``n_dims`` None chooses by the spectrum of the tables, or by a rule where there are only
    profiles. ``min_count`` is for the tables: everybody may see them, so their rare levels are
    named too. ``keep`` are columns of the tables that are no identifiers, whatever they look
    like. ``names`` are what to call the sources in sentences. ``study_id`` is drawn from
    the operating system's entropy; a rehearsal may pass one.
    """
    anchor = anchor or AnchorPlan()
    _require_choices(task=task, span=span, anchor=anchor.kind, precision=precision)
    if label_step is not None and not 0.0 < label_step < math.inf:
        raise ChoiceUnknown(
            choice="label_step", given=str(label_step), allowed="any number above 0"
        )
    named = _named_sources(sources, names, min_count, keep)
    merged = {column.name: column for column in merge_columns(named)}
    require_columns(merged, [label, *([group] if group else []), *ignore, *keep])
    _require_roles(label, group, ignore)
    tables = [source for source in sources if isinstance(source, Table)]
    holding = [table for table in tables if label in table.columns]
    drafted_label = draft_label(merged[label], holding, task=task, step=label_step)
    drafted = [
        _draft_one(column, group=group, ignore=ignore)
        for name, column in merged.items()
        if name != label
    ]
    n_features = _require_features(drafted)
    charter = Charter(
        study=study or f"Prediction of {label}",
        study_id=study_id or secrets.token_hex(16),
        task=task,
        label=drafted_label.label,
        columns=tuple(one.column for one in drafted),
        n_dims=1,
        span=span,
        anchor=sized_anchor(anchor, n_features),
        precision=precision,
        group=group,
        public_sha256=public_sha256,
        retention=RETENTION,
        consents=consents or Consents(),
        rehearsal=rehearsal,
    )
    n_dims, reason = _dims(charter, named, tables, wanted=n_dims)
    charter = replace(charter, n_dims=n_dims)
    said = [one for one in merged.values() if one.name not in {group, *ignore}]
    return Draft(
        charter=charter,
        comments=_comments(charter, drafted, label=drafted_label.comment, dims=reason),
        notes=(*drafted_label.notes, *draft_notes(charter, named, merged)),
        contradictions=contradictions(said) if len(named) > 1 else (),
    )


def _require_choices(**given: str) -> None:
    allowed = {"task": Task, "span": SpanPlan, "anchor": AnchorKind, "precision": Precision}
    for choice, value in given.items():
        if value not in get_args(allowed[choice]):
            listing = ", ".join(get_args(allowed[choice]))
            raise ChoiceUnknown(choice=choice, given=value, allowed=listing)


def _named_sources(
    sources: Sequence[Table | Profile],
    names: Sequence[str] | None,
    min_count: int,
    keep: Collection[str],
) -> tuple[Source, ...]:
    if not sources:
        raise NoSources
    called = names or [
        f"{'table' if isinstance(source, Table) else 'profile'} {place + 1}"
        for place, source in enumerate(sources)
    ]
    return tuple(
        Source(
            name,
            profile_table(source, min_count=min_count, keep=keep)
            if isinstance(source, Table)
            else source,
        )
        for name, source in zip(called, sources, strict=True)
    )


def _require_roles(label: str, group: str | None, ignore: Collection[str]) -> None:
    if group == label:
        raise RoleTwice(column=label, roles="the label and the group")
    if label in ignore:
        raise RoleTwice(column=label, roles="the label and ignored")


def _draft_one(
    column: MergedColumn, *, group: str | None, ignore: Collection[str]
) -> DraftedColumn:
    if column.name == group:
        reason = "it says which rows belong together; its values never leave"
        return DraftedColumn(IgnoredColumn(column.name, reason=reason))
    if column.name in ignore:
        return DraftedColumn(IgnoredColumn(column.name, reason="left out on request"))
    return draft_column(column)


def _require_features(drafted: Sequence[DraftedColumn]) -> int:
    n_features = sum(len(column_features(one.column)) for one in drafted)
    if n_features == 0:
        reasons = "; ".join(
            f"{one.column.name!r}: {one.column.reason}"
            for one in drafted
            if isinstance(one.column, IgnoredColumn)
        )
        raise NoUsableColumn(n_columns=len(drafted), reasons=reasons or "the label stands alone")
    return n_features


def sized_anchor(anchor: AnchorPlan, n_features: int) -> AnchorPlan:
    """Give an anchor of random rows a number of them, where nobody named one."""
    if anchor.kind in DRAWN_ANCHORS and anchor.n_rows is None:
        return replace(anchor, n_rows=usual_anchor_rows(n_features))
    return anchor


def usual_anchor_rows(n_features: int) -> int:
    """Return how many rows an anchor of random rows gets: two a feature, and never few."""
    return max(ANCHOR_ROWS, 2 * n_features)


def _dims(
    charter: Charter, named: Sequence[Source], tables: Sequence[Table], *, wanted: int | None
) -> tuple[int, str]:
    n_features = charter.n_features
    if wanted is not None:
        if not 1 <= wanted <= n_features:
            raise DimsNotPossible(n_dims=wanted, n_features=n_features)
        return wanted, f"Named by a person: {wanted} of {n_features} features."
    smallest = min(source.profile.n_rows for source in named)
    if tables:
        rows = _sampled_rows(charter, tables)
        chosen = dims_of_spectrum(rows, span=charter.span, n_rows_smallest=smallest)
    else:
        chosen = dims_of_counts(n_features=n_features, span=charter.span, n_rows_smallest=smallest)
    return chosen.n_dims, chosen.reason


def _sampled_rows(charter: Charter, tables: Sequence[Table]) -> Float[Array, "rows features"]:
    """Return encoded rows, evenly spaced where there are more than a spectrum needs."""
    most = max(charter.n_features, SPECTRUM_ROWS // len(tables))
    taken = [
        table
        if table.n_rows <= most
        else table.take(np.linspace(0, table.n_rows - 1, most).astype(np.int64))
        for table in tables
    ]
    return np.concatenate([encode_rows(charter, table).matrix for table in taken])


def _comments(
    charter: Charter, drafted: Sequence[DraftedColumn], *, label: str, dims: str
) -> dict[str, str]:
    """Return the reasons by key, in lines that fit a screen."""
    comments = {"label.step": label, "projection.dims": dims}
    comments |= {f"columns.{one.column.name}": one.comment for one in drafted}
    if charter.task == "classification":
        comments.pop("label.step")
    return {key: textwrap.fill(text, WIDTH) for key, text in comments.items() if text}
