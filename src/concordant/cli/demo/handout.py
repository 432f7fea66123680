"""Write the tables that a demo starts from, each where its owner would have it.

In:  a dataset, and which rows are whose.
Out: ``public.csv``, and ``table.csv`` and ``new.csv`` in each site's folder. For demos only.
"""

import csv
import io
from pathlib import Path

from jaxtyping import Int

from concordant.cli.demo.folder import PUBLIC, SITES
from concordant.files.atomic import write_text_atomically
from concordant.linalg.arrays import Array
from concordant.rehearsal.datasets import Dataset
from concordant.rehearsal.split import Cut

TABLE, NEW, PREDICTIONS, VAULT = "table.csv", "new.csv", "predictions.csv", "vault"


def site_folder(folder: Path, site: str) -> Path:
    """Return what stands for one institution's own machine."""
    return folder / SITES / site


def hand_out(dataset: Dataset, cut: Cut, folder: Path) -> None:
    """Write the public rows, and each site's own and kept-back rows."""
    write_text_atomically(folder / PUBLIC, _csv_text(dataset, cut.public))
    for site in cut.sites:
        home = site_folder(folder, site.site)
        home.mkdir(parents=True)
        write_text_atomically(home / TABLE, _csv_text(dataset, site.own))
        write_text_atomically(home / NEW, _csv_text(dataset, site.new))


def _csv_text(dataset: Dataset, rows: Int[Array, " rows"]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(dataset.columns)
    writer.writerows([cells[row] for cells in dataset.columns.values()] for row in rows)
    return text.getvalue()
