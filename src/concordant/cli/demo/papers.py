"""The papers of one study in a demo: where they lie, and how they come about.

In:  the public table, the choices of a demo, a generator.
Out: a confirmed charter, its roster, the notice of its pact, and the pact in every vault.
     For demos only: here the pact comes from a seed that everybody knows.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from concordant.cli.demo.folder import INBOX, RESULTS
from concordant.cli.study import Study, open_study
from concordant.files.atomic import write_bytes_atomically, write_text_atomically
from concordant.rehearsal.datasets import Dataset
from concordant.site.pact import PACT_BYTES, Pact, pact_notice
from concordant.site.vault import Vault
from concordant.terms.charter import Consents, SpanPlan
from concordant.terms.charter_text import encode_charter
from concordant.terms.confirm import stamp_confirmation
from concordant.terms.draft import draft_charter
from concordant.terms.notice import encode_notice
from concordant.terms.roster import Roster, encode_roster
from concordant.terms.table import read_table
from concordant.transport.folder.layout import CHARTER, NOTICE, RETURNS, ROSTER, SPAN, file_name

MIN_COUNT = 3
"""Rows behind a statement on a column: the public rows are few, and everybody may see them."""


@dataclass(frozen=True, slots=True)
class Papers:
    """The folder of one study: what everybody may see, the uploads, and what comes back."""

    folder: Path

    @property
    def charter(self) -> Path:
        """The agreed terms."""
        return self.folder / CHARTER

    @property
    def span(self) -> Path:
        """The agreed span, where the terms plan one."""
        return self.folder / SPAN

    @property
    def inbox(self) -> Path:
        """Where the sites put their uploads."""
        return self.folder / INBOX

    @property
    def results(self) -> Path:
        """Where the analyst puts what was trained."""
        return self.folder / RESULTS

    def returned(self, site: str, results: Path) -> Path:
        """Return the path of what the analyst made for one site."""
        return results / RETURNS / file_name(site, "return")

    def open(self) -> Study:
        """Read charter and roster from their files, as every command does."""
        return open_study(self.charter)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a demo decides for all its studies; they differ in the span plan alone."""

    dataset: Dataset
    sites: tuple[str, ...]
    n_dims: int
    label_step: float | None
    consents: Consents


def agree_on_terms(
    papers: Papers, terms: Terms, span: SpanPlan, public: Path, rng: np.random.Generator
) -> Study:
    """Draft a charter from the public rows, confirm it, and write it with its roster."""
    dataset = terms.dataset
    # The floor is one of the agreed span; a study of one upload has nothing to accept there.
    below = terms.consents.agreed_below_floor and span == "agreed"
    draft = draft_charter(
        [read_table(public)],
        names=["the public table"],
        label=dataset.label,
        task=dataset.task,
        n_dims=terms.n_dims,
        span=span,
        study=f"Demo: {dataset.name}, {span} span",
        study_id=rng.bytes(16).hex(),
        consents=replace(terms.consents, agreed_below_floor=below),
        label_step=terms.label_step,
        min_count=MIN_COUNT,
        rehearsal=True,
    )
    papers.folder.mkdir(parents=True, exist_ok=True)
    roster = Roster(1, terms.sites)
    write_text_atomically(papers.folder / ROSTER, encode_roster(roster))
    text = encode_charter(draft.charter, comments=draft.comments)
    stamped = stamp_confirmation(text, draft.charter, 1)
    write_text_atomically(papers.charter, stamped)
    return papers.open()


def share_pact(
    papers: Papers, study: Study, vaults: tuple[Vault, ...], rng: np.random.Generator
) -> None:
    """Make the pact at one site, put it into every site's vault, and publish its notice."""
    pact = Pact(rng.bytes(PACT_BYTES))
    for vault in vaults:
        vault.store_pact(study.charter, pact)
    notice = encode_notice(pact_notice(pact, study.charter))
    write_bytes_atomically(papers.folder / NOTICE, notice)
