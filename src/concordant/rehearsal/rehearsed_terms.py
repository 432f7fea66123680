"""Draft the terms of a rehearsal from a whole table, and accept what a rehearsal may accept.

In:  a table with its label, the choices of a study, a generator.
Out: a confirmed Charter that says ``rehearsal``, and a pact. Never part of a real study: the
     ranges come from pooled rows, and the pact from a generator.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from concordant.site.pact import PACT_BYTES, Pact
from concordant.terms.charter import (
    AnchorPlan,
    Charter,
    Confirmation,
    Consents,
    SpanPlan,
    Task,
)
from concordant.terms.draft import Draft, draft_charter
from concordant.terms.table import Table

EVERYTHING_ACCEPTED = Consents(
    accept_weak_anchor=True,
    agreed_below_floor=True,
    model_may_contain_rows=True,
    accept_unique_labels=True,
)
"""Nothing leaves in a rehearsal, so it may try what a real study would have to accept in words."""

MIN_COUNT = 2
"""All rows lie on one table here: nothing of it has to be hidden from whoever drafts."""


def draft_terms(
    table: Table,
    *,
    label: str,
    task: Task,
    rng: np.random.Generator,
    n_dims: int | None = None,
    span: SpanPlan = "own",
    anchor: AnchorPlan | None = None,
    group: str | None = None,
    ignore: Collection[str] = (),
    keep: Collection[str] = (),
    label_step: float | None = None,
) -> Draft:
    """Return the terms that ``charter draft`` would propose from all rows at once.

    It peeks at pooled ranges and levels, which the sites of a real study would profile first.
    Columns in ``keep`` are no identifiers, whatever they look like.
    """
    return draft_charter(
        [table],
        names=["the table"],
        label=label,
        task=task,
        n_dims=n_dims,
        span=span,
        anchor=anchor,
        group=group,
        ignore=ignore,
        keep=keep,
        consents=EVERYTHING_ACCEPTED,
        label_step=label_step,
        rehearsal=True,
        min_count=MIN_COUNT,
        study_id=rng.bytes(16).hex(),
    )


def confirmed(charter: Charter) -> Charter:
    """Return the terms with the stamp that everybody's confirmation gives them."""
    return replace(charter, confirmed=Confirmation(1, charter.terms_digest))


def draw_pact(rng: np.random.Generator) -> Pact:
    """Draw a pact that whoever knows the generator knows."""
    return Pact(rng.bytes(PACT_BYTES))
