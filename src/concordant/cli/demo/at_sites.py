"""What each site of a demo does, by the functions that ``concordant site`` calls.

In:  the folder of a study, and one site's own table and vault.
Out: a view, a bundle, predictions: files, as in a real study. For demos only: the secret draws
     come from a generator.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from concordant.cli.demo.handout import NEW, PREDICTIONS, TABLE, VAULT, site_folder
from concordant.cli.demo.papers import Papers
from concordant.cli.site.prediction_text import encode_predictions
from concordant.cli.study import Study, read_notice
from concordant.files.atomic import write_text_atomically
from concordant.site.pact import Pact, require_noticed
from concordant.site.predict import Predictions, predict
from concordant.site.send_view import view
from concordant.site.vault import Vault
from concordant.terms.table import Table, read_table
from concordant.transport.folder.releases import prepare_release, send_release, send_view
from concordant.transport.folder.site import Uploaded, read_return, read_span


@dataclass(frozen=True, slots=True)
class PlayedSite:
    """One institution of a demo: a name and a folder that nobody else looks into."""

    name: str
    home: Path

    @classmethod
    def in_folder(cls, folder: Path, name: str) -> "PlayedSite":
        """Return the site of that name."""
        return cls(name, site_folder(folder, name))

    @property
    def vault(self) -> Vault:
        """The site's vault; nothing in a demo is secret, so any file system will do."""
        return Vault(self.home / VAULT, accept_open=True)

    @property
    def own_rows(self) -> Table:
        """The rows that the site learns from."""
        return read_table(self.home / TABLE)

    @property
    def new_rows(self) -> Table:
        """The rows that the site kept back."""
        return read_table(self.home / NEW)


def send_a_view(papers: Papers, site: PlayedSite, rng: np.random.Generator) -> Uploaded:
    """Send the view of one site: no row, no label."""
    study = papers.open()
    made = view(
        study.charter,
        _pact(papers, study, site),
        site.own_rows,
        site=site.name,
        roster=study.roster,
        rng=rng,
    )
    return send_view(study.charter, made, papers.inbox, site.vault)


def send_a_bundle(papers: Papers, site: PlayedSite, rng: np.random.Generator) -> Uploaded:
    """Send the projected rows of one site; its secret basis stays in the vault."""
    study = papers.open()
    span = read_span(papers.span, study.charter) if study.charter.span == "agreed" else None
    prepared = prepare_release(
        study.charter,
        _pact(papers, study, site),
        site.own_rows,
        site=site.name,
        vault=site.vault,
        span=span,
        roster=study.roster,
        rng=rng,
    )
    return send_release(prepared, study.charter, papers.inbox, site.vault)


def predict_new_rows(papers: Papers, site: PlayedSite, results: Path) -> Predictions:
    """Predict the rows that the site kept back, with what came back to it."""
    charter = papers.open().charter
    kept = site.vault.read_release(charter, site.name)
    returned = read_return(papers.returned(site.name, results), charter)
    return predict(charter, kept.basis, returned, site.new_rows, sent=kept.envelope)


def keep_predictions(site: PlayedSite, predictions: Predictions) -> None:
    """Write the predictions beside the rows they are for."""
    text = encode_predictions(predictions, id_name=None, ids=[])
    write_text_atomically(site.home / PREDICTIONS, text)


def _pact(papers: Papers, study: Study, site: PlayedSite) -> Pact:
    """Return the pact in the site's vault, held against the public notice."""
    pact = site.vault.read_pact(study.charter)
    notice = read_notice(papers.charter, None)
    if notice is not None:
        require_noticed(pact, study.charter, notice)
    return pact
